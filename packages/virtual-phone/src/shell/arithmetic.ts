import { CommandError } from './command.ts'

export interface ArithmeticVariables {
  get(name: string): string
  set(name: string, value: string): void
}

const MAX_DEPTH = 64
/** Binary operators from the loosest to the tightest. */
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<=', '>=', '<', '>'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
]
const ASSIGNMENTS = new Set(['=', '+=', '-=', '*=', '/=', '%=', '<<=', '>>=', '&=', '^=', '|='])
const TOKEN =
  /\s*(\d+#[0-9a-zA-Z]+|0[xX][0-9a-fA-F]+|\d+|[A-Za-z_]\w*|<<=|>>=|[-+*/%&^|<>=!]=|\+\+|--|\|\||&&|<<|>>|[-+*/%&^|<>=!~?:(),])/y

/** Value of an expression of the shell: 32 bits with a sign, as in mksh. */
export function evaluate(expression: string, variables: ArithmeticVariables, depth = 0): number {
  if (depth > MAX_DEPTH) throw new CommandError(`${expression}: expression recurses on parameter`)
  return new Evaluator(expression, variables, depth).value()
}

class Evaluator {
  readonly #expression: string
  readonly #variables: ArithmeticVariables
  readonly #depth: number
  readonly #tokens: readonly string[]
  #at = 0
  /** Above 0 in the branch that is not taken: nothing is assigned or divided there. */
  #skipped = 0

  constructor(expression: string, variables: ArithmeticVariables, depth: number) {
    this.#expression = expression
    this.#variables = variables
    this.#depth = depth
    this.#tokens = this.#read()
  }

  value(): number {
    if (this.#tokens.length === 0) return 0
    const value = this.#comma()
    if (this.#at < this.#tokens.length) this.#fail(`unexpected '${this.#tokens[this.#at]}'`)
    return value
  }

  #read(): string[] {
    const tokens: string[] = []
    const text = this.#expression.trimEnd()
    TOKEN.lastIndex = 0
    while (TOKEN.lastIndex < text.length) {
      const at = TOKEN.lastIndex
      const found = TOKEN.exec(text)
      if (found === null) this.#fail(`unexpected '${text.slice(at).trimStart().slice(0, 1)}'`)
      tokens.push(found[1] ?? '')
    }
    return tokens
  }

  #comma(): number {
    let value = this.#assignment()
    while (this.#take(',')) value = this.#assignment()
    return value
  }

  #assignment(): number {
    const [name = '', operator = ''] = this.#tokens.slice(this.#at, this.#at + 2)
    if (!isName(name) || !ASSIGNMENTS.has(operator)) return this.#conditional()
    this.#at += 2
    const right = this.#assignment()
    const value = operator === '=' ? right : this.#apply(operator.slice(0, -1), this.#valueOf(name), right)
    return this.#store(name, value)
  }

  #conditional(): number {
    const condition = this.#binary(0)
    if (!this.#take('?')) return condition
    const yes = this.#only(condition !== 0, () => this.#assignment())
    if (!this.#take(':')) this.#fail("missing ':'")
    const no = this.#only(condition === 0, () => this.#assignment())
    return condition === 0 ? no : yes
  }

  #binary(level: number): number {
    const operators = LEVELS[level]
    if (operators === undefined) return this.#unary()
    let left = this.#binary(level + 1)
    for (;;) {
      const operator = operators.find((known) => this.#tokens[this.#at] === known)
      if (operator === undefined) return left
      this.#at += 1
      const isNeeded = operator === '||' ? left === 0 : operator === '&&' ? left !== 0 : true
      const right = this.#only(isNeeded, () => this.#binary(level + 1))
      left = this.#apply(operator, left, right)
    }
  }

  #unary(): number {
    for (const operator of ['++', '--']) {
      if (!this.#take(operator)) continue
      const name = this.#next()
      if (!isName(name)) this.#fail('lvalue required')
      return this.#store(name, this.#valueOf(name) + (operator === '++' ? 1 : -1))
    }
    if (this.#take('-')) return -this.#unary() | 0
    if (this.#take('+')) return this.#unary()
    if (this.#take('!')) return Number(this.#unary() === 0)
    if (this.#take('~')) return ~this.#unary()
    return this.#primary()
  }

  #primary(): number {
    const token = this.#next()
    if (token === '(') {
      const value = this.#comma()
      if (!this.#take(')')) this.#fail("missing ')'")
      return value
    }
    if (!isName(token)) return this.#number(token)
    const value = this.#valueOf(token)
    for (const operator of ['++', '--']) {
      if (!this.#take(operator)) continue
      this.#store(token, value + (operator === '++' ? 1 : -1))
    }
    return value
  }

  #number(token: string): number {
    const [, base, digits = ''] = /^(\d+)#(\w+)$/.exec(token) ?? []
    const value = base === undefined ? Number(token.replace(/^0+(?=\d)/, '')) : Number.parseInt(digits, Number(base))
    if (token === '' || Number.isNaN(value)) this.#fail(`unexpected '${token}'`)
    return value | 0
  }

  /** A variable may hold an expression of its own. */
  #valueOf(name: string): number {
    return evaluate(this.#variables.get(name), this.#variables, this.#depth + 1)
  }

  #store(name: string, value: number): number {
    if (this.#skipped === 0) this.#variables.set(name, String(value | 0))
    return value | 0
  }

  #apply(operator: string, a: number, b: number): number {
    if ((operator === '/' || operator === '%') && b === 0) {
      if (this.#skipped > 0) return 0
      this.#fail('zero divisor')
    }
    const results: Readonly<Record<string, () => number | boolean>> = {
      '||': () => a !== 0 || b !== 0,
      '&&': () => a !== 0 && b !== 0,
      '|': () => a | b,
      '^': () => a ^ b,
      '&': () => a & b,
      '==': () => a === b,
      '!=': () => a !== b,
      '<': () => a < b,
      '<=': () => a <= b,
      '>': () => a > b,
      '>=': () => a >= b,
      '<<': () => a << b,
      '>>': () => a >> b,
      '+': () => a + b,
      '-': () => a - b,
      '*': () => Math.imul(a, b),
      '/': () => a / b,
      '%': () => a % b,
    }
    return Number(results[operator]?.() ?? 0) | 0
  }

  #only(isTaken: boolean, read: () => number): number {
    if (isTaken) return read()
    this.#skipped += 1
    const value = read()
    this.#skipped -= 1
    return value
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false
    this.#at += 1
    return true
  }

  #next(): string {
    const token = this.#tokens[this.#at]
    if (token === undefined) this.#fail('unexpected end of expression')
    this.#at += 1
    return token
  }

  #fail(reason: string): never {
    throw new CommandError(`${this.#expression.trim()}: ${reason}`)
  }
}

const isName = (token: string) => /^[A-Za-z_]/.test(token)
