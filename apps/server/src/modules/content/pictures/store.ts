import { and, asc, count, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { activityPages, agreementVersions, contentPictures } from '../../../tables/content.ts'
import { settings } from '../../../tables/platform.ts'

export const insertPicture = async (tx: Tx, picture: typeof contentPictures.$inferInsert): Promise<void> => {
  await tx.insert(contentPictures).values(picture)
}

/** Until the transaction ends nobody else adds one, so that the sums are complete. */
export const lockPictures = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('content_pictures', 0))`)
}

export const sumPictures = async (tx: Tx): Promise<{ pictures: number; bytes: number }> => {
  const [sums] = await tx
    .select({ pictures: count(), bytes: sql`coalesce(sum(${contentPictures.sizeBytes}), 0)`.mapWith(Number) })
    .from(contentPictures)
  return sums ?? { pictures: 0, bytes: 0 }
}

export const hasPicture = async (db: Db, name: string): Promise<boolean> =>
  (await db.$count(contentPictures, eq(contentPictures.name, name))) > 0

/** Those of the names that are stored; none of them is swept until the transaction ends. */
export const keepPictures = async (tx: Tx, names: readonly string[]): Promise<string[]> => {
  const rows = await tx
    .select({ name: contentPictures.name })
    .from(contentPictures)
    .where(inArray(contentPictures.name, [...names]))
    .orderBy(asc(contentPictures.name))
    .for('share')
  return rows.map(({ name }) => name)
}

/** No text of an activity, no version of an agreement and no setting, such as the guide or the landing page, names it. */
const isUnused: SQL = sql`not exists (select from ${activityPages} where position(${contentPictures.name} in ${activityPages.markdown}) > 0)
  and not exists (select from ${agreementVersions} where position(${contentPictures.name} in ${agreementVersions.markdown}) > 0)
  and not exists (select from ${settings} where position(${contentPictures.name} in ${settings.value}::text) > 0)`

export interface PictureKey {
  readonly name: string
  readonly createdAt: Date
}

/** Unused pictures older than `before`, after `after` in order of time and name. */
export const listUnused = (
  db: Db,
  before: Date,
  after: PictureKey | undefined,
  limit: number,
): Promise<PictureKey[]> => {
  const { name, createdAt } = contentPictures
  const isLater =
    after &&
    or(sql`${createdAt} > ${after.createdAt}`, and(eq(createdAt, after.createdAt), sql`${name} > ${after.name}`))
  return db
    .select({ name, createdAt })
    .from(contentPictures)
    .where(and(lt(createdAt, before), isUnused, isLater))
    .orderBy(asc(createdAt), asc(name))
    .limit(limit)
}

/** False for one that is named meanwhile. */
export const deleteUnused = async (tx: Tx, name: string): Promise<boolean> => {
  await tx.select().from(contentPictures).where(eq(contentPictures.name, name)).for('update')
  const deleted = await tx
    .delete(contentPictures)
    .where(and(eq(contentPictures.name, name), isUnused))
    .returning({ name: contentPictures.name })
  return deleted.length > 0
}
