import type { Unsubscribe } from '../door.ts'

/** Whoever wants to hear of something. One that fails does not keep it from the others. */
export class Listeners<Value> {
  readonly #all = new Set<(value: Value) => void>()

  add(listener: (value: Value) => void): Unsubscribe {
    this.#all.add(listener)
    return () => void this.#all.delete(listener)
  }

  tell(value: Value): void {
    for (const listener of this.#all) listener(value)
  }

  clear(): void {
    this.#all.clear()
  }
}
