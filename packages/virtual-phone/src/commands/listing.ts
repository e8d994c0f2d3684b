import path from 'node:path'
import { absolutePath } from '../files/paths.ts'
import type { FileStat } from '../files/phone-files.ts'
import { type CommandContext, CommandError, type Program, print } from '../shell/command.ts'
import { forEachName } from './inputs.ts'
import { readOptions } from './options.ts'

const TYPE_LETTERS = { file: '-', folder: 'd', link: 'l', device: 'c', socket: 's' } as const
const TYPE_NAMES = {
  file: 'regular file',
  folder: 'directory',
  link: 'symbolic link',
  device: 'character special file',
  socket: 'socket',
} as const

const ls: Program = (context) => {
  const { flags, operands } = readOptions(context.args)
  const { files } = context.system
  const names = operands.length === 0 ? ['.'] : operands
  return forEachName(context, names, async (place, name) => {
    const asks = flags.has('l') && !name.endsWith('/') ? files.lstat(place) : files.stat(place)
    if (asks.kind !== 'folder' || flags.has('d')) return print(context, line(context, place, name, flags))
    await listFolder(context, place, name, flags, names.length > 1 || flags.has('R'))
  })
}

async function listFolder(
  context: CommandContext,
  folder: string,
  shownName: string,
  flags: ReadonlySet<string>,
  isTitled: boolean,
): Promise<void> {
  const { files } = context.system
  const hidden = flags.has('a') ? ['.', '..'] : []
  const shown = files.list(folder).filter((name) => flags.has('a') || flags.has('A') || !name.startsWith('.'))
  const sorted = flags.has('t') ? byTime(context, folder, shown) : shown
  if (flags.has('r')) sorted.reverse()
  const title = isTitled ? `${shownName}:\n` : ''
  const total = flags.has('l') ? `total ${shown.length * 4}\n` : ''
  const lines = [...hidden, ...sorted].map((name) => line(context, `${folder}/${name}`, name, flags))
  await print(context, title + total + lines.join(''))
  if (!flags.has('R')) return
  for (const name of sorted) {
    if (files.lstat(`${folder}/${name}`).kind !== 'folder') continue
    await print(context, '\n')
    await listFolder(context, `${folder}/${name}`, `${shownName}/${name}`, flags, true)
  }
}

const byTime = ({ system: { files } }: CommandContext, folder: string, names: readonly string[]): string[] =>
  names.toSorted(
    (a, b) => files.lstat(`${folder}/${b}`).modifiedAtSeconds - files.lstat(`${folder}/${a}`).modifiedAtSeconds,
  )

function line(context: CommandContext, place: string, name: string, flags: ReadonlySet<string>): string {
  const { files } = context.system
  const stat = files.lstat(place)
  const mark = flags.has('p') || flags.has('F') ? (stat.kind === 'folder' ? '/' : '') : ''
  if (!flags.has('l')) return `${name}${mark}\n`
  const target = stat.kind === 'link' ? ` -> ${files.readLink(place)}` : ''
  const owner = 'root root'
  return `${modeText(stat)} ${stat.links} ${owner} ${String(stat.sizeBytes).padStart(9)} ${timeText(stat)} ${name}${mark}${target}\n`
}

export function modeText({ kind, mode }: FileStat): string {
  const letters = [...'rwxrwxrwx'].map((letter, index) => (mode & (0o400 >> index) ? letter : '-'))
  return `${TYPE_LETTERS[kind]}${letters.join('')}`
}

const timeText = ({ modifiedAtSeconds }: FileStat) =>
  new Date(modifiedAtSeconds * 1000).toISOString().slice(0, 16).replace('T', ' ')

const stat: Program = (context) => {
  const { flags, values, operands } = readOptions(context.args, ['c', 'format'])
  const { files } = context.system
  const format = values.get('c') ?? values.get('format')
  return forEachName(context, operands, (place, name) => {
    const found = flags.has('L') ? files.stat(place) : files.lstat(place)
    const fields: Readonly<Record<string, string>> = {
      a: (found.mode & 0o777).toString(8),
      A: modeText(found),
      b: String(Math.ceil(found.sizeBytes / 512)),
      F: TYPE_NAMES[found.kind],
      f: found.mode.toString(16),
      G: 'root',
      g: '0',
      h: String(found.links),
      i: String(found.inode),
      N: name,
      n: name,
      s: String(found.sizeBytes),
      U: 'root',
      u: '0',
      X: String(found.modifiedAtSeconds),
      Y: String(found.modifiedAtSeconds),
      Z: String(found.modifiedAtSeconds),
      y: `${timeText(found)}:00.000000000 +0000`,
    }
    const template =
      format ??
      '  File: %N\n  Size: %s\t Blocks: %b\t %F\n Inode: %i\t Links: %h\nAccess: (%a/%A)\tUid: (%u/%U)\tGid: (%g/%G)\nModify: %y'
    return print(
      context,
      `${template.replaceAll(/%([A-Za-z])/g, (whole, letter: string) => fields[letter] ?? whole)}\n`,
    )
  })
}

const BLOCK_BYTES = 1024

const df: Program = async (context) => {
  const { flags, operands } = readOptions(context.args)
  const { quota } = context.system.files
  for (const name of operands) context.system.files.stat(absolutePath(context.workFolder, name))
  const amount = (bytes: number) => (flags.has('h') ? shortAmount(bytes) : String(Math.floor(bytes / BLOCK_BYTES)))
  const used = amount(quota.usedBytes)
  const row = (name: string, total: string, usedText: string, free: string, share: string, mount: string) =>
    `${name.padEnd(22)} ${total.padStart(10)} ${usedText.padStart(10)} ${free.padStart(10)} ${share.padStart(4)} ${mount}\n`
  const share = `${Math.ceil((quota.usedBytes / quota.totalBytes) * 100)}%`
  const free = amount(quota.totalBytes - quota.usedBytes)
  await print(
    context,
    row(
      'Filesystem',
      flags.has('h') ? 'Size' : '1K-blocks',
      'Used',
      flags.has('h') ? 'Avail' : 'Available',
      'Use%',
      'Mounted on',
    ) + row('/dev/block/dm-0', amount(quota.totalBytes), used, free, share, '/data'),
  )
  return 0
}

const du: Program = (context) => {
  const { flags, values, operands } = readOptions(context.args, ['d'])
  const { files } = context.system
  const deepest = flags.has('s') ? 0 : Number(values.get('d') ?? Number.POSITIVE_INFINITY)
  const amount = (bytes: number) => {
    if (flags.has('b')) return String(bytes)
    return flags.has('h') ? shortAmount(bytes) : String(Math.ceil(bytes / (flags.has('m') ? 1024 ** 2 : BLOCK_BYTES)))
  }
  const show = async (place: string, name: string, depth: number): Promise<void> => {
    if (files.lstat(place).kind === 'folder' && depth < deepest) {
      for (const inner of files.list(place)) {
        if (files.lstat(`${place}/${inner}`).kind === 'folder')
          await show(`${place}/${inner}`, `${name}/${inner}`, depth + 1)
      }
    }
    await print(context, `${amount(files.sizeOfTree(place))}\t${name}\n`)
  }
  return forEachName(context, operands.length === 0 ? ['.'] : operands, (place, name) => show(place, name, 0))
}

function shortAmount(bytes: number): string {
  const units = ['', 'K', 'M', 'G', 'T']
  let amount = bytes
  while (amount >= 1024 && units.length > 1) {
    amount /= 1024
    units.shift()
  }
  return `${amount >= 10 || Number.isInteger(amount) ? Math.round(amount) : amount.toFixed(1)}${units[0] ?? ''}`
}

const find: Program = (context) => {
  const split = context.args.findIndex((arg) => arg.startsWith('-'))
  const roots = split < 0 ? context.args : context.args.slice(0, split)
  const { values } = readFindTests(split < 0 ? [] : context.args.slice(split))
  const { files } = context.system
  const pattern = values.has('name') ? new RegExp(`^${globSource(values.get('name') ?? '')}$`, 'u') : null
  const type = values.get('type')
  const walk = async (place: string, name: string, depth: number): Promise<void> => {
    const { kind } = files.lstat(place)
    const isWanted =
      (pattern?.test(path.posix.basename(name)) ?? true) &&
      (type === undefined || TYPE_LETTERS[kind] === (type === 'f' ? '-' : type))
    if (isWanted) await print(context, `${name}\n`)
    if (kind !== 'folder' || depth >= Number(values.get('maxdepth') ?? Number.POSITIVE_INFINITY)) return
    for (const inner of files.list(place))
      await walk(`${place}/${inner}`, name.endsWith('/') ? `${name}${inner}` : `${name}/${inner}`, depth + 1)
  }
  return forEachName(context, roots.length === 0 ? ['.'] : roots, (place, name) => walk(place, name, 0))
}

function readFindTests(args: readonly string[]): { values: ReadonlyMap<string, string> } {
  const values = new Map<string, string>()
  for (let index = 0; index < args.length; index += 2) {
    const name = args[index]?.slice(1) ?? ''
    if (!['name', 'type', 'maxdepth'].includes(name)) throw new CommandError(`bad arg '${args[index]}'`)
    values.set(name, args[index + 1] ?? '')
  }
  return { values }
}

const globSource = (glob: string) =>
  glob
    .replaceAll(/[\\^$.+()[\]{}|]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')

export const listingPrograms: Readonly<Record<string, Program>> = { df, du, find, ls, stat }
