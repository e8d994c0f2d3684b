import { FileError } from '../files/errors.ts'
import { absolutePath } from '../files/paths.ts'
import { encodeTarHeader, paddingOf, TAR_BLOCK_BYTES, TarError, type TarHeader } from '../files/tar-header.ts'
import { TarReader } from '../files/tar-reader.ts'
import { type CommandContext, CommandError, type Program, print, printError } from '../shell/command.ts'
import { BufferedSource, type ByteSink } from '../system/bytes.ts'
import { readOptions } from './options.ts'

const tar: Program = async (context) => {
  const { flags, values, operands } = readOptions(withDash(context.args), ['f', 'C', 'exclude'])
  const folder = absolutePath(context.workFolder, values.get('C') ?? '.')
  const archive = values.get('f') ?? '-'
  if (flags.has('z')) throw new CommandError('compression is not supported')
  const inFolder = { ...context, workFolder: folder }
  try {
    if (flags.has('c')) return await create(inFolder, archive, operands)
    if (flags.has('x')) return await extract(inFolder, archive)
    if (flags.has('t')) return await list(inFolder, archive)
  } catch (error) {
    if (error instanceof TarError) throw new CommandError(error.message)
    throw error
  }
  throw new CommandError('Needs -txc')
}

/** `tar cf x` means `tar -cf x`. */
const withDash = ([first = '', ...rest]: readonly string[]) => [first.startsWith('-') ? first : `-${first}`, ...rest]

async function create(context: CommandContext, archive: string, names: readonly string[]): Promise<number> {
  const writer = archive === '-' ? null : context.system.files.create(absolutePath(context.workFolder, archive))
  const sink: ByteSink = writer ?? context.stdout
  let exitCode = 0
  try {
    for (const name of names) {
      const trimmed = name.replace(/^\/+/, '').replace(/(.)\/+$/, '$1')
      const place = absolutePath(context.workFolder, name)
      exitCode = Math.max(exitCode, await addTree(context, sink, place, trimmed === '' ? '.' : trimmed))
    }
    await sink.write(new Uint8Array(TAR_BLOCK_BYTES * 2))
    writer?.commit()
  } finally {
    writer?.abort()
  }
  return exitCode
}

async function addTree(context: CommandContext, sink: ByteSink, place: string, name: string): Promise<number> {
  const { files } = context.system
  try {
    const { kind, mode, sizeBytes, modifiedAtSeconds } = files.lstat(place)
    const base = { mode, modifiedAtSeconds, linkTarget: '', sizeBytes: 0 }
    if (kind === 'folder') {
      await sink.write(encodeTarHeader({ ...base, kind, name: `${name}/` }))
      let exitCode = 0
      for (const inner of files.list(place)) {
        exitCode = Math.max(exitCode, await addTree(context, sink, `${place}/${inner}`, `${name}/${inner}`))
      }
      return exitCode
    }
    if (kind === 'link') await sink.write(encodeTarHeader({ ...base, kind, name, linkTarget: files.readLink(place) }))
    else if (kind === 'file') await addFile(context, sink, place, { ...base, kind, name, sizeBytes })
    return 0
  } catch (error) {
    if (!(error instanceof FileError) || error.code === 'ENOSPC') throw error
    await printError(context, `tar: ${name}: ${error.message}`)
    return 1
  }
}

async function addFile(
  context: CommandContext,
  sink: ByteSink,
  place: string,
  header: TarHeader & { kind: 'file' },
): Promise<void> {
  const reader = context.system.files.openToRead(place)
  try {
    // Files are replaced, never changed in place, so an open one keeps its size.
    await sink.write(encodeTarHeader({ ...header, sizeBytes: reader.sizeBytes }))
    for (let chunk = await reader.read(); chunk !== null; chunk = await reader.read()) await sink.write(chunk)
    await sink.write(new Uint8Array(paddingOf(reader.sizeBytes)))
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
