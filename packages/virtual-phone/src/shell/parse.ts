import {
  type CaseCommand,
  type Command,
  type CompoundCommand,
  type Condition,
  type IfCommand,
  type Pipeline,
  type Redirect,
  type Script,
  ShellSyntaxError,
  type Step,
  type Word,
} from './syntax.ts'
import { readTokens, type Token } from './tokens.ts'

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)=/
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/
const MAX_DEPTH = 32
/** Words that end a script inside another; they begin no command. */
const ENDS = ['}', 'then', 'elif', 'else', 'fi', 'do', 'done', 'esac']

/** A subset of sh as mksh reads it; without functions and here-documents. */
export function parseScript(text: string): Script {
  const parser = new Parser(readTokens(text))
  const script = parser.script()
  parser.expectEnd()
  return script
}

type Unredirected<C> = C extends CompoundCommand ? Omit<C, 'redirects'> : never

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

  /** Up to `)`, `;;`, a word that ends it, or the end of the text. */
  script(): Script {
    const steps: Step[] = []
    let when: Step['when'] = 'always'
    for (;;) {
      while (this.#isOperator(';', '\n')) this.#at += 1
      if (this.#isAtEnd()) {
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
      else if (!this.#isAtEnd()) this.#unexpected()
    }
  }

  #isAtEnd(): boolean {
    return this.#at >= this.#tokens.length || this.#isOperator(')', ';;') || ENDS.some((word) => this.#isWord(word))
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
    const compound = this.#compound()
    if (compound === null) return this.#simple()
    const redirects: Redirect[] = []
    for (let redirect = this.#redirect(); redirect !== null; redirect = this.#redirect()) redirects.push(redirect)
    return { ...compound, redirects }
  }

  /** Null for a simple command. */
  #compound(): Unredirected<CompoundCommand> | null {
    const token = this.#tokens[this.#at]
    if (token?.kind === 'arithmetic') {
      this.#at += 1
      return { kind: 'arithmetic', expression: token.expression }
    }
    const begin = token?.kind === 'word' ? token.raw : token?.kind === 'operator' ? token.text : ''
    if (!['(', '{', 'if', 'while', 'until', 'for', 'case', '[['].includes(begin)) return null
    this.#depth += 1
    if (this.#depth > MAX_DEPTH) throw new ShellSyntaxError('nested too deep')
    this.#at += 1
    const command = this.#compoundAfter(begin)
    this.#depth -= 1
    return command
  }

  #compoundAfter(begin: string): Unredirected<CompoundCommand> {
    switch (begin) {
      case '(':
        return { kind: 'group', isSubshell: true, body: this.#scriptUpTo(')') }
      case '{':
        return { kind: 'group', isSubshell: false, body: this.#scriptUpTo('}') }
      case 'if':
        return this.#if()
      case 'for':
        return this.#for()
      case 'case':
        return this.#case()
      case '[[':
        return this.#condition()
      default:
        return {
          kind: 'loop',
          isUntil: begin === 'until',
          condition: this.#scriptUpTo('do'),
          body: this.#scriptUpTo('done'),
        }
    }
  }

  #if(): Omit<IfCommand, 'redirects'> {
    const branches: { condition: Script; body: Script }[] = []
    for (;;) {
      const condition = this.#scriptUpTo('then')
      const body = this.script()
      branches.push({ condition, body })
      if (this.#takeWord('fi')) return { kind: 'if', branches, otherwise: [] }
      if (this.#takeWord('else')) return { kind: 'if', branches, otherwise: this.#scriptUpTo('fi') }
      if (!this.#takeWord('elif')) this.#unexpected()
    }
  }

  #for(): Unredirected<CompoundCommand> {
    const name = this.#word()
    if (!NAME.test(name.raw)) throw new ShellSyntaxError(`syntax error: '${name.raw}' is not a name`)
    while (this.#isOperator('\n')) this.#at += 1
    let words: Word[] | null = null
    if (this.#takeWord('in')) {
      words = []
      while (this.#tokens[this.#at]?.kind === 'word') words.push(this.#word().word)
    }
    while (this.#isOperator(';', '\n')) this.#at += 1
    if (!this.#takeWord('do')) this.#unexpected()
    return { kind: 'for', name: name.raw, words, body: this.#scriptUpTo('done') }
  }

  #case(): Omit<CaseCommand, 'redirects'> {
    const { word } = this.#word()
    while (this.#isOperator('\n')) this.#at += 1
    if (!this.#takeWord('in')) this.#unexpected()
    const clauses: { patterns: Word[]; body: Script }[] = []
    for (;;) {
      while (this.#isOperator('\n')) this.#at += 1
      if (this.#takeWord('esac')) return { kind: 'case', word, clauses }
      if (this.#isOperator('(')) this.#at += 1
      const patterns = [this.#word().word]
      while (this.#isOperator('|')) {
        this.#at += 1
        patterns.push(this.#word().word)
      }
      this.#expectOperator(')')
      const body = this.script()
      clauses.push({ patterns, body })
      if (this.#isOperator(';;')) this.#at += 1
      else if (!this.#isWord('esac')) this.#unexpected()
    }
  }

  #condition(): Unredirected<CompoundCommand> {
    const condition = this.#or()
    if (!this.#takeWord(']]')) this.#unexpected()
    return { kind: 'condition', condition }
  }

  #or(): Condition {
    let left = this.#and()
    while (this.#isOperator('||')) {
      this.#at += 1
      left = { kind: 'or', left, right: this.#and() }
    }
    return left
  }

  #and(): Condition {
    let left = this.#primary()
    while (this.#isOperator('&&')) {
      this.#at += 1
      left = { kind: 'and', left, right: this.#primary() }
    }
    return left
  }

  #primary(): Condition {
    if (this.#takeWord('!')) return { kind: 'not', inner: this.#primary() }
    if (this.#isOperator('(')) {
      this.#at += 1
      const inner = this.#or()
      this.#expectOperator(')')
      return inner
    }
    if (this.#isWord(']]')) this.#unexpected()
    const first = this.#word()
    if (/^-[a-zA-Z]$/.test(first.raw) && !this.#isOperator('&&', '||', ')') && !this.#isWord(']]')) {
      return { kind: 'unary', operator: first.raw, operand: this.#word().word }
    }
    if (this.#isOperator('&&', '||', ')') || this.#isWord(']]')) {
      return { kind: 'unary', operator: '-n', operand: first.word }
    }
    const token = this.#tokens[this.#at]
    if (token === undefined || token.kind === 'arithmetic') this.#unexpected()
    this.#at += 1
    const operator = token.kind === 'word' ? token.raw : token.text
    return { kind: 'binary', operator, left: first.word, right: this.#word().word }
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
    const { word: target } = this.#word()
    if (token.text.endsWith('<')) return { kind: 'file', descriptor: 0, mode: 'read', target }
    const mode = token.text.endsWith('>>') ? 'append' : 'write'
    return { kind: 'file', descriptor: token.text.startsWith('2') ? 2 : 1, mode, target }
  }

  #scriptUpTo(end: string): Script {
    const script = this.script()
    if (end === ')') this.#expectOperator(end)
    else if (!this.#takeWord(end)) this.#unexpected()
    return script
  }

  #word(): Extract<Token, { kind: 'word' }> {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'word') this.#unexpected()
    this.#at += 1
    return token
  }

  #expectOperator(text: string): void {
    if (!this.#isOperator(text)) this.#unexpected()
    this.#at += 1
  }

  #takeWord(raw: string): boolean {
    const isThere = this.#isWord(raw)
    if (isThere) this.#at += 1
    return isThere
  }

  #isOperator(...texts: string[]): boolean {
    const token = this.#tokens[this.#at]
    return token?.kind === 'operator' && texts.includes(token.text)
  }

  #isWord(raw: string): boolean {
    const token = this.#tokens[this.#at]
    return token?.kind === 'word' && token.raw === raw
  }

  #unexpected(): never {
    const token = this.#tokens[this.#at]
    const what =
      token === undefined ? 'EOF' : token.kind === 'operator' ? token.text : 'raw' in token ? token.raw : '(('
    throw new ShellSyntaxError(`syntax error: unexpected '${what === '\n' ? 'newline' : what}'`, {
      isIncomplete: token === undefined,
    })
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
