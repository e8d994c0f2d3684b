import { FileError } from '../files/errors.ts'
import { absolutePath } from '../files/paths.ts'
import type { CommandContext } from '../shell/command.ts'
import { printError } from '../shell/command.ts'
import { BufferedSource } from '../system/bytes.ts'

/** A failure is printed and does not stop the others. */
export async function forEachName(
  context: CommandContext,
  names: readonly string[],
  run: (path: string, name: string) => Promise<void> | void,
): Promise<number> {
  let exitCode = 0
  for (const name of names) {
    try {
      await run(absolutePath(context.workFolder, name), name)
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      await printError(context, `${context.name}: ${name}: ${error.message}`)
      exitCode = 1
    }
  }
  return exitCode
}

/** Stdin when no file is named, or for `-`. */
export async function forEachInput(
  context: CommandContext,
  names: readonly string[],
  run: (source: BufferedSource, name: string) => Promise<void>,
): Promise<number> {
  if (names.length === 0) {
    await run(context.stdin, '-')
    return 0
  }
  return forEachName(context, names, async (path, name) => {
    if (name === '-') return run(context.stdin, name)
    const file = context.system.files.openToRead(path)
    await run(new BufferedSource(file), name).finally(() => file.close())
  })
}
