const encoder = new TextEncoder()

/** Builds one short big-endian message. */
export class ByteWriter {
  readonly #bytes: number[] = []

  u8(value: number): this {
    this.#bytes.push(value & 0xff)
    return this
  }

  u16(value: number): this {
    return this.u8(value >>> 8).u8(value)
  }

  u32(value: number): this {
    return this.u16(value >>> 16).u16(value)
  }

  u64(value: bigint): this {
    return this.u32(Number((value >> 32n) & 0xffff_ffffn)).u32(Number(value & 0xffff_ffffn))
  }

  data(bytes: Uint8Array): this {
    for (const byte of bytes) this.#bytes.push(byte)
    return this
  }

  finish(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#bytes)
  }
}

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text)

/** scrcpy sends fractions as 16-bit fixed point in which the highest value stands for exactly 1. */
export const toUnsigned16 = (value: number): number =>
  Math.min(0xffff, Math.floor(Math.min(1, Math.max(0, value)) * 0x1_0000))

export const fromUnsigned16 = (bits: number): number => (bits === 0xffff ? 1 : bits / 0x1_0000)

export const toSigned16 = (value: number): number =>
  Math.min(0x7fff, Math.trunc(Math.min(1, Math.max(-1, value)) * 0x8000))

export const fromSigned16 = (bits: number): number => (bits === 0x7fff ? 1 : bits / 0x8000)
