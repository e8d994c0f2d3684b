/** An element with its attributes; references into resources stay numbers. */
export interface XmlElement {
  name: string
  attributes: ReadonlyMap<string, string | number>
}

export class XmlError extends Error {
  override name = 'XmlError'
}

const CHUNK = { strings: 0x0001, xml: 0x0003, startElement: 0x0102, resourceMap: 0x0180 } as const
const UTF8_FLAG = 0x100
const NO_STRING = 0xffffffff
const VALUE_STRING = 0x03
const MAX_STRINGS = 100_000

/** Shrinkers drop the names of Android's own attributes and keep their resource ids. */
const ATTRIBUTE_NAMES: Readonly<Record<number, string>> = {
  0x01010001: 'label',
  0x01010003: 'name',
  0x0101021b: 'versionCode',
  0x0101021c: 'versionName',
}

/** Elements of Android's compiled XML, in the order in which they open. */
export function readBinaryXml(bytes: Uint8Array): XmlElement[] {
  try {
    return new BinaryXml(bytes).elements()
  } catch (error) {
    if (error instanceof RangeError) throw new XmlError('the file is cut off', { cause: error })
    throw error
  }
}

class BinaryXml {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #strings: string[] = []
  #resourceIds: number[] = []

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  elements(): XmlElement[] {
    if (this.#view.getUint16(0, true) !== CHUNK.xml) throw new XmlError('not compiled XML')
    const elements: XmlElement[] = []
    for (let at = this.#view.getUint16(2, true); at + 8 <= this.#bytes.length; ) {
      const type = this.#view.getUint16(at, true)
      const size = this.#view.getUint32(at + 4, true)
      if (size < 8) throw new XmlError('a chunk without a size')
      if (type === CHUNK.strings) this.#strings = this.#readStrings(at)
      else if (type === CHUNK.resourceMap) this.#resourceIds = this.#readNumbers(at + 8, (size - 8) / 4)
      else if (type === CHUNK.startElement) elements.push(this.#readElement(at + this.#view.getUint16(at + 2, true)))
      at += size
    }
    return elements
  }

  #readNumbers(at: number, count: number): number[] {
    if (count > MAX_STRINGS) throw new XmlError('too many entries')
    return Array.from({ length: count }, (_, index) => this.#view.getUint32(at + index * 4, true))
  }

  #readStrings(at: number): string[] {
    const offsets = this.#readNumbers(at + this.#view.getUint16(at + 2, true), this.#view.getUint32(at + 8, true))
    const isUtf8 = (this.#view.getUint32(at + 16, true) & UTF8_FLAG) !== 0
    const start = at + this.#view.getUint32(at + 20, true)
    return offsets.map((offset) => (isUtf8 ? this.#utf8(start + offset) : this.#utf16(start + offset)))
  }

  /** Both lengths, in letters and in bytes, take one byte or two. */
  #utf8(at: number): string {
    const lettersEnd = at + (this.#view.getUint8(at) & 0x80 ? 2 : 1)
    const first = this.#view.getUint8(lettersEnd)
    const isLong = (first & 0x80) !== 0
    const length = isLong ? ((first & 0x7f) << 8) | this.#view.getUint8(lettersEnd + 1) : first
    const start = lettersEnd + (isLong ? 2 : 1)
    return new TextDecoder().decode(this.#bytes.subarray(start, start + length))
  }

  #utf16(at: number): string {
    const first = this.#view.getUint16(at, true)
    const isLong = (first & 0x8000) !== 0
    const length = isLong ? ((first & 0x7fff) << 16) | this.#view.getUint16(at + 2, true) : first
    const start = at + (isLong ? 4 : 2)
    return new TextDecoder('utf-16le').decode(this.#bytes.subarray(start, start + length * 2))
  }

  #readElement(at: number): XmlElement {
    const first = at + this.#view.getUint16(at + 8, true)
    const size = this.#view.getUint16(at + 10, true)
    const count = this.#view.getUint16(at + 12, true)
    const attributes = new Map<string, string | number>()
    for (let index = 0; index < count; index += 1) {
      const place = first + index * size
      const nameIndex = this.#view.getUint32(place + 4, true)
      const name = ATTRIBUTE_NAMES[this.#resourceIds[nameIndex] ?? 0] ?? this.#strings[nameIndex] ?? ''
      const raw = this.#view.getUint32(place + 8, true)
      const value = this.#view.getUint32(place + 16, true)
      const isText = raw !== NO_STRING || this.#view.getUint8(place + 15) === VALUE_STRING
      attributes.set(name, isText ? (this.#strings[raw === NO_STRING ? value : raw] ?? '') : value)
    }
    return { name: this.#strings[this.#view.getUint32(at + 4, true)] ?? '', attributes }
  }
}
