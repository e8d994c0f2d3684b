import { stateFilters } from '@yunji/contract/devices/device/enums'
import { EXPIRING_SOON_MS } from '@yunji/contract/devices/device/rules'
import { type DeviceGroup, GROUP_COVERS } from '@yunji/contract/devices/group/schema'
import { and, asc, desc, eq, inArray, lte, ne, not, notInArray, type SQL, sql } from 'drizzle-orm'
import { later } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { deviceCounts, deviceGroups, devices } from '../../../tables/devices.ts'

const restingStates = stateFilters.filter((state) => state !== 'busy')

const ofUser = (userId: number) => eq(deviceGroups.userId, userId)

export interface ListedGroup extends Omit<DeviceGroup, 'covers'> {
  readonly firstIds: readonly number[]
}

const orZero = (count: SQL.Aliased<number>) => sql<number>`coalesce(${count}, 0)`

const countsByGroup = (db: Db, userId: number) => {
  const counting = (condition: SQL) => sql<number>`(sum(${deviceCounts.change}) filter (where ${condition}))::int`
  return db
    .select({
      groupId: deviceCounts.groupId,
      all: counting(sql`true`).as('all_count'),
      running: counting(eq(deviceCounts.state, 'running')).as('running_count'),
      busy: counting(notInArray(deviceCounts.state, restingStates)).as('busy_count'),
    })
    .from(deviceCounts)
    .where(eq(deviceCounts.ownerId, userId))
    .groupBy(deviceCounts.groupId)
    .as('counts')
}

const endingByGroup = (db: Db, userId: number, now: Date) =>
  db
    .select({ groupId: devices.groupId, count: sql<number>`count(*)::int`.as('ending_count') })
    .from(devices)
    .where(
      and(
        eq(devices.ownerId, userId),
        not(devices.isMetered),
        lte(devices.expiresAt, later(now, EXPIRING_SOON_MS)),
        ne(devices.state, 'released'),
        ne(devices.state, 'expired'),
      ),
    )
    .groupBy(devices.groupId)
    .as('ending')

/** The default group first, then in the user's own order. */
export const listGroups = async (
  db: Db,
  userId: number,
  now: Date,
  { page, rows }: { page: number; rows: number },
): Promise<ListedGroup[]> => {
  const counts = countsByGroup(db, userId)
  const ending = endingByGroup(db, userId, now)
  const groups = await db
    .select({
      groupId: deviceGroups.id,
      name: deviceGroups.name,
      isDefault: deviceGroups.isDefault,
      deviceCount: orZero(counts.all),
      runningCount: orZero(counts.running),
      expiringSoonCount: orZero(ending.count),
      busyCount: orZero(counts.busy),
      firstIds: sql<string[]>`array(
        select d.id from devices d where d.group_id = ${deviceGroups.id} and d.state <> 'released' order by d.id limit ${GROUP_COVERS})`,
    })
    .from(deviceGroups)
    .leftJoin(counts, eq(counts.groupId, deviceGroups.id))
    .leftJoin(ending, eq(ending.groupId, deviceGroups.id))
    .where(ofUser(userId))
    .orderBy(desc(deviceGroups.isDefault), asc(deviceGroups.position), asc(deviceGroups.id))
    .limit(rows)
    .offset((page - 1) * rows)
  return groups.map((group) => ({ ...group, firstIds: group.firstIds.map(Number) }))
}

export const countGroups = (db: Db | Tx, userId: number): Promise<number> => db.$count(deviceGroups, ofUser(userId))

/** Held until the transaction ends. */
export const lockGroups = (tx: Tx, userId: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('device groups', ${userId}::bigint))`)

/** Locked, so that no new device comes into a group that is being deleted. */
export const findOwnGroup = async (tx: Tx, userId: number, groupId: number) => {
  const [group] = await tx
    .select()
    .from(deviceGroups)
    .where(and(eq(deviceGroups.id, groupId), ofUser(userId)))
    .for('update')
  return group
}

/** Whether another group than `exceptId` has the name. */
export const hasGroupNamed = async (tx: Tx, userId: number, name: string, exceptId = 0): Promise<boolean> =>
  (await tx.$count(deviceGroups, and(ofUser(userId), eq(deviceGroups.name, name), ne(deviceGroups.id, exceptId)))) > 0

/** After the user's other groups. */
export const insertGroup = async (tx: Tx, userId: number, name: string, createdAt: Date): Promise<number> => {
  const last = sql<number>`(select coalesce(max(position), 0) + 1 from device_groups where user_id = ${userId})`
  const [group] = await tx
    .insert(deviceGroups)
    .values({ userId, name, createdAt, position: last as unknown as number })
    .returning({ id: deviceGroups.id })
  return group?.id ?? 0
}

export const renameGroup = async (tx: Tx, groupId: number, name: string): Promise<void> => {
  await tx.update(deviceGroups).set({ name }).where(eq(deviceGroups.id, groupId))
}

/** All groups but the default one. */
export const listGroupIds = async (tx: Tx, userId: number): Promise<number[]> => {
  const groups = await tx
    .select({ id: deviceGroups.id })
    .from(deviceGroups)
    .where(and(ofUser(userId), not(deviceGroups.isDefault)))
  return groups.map(({ id }) => id)
}

export const setPositions = async (tx: Tx, groupIds: readonly number[]): Promise<void> => {
  await tx.execute(sql`
    update device_groups g set position = o.position
    from unnest(${sql.param([...groupIds])}::bigint[]) with ordinality as o (id, position)
    where g.id = o.id`)
}

/** Released devices too: they refer to their group for ever. */
export const moveToDefaultGroup = async (tx: Tx, userId: number, groupId: number): Promise<void> => {
  const defaultId = sql<number>`(select id from device_groups where user_id = ${userId} and is_default)`
  await tx
    .update(devices)
    .set({ groupId: defaultId as unknown as number })
    .where(eq(devices.groupId, groupId))
}

export const deleteGroup = async (tx: Tx, groupId: number): Promise<void> => {
  await tx.delete(deviceGroups).where(eq(deviceGroups.id, groupId))
}

/** Counts the devices that were in another group. */
export const moveDevicesTo = async (
  tx: Tx,
  userId: number,
  groupId: number,
  deviceIds: readonly number[],
): Promise<number> => {
  const moved = await tx
    .update(devices)
    .set({ groupId })
    .where(
      and(
        inArray(devices.id, [...deviceIds]),
        eq(devices.ownerId, userId),
        ne(devices.state, 'released'),
        ne(devices.groupId, groupId),
      ),
    )
    .returning({ id: devices.id })
  return moved.length
}
