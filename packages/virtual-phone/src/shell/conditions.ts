import { absolutePath } from '../files/paths.ts'
import type { FileStat, PhoneFiles } from '../files/phone-files.ts'
import { CommandError } from './command.ts'

export interface ConditionContext {
  files: PhoneFiles
  workFolder: string
}

type Unary = (context: ConditionContext, operand: string) => boolean

const statOf = ({ files, workFolder }: ConditionContext, name: string): FileStat | null =>
  name === '' ? null : files.find(absolutePath(workFolder, name))

function isLink({ files, workFolder }: ConditionContext, name: string): boolean {
  return name !== '' && files.findLink(absolutePath(workFolder, name)) !== null
}

const UNARY: Readonly<Record<string, Unary>> = {
  '-e': (context, name) => statOf(context, name) !== null,
  '-f': (context, name) => statOf(context, name)?.kind === 'file',
  '-d': (context, name) => statOf(context, name)?.kind === 'folder',
  '-c': (context, name) => statOf(context, name)?.kind === 'device',
  '-S': (context, name) => statOf(context, name)?.kind === 'socket',
  '-b': () => false,
  '-p': () => false,
  '-L': isLink,
  '-h': isLink,
  '-s': (context, name) => (statOf(context, name)?.sizeBytes ?? 0) > 0,
  '-r': (context, name) => statOf(context, name) !== null,
  '-w': (context, name) => statOf(context, name) !== null,
  '-x': (context, name) => ((statOf(context, name)?.mode ?? 0) & 0o111) !== 0,
  '-n': (_, text) => text !== '',
  '-z': (_, text) => text === '',
}

const numeric =
  (compare: (a: number, b: number) => boolean) =>
  (a: string, b: string): boolean =>
    compare(numberOf(a), numberOf(b))

/** Without `=` and its like, where the right side may be a pattern. */
const BINARY: Readonly<Record<string, (a: string, b: string) => boolean>> = {
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '-eq': numeric((a, b) => a === b),
  '-ne': numeric((a, b) => a !== b),
  '-lt': numeric((a, b) => a < b),
  '-le': numeric((a, b) => a <= b),
  '-gt': numeric((a, b) => a > b),
  '-ge': numeric((a, b) => a >= b),
}

function numberOf(text: string): number {
  if (!/^\s*[-+]?\d+\s*$/.test(text)) throw new CommandError(`${text}: bad number`, { exitCode: 2 })
  return Number(text)
}

export const isUnary = (operator: string) => Object.hasOwn(UNARY, operator)

export function testUnary(context: ConditionContext, operator: string, operand: string): boolean {
  const check = isUnary(operator) ? UNARY[operator] : undefined
  if (check === undefined) throw new CommandError(`${operator}: unexpected operator/operand`, { exitCode: 2 })
  return check(context, operand)
}

export const isBinary = (operator: string) =>
  operator === '=' ||
  operator === '==' ||
  operator === '!=' ||
  operator === '-nt' ||
  operator === '-ot' ||
  Object.hasOwn(BINARY, operator)

/** `matches` compares with the right side, which is a pattern in `[[…]]` and a text in `[…]`. */
export function testBinary(
  context: ConditionContext,
  operator: string,
  [left, right]: readonly [string, string],
  matches: (text: string) => boolean = (text) => text === right,
): boolean {
  if (operator === '=' || operator === '==') return matches(left)
  if (operator === '!=') return !matches(left)
  if (operator === '-nt') return modifiedAt(context, left) > modifiedAt(context, right)
  if (operator === '-ot') return modifiedAt(context, left) < modifiedAt(context, right)
  const compare = Object.hasOwn(BINARY, operator) ? BINARY[operator] : undefined
  if (compare === undefined) throw new CommandError(`${operator}: unexpected operator/operand`, { exitCode: 2 })
  return compare(left, right)
}

const modifiedAt = (context: ConditionContext, name: string) => statOf(context, name)?.modifiedAtSeconds ?? -1

/** The words of `test` and `[`: `!`, `-a`, `-o`, brackets, and at most four words as POSIX reads them. */
export function testWords(context: ConditionContext, words: readonly string[]): boolean {
  const rest = [...words]
  const value = words.length === 0 ? false : readOr(context, rest)
  if (rest.length > 0) throw new CommandError(`${rest[0]}: unexpected operator/operand`, { exitCode: 2 })
  return value
}

function readOr(context: ConditionContext, rest: string[]): boolean {
  let value = readAnd(context, rest)
  while (rest[0] === '-o') {
    rest.shift()
    const right = readAnd(context, rest)
    value = value || right
  }
  return value
}

function readAnd(context: ConditionContext, rest: string[]): boolean {
  let value = readPrimary(context, rest)
  while (rest[0] === '-a') {
    rest.shift()
    const right = readPrimary(context, rest)
    value = value && right
  }
  return value
}

function readPrimary(context: ConditionContext, rest: string[]): boolean {
  const [first, second, third] = rest
  if (first === undefined) throw new CommandError('expression expected', { exitCode: 2 })
  if (second !== undefined && third !== undefined && isBinary(second)) {
    rest.splice(0, 3)
    return testBinary(context, second, [first, third])
  }
  rest.shift()
  if (first === '!' && second !== undefined) return !readPrimary(context, rest)
  if (first === '(' && second !== undefined) {
    const value = readOr(context, rest)
    if (rest.shift() !== ')') throw new CommandError('missing )', { exitCode: 2 })
    return value
  }
  if (isUnary(first) && second !== undefined && second !== '-a' && second !== '-o') {
    rest.shift()
    return testUnary(context, first, second)
  }
  return first !== ''
}
