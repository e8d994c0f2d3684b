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
