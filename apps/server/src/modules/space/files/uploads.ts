import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  FILE_MAX_BYTES,
  fileKindOf,
  fileNameRefusal,
  MAX_OPEN_UPLOADS,
  numberedName,
  UPLOAD_KEPT_MS,
} from '@yunji/contract/space/file/rules'
import { type Clock, later } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ObjectStore } from '../../../platform/object-store.ts'
import { chargeSpace, lockSpace, releaseSpace } from '../index.ts'
import { areWhole, hashParts, partKey } from './contents.ts'
import {
  advanceUpload,
  countUploads,
  deletePart,
  deleteUpload,
  findObjectByHash,
  giveParts,
  hasName,
  insertFile,
  insertObject,
  insertPart,
  insertUpload,
  listUploadParts,
  lockFullUpload,
  setCountedAs,
  setPartSize,
  type UploadRow,
} from './store.ts'

export interface UploadDeps {
  readonly database: Database
  readonly clock: Clock
  readonly objectStore: ObjectStore
}

/** Stored pieces are at most so long: a sender that is cut off keeps all before it, and a single piece can be presigned. */
const PART_BYTES = 64 * 1024 ** 2
const ID_BYTES = 16

const newId = (): string => randomBytes(ID_BYTES).toString('hex')

export interface NewUpload {
  readonly name: string
  readonly sizeBytes: number
}

interface UploadOptions {
  readonly id?: string
  /** The complete file then gets a number. */
  readonly mayRepeatName?: boolean
}

/** Begins an upload and charges its announced size. The file gets the upload's id. */
export const createUpload =
  ({ database: { db }, clock }: UploadDeps) =>
  async (userId: number, { name, sizeBytes }: NewUpload, options: UploadOptions = {}): Promise<UploadRow> => {
    const { id = newId(), mayRepeatName = false } = options
    assertNewFile(name, sizeBytes)
    const createdAt = clock.now()
    const upload = { id, userId, name, sizeBytes, createdAt, expiresAt: later(createdAt, UPLOAD_KEPT_MS) }
    await db.transaction(async (tx) => {
      await lockSpace(tx, userId)
      if ((await countUploads(tx, userId)) >= MAX_OPEN_UPLOADS)
        throw new AppError('TOO_MANY_UPLOADS', { text: `最多同时上传 ${MAX_OPEN_UPLOADS} 个文件` })
      if (!mayRepeatName && (await hasName(tx, userId, name))) throw new AppError('FILE_EXISTS')
      await chargeSpace(tx, userId, 'file', sizeBytes, createdAt)
      await insertUpload(tx, upload)
    })
    return { ...upload, offsetBytes: 0 }
  }

export const assertFileName = (name: string): void => {
  const refusal = fileNameRefusal(name)
  if (refusal) throw new AppError('ILLEGAL_FILE', { text: refusal })
}

const assertNewFile = (name: string, sizeBytes: number): void => {
  if (sizeBytes === 0) throw new AppError('FILE_EMPTY')
  if (sizeBytes > FILE_MAX_BYTES) throw new AppError('BODY_TOO_LARGE', { text: '文件不能超过 32 GB' })
  assertFileName(name)
}

/**
 * Stores what comes and returns the new offset. Each piece is on disk before it counts; of a body that breaks off, what
 * has come is kept. Of two senders at the same offset the first to end a piece goes on, the other is refused.
 */
export const appendToUpload =
  (deps: UploadDeps) =>
  async (upload: UploadRow, body: AsyncIterable<Buffer>, onStored?: (offsetBytes: number) => void): Promise<number> => {
    const reader = createPartReader(body, upload.sizeBytes - upload.offsetBytes)
    let { offsetBytes } = upload
    let sha256: string | undefined
    while (await reader.hasMore()) {
      const stored = await storePart(deps, { ...upload, offsetBytes }, Readable.from(reader.nextPart()))
      sha256 = offsetBytes === 0 ? stored.sha256 : undefined
      offsetBytes += stored.sizeBytes
      onStored?.(offsetBytes)
    }
    if (offsetBytes === upload.sizeBytes) await finishUpload(deps)(upload, sha256)
    return offsetBytes
  }

/** The body in parts of limited length. Bytes beyond the announced size are refused. */
const createPartReader = (body: AsyncIterable<Buffer>, announcedBytes: number) => {
  const source = body[Symbol.asyncIterator]()
  let waiting: Buffer | undefined
  let leftBytes = announcedBytes

  const hasMore = async (): Promise<boolean> => {
    while (waiting === undefined || waiting.length === 0) {
      // A sender that is gone has sent what it has sent.
      const { value, done } = await source.next().catch(() => ({ value: undefined, done: true as const }))
      if (done) return false
      waiting = value
    }
    return true
  }
  const nextPart = async function* (): AsyncGenerator<Buffer> {
    for (let room = PART_BYTES; room > 0 && (await hasMore()); ) {
      const chunk = waiting?.subarray(0, room) ?? Buffer.alloc(0)
      waiting = waiting?.subarray(room)
      room -= chunk.length
      leftBytes -= chunk.length
      if (leftBytes < 0) throw new AppError('BAD_INPUT', { text: '内容比文件大' })
      yield chunk
    }
  }
  return { hasMore, nextPart }
}

const storePart = async (
  { database: { db }, clock, objectStore }: UploadDeps,
  upload: UploadRow,
  content: Readable,
): Promise<{ sizeBytes: number; sha256: string }> => {
  const id = newId()
  const { userId, id: uploadId, offsetBytes: position } = upload
  await insertPart(db, { id, userId, uploadId, position, createdAt: clock.now() }).catch((error: unknown) => {
    throw isForeignKey(error) ? new AppError('NOT_FOUND') : error
  })
  try {
    const stored = await objectStore.put(partKey(id), content, PART_BYTES)
    await db.transaction(async (tx) => {
      const expiresAt = later(clock.now(), UPLOAD_KEPT_MS)
      if (!(await advanceUpload(tx, upload, stored.sizeBytes, expiresAt))) throw new AppError('UPLOAD_CONFLICT')
      await setPartSize(tx, id, stored.sizeBytes)
    })
    return stored
  } catch (error) {
    await objectStore.delete(partKey(id))
    await deletePart(db, id)
    throw error
  }
}

/** The upload ended before its next piece. */
const isForeignKey = (error: unknown): boolean => {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined
  return cause instanceof Error && 'code' in cause && cause.code === '23503'
}

/** Makes a file of an upload that has arrived whole. Safe to repeat; a process that died is followed by the sweep. */
export const finishUpload =
  ({ database: { db }, clock, objectStore }: UploadDeps) =>
  async ({ id: uploadId, userId }: Pick<UploadRow, 'id' | 'userId'>, knownSha256?: string): Promise<void> => {
    const parts = await listUploadParts(db, uploadId)
    if (parts.length === 0) return
    const sha256 = (parts.length === 1 ? knownSha256 : undefined) ?? (await hashParts(objectStore, parts))
    await db.transaction(async (tx) => {
      await lockSpace(tx, userId)
      const found = await lockFullUpload(tx, uploadId)
      if (!found) return
      if (!areWhole(parts, found.sizeBytes)) throw new Error(`pieces of upload ${uploadId} do not fit each other`)
      const objectId = await settleContent(tx, found, sha256)
      await insertFile(tx, {
        id: uploadId,
        userId,
        objectId,
        name: await findFreeName(tx, userId, found.name),
        kind: fileKindOf(found.name),
        createdAt: clock.now(),
      })
      await deleteUpload(tx, uploadId)
    })
  }

/** A content that its owner has already is counted once, and the new pieces are dropped. */
const settleContent = async (tx: Tx, upload: UploadRow, sha256: string): Promise<string> => {
  const { id: uploadId, userId, sizeBytes } = upload
  const known = await findObjectByHash(tx, userId, sha256)
  if (!known) {
    const id = newId()
    await insertObject(tx, { id, userId, sha256, sizeBytes, countedAs: 'file' })
    await giveParts(tx, uploadId, id)
    return id
  }
  // What the upload was charged pays for the content, wherever that was counted before.
  await releaseSpace(tx, userId, known.countedAs, sizeBytes)
  await setCountedAs(tx, known.id, 'file')
  return known.id
}

/** The name, or the first with a number that no file has. */
export const findFreeName = async (tx: Tx, userId: number, name: string): Promise<string> => {
  let free = name
  for (let number = 2; await hasName(tx, userId, free); number += 1) free = numberedName(name, number)
  return free
}

/** Drops an upload and gives back its space; its pieces are left to the sweep. */
export const endUpload =
  ({ database: { db } }: UploadDeps) =>
  (userId: number, uploadId: string): Promise<boolean> =>
    db.transaction(async (tx) => {
      await lockSpace(tx, userId)
      const upload = await deleteUpload(tx, uploadId)
      if (upload) await releaseSpace(tx, upload.userId, 'file', upload.sizeBytes)
      return upload !== undefined
    })
