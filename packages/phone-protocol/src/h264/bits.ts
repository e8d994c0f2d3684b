import { ProtocolError } from '../protocol-error.ts'

const MAX_GOLOMB_ZEROS = 31

/** Reads the descriptors of H.264, section 7.2: fixed-length and Exp-Golomb codes. */
export class BitReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  bit(): number {
    const byte = this.#bytes[this.#at >> 3]
    if (byte === undefined) throw new ProtocolError('the parameter set is cut off')
    const value = (byte >> (7 - (this.#at & 7))) & 1
    this.#at += 1
    return value
  }

  flag(): boolean {
    return this.bit() === 1
  }

  /** u(n), up to 32 bits. */
  bits(count: number): number {
    let value = 0
    for (let left = count; left > 0; left -= 1) value = value * 2 + this.bit()
    return value
  }

  /** ue(v), within `most`. */
  unsigned(most = 2 ** 32 - 2): number {
    let zeros = 0
    while (this.bit() === 0) {
      zeros += 1
      if (zeros > MAX_GOLOMB_ZEROS) throw new ProtocolError('a number of the parameter set is too long')
    }
    const value = 2 ** zeros - 1 + this.bits(zeros)
    if (value > most) throw new ProtocolError(`a number of the parameter set is ${value}, over ${most}`)
    return value
  }

  /** se(v) */
  signed(): number {
    const code = this.unsigned()
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2 || 0
  }
}

/** Writes what {@link BitReader} reads. */
export class BitWriter {
  readonly #bytes: number[] = []
  #count = 0

  bit(value: number): void {
    const index = this.#count >> 3
    this.#bytes[index] = (this.#bytes[index] ?? 0) | (value << (7 - (this.#count & 7)))
    this.#count += 1
  }

  flag(value: boolean): void {
    this.bit(value ? 1 : 0)
  }

  bits(value: number, count: number): void {
    for (let left = count - 1; left >= 0; left -= 1) this.bit(Math.floor(value / 2 ** left) % 2)
  }

  unsigned(value: number): void {
    const length = Math.floor(Math.log2(value + 1))
    this.bits(0, length)
    this.bits(value + 1, length + 1)
  }

  signed(value: number): void {
    this.unsigned(value > 0 ? 2 * value - 1 : -2 * value)
  }

  /** With the stop bit and zeros up to the end of the byte. */
  finish(): Uint8Array<ArrayBuffer> {
    this.bit(1)
    return Uint8Array.from(this.#bytes)
  }
}
