import type { FileKind, FileSort } from '@yunji/contract/space/file/rules'
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { spaceFiles, spaceObjects, spaceParts, spaceUploads } from '../../../tables/space.ts'

export type UploadRow = typeof spaceUploads.$inferSelect
export type ObjectRow = typeof spaceObjects.$inferSelect

// Uploads.

export const countUploads = async (tx: Tx, userId: number): Promise<number> => {
  const [found] = await tx.select({ uploads: count() }).from(spaceUploads).where(eq(spaceUploads.userId, userId))
  return found?.uploads ?? 0
}

export const insertUpload = async (tx: Tx, upload: typeof spaceUploads.$inferInsert): Promise<void> => {
  await tx.insert(spaceUploads).values(upload)
}

export const findUpload = async (db: Db | Tx, userId: number, uploadId: string, now: Date) => {
  const [upload] = await db
    .select()
    .from(spaceUploads)
    .where(and(eq(spaceUploads.id, uploadId), eq(spaceUploads.userId, userId), sql`${spaceUploads.expiresAt} > ${now}`))
  return upload
}

export const listUploads = (db: Db, userId: number, now: Date): Promise<UploadRow[]> =>
  db
    .select()
    .from(spaceUploads)
    .where(and(eq(spaceUploads.userId, userId), sql`${spaceUploads.expiresAt} > ${now}`))
    .orderBy(desc(spaceUploads.createdAt), desc(spaceUploads.id))

/** The upload, when all of it has arrived and nobody has finished it; its row is locked. */
export const lockFullUpload = async (tx: Tx, uploadId: string): Promise<UploadRow | undefined> => {
  const [upload] = await tx
    .select()
    .from(spaceUploads)
    .where(and(eq(spaceUploads.id, uploadId), eq(spaceUploads.offsetBytes, spaceUploads.sizeBytes)))
    .for('update')
  return upload
}

/** False when the upload has ended or moved on. */
export const advanceUpload = async (
  tx: Tx,
  { id, offsetBytes }: Pick<UploadRow, 'id' | 'offsetBytes'>,
  bytes: number,
  expiresAt: Date,
): Promise<boolean> => {
  const advanced = await tx
    .update(spaceUploads)
    .set({ offsetBytes: offsetBytes + bytes, expiresAt })
    .where(and(eq(spaceUploads.id, id), eq(spaceUploads.offsetBytes, offsetBytes)))
    .returning({ id: spaceUploads.id })
  return advanced.length > 0
}

/** Its pieces become garbage by the reference. */
export const deleteUpload = async (tx: Tx, uploadId: string): Promise<UploadRow | undefined> => {
  const [upload] = await tx.delete(spaceUploads).where(eq(spaceUploads.id, uploadId)).returning()
  return upload
}

export const listDueUploads = (db: Db, now: Date, after: UploadRow | undefined, limit: number): Promise<UploadRow[]> =>
  db
    .select()
    .from(spaceUploads)
    .where(
      and(
        or(lte(spaceUploads.expiresAt, now), eq(spaceUploads.offsetBytes, spaceUploads.sizeBytes)),
        after && sql`(${spaceUploads.expiresAt}, ${spaceUploads.id}) > (${after.expiresAt}::timestamptz, ${after.id})`,
      ),
    )
    .orderBy(asc(spaceUploads.expiresAt), asc(spaceUploads.id))
    .limit(limit)

// Pieces.

export const insertPart = async (db: Db, part: typeof spaceParts.$inferInsert): Promise<void> => {
  await db.insert(spaceParts).values(part)
}

export const setStoredPart = async (tx: Tx, partId: string, position: number, sizeBytes: number): Promise<void> => {
  await tx.update(spaceParts).set({ position, sizeBytes }).where(eq(spaceParts.id, partId))
}

export const deletePart = async (db: Db | Tx, partId: string): Promise<void> => {
  await db.delete(spaceParts).where(eq(spaceParts.id, partId))
}

export interface StoredPart {
  readonly id: string
  readonly position: number
  readonly sizeBytes: number
}

const storedParts = (db: Db | Tx, isTheirs: SQL): Promise<StoredPart[]> =>
  db
    .select({ id: spaceParts.id, position: spaceParts.position, sizeBytes: spaceParts.sizeBytes })
    .from(spaceParts)
    .where(and(isTheirs, sql`${spaceParts.sizeBytes} > 0`))
    .orderBy(asc(spaceParts.position))

export const listUploadParts = (db: Db | Tx, uploadId: string) => storedParts(db, eq(spaceParts.uploadId, uploadId))
export const listObjectParts = (db: Db | Tx, objectId: string) => storedParts(db, eq(spaceParts.objectId, objectId))

export const giveParts = async (tx: Tx, uploadId: string, objectId: string): Promise<void> => {
  await tx
    .update(spaceParts)
    .set({ uploadId: null, objectId })
    .where(and(eq(spaceParts.uploadId, uploadId), sql`${spaceParts.sizeBytes} > 0`))
}

export interface GarbagePart {
  readonly id: string
  readonly createdAt: Date
}

/** Pieces of nothing: stored ones at once, unstored ones when nobody can be writing them any more. */
export const listGarbage = (db: Db, before: Date, after: GarbagePart | undefined, limit: number) =>
  db
    .select({ id: spaceParts.id, createdAt: spaceParts.createdAt })
    .from(spaceParts)
    .where(
      and(
        isNull(spaceParts.uploadId),
        isNull(spaceParts.objectId),
        or(sql`${spaceParts.sizeBytes} > 0`, lt(spaceParts.createdAt, before)),
        after && sql`(${spaceParts.createdAt}, ${spaceParts.id}) > (${after.createdAt}::timestamptz, ${after.id})`,
      ),
    )
    .orderBy(asc(spaceParts.createdAt), asc(spaceParts.id))
    .limit(limit)

export const listPartIds = async (tx: Tx, userId: number): Promise<string[]> => {
  const parts = await tx.select({ id: spaceParts.id }).from(spaceParts).where(eq(spaceParts.userId, userId))
  return parts.map(({ id }) => id)
}

/** Those of the ids that have a row. */
export const listKnownParts = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const parts = await db
    .select({ id: spaceParts.id })
    .from(spaceParts)
    .where(inArray(spaceParts.id, [...ids]))
  return parts.map(({ id }) => id)
}

// Contents.

export const findObjectByHash = async (tx: Tx, userId: number, contentHash: string): Promise<ObjectRow | undefined> => {
  const [object] = await tx
    .select()
    .from(spaceObjects)
    .where(and(eq(spaceObjects.userId, userId), eq(spaceObjects.contentHash, contentHash)))
  return object
}

export const insertObject = async (tx: Tx, object: typeof spaceObjects.$inferInsert): Promise<void> => {
  await tx.insert(spaceObjects).values(object)
}

/** How many files show each content, in the trash and outside. */
export const countUses = (tx: Tx, objectIds: readonly string[]) =>
  tx
    .select({
      object: spaceObjects,
      files: sql`count(${spaceFiles.id}) filter (where ${spaceFiles.trashedAt} is null)`.mapWith(Number),
      trashed: sql`count(${spaceFiles.trashedAt})`.mapWith(Number),
    })
    .from(spaceObjects)
    .leftJoin(spaceFiles, eq(spaceFiles.objectId, spaceObjects.id))
    .where(inArray(spaceObjects.id, [...objectIds]))
    .groupBy(spaceObjects.id)

export const setCountedAs = async (tx: Tx, objectId: string, countedAs: ObjectRow['countedAs']): Promise<void> => {
  await tx.update(spaceObjects).set({ countedAs }).where(eq(spaceObjects.id, objectId))
}

/** Its pieces become garbage by the reference. */
export const deleteObject = async (tx: Tx, objectId: string): Promise<void> => {
  await tx.delete(spaceObjects).where(eq(spaceObjects.id, objectId))
}

// Files.

const fileColumns = {
  id: spaceFiles.id,
  userId: spaceFiles.userId,
  objectId: spaceFiles.objectId,
  name: spaceFiles.name,
  kind: spaceFiles.kind,
  createdAt: spaceFiles.createdAt,
  trashedAt: spaceFiles.trashedAt,
  sizeBytes: spaceObjects.sizeBytes,
}
export type FileRow = Awaited<ReturnType<typeof listFiles>>[number]

interface FileQuery {
  readonly kind?: FileKind | undefined
  readonly search?: string | undefined
  readonly isTrash: boolean
}

const isLike = (search: string): SQL =>
  sql`${spaceFiles.name} ilike ${`%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`

const matches = (userId: number, { kind, search, isTrash }: FileQuery) =>
  and(
    eq(spaceFiles.userId, userId),
    isTrash ? isNotNull(spaceFiles.trashedAt) : isNull(spaceFiles.trashedAt),
    kind && eq(spaceFiles.kind, kind),
    search ? isLike(search) : undefined,
  )

const files = (db: Db | Tx) =>
  db.select(fileColumns).from(spaceFiles).innerJoin(spaceObjects, eq(spaceObjects.id, spaceFiles.objectId))

interface FilePage {
  readonly page: number
  readonly rows: number
  readonly sort: FileSort
}

const orders: Readonly<Record<FileSort, readonly SQL[]>> = {
  newest: [desc(spaceFiles.createdAt), desc(spaceFiles.id)],
  oldest: [asc(spaceFiles.createdAt), asc(spaceFiles.id)],
  largest: [desc(spaceObjects.sizeBytes), desc(spaceFiles.id)],
  name: [asc(sql`lower(${spaceFiles.name})`), asc(spaceFiles.id)],
}

export const listFiles = (db: Db, userId: number, query: FileQuery, { page, rows, sort }: FilePage) =>
  files(db)
    .where(matches(userId, query))
    .orderBy(...orders[sort])
    .limit(rows)
    .offset((page - 1) * rows)

export const countFiles = async (db: Db, userId: number, query: FileQuery): Promise<number> =>
  db.$count(spaceFiles, matches(userId, query))

/** Of the user, not in the trash. */
export const findFile = async (db: Db | Tx, userId: number, fileId: string): Promise<FileRow | undefined> => {
  const [file] = await files(db).where(
    and(eq(spaceFiles.id, fileId), eq(spaceFiles.userId, userId), isNull(spaceFiles.trashedAt)),
  )
  return file
}

export const insertFile = async (tx: Tx, file: typeof spaceFiles.$inferInsert): Promise<void> => {
  await tx.insert(spaceFiles).values(file)
}

export const hasName = async (tx: Tx, userId: number, name: string): Promise<boolean> => {
  const found = await tx
    .select({ id: spaceFiles.id })
    .from(spaceFiles)
    .where(
      and(eq(spaceFiles.userId, userId), sql`lower(${spaceFiles.name}) = lower(${name})`, isNull(spaceFiles.trashedAt)),
    )
  return found.length > 0
}

export const renameFile = async (tx: Tx, fileId: string, name: string, kind: FileKind): Promise<void> => {
  await tx.update(spaceFiles).set({ name, kind }).where(eq(spaceFiles.id, fileId))
}

export const trashFiles = (tx: Tx, userId: number, fileIds: readonly string[], trashedAt: Date) =>
  tx
    .update(spaceFiles)
    .set({ trashedAt })
    .where(and(eq(spaceFiles.userId, userId), inArray(spaceFiles.id, [...fileIds]), isNull(spaceFiles.trashedAt)))
    .returning({ objectId: spaceFiles.objectId })

export const listTrashed = (tx: Tx, userId: number, fileIds: readonly string[]) =>
  tx
    .select()
    .from(spaceFiles)
    .where(and(eq(spaceFiles.userId, userId), inArray(spaceFiles.id, [...fileIds]), isNotNull(spaceFiles.trashedAt)))

export const untrashFile = async (tx: Tx, fileId: string, name: string): Promise<void> => {
  await tx.update(spaceFiles).set({ trashedAt: null, name }).where(eq(spaceFiles.id, fileId))
}

/** All of these, or the whole trash. */
export const deleteFiles = (tx: Tx, userId: number, chosen: readonly string[] | 'trash') =>
  tx
    .delete(spaceFiles)
    .where(
      and(
        eq(spaceFiles.userId, userId),
        chosen === 'trash' ? isNotNull(spaceFiles.trashedAt) : inArray(spaceFiles.id, [...chosen]),
      ),
    )
    .returning({ objectId: spaceFiles.objectId })

export interface TrashedFile {
  readonly id: string
  readonly userId: number
  readonly trashedAt: Date | null
}

export const listOldTrash = (db: Db, before: Date, after: TrashedFile | undefined, limit: number) =>
  db
    .select({ id: spaceFiles.id, userId: spaceFiles.userId, trashedAt: spaceFiles.trashedAt })
    .from(spaceFiles)
    .where(
      and(
        lte(spaceFiles.trashedAt, before),
        after && sql`(${spaceFiles.trashedAt}, ${spaceFiles.id}) > (${after.trashedAt}::timestamptz, ${after.id})`,
      ),
    )
    .orderBy(asc(spaceFiles.trashedAt), asc(spaceFiles.id))
    .limit(limit)

/** Oldest files of a user, for a space that is over its quota. */
export const listOldestFiles = (db: Db | Tx, userId: number, limit: number) =>
  files(db)
    .where(and(eq(spaceFiles.userId, userId), isNull(spaceFiles.trashedAt)))
    .orderBy(asc(spaceFiles.createdAt), asc(spaceFiles.id))
    .limit(limit)
