import { and, asc, desc, eq, gt, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { type Clock, databaseNow } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { deviceGrants, deviceShares, devices, supportViews } from '../../../tables/devices.ts'
import { operators } from '../../../tables/operators.ts'

export type SupportViewRow = typeof supportViews.$inferSelect

const SHOWN = 10
const OPEN_AT_MOST = 50

/** The share of an accepted view still gives a right. */
const hasRight = (clock: Clock): SQL<boolean> => sql<boolean>`exists (
  select from device_grants g where g.share_id = ${supportViews.shareId} and g.state = 'active'
    and g.expires_at > ${databaseNow(clock)})`

const selectViews = (db: Db | Tx, clock: Clock) =>
  db
    .select({
      view: supportViews,
      deviceName: devices.name,
      hasRight: hasRight(clock),
      displayName: operators.displayName,
    })
    .from(supportViews)
    .innerJoin(devices, eq(devices.id, supportViews.deviceId))
    .leftJoin(operators, eq(operators.name, supportViews.operatorName))

export type FoundView = Awaited<ReturnType<typeof listOfDevice>>[number]

export const listOfDevice = (db: Db, clock: Clock, deviceId: number) =>
  selectViews(db, clock).where(eq(supportViews.deviceId, deviceId)).orderBy(desc(supportViews.id)).limit(SHOWN)

/** Unanswered in time, or accepted and not over. Those on devices that changed hands are nobody's. */
export const listOpen = (db: Db, clock: Clock, ownerId: number) =>
  selectViews(db, clock)
    .where(
      and(
        eq(supportViews.ownerId, ownerId),
        eq(devices.ownerId, ownerId),
        isNull(supportViews.stoppedAt),
        gt(supportViews.endsAt, databaseNow(clock)),
      ),
    )
    .orderBy(desc(supportViews.id))
    .limit(OPEN_AT_MOST)

export const findView = async (db: Db | Tx, clock: Clock, supportViewId: number): Promise<FoundView | undefined> =>
  (await selectViews(db, clock).where(eq(supportViews.id, supportViewId)))[0]

export const lockView = async (tx: Tx, supportViewId: number): Promise<SupportViewRow | undefined> => {
  const [view] = await tx.select().from(supportViews).where(eq(supportViews.id, supportViewId)).for('update')
  return view
}

const isOpenAt = (now: Date): SQL | undefined =>
  and(
    isNull(supportViews.stoppedAt),
    or(isNull(supportViews.answer), ne(supportViews.answer, 'refused')),
    gt(supportViews.endsAt, now),
  )

/** Waiting and running support views of an operator or of a customer; locked. */
export const lockOpenViews = (
  tx: Tx,
  now: Date,
  of: { readonly operatorName: string } | { readonly ownerId: number },
): Promise<SupportViewRow[]> => {
  const isTheirs =
    'ownerId' in of ? eq(supportViews.ownerId, of.ownerId) : eq(supportViews.operatorName, of.operatorName)
  return tx
    .select()
    .from(supportViews)
    .where(and(isTheirs, isOpenAt(now)))
    .orderBy(asc(supportViews.id))
    .for('update')
}

/** Operators with waiting or running support views. The configured token has no account and is not among them. */
export const listViewers = async (db: Db, now: Date, after: number, limit: number): Promise<number[]> => {
  const found = await db
    .selectDistinct({ id: operators.id })
    .from(supportViews)
    .innerJoin(operators, eq(operators.name, supportViews.operatorName))
    .where(and(isOpenAt(now), gt(operators.id, after)))
    .orderBy(asc(operators.id))
    .limit(limit)
  return found.map(({ id }) => id)
}

export const insertView = async (tx: Tx | Db, view: typeof supportViews.$inferInsert): Promise<number> => {
  const [added] = await tx.insert(supportViews).values(view).returning({ id: supportViews.id })
  return added?.id ?? 0
}

export const updateView = async (tx: Tx, supportViewId: number, change: Partial<SupportViewRow>): Promise<void> => {
  await tx.update(supportViews).set(change).where(eq(supportViews.id, supportViewId))
}

/** Guest of the view's share, and the device that it may view. */
export const findViewGuest = async (db: Db, shareId: number) => {
  const [share] = await db
    .select({ guestId: deviceShares.guestId, deviceId: deviceShares.deviceId, access: deviceGrants.access })
    .from(deviceShares)
    .innerJoin(deviceGrants, eq(deviceGrants.shareId, deviceShares.id))
    .where(eq(deviceShares.id, shareId))
  return share
}
