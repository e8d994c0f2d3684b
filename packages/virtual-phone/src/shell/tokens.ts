import { ShellSyntaxError, type Word, type WordPart } from './syntax.ts'

export type Token = { kind: 'word'; word: Word; raw: string } | { kind: 'operator'; text: string }

/** Longest first. A number before a redirect belongs to it. */
const OPERATORS = [/^[012]?>>/, /^2>&1/, /^1?>&2/, /^[012]?>/, /^0?</, /^&&/, /^\|\|/, /^[;&|()\n]/]
const BLANK = /[ \t\r]/
const WORD_END = /[ \t\r\n;&|()<>]/
const NAME = /^[A-Za-z_][A-Za-z0-9_]*/
const SPECIAL_NAME = /^[?$#@*!0-9-]/
const MAX_SCRIPT_CHARACTERS = 256 * 1024

export function readTokens(script: string): Token[] {
  if (script.length > MAX_SCRIPT_CHARACTERS) throw new ShellSyntaxError('the command is too long')
  const reader = new WordReader(script)
  const tokens: Token[] = []
  for (;;) {
    reader.skipBlanks()
    if (reader.isAtEnd) return tokens
    const operator = reader.takeOperator()
    if (operator !== null) tokens.push({ kind: 'operator', text: operator })
    else tokens.push(reader.takeWord())
  }
}

class WordReader {
  readonly #script: string
  #at = 0

  constructor(script: string) {
    this.#script = script
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#script.length
  }

  skipBlanks(): void {
    while (BLANK.test(this.#letter())) this.#at += 1
    while (this.#script.startsWith('\\\n', this.#at)) this.#at += 2
    if (this.#letter() === '#') while (!this.isAtEnd && this.#letter() !== '\n') this.#at += 1
    else if (BLANK.test(this.#letter())) this.skipBlanks()
  }

  takeOperator(): string | null {
    // The longest operator has four characters.
    const ahead = this.#script.slice(this.#at, this.#at + 4)
    for (const pattern of OPERATORS) {
      const [found] = pattern.exec(ahead) ?? []
      if (found === undefined) continue
      this.#at += found.length
      return found
    }
    return null
  }

  takeWord(): Token {
    const start = this.#at
    const parts: WordPart[] = []
    while (!this.isAtEnd && !WORD_END.test(this.#letter())) {
      const letter = this.#letter()
      if (letter === "'") parts.push(this.#singleQuoted())
      else if (letter === '"') parts.push(...this.#doubleQuoted())
      else if (letter === '$') parts.push(this.#dollar(false))
      else if (letter === '`') parts.push(this.#backQuoted(false))
      else if (letter === '\\') parts.push(this.#escaped())
      else parts.push(this.#plain())
    }
    return { kind: 'word', word: parts, raw: this.#script.slice(start, this.#at) }
  }

  #letter(): string {
    return this.#script[this.#at] ?? ''
  }

  #plain(): WordPart {
    const start = this.#at
    while (!this.isAtEnd && !/['"$`\\]/.test(this.#letter()) && !WORD_END.test(this.#letter())) this.#at += 1
    return { kind: 'text', text: this.#script.slice(start, this.#at), isQuoted: false }
  }

  #escaped(): WordPart {
    const text = this.#script[this.#at + 1] ?? '\\'
    this.#at += 2
    return { kind: 'text', text: text === '\n' ? '' : text, isQuoted: true }
  }

  #singleQuoted(): WordPart {
    const end = this.#script.indexOf("'", this.#at + 1)
    if (end < 0) throw new ShellSyntaxError('no closing quote')
    const text = this.#script.slice(this.#at + 1, end)
    this.#at = end + 1
    return { kind: 'text', text, isQuoted: true }
  }

  #doubleQuoted(): WordPart[] {
    const parts: WordPart[] = [{ kind: 'text', text: '', isQuoted: true }]
    this.#at += 1
    let text = ''
    const flush = () => {
      if (text !== '') parts.push({ kind: 'text', text, isQuoted: true })
      text = ''
    }
    for (;;) {
      const letter = this.#letter()
      if (letter === '') throw new ShellSyntaxError('no closing quote')
      if (letter === '"') break
      if (letter === '$' || letter === '`') {
        flush()
        parts.push(letter === '$' ? this.#dollar(true) : this.#backQuoted(true))
        continue
      }
      const next = this.#script[this.#at + 1] ?? ''
      const isEscape = letter === '\\' && /["$`\\\n]/.test(next)
      text += isEscape ? next.replace('\n', '') : letter
      this.#at += isEscape ? 2 : 1
    }
    flush()
    this.#at += 1
    return parts
  }

  #backQuoted(isQuoted: boolean): WordPart {
    const end = this.#script.indexOf('`', this.#at + 1)
    if (end < 0) throw new ShellSyntaxError('no closing quote')
    const script = this.#script.slice(this.#at + 1, end)
    this.#at = end + 1
    return { kind: 'output', script, isQuoted }
  }

  #dollar(isQuoted: boolean): WordPart {
    this.#at += 1
    if (this.#letter() === '(') return this.#output(isQuoted)
    if (this.#letter() === '{') return this.#braced(isQuoted)
    const rest = this.#script.slice(this.#at, this.#at + 128)
    const [name] = NAME.exec(rest) ?? SPECIAL_NAME.exec(rest) ?? []
    if (name === undefined) return { kind: 'text', text: '$', isQuoted }
    this.#at += name.length
    return { kind: 'variable', name, fallback: null, isQuoted }
  }

  #braced(isQuoted: boolean): WordPart {
    const end = this.#script.indexOf('}', this.#at)
    const inner = this.#script.slice(this.#at + 1, end)
    const found = /^([A-Za-z_][A-Za-z0-9_]*|[?$#@*!0-9-])(?::-([^]*))?$/.exec(inner)
    if (end < 0 || found === null) throw new ShellSyntaxError('bad substitution')
    this.#at = end + 1
    return { kind: 'variable', name: found[1] ?? '', fallback: found[2] ?? null, isQuoted }
  }

  /** `$( … )`: up to the bracket that closes it, past quotes and inner brackets. */
  #output(isQuoted: boolean): WordPart {
    const start = this.#at + 1
    let depth = 0
    let quote = ''
    for (; !this.isAtEnd; this.#at += 1) {
      const letter = this.#letter()
      if (letter === '\\' && quote !== "'") this.#at += 1
      else if (quote !== '') quote = letter === quote ? '' : quote
      else if (letter === "'" || letter === '"') quote = letter
      else if (letter === '(') depth += 1
      else if (letter === ')') depth -= 1
      if (depth === 0) break
    }
    if (depth !== 0) throw new ShellSyntaxError('no closing bracket')
    const script = this.#script.slice(start, this.#at)
    this.#at += 1
    return { kind: 'output', script, isQuoted }
  }
}
