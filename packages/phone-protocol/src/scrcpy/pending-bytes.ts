import { ProtocolError } from '../protocol-error.ts'

const FIRST_CAPACITY = 4096

/** Receive buffer; grows up to the longest allowed message. */
export class PendingBytes {
  readonly #limitBytes: number
  #buffer = new Uint8Array(0)
  #start = 0
  #end = 0

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  get length(): number {
    return this.#end - this.#start
  }

  push(chunk: Uint8Array): void {
    if (this.#end + chunk.length > this.#buffer.length) this.#makeRoom(chunk.length)
    this.#buffer.set(chunk, this.#end)
    this.#end += chunk.length
  }

  /** Views of the first bytes; valid until the next call that changes anything. */
  peek(): { bytes: Uint8Array; view: DataView } {
    const bytes = this.#buffer.subarray(this.#start, this.#end)
    return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
  }

  /** The first `count` bytes as a copy of their own. */
  take(count: number): Uint8Array<ArrayBuffer> {
    const bytes = this.#buffer.slice(this.#start, this.#start + count)
    this.drop(count)
    return bytes
  }

  drop(count: number): void {
    this.#start += count
    if (this.#start === this.#end) this.#start = this.#end = 0
  }

  /** To be called with the length a header announces, before waiting for the rest. */
  checkLength(announcedBytes: number): void {
    if (announcedBytes > this.#limitBytes) throw new ProtocolError(`message of ${announcedBytes} bytes is too long`)
  }

  #makeRoom(count: number): void {
    const needed = this.length + count
    const target =
      needed <= this.#buffer.length ? this.#buffer : new Uint8Array(Math.max(FIRST_CAPACITY, needed + needed / 2))
    target.set(this.#buffer.subarray(this.#start, this.#end))
    this.#end -= this.#start
    this.#start = 0
    this.#buffer = target
  }
}
