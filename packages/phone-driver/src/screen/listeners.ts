import type { Unsubscribe } from '../types.ts'

export class Listeners<Value> {
  readonly #all = new Set<(value: Value) => void>()

  get isEmpty(): boolean {
    return this.#all.size === 0
  }

  add(listener: (value: Value) => void): Unsubscribe {
    this.#all.add(listener)
    return () => void this.#all.delete(listener)
  }

  emit(value: Value): void {
    for (const listener of this.#all) listener(value)
  }

  clear(): void {
    this.#all.clear()
  }
}
