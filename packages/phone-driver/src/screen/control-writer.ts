import type { AdbSocket } from '@yume-chan/adb'
import { type ControlMessage, encodeControl } from '@yunji/phone-protocol/scrcpy/control'

/** A finger makes a few kilobytes a second; more than this means that the phone has stopped reading. */
const WAITING_MAX_BYTES = 1024 * 1024

/**
 * Each write waits for its acknowledgement. Messages that arrive meanwhile are sent together in the next write, so input
 * lags at most one round trip.
 */
export class ControlWriter {
  readonly #writer: ReturnType<AdbSocket['writable']['getWriter']>
  readonly #onFailure: () => void
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  #isWriting = false

  constructor(socket: AdbSocket, onFailure: () => void) {
    this.#writer = socket.writable.getWriter()
    this.#onFailure = onFailure
  }

  send(message: ControlMessage): void {
    const bytes = encodeControl(message)
    if (this.#waitingBytes + bytes.length > WAITING_MAX_BYTES) return this.#onFailure()
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
    if (!this.#isWriting) void this.#write()
  }

  async #write(): Promise<void> {
    this.#isWriting = true
    try {
      while (this.#waiting.length > 0) {
        const [first] = this.#waiting
        const bytes = this.#waiting.length === 1 && first ? first : Buffer.concat(this.#waiting)
        this.#waiting = []
        this.#waitingBytes = 0
        await this.#writer.write(bytes)
      }
    } catch {
      this.#onFailure()
    } finally {
      this.#isWriting = false
    }
  }
}
