import { randomBytes } from 'node:crypto'
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
import type { ObjectStore, PutOptions } from '../../../platform/object-store.ts'
import { chargeSpace, lockSpace, releaseSpace } from '../index.ts'
import { areWhole, type ContentHash, createContentHash, hashParts, partKey } from './contents.ts'
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
  setStoredPart,
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
/** The oldest is dropped beyond them; its file is read again. */
const MAX_RUNNING_HASHES = 10_000

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

interface AppendOptions extends PutOptions {
  readonly hashes?: ReturnType<typeof createRunningHashes>
}

/**
 * Stores what comes and returns the new offset. Each piece is on disk before it counts; of a body that breaks off, what
 * has come is kept. Of two senders at the same offset the first to end a piece goes on, the other is refused.
 */
export const appendToUpload =
  (deps: UploadDeps) =>
  async (upload: UploadRow, body: AsyncIterable<Buffer>, options: AppendOptions = {}): Promise<number> => {
    const { hashes = createRunningHashes(), freesChunks = false } = options
    const hash = hashes.take(upload)
    const reader = createPartReader(body, upload.sizeBytes - upload.offsetBytes, (chunk) => hash?.update(chunk))
    let recorded = Promise.resolve(upload.offsetBytes)
    while (await reader.hasMore()) {
      const { content, isRead } = reader.nextPart()
      const stored = storePart(deps, upload, content, { freesChunks })
      // The next piece is received while this one is synced; pieces are recorded in their order.
      const before = recorded
      recorded = before.then(
        async (offsetBytes) => recordPart(deps, { ...upload, offsetBytes }, await stored),
        async (error: unknown) => {
          void content.return(undefined)
          await stored.then(({ id }) => dropPart(deps, id)).catch(() => undefined)
          throw error
        },
      )
      // Either may fail before it is awaited.
      for (const early of [stored, recorded]) early.catch(() => undefined)
      await Promise.race([isRead, recorded])
      await before
    }
    const offsetBytes = await recorded
    if (offsetBytes === upload.sizeBytes) await finishUpload(deps)(upload, hash?.digest())
    else if (hash) hashes.keep({ ...upload, offsetBytes }, hash)
    return offsetBytes
  }

/** Hashes of uploads as far as they have come: a file whose bodies all came to one process need not be read again. */
export const createRunningHashes = () => {
  const kept = new Map<string, { readonly offsetBytes: number; readonly hash: ContentHash }>()
  return {
    take({ id, offsetBytes }: UploadRow): ContentHash | undefined {
      const found = kept.get(id)
      kept.delete(id)
      if (offsetBytes === 0) return createContentHash()
      return found?.offsetBytes === offsetBytes ? found.hash : undefined
    },
    keep({ id, offsetBytes }: UploadRow, hash: ContentHash): void {
      kept.set(id, { offsetBytes, hash })
      const oldest = kept.size > MAX_RUNNING_HASHES ? kept.keys().next() : undefined
      if (oldest && !oldest.done) kept.delete(oldest.value)
    },
  }
}

/** The body in parts of limited length. Bytes beyond the announced size are refused. */
const createPartReader = (body: AsyncIterable<Buffer>, announcedBytes: number, onChunk: (chunk: Buffer) => void) => {
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
  const chunksOfPart = async function* (onRead: () => void): AsyncGenerator<Buffer> {
    try {
      for (let room = PART_BYTES; room > 0 && (await hasMore()); ) {
        const chunk = waiting?.subarray(0, room) ?? Buffer.alloc(0)
        waiting = waiting?.subarray(room)
        room -= chunk.length
        leftBytes -= chunk.length
        if (leftBytes < 0) throw new AppError('BAD_INPUT', { text: '内容比文件大' })
        onChunk(chunk)
        yield chunk
      }
    } finally {
      onRead()
    }
  }
  const nextPart = () => {
    const { promise: isRead, resolve } = Promise.withResolvers<void>()
    return { content: chunksOfPart(resolve), isRead }
  }
  return { hasMore, nextPart }
}

interface WrittenPart {
  readonly id: string
  readonly sizeBytes: number
}

const dropPart = async ({ database: { db }, objectStore }: UploadDeps, id: string): Promise<void> => {
  await objectStore.delete(partKey(id))
  await deletePart(db, id)
}

const storePart = async (
  deps: UploadDeps,
  { id: uploadId, userId, offsetBytes }: UploadRow,
  content: AsyncIterable<Buffer>,
  options: PutOptions,
): Promise<WrittenPart> => {
  const { database, clock, objectStore } = deps
  const id = newId()
  const part = { id, userId, uploadId, position: offsetBytes, createdAt: clock.now() }
  await insertPart(database.db, part).catch((error: unknown) => {
    throw isForeignKey(error) ? new AppError('NOT_FOUND') : error
  })
  try {
    const { sizeBytes } = await objectStore.put(partKey(id), content, PART_BYTES, options)
    return { id, sizeBytes }
  } catch (error) {
    await dropPart(deps, id)
    throw error
  }
}

/** The new offset. The piece is dropped when the upload has ended or another sender was first. */
const recordPart = async (deps: UploadDeps, upload: UploadRow, { id, sizeBytes }: WrittenPart): Promise<number> => {
  const { database, clock } = deps
  try {
    await database.db.transaction(async (tx) => {
      const expiresAt = later(clock.now(), UPLOAD_KEPT_MS)
      if (!(await advanceUpload(tx, upload, sizeBytes, expiresAt))) throw new AppError('UPLOAD_CONFLICT')
      await setStoredPart(tx, id, upload.offsetBytes, sizeBytes)
    })
    return upload.offsetBytes + sizeBytes
  } catch (error) {
    await dropPart(deps, id)
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
  async ({ id: uploadId, userId }: Pick<UploadRow, 'id' | 'userId'>, knownHash?: string): Promise<void> => {
    const parts = await listUploadParts(db, uploadId)
    if (parts.length === 0) return
    const contentHash = knownHash ?? (await hashParts(objectStore, parts))
    await db.transaction(async (tx) => {
      await lockSpace(tx, userId)
      const found = await lockFullUpload(tx, uploadId)
      if (!found) return
      if (!areWhole(parts, found.sizeBytes)) throw new Error(`pieces of upload ${uploadId} do not fit each other`)
      const objectId = await settleContent(tx, found, contentHash)
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
const settleContent = async (tx: Tx, upload: UploadRow, contentHash: string): Promise<string> => {
  const { id: uploadId, userId, sizeBytes } = upload
  const known = await findObjectByHash(tx, userId, contentHash)
  if (!known) {
    const id = newId()
    await insertObject(tx, { id, userId, contentHash, sizeBytes, countedAs: 'file' })
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
