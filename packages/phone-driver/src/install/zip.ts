import { open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { crc32, createInflateRaw } from 'node:zlib'
import { open as openZip, type Entry as YauzlEntry, type ZipFile } from 'yauzl'
import { PhoneError } from '../errors.ts'

/** A set of splits for all languages and densities has some hundred. */
const MAX_ENTRIES = 5000
/** Unpacked; more than a phone takes for one app. */
const MAX_TOTAL_BYTES = 8 * 1024 ** 3
const LOCAL_HEADER_BYTES = 30
const NAME_LENGTH_AT = 26
const EXTRA_LENGTH_AT = 28
const STORED = 0
const DEFLATED = 8
const OPTIONS = { autoClose: false, lazyEntries: true, strictFileNames: true }

export interface ZipEntry {
  readonly path: string
  readonly sizeBytes: number
  /** Fails when the content is not as announced. */
  open(): AsyncIterable<Uint8Array>
  /** The whole content; refuses more than `maxBytes`. */
  read(maxBytes: number): Promise<Buffer>
}

/** Calls `use` with the files of an archive. Names that lead out of it make it a bad one. */
export async function withZip<Result>(
  file: string,
  use: (entries: ReadonlyMap<string, ZipEntry>) => Promise<Result>,
): Promise<Result> {
  const zip = await promisify(openZip)(file, OPTIONS).catch(throwBad)
  if (!zip) throw new Error('yauzl answers with an archive or an error.')
  try {
    return await use(await listEntries(zip, file))
  } finally {
    zip.close()
  }
}

async function listEntries(zip: ZipFile, file: string): Promise<Map<string, ZipEntry>> {
  if (zip.entryCount > MAX_ENTRIES) throw bad(`it has more than ${MAX_ENTRIES} files`)
  const entries = new Map<string, ZipEntry>()
  const listed = Promise.withResolvers<void>()
  let totalBytes = 0
  zip.on('error', listed.reject)
  zip.on('end', listed.resolve)
  zip.on('entry', (found) => {
    totalBytes += found.uncompressedSize
    if (entries.has(found.fileName)) return listed.reject(new Error(`"${found.fileName}" is there twice`))
    if (totalBytes > MAX_TOTAL_BYTES) return listed.reject(new Error('it unpacks to more than a phone takes'))
    if (!found.fileName.endsWith('/')) entries.set(found.fileName, entryOf(file, found))
    zip.readEntry()
  })
  zip.readEntry()
  await listed.promise.catch(throwBad)
  return entries
}

function entryOf(file: string, entry: YauzlEntry): ZipEntry {
  return {
    path: entry.fileName,
    sizeBytes: entry.uncompressedSize,
    open: () => readContent(file, entry),
    async read(maxBytes) {
      if (entry.uncompressedSize > maxBytes) throw bad(`"${entry.fileName}" is too long`)
      return Buffer.concat(await Readable.from(readContent(file, entry)).toArray())
    },
  }
}

/** Not by yauzl, which compares sizes and no checksums. */
async function* readContent(file: string, entry: YauzlEntry): AsyncGenerator<Uint8Array> {
  let leftBytes = entry.uncompressedSize
  let sum = 0
  try {
    for await (const chunk of await openPacked(file, entry)) {
      leftBytes -= chunk.length
      if (leftBytes < 0) throw new Error(`"${entry.fileName}" is longer than announced`)
      sum = crc32(chunk, sum)
      yield chunk
    }
    if (leftBytes > 0 || sum !== entry.crc32) throw new Error(`"${entry.fileName}" is damaged`)
  } catch (error) {
    throw bad((error as Error).message, error)
  }
}

async function openPacked(file: string, entry: YauzlEntry): Promise<AsyncIterable<Uint8Array>> {
  const { compressionMethod, compressedSize, relativeOffsetOfLocalHeader: offset } = entry
  if (entry.isEncrypted()) throw new Error(`"${entry.fileName}" is encrypted`)
  if (compressedSize === 0) return Readable.from([])
  const handle = await open(file)
  const { buffer: header } = await handle.read(Buffer.alloc(LOCAL_HEADER_BYTES), 0, LOCAL_HEADER_BYTES, offset)
  const start = offset + LOCAL_HEADER_BYTES + header.readUInt16LE(NAME_LENGTH_AT) + header.readUInt16LE(EXTRA_LENGTH_AT)
  const packed = handle.createReadStream({ start, end: start + compressedSize - 1 })
  if (compressionMethod === STORED) return packed
  if (compressionMethod === DEFLATED) return pipeline(packed, createInflateRaw(), () => {})
  packed.destroy()
  throw new Error(`"${entry.fileName}" is packed in an unknown way`)
}

const throwBad = (cause: unknown): never => {
  throw bad(cause instanceof Error ? cause.message : String(cause), cause)
}

export const bad = (reason: string, cause?: unknown): PhoneError =>
  new PhoneError('badPackage', `not a usable archive: ${reason}`.slice(0, 200), { cause })
