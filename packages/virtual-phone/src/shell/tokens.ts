import { ShellSyntaxError, SUBSTITUTION_OPERATORS, type Word, type WordPart } from './syntax.ts'

export type Token =
  | { kind: 'word'; word: Word; raw: string }
  | { kind: 'operator'; text: string }
  /** `((…))`. */
  | { kind: 'arithmetic'; expression: Word }

/** Longest first. A number before a redirect belongs to it. */
const OPERATORS = [/^[012]?>>/, /^2>&1/, /^1?>&2/, /^[012]?>/, /^0?</, /^&&/, /^\|\|/, /^;;/, /^[;&|()\n]/]
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
    const arithmetic = reader.takeArithmetic()
    if (arithmetic !== null) {
      tokens.push(arithmetic)
      continue
    }
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

  /** `((…))`; null when the brackets are two subshells. */
  takeArithmetic(): Token | null {
    const inner = this.#script.startsWith('((', this.#at) ? this.#insideArithmetic() : null
    return inner === null ? null : { kind: 'arithmetic', expression: readQuoted(inner) }
  }

  takeWord(): Token {
    const start = this.#at
    const parts: WordPart[] = []
    while (!this.isAtEnd && !WORD_END.test(this.#letter())) parts.push(...this.takePart())
    return { kind: 'word', word: parts, raw: this.#script.slice(start, this.#at) }
  }

  takePart(): WordPart[] {
    const letter = this.#letter()
    if (letter === "'") return [this.#singleQuoted()]
    if (letter === '"') return this.#doubleQuoted()
    if (letter === '$') return [this.#dollar(false)]
    if (letter === '`') return [this.#backQuoted(false)]
    if (letter === '\\') return [this.#escaped()]
    return [this.#plain()]
  }

  #letter(): string {
    return this.#script[this.#at] ?? ''
  }

  #plain(): WordPart {
    const start = this.#at
    do this.#at += 1
    while (!this.isAtEnd && !/['"$`\\]/.test(this.#letter()) && !WORD_END.test(this.#letter()))
    return { kind: 'text', text: this.#script.slice(start, this.#at), isQuoted: false }
  }

  #escaped(): WordPart {
    const text = this.#script[this.#at + 1] ?? '\\'
    this.#at += 2
    return { kind: 'text', text: text === '\n' ? '' : text, isQuoted: true }
  }

  #singleQuoted(): WordPart {
    const end = this.#script.indexOf("'", this.#at + 1)
    if (end < 0) throw new ShellSyntaxError('no closing quote', { isIncomplete: true })
    const text = this.#script.slice(this.#at + 1, end)
    this.#at = end + 1
    return { kind: 'text', text, isQuoted: true }
  }

  #doubleQuoted(): WordPart[] {
    this.#at += 1
    const parts = this.quotedUpTo('"')
    this.#at += 1
    return [{ kind: 'text', text: '', isQuoted: true }, ...parts]
  }

  /** Text with variables and outputs, as inside double quotes. */
  quotedUpTo(end: '"' | ''): WordPart[] {
    const parts: WordPart[] = []
    let text = ''
    const flush = () => {
      if (text !== '') parts.push({ kind: 'text', text, isQuoted: true })
      text = ''
    }
    for (;;) {
      const letter = this.#letter()
      if (letter === end) break
      if (letter === '') throw new ShellSyntaxError('no closing quote', { isIncomplete: true })
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
    return parts
  }

  #backQuoted(isQuoted: boolean): WordPart {
    const end = this.#script.indexOf('`', this.#at + 1)
    if (end < 0) throw new ShellSyntaxError('no closing quote', { isIncomplete: true })
    const script = this.#script.slice(this.#at + 1, end)
    this.#at = end + 1
    return { kind: 'output', script, isQuoted }
  }

  #dollar(isQuoted: boolean): WordPart {
    this.#at += 1
    const inner = this.#script.startsWith('((', this.#at) ? this.#insideArithmetic() : null
    if (inner !== null) return { kind: 'arithmetic', expression: readQuoted(inner), isQuoted }
    if (this.#letter() === '(') return this.#output(isQuoted)
    if (this.#letter() === '{') return this.#braced(isQuoted)
    const rest = this.#script.slice(this.#at, this.#at + 128)
    const [name] = NAME.exec(rest) ?? SPECIAL_NAME.exec(rest) ?? []
    if (name === undefined) return { kind: 'text', text: '$', isQuoted }
    this.#at += name.length
    return { kind: 'variable', name, fallback: null, isQuoted }
  }

  #braced(isQuoted: boolean): WordPart {
    const end = this.#closingBrace()
    const inner = this.#script.slice(this.#at + 1, end)
    this.#at = end + 1
    const length = /^#([A-Za-z_][A-Za-z0-9_]*|[?@*0-9])$/.exec(inner)
    if (length !== null)
      return { kind: 'substitution', name: length[1] ?? '', operator: 'length', argument: [], isQuoted }
    const [, name, rest = ''] = /^([A-Za-z_][A-Za-z0-9_]*|[?$#@*!-]|\d+)([^]*)$/.exec(inner) ?? []
    if (name === undefined) throw new ShellSyntaxError('bad substitution')
    if (rest === '') return { kind: 'variable', name, fallback: null, isQuoted }
    if (rest.startsWith(':-')) return { kind: 'variable', name, fallback: rest.slice(2), isQuoted }
    const operator = SUBSTITUTION_OPERATORS.find((known) => rest.startsWith(known))
    if (operator === undefined) throw new ShellSyntaxError('bad substitution')
    return { kind: 'substitution', name, operator, argument: readUnquoted(rest.slice(operator.length)), isQuoted }
  }

  /** Past inner `${…}`. */
  #closingBrace(): number {
    let depth = 0
    for (let at = this.#at; at < this.#script.length; at += 1) {
      if (this.#script[at] === '\\') at += 1
      else if (this.#script[at] === '{') depth += 1
      else if (this.#script[at] === '}') depth -= 1
      if (depth === 0) return at
    }
    throw new ShellSyntaxError('bad substitution', { isIncomplete: true })
  }

  /** Text of `((…))` at this place, which is then behind it; null when the last two brackets do not stand together. */
  #insideArithmetic(): string | null {
    let depth = 0
    for (let at = this.#at; at < this.#script.length; at += 1) {
      if (this.#script[at] === '(') depth += 1
      else if (this.#script[at] === ')') depth -= 1
      if (depth > 1 || this.#script[at] !== ')') continue
      if (this.#script[at + 1] !== ')') return null
      const inner = this.#script.slice(this.#at + 2, at)
      this.#at = at + 2
      return inner
    }
    return null
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
    if (depth !== 0) throw new ShellSyntaxError('no closing bracket', { isIncomplete: true })
    const script = this.#script.slice(start, this.#at)
    this.#at += 1
    return { kind: 'output', script, isQuoted }
  }
}

const readQuoted = (text: string): Word => new WordReader(text).quotedUpTo('')

/** One word with quotes and variables, whatever blanks stand in it. */
function readUnquoted(text: string): Word {
  const reader = new WordReader(text)
  const parts: WordPart[] = []
  while (!reader.isAtEnd) parts.push(...reader.takePart())
  return parts
}
