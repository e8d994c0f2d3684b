import { type FileKind, fileKindOf } from '@yunji/contract/space/file/rules'
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database.ts'
import { users } from '../../tables/identity.ts'
import { spaceGrants, spacePlans } from '../../tables/recharge.ts'
import { spaceFiles, spaceObjects, spaceUploads, spaceUsage } from '../../tables/space.ts'

export type SpaceKind = 'file' | 'backup' | 'trash' | 'lastChance'
export type Usage = Readonly<Record<SpaceKind, number>>

const usageColumns = {
  file: spaceUsage.fileBytes,
  backup: spaceUsage.backupBytes,
  trash: spaceUsage.trashBytes,
  lastChance: spaceUsage.lastChanceBytes,
}
const NOTHING: Usage = { file: 0, backup: 0, trash: 0, lastChance: 0 }

export const findUsage = async (db: Db | Tx, userId: number): Promise<Usage> => {
  const [usage] = await db.select(usageColumns).from(spaceUsage).where(eq(spaceUsage.userId, userId))
  return usage ?? NOTHING
}

/** Charged bytes of files and of uploads under way. A content counts once, with the oldest file that shows it. */
export const findBytesByKind = async (db: Db | Tx, userId: number): Promise<Readonly<Record<FileKind, number>>> => {
  const contents = db
    .selectDistinctOn([spaceObjects.id], { kind: spaceFiles.kind, sizeBytes: spaceObjects.sizeBytes })
    .from(spaceObjects)
    .innerJoin(spaceFiles, eq(spaceFiles.objectId, spaceObjects.id))
    .where(and(eq(spaceObjects.userId, userId), eq(spaceObjects.countedAs, 'file'), isNull(spaceFiles.trashedAt)))
    .orderBy(asc(spaceObjects.id), asc(spaceFiles.createdAt), asc(spaceFiles.id))
    .as('contents')
  const [kinds, uploads] = await Promise.all([
    db
      .select({ kind: contents.kind, bytes: sql`sum(${contents.sizeBytes})`.mapWith(Number) })
      .from(contents)
      .groupBy(contents.kind),
    db
      .select({ name: spaceUploads.name, bytes: spaceUploads.sizeBytes })
      .from(spaceUploads)
      .where(eq(spaceUploads.userId, userId)),
  ])
  const sums = { picture: 0, video: 0, audio: 0, document: 0, app: 0, other: 0 }
  for (const { kind, bytes } of kinds) sums[kind] += bytes
  for (const { name, bytes } of uploads) sums[fileKindOf(name)] += bytes
  return sums
}

/** Locked until the transaction ends. */
export const lockUsage = async (tx: Tx, userId: number): Promise<Usage> => {
  await tx.insert(spaceUsage).values({ userId }).onConflictDoNothing()
  const [usage] = await tx.select(usageColumns).from(spaceUsage).where(eq(spaceUsage.userId, userId)).for('update')
  return usage ?? NOTHING
}

/** Refused by the table's checks where more is taken away than is there. */
export const addBytes = async (tx: Tx, userId: number, change: Partial<Usage>): Promise<void> => {
  const { file = 0, backup = 0, trash = 0, lastChance = 0 } = change
  await tx
    .update(spaceUsage)
    .set({
      fileBytes: sql`${spaceUsage.fileBytes} + ${file}`,
      backupBytes: sql`${spaceUsage.backupBytes} + ${backup}`,
      trashBytes: sql`${spaceUsage.trashBytes} + ${trash}`,
      lastChanceBytes: sql`${spaceUsage.lastChanceBytes} + ${lastChance}`,
    })
    .where(eq(spaceUsage.userId, userId))
}

/** Space of grants that have not ended. */
export const boughtGb = async (db: Db | Tx, userId: number, now: Date): Promise<number> => {
  const [row] = await db
    .select({ sizeGb: sql`coalesce(sum(${spaceGrants.sizeGb}), 0)`.mapWith(Number) })
    .from(spaceGrants)
    .where(and(eq(spaceGrants.userId, userId), gt(spaceGrants.endsAt, now)))
  return row?.sizeGb ?? 0
}

/** The next end of a grant. */
export const findNextEnd = async (db: Db | Tx, userId: number, now: Date): Promise<Date | undefined> => {
  const [row] = await db
    .select({ endsAt: spaceGrants.endsAt })
    .from(spaceGrants)
    .where(and(eq(spaceGrants.userId, userId), gt(spaceGrants.endsAt, now)))
    .orderBy(asc(spaceGrants.endsAt))
    .limit(1)
  return row?.endsAt
}

export const findOverSince = async (db: Db | Tx, userId: number): Promise<Date | null> => {
  const [row] = await db
    .select({ overSince: spaceUsage.overSince })
    .from(spaceUsage)
    .where(eq(spaceUsage.userId, userId))
  return row?.overSince ?? null
}

/** Locked until the transaction ends: grants of one user are added one after the other. */
export const lockUser = async (tx: Tx, userId: number): Promise<void> => {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

export const insertGrant = async (tx: Tx, grant: typeof spaceGrants.$inferInsert): Promise<void> => {
  await tx.insert(spaceGrants).values(grant)
}

export type PlanRow = typeof spacePlans.$inferSelect

export const findListedPlan = async (tx: Tx, planId: number): Promise<PlanRow | undefined> => {
  const [plan] = await tx
    .select()
    .from(spacePlans)
    .where(and(eq(spacePlans.id, planId), spacePlans.isListed))
  return plan
}

export const listPlans = (db: Db) =>
  db
    .select()
    .from(spacePlans)
    .where(eq(spacePlans.isListed, true))
    .orderBy(asc(spacePlans.position), asc(spacePlans.id))
