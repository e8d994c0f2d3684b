/** One line of a wrapped text: `text.slice(start, end)`, without the break itself. */
export interface Line {
  start: number
  end: number
}

const isWordCharacter = (character: string): boolean => /[\p{Script=Latin}\p{N}'_-]/u.test(character)

/** Breaks between any two Chinese characters, and between words elsewhere. */
export function wrap(text: string, maxWidth: number, measure: (text: string) => number): Line[] {
  const lines: Line[] = []
  let start = 0
  for (const paragraph of text.split('\n')) {
    wrapParagraph(paragraph, start, maxWidth, measure, lines)
    start += paragraph.length + 1
  }
  return lines
}

function wrapParagraph(
  text: string,
  offset: number,
  maxWidth: number,
  measure: (text: string) => number,
  lines: Line[],
): void {
  let lineStart = 0
  let wordStart = 0
  let width = 0
  let at = 0
  for (const character of text) {
    if (!isWordCharacter(character)) wordStart = at + character.length
    const advance = measure(character)
    if (width + advance > maxWidth && at > lineStart) {
      const breakAt = wordStart > lineStart && wordStart <= at ? wordStart : at
      lines.push({ start: offset + lineStart, end: offset + breakAt })
      width = measure(text.slice(breakAt, at))
      lineStart = breakAt
    }
    width += advance
    at += character.length
  }
  lines.push({ start: offset + lineStart, end: offset + text.length })
}

/** Index of the line that shows this place of the text. */
export function lineAt(lines: readonly Line[], index: number): number {
  const found = lines.findIndex((line, at) => index <= line.end && (lines[at + 1]?.start ?? Infinity) > index)
  return found < 0 ? lines.length - 1 : found
}
