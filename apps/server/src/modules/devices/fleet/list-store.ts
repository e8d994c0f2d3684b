import type { AndroidVersion } from '@yunji/contract/commerce/commodity/enums'
import { type StateFilter, stateFilters } from '@yunji/contract/devices/device/enums'
import { EXPIRING_SOON_MS } from '@yunji/contract/devices/device/rules'
import type { DeviceRight } from '@yunji/contract/wire/call'
import { and, asc, eq, gt, inArray, lte, ne, not, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core'
import { later } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { deviceCounts, deviceGrants, devices } from '../../../tables/devices.ts'
import { activeGrant, isOwnedBy, isVisible, type VisibleDevice, visibleTo } from './store.ts'

export interface DeviceFilter {
  readonly groupId?: number | undefined
  readonly version?: AndroidVersion | undefined
  readonly name?: string | undefined
  readonly state?: StateFilter | undefined
  readonly owner?: 'me' | 'others' | undefined
  readonly tag?: string | undefined
}

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)

const patternOf = (name: string): string => `%${escapeLike(name)}%`

const hasTag = (condition: SQL): SQL =>
  sql`exists (select from device_tags t where t.device_id = ${devices.id} and ${condition})`

const isNamed = (name: string): SQL => sql`${devices.name} ilike ${patternOf(name)}`

/** In the name, or in the owner's own notes and tags. */
const hasWords = (name: string): SQL | undefined =>
  or(isNamed(name), sql`${devices.note} ilike ${patternOf(name)}`, hasTag(sql`t.tag ilike ${patternOf(name)}`))

const restingStates = stateFilters.filter((state) => state !== 'busy')

const isIn = (column: PgColumn, state: StateFilter): SQL =>
  state === 'busy' ? notInArray(column, restingStates) : eq(column, state)

const hasVersion = ({ version }: DeviceFilter): SQL | undefined => version && eq(devices.version, version)

const isListed = ({ state }: DeviceFilter): SQL | undefined =>
  and(ne(devices.state, 'released'), state && isIn(devices.state, state))

const ownDevices = (userId: number, filter: DeviceFilter): SQL | undefined => {
  const { groupId, name, owner, tag } = filter
  return and(
    isOwnedBy(userId),
    isListed(filter),
    owner === 'others' ? sql`false` : undefined,
    groupId === undefined ? undefined : eq(devices.groupId, groupId),
    name ? hasWords(name) : undefined,
    tag === undefined ? undefined : hasTag(sql`t.tag = ${tag}`),
  )
}

/** Tags and notes are the owner's, and a granted device is in the default group. */
const grantedDevices = (userId: number, filter: DeviceFilter): SQL | undefined => {
  const { groupId, name, owner, tag } = filter
  return and(
    eq(deviceGrants.granteeId, userId),
    ne(devices.ownerId, userId),
    isListed(filter),
    owner === 'me' || tag !== undefined ? sql`false` : undefined,
    groupId === undefined
      ? undefined
      : sql`${groupId} = (select g.id from device_groups g where g.user_id = ${userId} and g.is_default)`,
    name ? isNamed(name) : undefined,
  )
}

/**
 * The first ids of a filter. Own and granted devices are two branches with a limit of their own: each is read by an
 * index in the order of the list, however many devices there are.
 */
const firstIds = (db: Db, userId: number, now: Date, filter: DeviceFilter, limit: number) => {
  const own = db
    .select({ id: devices.id, right: sql<DeviceRight>`'owner'`.as('device_right') })
    .from(devices)
    .where(and(ownDevices(userId, filter), hasVersion(filter)))
    .orderBy(asc(devices.id))
    .limit(limit)
  const granted = db
    .select({ id: devices.id, right: sql<DeviceRight>`${deviceGrants.access}`.as('device_right') })
    .from(deviceGrants)
    .innerJoin(devices, activeGrant(userId, now))
    .where(and(grantedDevices(userId, filter), hasVersion(filter)))
    .orderBy(asc(devices.id))
    .limit(limit)
  return unionAll(own, granted).orderBy(sql`id`)
}

/** The first devices of the list, without their details. */
export const listDeviceIds = (
  db: Db,
  userId: number,
  now: Date,
  filter: DeviceFilter,
  limit: number,
): Promise<{ id: number; right: DeviceRight }[]> => firstIds(db, userId, now, filter, limit).limit(limit)

export const listDevices = (
  db: Db,
  userId: number,
  now: Date,
  filter: DeviceFilter,
  { page, rows }: { page: number; rows: number },
): Promise<VisibleDevice[]> => {
  const listed = firstIds(db, userId, now, filter, page * rows)
    .limit(rows)
    .offset((page - 1) * rows)
    .as('listed')
  return visibleTo(db, userId, now)
    .innerJoin(listed, eq(listed.id, devices.id))
    .where(isVisible(userId))
    .orderBy(asc(devices.id))
}

const counted = (version: PgColumn, state: PgColumn, found: SQL) => ({
  version: sql<string>`${version}`.as('version'),
  state: sql<string>`${state}`.as('state'),
  found: sql<number>`${found}`.as('found'),
})

const countedDevice = counted(devices.version, devices.state, sql`1`)

/** Kept counts of own devices; a search has to look at the devices themselves. */
const ownCounts = (db: Db, userId: number, filter: DeviceFilter) => {
  const { groupId, name, state, owner, tag } = filter
  if (name || tag !== undefined) return db.select(countedDevice).from(devices).where(ownDevices(userId, filter))
  return db
    .select(counted(deviceCounts.version, deviceCounts.state, sql`${deviceCounts.change}`))
    .from(deviceCounts)
    .where(
      and(
        eq(deviceCounts.ownerId, userId),
        owner === 'others' ? sql`false` : undefined,
        groupId === undefined ? undefined : eq(deviceCounts.groupId, groupId),
        state && isIn(deviceCounts.state, state),
      ),
    )
}

export const countDevices = async (db: Db, userId: number, now: Date, filter: DeviceFilter) => {
  const granted = db
    .select(countedDevice)
    .from(deviceGrants)
    .innerJoin(devices, activeGrant(userId, now))
    .where(grantedDevices(userId, filter))
  const seen = ownCounts(db, userId, filter).unionAll(granted).as('seen')
  const counting = (condition: SQL) => sql<number>`coalesce(sum(found) filter (where ${condition}), 0)::int`
  const [counts] = await db
    .select({
      all: sql<number>`coalesce(sum(found), 0)::int`,
      '10/B': counting(sql`version = '10/B'`),
      '10/H': counting(sql`version <> '10/B'`),
      running: counting(sql`state = 'running'`),
    })
    .from(seen)
  return counts ?? { all: 0, '10/B': 0, '10/H': 0, running: 0 }
}

/** Own devices that end soon, and those that are kept after their end. */
export const countRenewals = async (db: Db, userId: number, now: Date) => {
  const isExpired = sql`${devices.state} = 'expired'`
  const [counts] = await db
    .select({
      expiringSoon: sql<number>`(count(*) filter (where not ${isExpired}))::int`,
      expired: sql<number>`(count(*) filter (where ${isExpired}))::int`,
    })
    .from(devices)
    .where(
      and(
        isOwnedBy(userId),
        ne(devices.state, 'released'),
        lte(devices.expiresAt, later(now, EXPIRING_SOON_MS)),
        not(devices.isMetered),
        not(devices.isTrial),
      ),
    )
  return counts ?? { expiringSoon: 0, expired: 0 }
}

/** Owners whose counts have changed since they were merged. */
export const listChangedOwners = (db: Db, afterId: number, limit: number): Promise<{ ownerId: number }[]> =>
  db
    .selectDistinct({ ownerId: deviceCounts.ownerId })
    .from(deviceCounts)
    .where(and(not(deviceCounts.isMerged), gt(deviceCounts.ownerId, afterId)))
    .orderBy(asc(deviceCounts.ownerId))
    .limit(limit)

/** One statement: a reader sees the rows or their sum. Rows that another process merges are left to it. */
export const mergeCounts = async (db: Db, ownerIds: readonly number[]): Promise<void> => {
  const rows = db
    .select({ id: deviceCounts.id })
    .from(deviceCounts)
    .where(inArray(deviceCounts.ownerId, [...ownerIds]))
    .for('update', { skipLocked: true })
  await db.execute(sql`
    with gone as (delete from device_counts where id in (${rows}) returning *)
    insert into device_counts (owner_id, group_id, version, state, change, is_merged)
    select owner_id, group_id, version, state, sum(change), true from gone
    group by owner_id, group_id, version, state having sum(change) <> 0`)
}
