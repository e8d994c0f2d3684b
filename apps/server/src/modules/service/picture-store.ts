import { and, asc, count, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database.ts'
import { servicePictures } from '../../tables/service.ts'

type PictureRow = typeof servicePictures.$inferSelect

export const insertPicture = async (tx: Tx, picture: typeof servicePictures.$inferInsert): Promise<void> => {
  await tx.insert(servicePictures).values(picture)
}

/** Uploader of a picture: an account, or null for an operator. */
export type Uploader = number | null

const isOf = (uploader: Uploader): SQL =>
  uploader === null ? isNull(servicePictures.userId) : eq(servicePictures.userId, uploader)

/** Pictures of an uploader that no reply has. */
export const sumUnsent = async (tx: Tx, uploader: Uploader): Promise<{ uploads: number; bytes: number }> => {
  const [sums] = await tx
    .select({ uploads: count(), bytes: sql`coalesce(sum(${servicePictures.sizeBytes}), 0)`.mapWith(Number) })
    .from(servicePictures)
    .where(and(isOf(uploader), isNull(servicePictures.ticketId)))
  return sums ?? { uploads: 0, bytes: 0 }
}

/** False for a picture that is not the uploader's, or was sent before. */
export const attachPicture = async (
  tx: Tx,
  uploader: Uploader,
  pictureId: string,
  place: { ticketId: number; replyId: number; position: number },
): Promise<boolean> => {
  const attached = await tx
    .update(servicePictures)
    .set(place)
    .where(and(eq(servicePictures.id, pictureId), isOf(uploader), isNull(servicePictures.ticketId)))
    .returning({ id: servicePictures.id })
  return attached.length > 0
}

export const countPictures = (tx: Tx, ticketId: number): Promise<number> =>
  tx.$count(servicePictures, eq(servicePictures.ticketId, ticketId))

export const findPicture = async (db: Db, pictureId: string): Promise<PictureRow | undefined> => {
  const [row] = await db.select().from(servicePictures).where(eq(servicePictures.id, pictureId))
  return row
}

/** Unsent pictures older than `before`, after the name `after` in order of names. */
export const listUnsent = async (db: Db, before: Date, after: string, limit: number): Promise<string[]> => {
  const { id, createdAt, ticketId } = servicePictures
  const rows = await db
    .select({ id })
    .from(servicePictures)
    .where(and(lt(createdAt, before), isNull(ticketId), gt(id, after)))
    .orderBy(asc(id))
    .limit(limit)
  return rows.map((row) => row.id)
}

export const deleteUnsent = async (db: Db, pictureId: string): Promise<void> => {
  await db.delete(servicePictures).where(and(eq(servicePictures.id, pictureId), isNull(servicePictures.ticketId)))
}
