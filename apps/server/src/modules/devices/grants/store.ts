import type { StreamMode } from '@yunji/contract/devices/device/stream'
import type { GrantSide } from '@yunji/contract/devices/grant/schema'
import { type GrantEvent, grantMachine } from '@yunji/contract/devices/sharing'
import { nextStep, statesAccepting } from '@yunji/contract/machine'
import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { type Clock, databaseNow } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { deviceGrants, devices, screenLeases, streamTickets } from '../../../tables/devices.ts'
import { users } from '../../../tables/identity.ts'

export type GrantRow = typeof deviceGrants.$inferSelect

const OPEN = ['waiting', 'active'] as const

export const findUser = async (tx: Tx | Db, userId: number) => {
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  return user
}

export const findUserByPhone = async (tx: Tx, mobilePhone: string) => {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.mobilePhone, mobilePhone))
  return user
}

export const countOpenGrants = async (tx: Tx, deviceIds: readonly number[]): Promise<ReadonlyMap<number, number>> => {
  const rows = await tx
    .select({ deviceId: deviceGrants.deviceId, count: sql<number>`count(*)::int` })
    .from(deviceGrants)
    .where(
      and(
        inArray(deviceGrants.deviceId, [...deviceIds]),
        inArray(deviceGrants.state, OPEN),
        isNull(deviceGrants.shareId),
      ),
    )
    .groupBy(deviceGrants.deviceId)
  return new Map(rows.map(({ deviceId, count }) => [deviceId, count]))
}

interface Grantee {
  readonly granteeId: number | null
  readonly granteePhone: string
}

const isFor = ({ granteeId, granteePhone }: Grantee): SQL | undefined =>
  or(
    granteeId === null ? undefined : and(eq(deviceGrants.state, 'active'), eq(deviceGrants.granteeId, granteeId)),
    and(eq(deviceGrants.state, 'waiting'), eq(deviceGrants.granteePhone, granteePhone)),
  )

/** The open grants of a grantee on devices; locked. */
export const lockGrantsTo = (tx: Tx, deviceIds: readonly number[], grantee: Grantee): Promise<GrantRow[]> =>
  tx
    .select()
    .from(deviceGrants)
    .where(and(inArray(deviceGrants.deviceId, [...deviceIds]), isFor(grantee)))
    .orderBy(asc(deviceGrants.id))
    .for('update')

export const insertGrants = (tx: Tx, grants: readonly (typeof deviceGrants.$inferInsert)[]): Promise<GrantRow[]> =>
  grants.length === 0
    ? Promise.resolve([])
    : tx
        .insert(deviceGrants)
        .values([...grants])
        .returning()

export const updateGrants = async (
  tx: Tx,
  grantIds: readonly number[],
  change: Partial<Pick<GrantRow, 'access' | 'expiresAt'>>,
): Promise<void> => {
  if (grantIds.length === 0) return
  await tx
    .update(deviceGrants)
    .set(change)
    .where(and(inArray(deviceGrants.id, [...grantIds]), inArray(deviceGrants.state, OPEN)))
}

/** A grant with the owner of its device. Grants end with a change of the owner. */
export const lockGrant = async (tx: Tx, grantId: number) => {
  const [found] = await tx
    .select({ grant: deviceGrants, ownerId: devices.ownerId })
    .from(deviceGrants)
    .innerJoin(devices, eq(devices.id, deviceGrants.deviceId))
    .where(eq(deviceGrants.id, grantId))
    .for('update', { of: deviceGrants })
  return found
}

/** Applies an event of the machine to the grants that accept it. */
export const applyEvent = (
  tx: Tx | Db,
  event: GrantEvent,
  condition: SQL | undefined,
  values: Partial<GrantRow> = {},
): Promise<GrantRow[]> => {
  const states = statesAccepting(grantMachine, event)
  const step = nextStep(grantMachine, states[0] ?? 'waiting', event)
  if (!step.ok) throw new Error(`no state of a grant takes ${event}`)
  return tx
    .update(deviceGrants)
    .set({ ...values, state: step.state })
    .where(and(inArray(deviceGrants.state, [...states]), condition))
    .returning()
}

export const isGrant = (grantId: number): SQL => eq(deviceGrants.id, grantId)
export const isShare = (shareId: number): SQL => eq(deviceGrants.shareId, shareId)

/** Waiting grants of a number; not those on devices of the account itself. */
export const isWaitingFor = (mobilePhone: string, userId: number): SQL | undefined =>
  and(
    eq(deviceGrants.granteePhone, mobilePhone),
    sql`not exists (select from devices d where d.id = ${deviceGrants.deviceId} and d.owner_id = ${userId})`,
  )

export const listOwners = (tx: Tx, deviceIds: readonly number[]) =>
  tx
    .select({ deviceId: devices.id, ownerId: devices.ownerId })
    .from(devices)
    .where(inArray(devices.id, [...deviceIds]))

const isOpenOn = (side: GrantSide, userId: number, now: Date): SQL | undefined =>
  and(
    ne(devices.state, 'released'),
    isNull(deviceGrants.shareId),
    gt(deviceGrants.expiresAt, now),
    side === 'given'
      ? and(eq(devices.ownerId, userId), inArray(deviceGrants.state, OPEN))
      : and(eq(deviceGrants.granteeId, userId), eq(deviceGrants.state, 'active')),
  )

export const listGrants = (
  db: Db,
  side: GrantSide,
  userId: number,
  now: Date,
  { page, rows }: { page: number; rows: number },
) =>
  db
    .select({ grant: deviceGrants, device: devices, peerName: users.name, peerPhone: users.mobilePhone })
    .from(deviceGrants)
    .innerJoin(devices, eq(devices.id, deviceGrants.deviceId))
    .leftJoin(users, eq(users.id, side === 'given' ? deviceGrants.granteeId : devices.ownerId))
    .where(isOpenOn(side, userId, now))
    .orderBy(desc(deviceGrants.id))
    .limit(rows)
    .offset((page - 1) * rows)

export const countGrants = async (db: Db, side: GrantSide, userId: number, now: Date): Promise<number> => {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(deviceGrants)
    .innerJoin(devices, eq(devices.id, deviceGrants.deviceId))
    .where(isOpenOn(side, userId, now))
  return row?.count ?? 0
}

const MOST_VIEWERS = 100

/** Open screens of others on the owner's devices: each has one resume ticket. */
export const listViewers = (db: Db, ownerId: number, now: Date) =>
  db
    .select({
      deviceId: devices.id,
      deviceName: devices.name,
      access: sql<StreamMode>`max(${streamTickets.mode})`,
      user: users,
      hasControl: sql<boolean>`bool_or(${screenLeases.holderId} is not null)`,
    })
    .from(streamTickets)
    .innerJoin(devices, eq(devices.id, streamTickets.deviceId))
    .innerJoin(users, eq(users.id, streamTickets.userId))
    .leftJoin(screenLeases, and(eq(screenLeases.deviceId, devices.id), eq(screenLeases.holderId, users.id)))
    .where(
      and(
        eq(devices.ownerId, ownerId),
        ne(streamTickets.userId, ownerId),
        eq(streamTickets.kind, 'resume'),
        isNull(streamTickets.usedAt),
        isNull(streamTickets.closedAt),
        gt(streamTickets.expiresAt, now),
      ),
    )
    .groupBy(devices.id, users.id)
    .orderBy(asc(devices.id), asc(users.id))
    .limit(MOST_VIEWERS)

/** Open grants that are over by the database's clock, and those on released devices. */
export const listOver = (
  db: Db,
  clock: Clock,
  limit: number,
  afterId = 0,
): Promise<{ id: number; isExpired: boolean }[]> =>
  db
    .select({
      id: deviceGrants.id,
      isExpired: sql<boolean>`${deviceGrants.expiresAt} <= ${databaseNow(clock)}`,
    })
    .from(deviceGrants)
    .innerJoin(devices, eq(devices.id, deviceGrants.deviceId))
    .where(
      and(
        inArray(deviceGrants.state, OPEN),
        gt(deviceGrants.id, afterId),
        or(lte(deviceGrants.expiresAt, databaseNow(clock)), eq(devices.state, 'released')),
      ),
    )
    .orderBy(asc(deviceGrants.id))
    .limit(limit)
