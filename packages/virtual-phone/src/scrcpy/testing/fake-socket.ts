import type { PhoneSocket } from '../types.ts'

/** The test reads what was sent and controls the acknowledgements. */
export class FakeSocket implements PhoneSocket {
  readonly sent: Uint8Array[] = []
  isClosed = false
  /** Off: every write waits for `acknowledge`. */
  isPrompt = true
  readonly #onData: ((chunk: Uint8Array) => void)[] = []
  readonly #onClose: (() => void)[] = []
  readonly #waiting: (() => void)[] = []

  async write(bytes: Uint8Array): Promise<void> {
    if (this.isClosed) throw new Error('closed')
    this.sent.push(bytes)
    if (!this.isPrompt) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  onData(listener: (chunk: Uint8Array) => void): void {
    this.#onData.push(listener)
  }

  onClose(listener: () => void): void {
    this.#onClose.push(listener)
  }

  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    for (const listener of this.#onClose) listener()
  }

  acknowledge(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  receive(bytes: Uint8Array): void {
    for (const listener of this.#onData) listener(bytes)
  }

  /** Everything that was sent since the last call. */
  take(): Uint8Array {
    return new Uint8Array(Buffer.concat(this.sent.splice(0)))
  }
}
