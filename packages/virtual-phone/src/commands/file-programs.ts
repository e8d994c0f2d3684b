import path from 'node:path'
import { FileError } from '../files/errors.ts'
import { absolutePath } from '../files/paths.ts'
import type { PhoneFiles } from '../files/phone-files.ts'
import { type CommandContext, CommandError, type Program, print } from '../shell/command.ts'
import { copyBytes } from '../system/bytes.ts'
import { forEachName } from './inputs.ts'
import { readOptions } from './options.ts'

const withoutSlash = (name: string) => name.replace(/(.)\/+$/, '$1')

const mkdir: Program = (context) => {
  const { flags, values, operands } = readOptions(context.args, ['m'])
  const mode = values.has('m') ? { mode: Number.parseInt(values.get('m') ?? '', 8) } : {}
  return forEachName(context, operands, (file) => {
    context.system.files.makeFolder(withoutSlash(file), { isRecursive: flags.has('p'), ...mode })
  })
}

const rmdir: Program = (context) =>
  forEachName(context, readOptions(context.args).operands, (file) =>
    context.system.files.removeFolder(withoutSlash(file)),
  )

const rm: Program = (context) => {
  const { flags, operands } = readOptions(context.args)
  const isRecursive = flags.has('r') || flags.has('R')
  return forEachName(context, operands, (file) => {
    try {
      context.system.files.remove(withoutSlash(file), { isRecursive })
    } catch (error) {
      const isAbsent = error instanceof FileError && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      if (!flags.has('f') || !isAbsent) throw error
    }
  })
}

const mv: Program = (context) =>
  intoTarget(context, readOptions(context.args).operands, async (files, from, to) => files.rename(from, to))

const cp: Program = (context) => {
  const { flags, operands } = readOptions(context.args)
  const isRecursive = ['r', 'R', 'a'].some((flag) => flags.has(flag))
  const keepsTimes = flags.has('p') || flags.has('a')
  return intoTarget(context, operands, (files, from, to) => copyTree(files, from, to, { isRecursive, keepsTimes }))
}

/** The last operand is the target: a folder that receives the others, or the new name of one. */
function intoTarget(
  context: CommandContext,
  operands: readonly string[],
  run: (files: PhoneFiles, from: string, to: string) => Promise<void>,
): Promise<number> {
  const { files } = context.system
  const target = operands.at(-1)
  if (target === undefined || operands.length < 2) throw new CommandError('Needs 2 arguments')
  const place = absolutePath(context.workFolder, withoutSlash(target))
  const isFolder = files.isFolder(place)
  if (operands.length > 2 && !isFolder) throw new CommandError(`'${target}' not directory`)
  return forEachName(context, operands.slice(0, -1), (from) =>
    run(files, withoutSlash(from), isFolder ? `${place}/${path.posix.basename(from)}` : place),
  )
}

interface CopyOptions {
  isRecursive: boolean
  keepsTimes: boolean
}

async function copyTree(files: PhoneFiles, from: string, to: string, options: CopyOptions): Promise<void> {
  const stat = options.isRecursive ? files.lstat(from) : files.stat(from)
  if (stat.kind === 'link') return files.link(files.readLink(from), to)
  if (stat.kind === 'folder') {
    if (!options.isRecursive) throw new CommandError(`Skipped dir '${from}'`)
    if (`${to}/`.startsWith(`${from}/`)) throw new CommandError(`'${from}' is inside itself`)
    files.makeFolder(to, { isRecursive: true, mode: stat.mode })
    for (const name of files.list(from)) await copyTree(files, `${from}/${name}`, `${to}/${name}`, options)
    return
  }
  const reader = files.openToRead(from)
  const writer = files.create(to, { mode: stat.mode })
  try {
    await copyBytes(reader, writer)
    writer.commit(options.keepsTimes ? { modifiedAtSeconds: stat.modifiedAtSeconds } : {})
  } finally {
    reader.close()
    writer.abort()
  }
}

const touch: Program = (context) => {
  const { flags, values, operands } = readOptions(context.args, ['d', 't', 'r'])
  const { files, now } = context.system
  const given = values.has('d') ? new Date(values.get('d') ?? '').getTime() : now().getTime()
  const seconds = Math.floor(given / 1000)
  if (!Number.isFinite(seconds)) throw new CommandError(`bad date '${values.get('d')}'`)
  return forEachName(context, operands, (file) => {
    if (files.find(file) === null) {
      if (flags.has('c')) return
      files.create(file).commit()
    }
    files.setModifiedAt(file, seconds)
  })
}

const chmod: Program = (context) => {
  const { flags, operands } = readOptions(context.args.filter((arg) => !/^-[rwx]+$/.test(arg)))
  const [mode = '', ...names] = operands
  const { files } = context.system
  const change = (file: string) => {
    files.setMode(file, newMode(files.stat(file).mode, mode))
    if (flags.has('R') && files.isFolder(file)) for (const name of files.list(file)) change(`${file}/${name}`)
  }
  return forEachName(context, names, change)
}

/** `644`, or `u+x,go-w`. */
function newMode(old: number, text: string): number {
  if (/^[0-7]{1,4}$/.test(text)) return Number.parseInt(text, 8)
  let mode = old & 0o777
  for (const part of text.split(',')) {
    const [, who = '', operator = '', what = ''] = /^([ugoa]*)([-+=])([rwxX]*)$/.exec(part) ?? []
    if (operator === '') throw new CommandError(`bad mode '${text}'`)
    const people = who === '' || who.includes('a') ? 'ugo' : who
    const bits = (what.includes('r') ? 4 : 0) | (what.includes('w') ? 2 : 0) | (/[xX]/.test(what) ? 1 : 0)
    for (const person of people) {
      const shift = { u: 6, g: 3, o: 0 }[person] ?? 0
      if (operator === '+') mode |= bits << shift
      else if (operator === '-') mode &= ~(bits << shift)
      else mode = (mode & ~(7 << shift)) | (bits << shift)
    }
  }
  return mode
}

const ln: Program = (context) => {
  const { flags, operands } = readOptions(context.args)
  const [target, name] = operands
  if (!flags.has('s')) throw new CommandError('only symbolic links can be made')
  if (target === undefined || name === undefined) throw new CommandError('Needs 2 arguments')
  const { files } = context.system
  return forEachName(context, [name], (file) => {
    if (flags.has('f') && files.find(file) !== null) files.remove(file)
    files.link(target, file)
  })
}

const readlink: Program = (context) =>
  forEachName(context, readOptions(context.args).operands, (file) =>
    print(context, `${context.system.files.readLink(file)}\n`),
  )

const pwd: Program = async (context) => {
  await print(context, `${context.workFolder}\n`)
  return 0
}

const mktemp: Program = async (context) => {
  const { flags } = readOptions(context.args, ['p'])
  const file = `/data/local/tmp/tmp.${crypto.randomUUID().slice(0, 10)}`
  if (flags.has('d')) context.system.files.makeFolder(file, { mode: 0o700 })
  else context.system.files.create(file, { mode: 0o600 }).commit()
  await print(context, `${file}\n`)
  return 0
}

const truncate: Program = (context) => {
  const { values, operands } = readOptions(context.args, ['s'])
  const sizeBytes = Number(values.get('s'))
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0) throw new CommandError('Need -s')
  const { files } = context.system
  return forEachName(context, operands, (file) => {
    if (files.find(file) === null) files.create(file).commit()
    files.truncate(file, sizeBytes)
  })
}

export const filePrograms: Readonly<Record<string, Program>> = {
  chmod,
  chown: () => 0,
  cp,
  ln,
  mkdir,
  mktemp,
  mv,
  pwd,
  readlink,
  restorecon: () => 0,
  rm,
  rmdir,
  sync: () => 0,
  touch,
  truncate,
}
