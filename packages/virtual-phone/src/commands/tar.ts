import { FileError } from '../files/errors.ts'
import type { FileReader } from '../files/file-reader.ts'
import { absolutePath } from '../files/paths.ts'
import { encodeTarHeader, paddingOf, TAR_BLOCK_BYTES, TarError, type TarHeader } from '../files/tar-header.ts'
import { TarReader } from '../files/tar-reader.ts'
import { type CommandContext, CommandError, type Program, print, printError } from '../shell/command.ts'
import { patternSource } from '../shell/pattern.ts'
import { BufferedSource, type ByteSink } from '../system/bytes.ts'
import { readOptions } from './options.ts'

interface TarOptions {
  archive: string
  names: readonly string[]
  /** Names that match, at any depth, are left out with everything below. */
  excluded: readonly RegExp[]
}

const tar: Program = async (context) => {
  const args = withDash(context.args)
  const { flags, values, operands } = readOptions(args, ['f', 'C', 'T', 'X', 'exclude'])
  const folder = absolutePath(context.workFolder, values.get('C') ?? '.')
  if (flags.has('z')) throw new CommandError('compression is not supported')
  const lines = (name: string | undefined) =>
    name === undefined ? [] : context.system.files.readText(absolutePath(context.workFolder, name)).split('\n')
  const patterns = [...repeated(args, 'exclude'), ...lines(values.get('X')).filter(Boolean)]
  const options: TarOptions = {
    archive: values.get('f') ?? '-',
    names: [...lines(values.get('T')).filter(Boolean), ...operands],
    excluded: patterns.map(
      (pattern) => new RegExp(`^${patternSource([{ text: pattern, isQuoted: false }])}(?:/|$)`, 'su'),
    ),
  }
  const inFolder = { ...context, workFolder: folder }
  try {
    if (flags.has('c')) return await create(inFolder, options)
    if (flags.has('x')) return await extract(inFolder, options.archive)
    if (flags.has('t')) return await list(inFolder, options.archive)
  } catch (error) {
    if (error instanceof TarError) throw new CommandError(error.message)
    throw error
  }
  throw new CommandError('Needs -txc')
}

/** Values of an option that may be given more than once: `--name=value` or `--name value`. */
const repeated = (args: readonly string[], name: string): string[] =>
  args.flatMap((arg, index) => {
    if (arg.startsWith(`--${name}=`)) return [arg.slice(name.length + 3)]
    return arg === `--${name}` ? args.slice(index + 1, index + 2) : []
  })

/** `tar cf x` means `tar -cf x`. */
const withDash = ([first = '', ...rest]: readonly string[]) => [first.startsWith('-') ? first : `-${first}`, ...rest]

async function create(context: CommandContext, { archive, names, excluded }: TarOptions): Promise<number> {
  const writer = archive === '-' ? null : context.system.files.create(absolutePath(context.workFolder, archive))
  const sink: ByteSink = writer ?? context.stdout
  let exitCode = 0
  try {
    for (const name of names) {
      const trimmed = name.replace(/^\/+/, '').replace(/(.)\/+$/, '$1')
      const place = absolutePath(context.workFolder, name)
      const added = await addTree({ context, sink, excluded }, place, trimmed === '' ? '.' : trimmed)
      exitCode = Math.max(exitCode, added)
    }
    await sink.write(new Uint8Array(TAR_BLOCK_BYTES * 2))
    writer?.commit()
    if (exitCode !== 0) await printError(context, 'tar: had errors')
  } finally {
    writer?.abort()
  }
  return exitCode
}

interface Creation {
  context: CommandContext
  sink: ByteSink
  excluded: readonly RegExp[]
}

/** The exit code: 1 for anything that is not whole in the archive. */
async function addTree(creation: Creation, place: string, name: string): Promise<number> {
  const { context, sink, excluded } = creation
  const { files } = context.system
  const tails = name.split('/').map((_, index, all) => all.slice(index).join('/'))
  if (excluded.some((pattern) => tails.some((tail) => pattern.test(tail)))) return 0
  const complain = async (message: string): Promise<number> => {
    await printError(context, `tar: ${message}`)
    return 1
  }
  try {
    const { kind, mode, sizeBytes, modifiedAtSeconds } = files.lstat(place)
    const base = { mode, modifiedAtSeconds, linkTarget: '', sizeBytes: 0 }
    if (kind === 'folder') return await addFolder(creation, place, { ...base, kind, name })
    if (kind === 'link') await sink.write(encodeTarHeader({ ...base, kind, name, linkTarget: files.readLink(place) }))
    else if (kind === 'socket') return await complain(`unknown file type '${(mode & 0o170000).toString(8)}'`)
    else if (kind === 'file') await addFile(creation, place, { ...base, kind, name, sizeBytes })
    return 0
  } catch (error) {
    if (error instanceof UnreadableError) return complain(`can't open '${name}': ${error.message}`)
    if (!(error instanceof FileError) || error.code === 'ENOSPC') throw error
    return complain(`${name}: ${error.message}`)
  }
}

async function addFolder(creation: Creation, place: string, header: TarHeader & { kind: 'folder' }): Promise<number> {
  const { context, sink } = creation
  await sink.write(encodeTarHeader({ ...header, name: `${header.name}/` }))
  let exitCode = 0
  for (const inner of context.system.files.list(place)) {
    exitCode = Math.max(exitCode, await addTree(creation, `${place}/${inner}`, `${header.name}/${inner}`))
  }
  return exitCode
}

/** The file was there when it was looked at, and cannot be opened. */
class UnreadableError extends Error {
  override name = 'UnreadableError'
}

function openMember({ context }: Creation, place: string): FileReader {
  try {
    return context.system.files.openToRead(place)
  } catch (error) {
    if (error instanceof FileError) throw new UnreadableError(error.message)
    throw error
  }
}

/** Exactly the bytes that the header announces: a grown file is cut, a shrunk one ends the program as toybox ends. */
async function addFile(creation: Creation, place: string, header: TarHeader & { kind: 'file' }): Promise<void> {
  const { sink } = creation
  const reader = openMember(creation, place)
  try {
    await sink.write(encodeTarHeader(header))
    let left = header.sizeBytes
    for (let chunk = await reader.read(); chunk !== null && left > 0; chunk = await reader.read()) {
      await sink.write(chunk.subarray(0, left))
      left -= Math.min(left, chunk.length)
    }
    if (left > 0) throw new CommandError('short read')
    await sink.write(new Uint8Array(paddingOf(header.sizeBytes)))
  } finally {
    reader.close()
  }
}

function openArchive(context: CommandContext, archive: string): TarReader {
  if (archive === '-') return new TarReader(context.stdin)
  const place = absolutePath(context.workFolder, archive)
  return new TarReader(new BufferedSource(context.system.files.openToRead(place)))
}

async function list(context: CommandContext, archive: string): Promise<number> {
  const reader = openArchive(context, archive)
  for (let header = await reader.next(); header !== null; header = await reader.next()) {
    await print(context, `${header.name}\n`)
  }
  return 0
}

async function extract(context: CommandContext, archive: string): Promise<number> {
  const reader = openArchive(context, archive)
  const { files } = context.system
  const folders: [string, number][] = []
  let exitCode = 0
  for (let header = await reader.next(); header !== null; header = await reader.next()) {
    const place = `${context.workFolder}/${header.name}`.replace(/(.)\/+$/, '$1')
    try {
      await extractOne(context, reader, header, place)
      if (header.kind === 'folder') folders.push([place, header.modifiedAtSeconds])
    } catch (error) {
      if (!(error instanceof FileError) || error.code === 'ENOSPC') throw error
      await printError(context, `tar: ${header.name}: ${error.message}`)
      exitCode = 1
    }
  }
  // Last, because extracting a file changes the time of its folder.
  for (const [place, modifiedAtSeconds] of folders.toReversed()) files.setModifiedAt(place, modifiedAtSeconds)
  return exitCode
}

async function extractOne(
  context: CommandContext,
  reader: TarReader,
  { kind, mode, modifiedAtSeconds, linkTarget }: TarHeader,
  place: string,
): Promise<void> {
  const { files } = context.system
  if (kind === 'folder') {
    files.makeFolder(place, { isRecursive: true })
    return files.setMode(place, mode)
  }
  files.makeFolder(place.slice(0, Math.max(1, place.lastIndexOf('/'))), { isRecursive: true })
  if (kind === 'link') {
    removeIfThere(context, place)
    return files.link(linkTarget, place)
  }
  if (kind !== 'file') return printError(context, `tar: skipped ${place}`)
  const isLink = isLinkAt(context, place)
  if (isLink) files.remove(place) // the file replaces the link instead of being written through it
  const writer = files.create(place, { mode })
  try {
    for (let chunk = await reader.read(); chunk !== null; chunk = await reader.read()) await writer.write(chunk)
    writer.commit({ mode, modifiedAtSeconds })
  } finally {
    writer.abort()
  }
}

function isLinkAt({ system: { files } }: CommandContext, place: string): boolean {
  try {
    return files.lstat(place).kind === 'link'
  } catch (error) {
    if (error instanceof FileError) return false
    throw error
  }
}

function removeIfThere({ system: { files } }: CommandContext, place: string): void {
  try {
    files.remove(place)
  } catch (error) {
    if (!(error instanceof FileError) || error.code !== 'ENOENT') throw error
  }
}

export const tarPrograms: Readonly<Record<string, Program>> = { tar }
