import type { PhoneFiles } from '../files/phone-files.ts'
import { expandPattern, hasPattern, type PatternText } from './pattern.ts'
import type { Word, WordPart } from './syntax.ts'

export interface ExpandContext {
  files: PhoneFiles
  workFolder: string
  getVariable(name: string): string
  /** Output of a script without trailing newlines. */
  outputOf(script: string): Promise<string>
}

/** Zero or more arguments: unquoted values are split at blanks, patterns expanded. */
export async function expandWord(context: ExpandContext, word: Word): Promise<string[]> {
  const fields: PatternText[][] = []
  let current: PatternText[] | null = null
  for (const part of word) {
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

async function valueOf(context: ExpandContext, part: WordPart): Promise<string> {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'variable':
      return context.getVariable(part.name) || (part.fallback ?? '')
    case 'output':
      return context.outputOf(part.script)
    default:
      return part satisfies never
  }
}
