const ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
}

/** `\n`, `\x41` and `\0101` as the letters they mean. */
export function unescapeText(text: string): string {
  return text.replace(/\\(?:x([0-9a-fA-F]{1,2})|0?([0-7]{1,3})|([^]))/g, (whole, hex, octal, letter) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(String(hex), 16))
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(String(octal), 8) & 0xff)
    return ESCAPES[String(letter)] ?? String(whole)
  })
}

/** `printf`: the format is used again while there are values left. */
export function formatText(format: string, values: readonly string[]): string {
  const rest = [...values]
  let text = ''
  do {
    const before = rest.length
    text += unescapeText(format).replace(/%%|%(-?)(0?)(\d*)(?:\.(\d+))?([sdiuxXobc])/g, (whole, ...parts) =>
      whole === '%%'
        ? '%'
        : formatOne(
            rest.shift() ?? '',
            parts.slice(0, 5).map((part) => String(part ?? '')),
          ),
    )
    if (rest.length === before) break
  } while (rest.length > 0)
  return text
}

function formatOne(value: string, [left = '', zero = '', width = '', precision = '', kind = '']: string[]): string {
  const body = bodyOf(value, kind, precision)
  const wide = Math.min(Number(width || 0), 4096)
  if (left !== '') return body.padEnd(wide)
  return body.padStart(wide, zero !== '' && kind !== 's' ? '0' : ' ')
}

function bodyOf(value: string, kind: string, precision: string): string {
  switch (kind) {
    case 's':
      return precision === '' ? value : value.slice(0, Number(precision))
    case 'b':
      return unescapeText(value)
    case 'c':
      return value.slice(0, 1)
    case 'x':
      return Math.trunc(Number(value) || 0).toString(16)
    case 'X':
      return Math.trunc(Number(value) || 0)
        .toString(16)
        .toUpperCase()
    case 'o':
      return Math.trunc(Number(value) || 0).toString(8)
    default:
      return String(Math.trunc(Number(value) || 0))
  }
}
