import { KeyCode, type TypedKey } from './keys.ts'

const segmenter = new Intl.Segmenter('zh', { granularity: 'grapheme' })
const MAX_LENGTH = 100_000

/** Text with a cursor. Characters are what a reader takes for one, however many code units they need. */
export class TextBuffer {
  #text: string
  #cursor: number

  constructor(text = '') {
    this.#text = text
    this.#cursor = text.length
  }

  get text(): string {
    return this.#text
  }

  get cursor(): number {
    return this.#cursor
  }

  moveTo(cursor: number): void {
    this.#cursor = Math.min(this.#text.length, Math.max(0, cursor))
  }

  insert(text: string): void {
    const clean = text.replaceAll('\r\n', '\n').slice(0, MAX_LENGTH - this.#text.length)
    this.#text = this.#text.slice(0, this.#cursor) + clean + this.#text.slice(this.#cursor)
    this.#cursor += clean.length
  }

  /** True when the key meant something here. */
  press({ keyCode, character }: TypedKey): boolean {
    if (character !== null) {
      this.insert(character)
      return true
    }
    switch (keyCode) {
      case KeyCode.backspace:
        return this.#remove(this.#before(), this.#cursor)
      case KeyCode.forwardDelete:
        return this.#remove(this.#cursor, this.#after())
      case KeyCode.dpadLeft:
        return this.#go(this.#before())
      case KeyCode.dpadRight:
        return this.#go(this.#after())
      case KeyCode.moveHome:
        return this.#go(this.#text.lastIndexOf('\n', this.#cursor - 1) + 1)
      case KeyCode.moveEnd: {
        const end = this.#text.indexOf('\n', this.#cursor)
        return this.#go(end < 0 ? this.#text.length : end)
      }
      default:
        return false
    }
  }

  #go(cursor: number): boolean {
    this.moveTo(cursor)
    return true
  }

  #remove(from: number, to: number): boolean {
    this.#text = this.#text.slice(0, from) + this.#text.slice(to)
    this.#cursor = from
    return true
  }

  #before(): number {
    let start = 0
    for (const { index } of segmenter.segment(this.#text.slice(0, this.#cursor))) start = index
    return start
  }

  #after(): number {
    const [first] = segmenter.segment(this.#text.slice(this.#cursor))
    return this.#cursor + (first?.segment.length ?? 0)
  }
}
