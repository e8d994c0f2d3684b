import { createHash } from 'node:crypto'
import type { Program } from '../shell/command.ts'
import { print } from '../shell/command.ts'
import { forEachInput } from './inputs.ts'
import { readOptions } from './options.ts'

const sum =
  (algorithm: string): Program =>
  (context) => {
    const { flags, operands } = readOptions(context.args)
    return forEachInput(context, operands, async (source, name) => {
      const hash = createHash(algorithm)
      for (let chunk = await source.read(); chunk !== null; chunk = await source.read()) hash.update(chunk)
      await print(context, flags.has('b') ? `${hash.digest('hex')}\n` : `${hash.digest('hex')}  ${name}\n`)
    })
  }

export const hashPrograms: Readonly<Record<string, Program>> = {
  md5sum: sum('md5'),
  sha1sum: sum('sha1'),
  sha256sum: sum('sha256'),
  sha512sum: sum('sha512'),
}
