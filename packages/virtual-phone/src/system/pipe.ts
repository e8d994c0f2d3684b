import { BrokenPipeError, type ByteSink, type ByteSource, type Connection } from './bytes.ts'

/** Unbuffered: a write resolves when the reader has taken the chunk. */
export class Pipe implements ByteSource, ByteSink {
  readonly #waiting: { bytes: Uint8Array; taken: () => void; broken: (error: Error) => void }[] = []
  #wake: (() => void) | null = null
  #isEnded = false
  #isBroken = false

  write(bytes: Uint8Array): Promise<void> {
    if (this.#isBroken || this.#isEnded) return Promise.reject(new BrokenPipeError('Broken pipe'))
    if (bytes.length === 0) return Promise.resolve()
    return new Promise((taken, broken) => {
      this.#waiting.push({ bytes, taken, broken })
      this.#wake?.()
    })
  }

  async read(): Promise<Uint8Array | null> {
    while (this.#waiting.length === 0) {
      if (this.#isEnded || this.#isBroken) return null
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      this.#wake = null
    }
    const next = this.#waiting.shift()
    next?.taken()
    return next?.bytes ?? null
  }

  /** The writer has no more. */
  end(): void {
    this.#isEnded = true
    this.#wake?.()
  }

  /** The reader wants no more. */
  break(): void {
    this.#isBroken = true
    for (const { broken } of this.#waiting.splice(0)) broken(new BrokenPipeError('Broken pipe'))
    this.#wake?.()
  }
}

/** Two ends of one connection inside the phone. */
export function connectionPair(): [Connection, Connection] {
  const there = new Pipe()
  const back = new Pipe()
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const endOf = (reads: Pipe, writes: Pipe): Connection => ({
    closed,
    read: () => reads.read(),
    write: (bytes) => writes.write(bytes),
    async end() {
      writes.end()
    },
    close() {
      writes.end()
      reads.break()
      resolve()
    },
  })
  return [endOf(back, there), endOf(there, back)]
}
