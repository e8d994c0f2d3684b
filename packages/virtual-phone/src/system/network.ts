import type { Connection } from './bytes.ts'
import { connectionPair } from './pipe.ts'

/** Takes a connection; false when it cannot after all. */
type Listener = (connection: Connection) => void

/**
 * Sockets inside the phone, named as adb names them (`tcp:8080`, `localabstract:scrcpy`). They never touch the network
 * of the machine: forwards come in over adb and reverses go out over it.
 */
export class PhoneNetwork {
  readonly #listeners = new Map<string, Listener>()

  /** Throws when the name is taken; the answer frees it. */
  listen(name: string, listener: Listener): () => void {
    if (this.#listeners.has(name)) throw new Error(`${name}: Address already in use`)
    this.#listeners.set(name, listener)
    return () => {
      if (this.#listeners.get(name) === listener) this.#listeners.delete(name)
    }
  }

  /** Hands a connection from outside to whoever listens. */
  findListener(name: string): Listener | null {
    return this.#listeners.get(name) ?? null
  }

  connect(name: string): Connection {
    const listener = this.#listeners.get(name)
    if (listener === undefined) throw new Error(`${name}: Connection refused`)
    const [mine, theirs] = connectionPair()
    listener(theirs)
    return mine
  }

  /** Ports that somebody listens on. */
  get ports(): number[] {
    return [...this.#listeners.keys()].flatMap((name) => (name.startsWith('tcp:') ? Number(name.slice(4)) : []))
  }

  /** A port that nobody listens on. */
  freePort(): number {
    let port = 40_000
    while (this.#listeners.has(`tcp:${port}`)) port += 1
    return port
  }

  close(): void {
    this.#listeners.clear()
  }
}
