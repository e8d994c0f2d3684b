import type { AndroidVersion } from '@yunji/contract/commerce/commodity/enums'
import { type StateFilter, stateFilters } from '@yunji/contract/devices/device/enums'
import { EXPIRING_SOON_MS } from '@yunji/contract/devices/device/rules'
import type { DeviceGroup } from '@yunji/contract/devices/device/schema'
import type { DeviceRight } from '@yunji/contract/wire/call'
import { and, asc, desc, eq, inArray, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { later } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { deviceGrants, deviceGroups, devices, zones } from '../../../tables/devices.ts'

export type DeviceRow = typeof devices.$inferSelect

/** A device as somebody who may see it sees it. */
export interface VisibleDevice {
  readonly device: DeviceRow
  readonly zoneName: string
  readonly groupId: number
  readonly groupName: string
  readonly right: DeviceRight
  readonly isAutoRenewed: boolean
}

export interface DeviceFilter {
  readonly groupId?: number | undefined
  readonly version?: AndroidVersion | undefined
  readonly name?: string | undefined
  readonly state?: StateFilter | undefined
}

/** Devices of others stand in the caller's own default group: groups of strangers are not told. */
const visibleTo = (tx: Tx | Db, userId: number, now: Date) => {
  const isOwn = eq(devices.ownerId, userId)
  return tx
    .select({
      device: devices,
      zoneName: zones.name,
      groupId: deviceGroups.id,
      groupName: deviceGroups.name,
      right: sql<DeviceRight>`case when ${isOwn} then 'owner' else ${deviceGrants.access} end`,
      isAutoRenewed: sql<boolean>`exists (select from auto_renewals a where ${isOwn} and a.device_id = ${devices.id})`,
    })
    .from(devices)
    .innerJoin(zones, eq(zones.id, devices.zoneId))
    .leftJoin(deviceGrants, activeGrant(userId, now))
    .innerJoin(
      deviceGroups,
      or(
        and(isOwn, eq(deviceGroups.id, devices.groupId)),
        and(ne(devices.ownerId, userId), eq(deviceGroups.userId, userId), deviceGroups.isDefault),
      ),
    )
}

const activeGrant = (userId: number, now: Date) =>
  and(
    eq(deviceGrants.deviceId, devices.id),
    eq(deviceGrants.granteeId, userId),
    eq(deviceGrants.state, 'active'),
    sql`${deviceGrants.expiresAt} > ${now}`,
  )

const isVisible = (userId: number) =>
  and(ne(devices.state, 'released'), or(eq(devices.ownerId, userId), sql`${deviceGrants.id} is not null`))

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)

const restingStates = stateFilters.filter((state) => state !== 'busy')

const isIn = (state: StateFilter): SQL =>
  state === 'busy' ? notInArray(devices.state, restingStates) : eq(devices.state, state)

const matches = ({ groupId, name, state }: DeviceFilter): SQL | undefined =>
  and(
    groupId === undefined ? undefined : eq(deviceGroups.id, groupId),
    name ? sql`${devices.name} ilike ${`%${escapeLike(name)}%`}` : undefined,
    state && isIn(state),
  )

export const listDevices = (
  db: Db,
  userId: number,
  now: Date,
  filter: DeviceFilter,
  { page, rows }: { page: number; rows: number },
): Promise<VisibleDevice[]> =>
  visibleTo(db, userId, now)
    .where(and(isVisible(userId), matches(filter), filter.version && eq(devices.version, filter.version)))
    .orderBy(asc(devices.id))
    .limit(rows)
    .offset((page - 1) * rows)

export const countDevices = async (db: Db, userId: number, now: Date, filter: DeviceFilter) => {
  const seen = visibleTo(db, userId, now)
    .where(and(isVisible(userId), matches(filter)))
    .as('seen')
  const isB = sql`version = '10/B'`
  const counting = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`
  const [counts] = await db
    .select({
      all: sql<number>`count(*)::int`,
      '10/B': counting(isB),
      '10/H': counting(sql`not ${isB}`),
      running: counting(sql`state = 'running'`),
      expiringSoon: counting(
        sql`expires_at <= ${later(now, EXPIRING_SOON_MS)} and state <> 'expired' and not is_metered`,
      ),
    })
    .from(seen)
  return counts ?? { all: 0, '10/B': 0, '10/H': 0, running: 0, expiringSoon: 0 }
}

export const findDevices = (
  tx: Tx | Db,
  userId: number,
  now: Date,
  deviceIds: readonly number[],
): Promise<VisibleDevice[]> =>
  visibleTo(tx, userId, now).where(and(isVisible(userId), inArray(devices.id, [...deviceIds])))

export const findDeviceRow = async (tx: Tx | Db, deviceId: number): Promise<DeviceRow | undefined> => {
  const [device] = await tx.select().from(devices).where(eq(devices.id, deviceId))
  return device
}

/** The owner alone renames; whoever else asks changes nothing. */
export const renameDevice = (db: Db, ownerId: number, deviceId: number, name: string) =>
  db
    .update(devices)
    .set({ name })
    .where(and(eq(devices.id, deviceId), eq(devices.ownerId, ownerId), ne(devices.state, 'released')))
    .returning({ id: devices.id })

/** The default group first, then in the order they were made. */
export const listGroups = (
  db: Db,
  userId: number,
  now: Date,
  { page, rows }: { page: number; rows: number },
): Promise<DeviceGroup[]> => {
  const counting = (condition: SQL) => sql<number>`(count(${devices.id}) filter (where ${condition}))::int`
  return db
    .select({
      groupId: deviceGroups.id,
      name: deviceGroups.name,
      isDefault: deviceGroups.isDefault,
      deviceCount: sql<number>`count(${devices.id})::int`,
      runningCount: counting(eq(devices.state, 'running')),
      expiringSoonCount: counting(
        sql`${devices.expiresAt} <= ${later(now, EXPIRING_SOON_MS)} and ${devices.state} <> 'expired' and not ${devices.isMetered}`,
      ),
    })
    .from(deviceGroups)
    .leftJoin(devices, and(eq(devices.groupId, deviceGroups.id), ne(devices.state, 'released')))
    .where(eq(deviceGroups.userId, userId))
    .groupBy(deviceGroups.id)
    .orderBy(desc(deviceGroups.isDefault), asc(deviceGroups.id))
    .limit(rows)
    .offset((page - 1) * rows)
}

export const countGroups = (db: Db, userId: number): Promise<number> =>
  db.$count(deviceGroups, eq(deviceGroups.userId, userId))
