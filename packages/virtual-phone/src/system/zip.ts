import { inflateRawSync } from 'node:zlib'

/** Reads a part of a file; fewer bytes when it ends before. */
export type ReadRange = (offset: number, length: number) => Uint8Array

export class ZipError extends Error {
  override name = 'ZipError'
}

const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const COMMENT_MAX_BYTES = 0xffff
/** Limit of the central directory. */
const DIRECTORY_MAX_BYTES = 16 * 1024 * 1024
const STORED = 0
const DEFLATED = 8

interface Entry {
  method: number
  compressedBytes: number
  localOffset: number
}

/** Content of one entry; null when there is none. Reads only the directory and the entry. */
export function readZipEntry(read: ReadRange, sizeBytes: number, name: string, maxBytes: number): Uint8Array | null {
  const entry = findEntry(readDirectory(read, sizeBytes), name)
  if (entry === null) return null
  const local = viewOf(read(entry.localOffset, LOCAL_BYTES))
  if (local.byteLength < LOCAL_BYTES || local.getUint32(0, true) !== LOCAL_SIGNATURE)
    throw new ZipError('no local header')
  const start = entry.localOffset + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true)
  if (entry.compressedBytes > maxBytes) throw new ZipError('the file is too large')
  const bytes = read(start, entry.compressedBytes)
  if (bytes.length < entry.compressedBytes) throw new ZipError('the file is cut off')
  if (entry.method === STORED) return bytes
  if (entry.method !== DEFLATED) throw new ZipError('unknown compression')
  try {
    return inflateRawSync(bytes, { maxOutputLength: maxBytes })
  } catch (cause) {
    throw new ZipError('the file cannot be unpacked', { cause })
  }
}

function readDirectory(read: ReadRange, sizeBytes: number): Uint8Array {
  const tailStart = Math.max(0, sizeBytes - END_BYTES - COMMENT_MAX_BYTES)
  const tail = read(tailStart, sizeBytes - tailStart)
  const view = viewOf(tail)
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== END_SIGNATURE) continue
    const directoryBytes = view.getUint32(at + 12, true)
    const directoryOffset = view.getUint32(at + 16, true)
    if (directoryBytes > DIRECTORY_MAX_BYTES) throw new ZipError('the directory is too large')
    return read(directoryOffset, directoryBytes)
  }
  throw new ZipError('no directory')
}

function findEntry(directory: Uint8Array, name: string): Entry | null {
  const view = viewOf(directory)
  for (let at = 0; at + ENTRY_BYTES <= directory.length; ) {
    if (view.getUint32(at, true) !== ENTRY_SIGNATURE) throw new ZipError('the directory is damaged')
    const nameBytes = view.getUint16(at + 28, true)
    const found = new TextDecoder().decode(directory.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes))
    if (found === name) {
      return {
        method: view.getUint16(at + 10, true),
        compressedBytes: view.getUint32(at + 20, true),
        localOffset: view.getUint32(at + 42, true),
      }
    }
    at += ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return null
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
