/** A file of a test's tar. */
export interface TarFile {
  readonly name: string
  readonly content: Uint8Array
  readonly modifiedAt?: number
}

const RECORD_BYTES = 512
const NAME_BYTES = 100

/** A tar as a phone makes it, with long names as GNU writes them. */
export const encodeTar = (files: readonly TarFile[]): Buffer =>
  Buffer.concat([...files.flatMap(encodeMember), Buffer.alloc(2 * RECORD_BYTES)])

function encodeMember({ name, content, modifiedAt = 0 }: TarFile): Buffer[] {
  const isLong = Buffer.byteLength(name) > NAME_BYTES
  const longName = isLong ? encodeRecord('././@LongLink', 'L', Buffer.from(`${name}\0`), 0) : []
  return [...longName, ...encodeRecord(name, '0', content, modifiedAt)]
}

function encodeRecord(name: string, type: string, content: Uint8Array, modifiedAt: number): Buffer[] {
  const header = Buffer.alloc(RECORD_BYTES)
  header.write(name, 0, NAME_BYTES)
  header.write('0000600\0' + '0000000\0'.repeat(2), 100)
  header.write(`${octal(content.length)}\0${octal(modifiedAt)}\0`, 124)
  header.write(' '.repeat(8), 148)
  header.write(type, 156)
  header.write('ustar  \0', 257)
  const checksum = header.reduce((sum, byte) => sum + byte, 0)
  header.write(`${checksum.toString(8).padStart(6, '0')}\0 `, 148)
  return [header, Buffer.from(content), Buffer.alloc(-content.length & (RECORD_BYTES - 1))]
}

const octal = (value: number): string => value.toString(8).padStart(11, '0')

/** The same bytes in pieces of this size. */
export async function* inPieces(bytes: Uint8Array, pieceBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}
