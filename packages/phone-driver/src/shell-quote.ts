/** Below Linux's limit for one argument (128 KiB): the shell gets the whole command as one. */
const MAX_BYTES = 120 * 1024

/**
 * Quotes arguments for a phone's shell. Nothing is expanded between single quotes, newlines included; a single quote
 * itself is escaped outside of them.
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
