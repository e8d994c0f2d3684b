import {
  type Command,
  type Pipeline,
  type Redirect,
  type Script,
  ShellSyntaxError,
  type Step,
  type Word,
} from './syntax.ts'
import { readTokens, type Token } from './tokens.ts'

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)=/
const MAX_DEPTH = 32

/** A subset of sh, without loops and conditions. */
export function parseScript(text: string): Script {
  const parser = new Parser(readTokens(text))
  const script = parser.script(null)
  parser.expectEnd()
  return script
}

class Parser {
  readonly #tokens: readonly Token[]
  #at = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  expectEnd(): void {
    if (this.#at < this.#tokens.length) this.#unexpected()
  }

  script(closing: ')' | '}' | null): Script {
    const steps: Step[] = []
    let when: Step['when'] = 'always'
    for (;;) {
      while (this.#isOperator(';', '\n')) this.#at += 1
      if (this.#at >= this.#tokens.length || this.#isClosing(closing)) {
        if (when !== 'always') this.#unexpected()
        return steps
      }
      const pipeline = this.#pipeline()
      steps.push({ when, pipeline, isBackground: this.#isOperator('&') })
      if (this.#isOperator('&&', '||')) {
        when = this.#isOperator('&&') ? 'succeeded' : 'failed'
        this.#at += 1
        while (this.#isOperator('\n')) this.#at += 1
        continue
      }
      when = 'always'
      if (this.#isOperator('&', ';', '\n')) this.#at += 1
      else if (this.#at < this.#tokens.length && !this.#isClosing(closing)) this.#unexpected()
    }
  }

  #pipeline(): Pipeline {
    const isNegated = this.#isWord('!')
    if (isNegated) this.#at += 1
    const commands = [this.#command()]
    while (this.#isOperator('|')) {
      this.#at += 1
      while (this.#isOperator('\n')) this.#at += 1
      commands.push(this.#command())
    }
    return { isNegated, commands }
  }

  #command(): Command {
    if (this.#isOperator('(')) return this.#group(')')
    if (this.#isWord('{')) return this.#group('}')
    return this.#simple()
  }

  #group(closing: ')' | '}'): Command {
    this.#depth += 1
    if (this.#depth > MAX_DEPTH) throw new ShellSyntaxError('nested too deep')
    this.#at += 1
    const body = this.script(closing)
    if (!this.#isClosing(closing)) this.#unexpected()
    this.#at += 1
    this.#depth -= 1
    const redirects: Redirect[] = []
    for (let redirect = this.#redirect(); redirect !== null; redirect = this.#redirect()) redirects.push(redirect)
    return { kind: 'group', isSubshell: closing === ')', body, redirects }
  }

  #simple(): Command {
    const assignments: { name: string; value: Word }[] = []
    const words: Word[] = []
    const redirects: Redirect[] = []
    for (;;) {
      const redirect = this.#redirect()
      if (redirect !== null) {
        redirects.push(redirect)
        continue
      }
      const token = this.#tokens[this.#at]
      if (token?.kind !== 'word') break
      this.#at += 1
      const assignment = words.length === 0 ? assignmentOf(token.word) : null
      if (assignment === null) words.push(token.word)
      else assignments.push(assignment)
    }
    if (words.length + assignments.length + redirects.length === 0) this.#unexpected()
    return { kind: 'simple', assignments, words, redirects }
  }

  #redirect(): Redirect | null {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'operator' || !/[<>]/.test(token.text)) return null
    this.#at += 1
    if (token.text === '2>&1') return { kind: 'copy', descriptor: 2, from: 1 }
    if (token.text.endsWith('>&2')) return { kind: 'copy', descriptor: 1, from: 2 }
    const target = this.#tokens[this.#at]
    if (target?.kind !== 'word') this.#unexpected()
    this.#at += 1
    if (token.text.endsWith('<')) return { kind: 'file', descriptor: 0, mode: 'read', target: target.word }
    const mode = token.text.endsWith('>>') ? 'append' : 'write'
    return { kind: 'file', descriptor: token.text.startsWith('2') ? 2 : 1, mode, target: target.word }
  }

  #isOperator(...texts: string[]): boolean {
    const token = this.#tokens[this.#at]
    return token?.kind === 'operator' && texts.includes(token.text)
  }

  #isWord(raw: string): boolean {
    const token = this.#tokens[this.#at]
    return token?.kind === 'word' && token.raw === raw
  }

  #isClosing(closing: ')' | '}' | null): boolean {
    return closing === ')' ? this.#isOperator(')') : closing === '}' && this.#isWord('}')
  }

  #unexpected(): never {
    const token = this.#tokens[this.#at]
    const what = token === undefined ? 'end of file' : token.kind === 'word' ? token.raw : token.text
    throw new ShellSyntaxError(`syntax error: unexpected '${what === '\n' ? 'newline' : what}'`)
  }
}

/** `NAME=…` with an unquoted name. */
function assignmentOf(word: Word): { name: string; value: Word } | null {
  const [first, ...rest] = word
  if (first?.kind !== 'text' || first.isQuoted) return null
  const found = ASSIGNMENT.exec(first.text)
  if (found === null) return null
  return { name: found[1] ?? '', value: [{ ...first, text: first.text.slice(found[0].length) }, ...rest] }
}
