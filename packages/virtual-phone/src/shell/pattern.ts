import type { PhoneFiles } from '../files/phone-files.ts'

const PATTERN_LETTERS = /[*?[]/

/** Part of a word; a pattern only when unquoted. */
export interface PatternText {
  text: string
  isQuoted: boolean
}

export const hasPattern = (parts: readonly PatternText[]) =>
  parts.some(({ text, isQuoted }) => !isQuoted && PATTERN_LETTERS.test(text))

/** Matching files in order. */
export function expandPattern(files: PhoneFiles, workFolder: string, parts: readonly PatternText[]): string[] {
  const segments = splitSegments(parts)
  const isAbsolute = segments[0]?.every(({ text }) => text === '') ?? false
  let found = [isAbsolute ? '/' : '']
  for (const [index, segment] of segments.entries()) {
    if (isAbsolute && index === 0) continue
    const plain = segment.map(({ text }) => text).join('')
    found = found.flatMap((base) => {
      if (plain === '') return [base]
      if (!hasPattern(segment)) return exists(files, workFolder, base + plain) ? [base + plain] : []
      return matchesIn(files, workFolder, base, segment)
    })
    if (index < segments.length - 1) found = found.map((base) => (base.endsWith('/') ? base : `${base}/`))
  }
  return found
}

const placeOf = (workFolder: string, path: string) => (path.startsWith('/') ? path : `${workFolder}/${path}`)

function exists(files: PhoneFiles, workFolder: string, path: string): boolean {
  return files.find(placeOf(workFolder, path)) !== null
}

function matchesIn(files: PhoneFiles, workFolder: string, base: string, segment: readonly PatternText[]): string[] {
  const folder = placeOf(workFolder, base)
  if (!files.isFolder(folder)) return []
  const pattern = patternOf(segment)
  const showsHidden = segment[0]?.text.startsWith('.') ?? false
  return files
    .list(folder)
    .filter((name) => (showsHidden || !name.startsWith('.')) && pattern.test(name))
    .map((name) => base + name)
}

function splitSegments(parts: readonly PatternText[]): PatternText[][] {
  const segments: PatternText[][] = [[]]
  for (const { text, isQuoted } of parts) {
    for (const [index, piece] of text.split('/').entries()) {
      if (index > 0) segments.push([])
      segments.at(-1)?.push({ text: piece, isQuoted })
    }
  }
  return segments
}

/** Source of a regular expression for the whole pattern; stars take as little as possible when `isShortest`. */
export function patternSource(parts: readonly PatternText[], { isShortest = false } = {}): string {
  const source = parts.map(({ text, isQuoted }) => (isQuoted ? escapePattern(text) : translate(text))).join('')
  return isShortest ? source.replaceAll('.*', '.*?') : source
}

export const patternOf = (parts: readonly PatternText[]): RegExp => new RegExp(`^${patternSource(parts)}$`, 'su')

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** An open bracket without its end means itself. */
function translate(glob: string): string {
  return glob.replace(/\*|\?|\[(!?)([^\]]+)\]|[^*?[]+|\[/g, (part, negation: string | undefined, set: string) => {
    if (part === '*') return '.*'
    if (part === '?') return '.'
    if (set === undefined) return escapePattern(part)
    return `[${negation === '!' ? '^' : ''}${set.replace(/[\\^[]/g, '\\$&')}]`
  })
}
