import { SHARE_PIN_TRIES } from '@yunji/contract/devices/grant/rules'
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, max, ne, or, sql } from 'drizzle-orm'
import { type Clock, databaseNow } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { deviceGrants, deviceShares, devices } from '../../../tables/devices.ts'
import { sessions, users } from '../../../tables/identity.ts'

export type ShareRow = typeof deviceShares.$inferSelect

const hasRight = (clock: Clock) =>
  and(
    eq(deviceGrants.state, 'active'),
    gt(deviceGrants.expiresAt, databaseNow(clock)),
    ne(devices.state, 'released'),
    eq(devices.ownerId, deviceShares.ownerId),
  )

const openShares = (tx: Tx | Db) =>
  tx
    .select({
      share: deviceShares,
      access: deviceGrants.access,
      expiresAt: deviceGrants.expiresAt,
      deviceName: devices.name,
    })
    .from(deviceShares)
    .innerJoin(deviceGrants, eq(deviceGrants.shareId, deviceShares.id))
    .innerJoin(devices, eq(devices.id, deviceShares.deviceId))

const MOST_SHOWN = 200

export const listShares = (db: Tx | Db, clock: Clock, ownerId: number) =>
  openShares(db)
    .where(and(eq(deviceShares.ownerId, ownerId), hasRight(clock)))
    .orderBy(desc(deviceShares.id))
    .limit(MOST_SHOWN)

/** Shares of the installation that still open something, and the end of the last one. */
export const sumOpenShares = async (db: Db, clock: Clock): Promise<{ count: number; lastEndsAt: Date | null }> => {
  const isOpen = and(
    isNotNull(deviceGrants.shareId),
    eq(deviceGrants.state, 'active'),
    gt(deviceGrants.expiresAt, databaseNow(clock)),
  )
  const [sum] = await db
    .select({ count: count(), lastEndsAt: max(deviceGrants.expiresAt) })
    .from(deviceGrants)
    .where(isOpen)
  return sum ?? { count: 0, lastEndsAt: null }
}

export const countShares = async (tx: Tx, clock: Clock, deviceId: number): Promise<number> => {
  const found = await openShares(tx).where(and(eq(deviceShares.deviceId, deviceId), hasRight(clock)))
  return found.length
}

/** By the hashes of its secret or of its card code. A share without a use left is as good as none. */
export const findShare = async (db: Db, clock: Clock, hashes: readonly Buffer[]) => {
  const [found] = await openShares(db)
    .where(
      and(
        or(inArray(deviceShares.secretHash, [...hashes]), inArray(deviceShares.codeHash, [...hashes])),
        hasRight(clock),
        or(isNull(deviceShares.maximumUses), lt(deviceShares.uses, deviceShares.maximumUses)),
      ),
    )
    .orderBy(asc(deviceShares.id))
    .limit(1)
  return found
}

export const findOwnShare = async (tx: Tx, ownerId: number, shareId: number): Promise<ShareRow | undefined> => {
  const [share] = await tx
    .select()
    .from(deviceShares)
    .where(and(eq(deviceShares.id, shareId), eq(deviceShares.ownerId, ownerId)))
  return share
}

/** An account that no share refers to any more, or a new one. */
const takeGuest = async (tx: Tx, name: string, createdAt: Date): Promise<number> => {
  const free = tx
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.isFreeGuest}`)
    .limit(1)
    .for('update', { skipLocked: true })
  const [taken] = await tx
    .update(users)
    .set({ name, isFreeGuest: false, createdAt })
    .where(inArray(users.id, free))
    .returning({ id: users.id })
  if (taken) return taken.id
  const [guest] = await tx.insert(users).values({ name, isGuest: true, createdAt }).returning({ id: users.id })
  if (!guest) throw new Error('a guest was not written')
  return guest.id
}

/** The guest's account, session and right, and the share. Nobody gets the session's token. */
export const insertShare = async (
  tx: Tx,
  share: Omit<typeof deviceShares.$inferInsert, 'guestId'>,
  right: {
    readonly access: 'view' | 'control'
    readonly expiresAt: Date
    readonly guestName: string
    readonly tokenHash: Buffer
  },
): Promise<ShareRow> => {
  const { createdAt, deviceId } = share
  const { access, expiresAt, guestName: name, tokenHash } = right
  const guestId = await takeGuest(tx, name, createdAt)
  await tx.insert(sessions).values({ tokenHash, userId: guestId, createdAt, renewedAt: createdAt, expiresAt })
  const [inserted] = await tx
    .insert(deviceShares)
    .values({ ...share, guestId })
    .returning()
  if (!inserted) throw new Error('a share was not written')
  const grant = {
    deviceId,
    granteeId: guestId,
    shareId: inserted.id,
    access,
    state: 'active',
    expiresAt,
    createdAt,
  } as const
  await tx.insert(deviceGrants).values(grant)
  return inserted
}

/** The newest: the account may have had a share before. */
export const findSessionId = async (db: Db, guestId: number): Promise<number | undefined> => {
  const [session] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, guestId))
    .orderBy(desc(sessions.id))
    .limit(1)
  return session?.id
}

/** Counts a wrong PIN; returns how many there were, or undefined when none was left. */
export const countPinFailure = async (db: Db, shareId: number): Promise<number | undefined> => {
  const [share] = await db
    .update(deviceShares)
    .set({ pinFailures: sql`${deviceShares.pinFailures} + 1` })
    .where(and(eq(deviceShares.id, shareId), lt(deviceShares.pinFailures, SHARE_PIN_TRIES)))
    .returning({ failures: deviceShares.pinFailures })
  return share?.failures
}

/** The try was right. */
export const forgivePinFailure = async (db: Db, shareId: number): Promise<void> => {
  await db
    .update(deviceShares)
    .set({ pinFailures: sql`${deviceShares.pinFailures} - 1` })
    .where(and(eq(deviceShares.id, shareId), gt(deviceShares.pinFailures, 0)))
}

/** Takes one of its uses; false when none is left. */
export const takeUse = async (db: Db, shareId: number): Promise<boolean> => {
  const taken = await db
    .update(deviceShares)
    .set({ uses: sql`${deviceShares.uses} + 1` })
    .where(
      and(
        eq(deviceShares.id, shareId),
        or(isNull(deviceShares.maximumUses), lt(deviceShares.uses, deviceShares.maximumUses)),
      ),
    )
    .returning({ id: deviceShares.id })
  return taken.length > 0
}
