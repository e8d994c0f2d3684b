import { type BufferedSource, type ByteSink, toBytes } from '../system/bytes.ts'

const INTERRUPT = '\u0003'
const END = '\u0004'
const DELETE = '\u007f'
const LINE_MAX_CHARACTERS = 4096

/** Minimal line discipline: echo, backspace and CRLF. */
export class Terminal implements ByteSink {
  readonly #input: BufferedSource
  readonly #output: ByteSink
  readonly #decoder = new TextDecoder()
  #typed: string[] = []

  constructor(input: BufferedSource, output: ByteSink) {
    this.#input = input
    this.#output = output
  }

  write(bytes: Uint8Array): Promise<void> {
    if (!bytes.includes(0x0a)) return this.#output.write(bytes)
    return this.#output.write(Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('\n', '\r\n'), 'latin1'))
  }

  /** Null at the end of input. */
  async readLine(): Promise<string | null> {
    let line = ''
    for (;;) {
      const letter = await this.#next()
      if (letter === null || (letter === END && line === '')) return null
      if (letter === '\r' || letter === '\n') {
        await this.#echo('\r\n')
        return line
      }
      if (letter === INTERRUPT) {
        await this.#echo('^C\r\n')
        return ''
      }
      if (letter === DELETE || letter === '\b') {
        if (line !== '') await this.#echo('\b \b')
        line = [...line].slice(0, -1).join('')
      } else if (letter >= ' ' && line.length < LINE_MAX_CHARACTERS) {
        line += letter
        await this.#echo(letter)
      }
    }
  }

  async #next(): Promise<string | null> {
    while (this.#typed.length === 0) {
      const chunk = await this.#input.read()
      if (chunk === null) return null
      this.#typed = [...this.#decoder.decode(chunk, { stream: true })]
    }
    return this.#typed.shift() ?? null
  }

  #echo(text: string): Promise<void> {
    return this.#output.write(toBytes(text))
  }
}
