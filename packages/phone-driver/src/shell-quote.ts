/** The kernel takes no longer text as one argument of a program, and the shell gets the whole command as one. */
const MAX_BYTES = 120 * 1024

/**
 * The words of a command for a phone's shell. Between single quotes a shell changes nothing, newlines included; a single
 * quote itself stands outside of them, escaped.
 */
export function quoteCommand(argv: readonly string[]): string {
  const command = argv.map(quote).join(' ')
  if (Buffer.byteLength(command) > MAX_BYTES) throw new RangeError('The command is too long for a shell.')
  return command
}

function quote(argument: string): string {
  if (argument.includes('\0')) throw new TypeError('An argument cannot hold a NUL.')
  return `'${argument.replaceAll("'", "'\\''")}'`
}
