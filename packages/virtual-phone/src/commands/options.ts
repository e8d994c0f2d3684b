import { CommandError } from '../shell/command.ts'

export interface Options {
  /** Letters and long names. */
  readonly flags: ReadonlySet<string>
  /** Values of options; the last one counts. */
  readonly values: ReadonlyMap<string, string>
  readonly operands: readonly string[]
}

/**
 * Reads `-la`, `-n 5`, `-n5`, `--name=value`. `valued` names the options that take a value; `--` ends the options, and so
 * does the first operand when `stopsAtOperand`.
 */
export function readOptions(
  args: readonly string[],
  valued: readonly string[] = [],
  { stopsAtOperand = false } = {},
): Options {
  const flags = new Set<string>()
  const values = new Map<string, string>()
  const operands: string[] = []
  const rest = [...args]
  const valueOf = (name: string) => {
    const value = rest.shift()
    if (value === undefined) throw new CommandError(`Option '-${name}' needs an argument`)
    values.set(name, value)
  }
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--') break
    if (arg.startsWith('--')) {
      const [name = '', value] = arg.slice(2).split(/=([^]*)/)
      if (value !== undefined) values.set(name, value)
      else if (valued.includes(name)) valueOf(name)
      else flags.add(name)
    } else if (arg.startsWith('-') && arg !== '-') {
      readLetters(arg.slice(1), valued, { flags, values, valueOf })
    } else {
      operands.push(arg)
      if (stopsAtOperand) break
    }
  }
  return { flags, values, operands: [...operands, ...rest] }
}

interface Found {
  flags: Set<string>
  values: Map<string, string>
  valueOf(name: string): void
}

function readLetters(letters: string, valued: readonly string[], { flags, values, valueOf }: Found): void {
  for (const [index, letter] of [...letters].entries()) {
    if (!valued.includes(letter)) {
      flags.add(letter)
      continue
    }
    const attached = letters.slice(index + 1)
    if (attached === '') valueOf(letter)
    else values.set(letter, attached)
    return
  }
}
