import type { PhoneFiles } from '../files/phone-files.ts'
import { type ArithmeticVariables, evaluate } from './arithmetic.ts'
import { CommandError } from './command.ts'
import { expandPattern, hasPattern, type PatternText, patternSource } from './pattern.ts'
import type { Word, WordPart } from './syntax.ts'

export interface ExpandContext {
  files: PhoneFiles
  workFolder: string
  getVariable(name: string): string
  setVariable(name: string, value: string): void
  positionals: readonly string[]
  /** Output of a script without trailing newlines. */
  outputOf(script: string): Promise<string>
}

/** Zero or more arguments: unquoted values are split at blanks, patterns expanded. */
export async function expandWord(context: ExpandContext, word: Word): Promise<string[]> {
  const fields: PatternText[][] = []
  let current: PatternText[] | null = null
  for (const part of word) {
    if (part.kind === 'variable' && part.name === '@' && part.isQuoted) {
      // "$@" is one field for each parameter.
      for (const [index, text] of context.positionals.entries()) {
        if (index > 0 && current !== null) fields.push(current)
        current = [...(index === 0 ? (current ?? []) : []), { text, isQuoted: true }]
      }
      continue
    }
    const text = await valueOf(context, part)
    if (part.isQuoted || part.kind === 'text') {
      current ??= []
      current.push({ text, isQuoted: part.isQuoted })
      continue
    }
    const pieces = text.split(/[ \t\n]+/)
    for (const [index, piece] of pieces.entries()) {
      if (index > 0 && current !== null) {
        fields.push(current)
        current = null
      }
      if (piece !== '') {
        current ??= []
        current.push({ text: piece, isQuoted: false })
      }
    }
  }
  if (current !== null) fields.push(current)
  return fields.flatMap((field) => {
    const names = hasPattern(field) ? expandPattern(context.files, context.workFolder, field) : []
    return names.length > 0 ? names : [field.map(({ text }) => text).join('')]
  })
}

/** Without splitting and patterns, as on the right of `=` and behind `>`. */
export async function expandToText(context: ExpandContext, word: Word): Promise<string> {
  let text = ''
  for (const part of word) text += await valueOf(context, part)
  return text
}

/** A pattern without splitting, as in `case` and `[[`. */
export async function expandToPattern(context: ExpandContext, word: Word): Promise<PatternText[]> {
  const parts: PatternText[] = []
  for (const part of word) parts.push({ text: await valueOf(context, part), isQuoted: part.isQuoted })
  return parts
}

const arithmeticVariables = ({ getVariable, setVariable }: ExpandContext): ArithmeticVariables => ({
  get: getVariable,
  set: setVariable,
})

export async function calculate(context: ExpandContext, expression: Word): Promise<number> {
  return evaluate(await expandToText(context, expression), arithmeticVariables(context))
}

async function valueOf(context: ExpandContext, part: WordPart): Promise<string> {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'variable':
      return context.getVariable(part.name) || (part.fallback ?? '')
    case 'substitution':
      return substitute(context, part)
    case 'output':
      return context.outputOf(part.script)
    case 'arithmetic':
      return String(await calculate(context, part.expression))
    default:
      return part satisfies never
  }
}

async function substitute(
  context: ExpandContext,
  { name, operator, argument }: Extract<WordPart, { kind: 'substitution' }>,
): Promise<string> {
  const value = context.getVariable(name)
  switch (operator) {
    case 'length':
      return String([...value].length)
    case ':+':
    case '+':
      return value === '' ? '' : expandToText(context, argument)
    case '-':
      return value === '' ? expandToText(context, argument) : value
    case ':=':
    case '=': {
      if (value !== '') return value
      const text = await expandToText(context, argument)
      context.setVariable(name, text)
      return text
    }
    case ':?':
    case '?': {
      if (value !== '') return value
      const text = await expandToText(context, argument)
      throw new CommandError(`${name}: ${text === '' ? 'parameter null or not set' : text}`)
    }
    case '%':
    case '%%':
    case '#':
    case '##':
      return trim(value, operator, await expandToPattern(context, argument))
    default:
      return operator satisfies never
  }
}

/** Without the shortest or longest end (`%`, `%%`) or beginning (`#`, `##`) that the pattern matches. */
function trim(value: string, operator: '%' | '%%' | '#' | '##', pattern: readonly PatternText[]): string {
  if (operator.startsWith('#')) {
    const source = patternSource(pattern, { isShortest: operator === '#' })
    return value.replace(new RegExp(`^${source}`, 'su'), '')
  }
  const whole = new RegExp(`^${patternSource(pattern)}$`, 'su')
  const starts = [...Array(value.length + 1).keys()]
  const start = (operator === '%' ? starts.toReversed() : starts).find((at) => whole.test(value.slice(at)))
  return start === undefined ? value : value.slice(0, start)
}
