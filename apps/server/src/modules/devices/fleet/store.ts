import type { DeviceState } from '@yunji/contract/devices/device/enums'
import type { DeviceRight } from '@yunji/contract/wire/call'
import { and, asc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { Database, Db, Tx } from '../../../platform/database.ts'
import type { PhoneSize } from '../../../platform/supplier.ts'
import { goodsConfigurations, zoneStock } from '../../../tables/catalogue.ts'
import { deviceChanges } from '../../../tables/changes.ts'
import { deviceGrants, deviceGroups, devices, zones } from '../../../tables/devices.ts'
import { autoRenewals } from '../../../tables/renewals.ts'

export type DeviceRow = typeof devices.$inferSelect

/** Device as seen by its owner or a grantee. */
export interface VisibleDevice {
  readonly device: DeviceRow
  readonly zoneName: string
  readonly groupId: number
  readonly groupName: string
  readonly right: DeviceRight
  readonly isAutoRenewed: boolean
  readonly tags: string[]
}

/** Granted devices appear in the caller's default group: groups of other users are not revealed. */
const groupFor = (userId: number) =>
  or(
    and(isOwnedBy(userId), eq(deviceGroups.id, devices.groupId)),
    and(ne(devices.ownerId, userId), eq(deviceGroups.userId, userId), deviceGroups.isDefault),
  )

export const isOwnedBy = (userId: number) => eq(devices.ownerId, userId)

const rightOf = (userId: number) =>
  sql<DeviceRight>`case when ${isOwnedBy(userId)} then 'owner' else ${deviceGrants.access} end`

/** Devices with what their cards show. */
export const visibleTo = (tx: Tx | Db, userId: number, now: Date) =>
  tx
    .select({
      device: devices,
      zoneName: zones.name,
      groupId: deviceGroups.id,
      groupName: deviceGroups.name,
      right: rightOf(userId),
      isAutoRenewed: sql<boolean>`exists (select from auto_renewals a where ${isOwnedBy(userId)} and a.device_id = ${devices.id})`,
      tags: sql<string[]>`array(select t.tag from device_tags t where t.device_id = ${devices.id} order by t.tag)`,
    })
    .from(devices)
    .innerJoin(zones, eq(zones.id, devices.zoneId))
    .leftJoin(deviceGrants, activeGrant(userId, now))
    .innerJoin(deviceGroups, groupFor(userId))

export const activeGrant = (userId: number, now: Date) =>
  and(
    eq(deviceGrants.deviceId, devices.id),
    eq(deviceGrants.granteeId, userId),
    eq(deviceGrants.state, 'active'),
    sql`${deviceGrants.expiresAt} > ${now}`,
  )

export const isVisible = (userId: number) =>
  and(ne(devices.state, 'released'), or(eq(devices.ownerId, userId), sql`${deviceGrants.id} is not null`))

export const findDevices = (
  tx: Tx | Db,
  userId: number,
  now: Date,
  deviceIds: readonly number[],
): Promise<VisibleDevice[]> =>
  visibleTo(tx, userId, now)
    .where(and(isVisible(userId), inArray(devices.id, [...deviceIds])))
    .orderBy(asc(devices.id))

export const findDeviceRow = async (tx: Tx | Db, deviceId: number): Promise<DeviceRow | undefined> => {
  const [device] = await tx.select().from(devices).where(eq(devices.id, deviceId))
  return device
}

export const findDeviceRows = (db: Db, deviceIds: readonly number[]): Promise<DeviceRow[]> =>
  db
    .select()
    .from(devices)
    .where(inArray(devices.id, [...deviceIds]))

export const countVideoEditions = (
  tx: Tx,
  { goodId, version }: typeof goodsConfigurations.$inferSelect,
): Promise<number> =>
  tx.$count(
    goodsConfigurations,
    and(
      eq(goodsConfigurations.goodId, goodId),
      eq(goodsConfigurations.version, version),
      goodsConfigurations.isVideoEdition,
      goodsConfigurations.isListed,
    ),
  )

/** Size of a configuration's phones. */
export const sizeOf = async (db: Database['db'], configId: number | null): Promise<PhoneSize | undefined> => {
  const [size] = await db
    .select({
      cpuCores: goodsConfigurations.cpuCores,
      memoryGb: goodsConfigurations.memoryGb,
      storageGb: goodsConfigurations.storageGb,
    })
    .from(goodsConfigurations)
    .where(eq(goodsConfigurations.id, configId ?? 0))
  return size
}

export const findOpenChange = async (db: Database['db'], deviceId: number) => {
  const [change] = await db
    .select()
    .from(deviceChanges)
    .where(and(eq(deviceChanges.deviceId, deviceId), isNull(deviceChanges.endedAt)))
  return change
}

export const listDevicesInStates = (
  db: Db,
  afterId: number,
  states: readonly DeviceState[],
  limit: number,
): Promise<DeviceRow[]> =>
  db
    .select()
    .from(devices)
    .where(and(gt(devices.id, afterId), inArray(devices.state, [...states])))
    .orderBy(asc(devices.id))
    .limit(limit)

/** Some devices of each zone, running ones first; stopped ones show whether a zone without running phones is reachable. */
export const listProbes = (db: Db, perZone: number): Promise<DeviceRow[]> =>
  db
    .select()
    .from(devices)
    .where(
      sql`${devices.id} in (
        select probe.id from zones z cross join lateral (
          select d.id from devices d where d.zone_id = z.id and d.state in ('running', 'stopped')
          order by d.state = 'stopped', d.id desc limit ${perZone}
        ) probe)`,
    )

export const findZoneCode = async (db: Db, zoneId: number): Promise<string> => {
  const [zone] = await db.select({ code: zones.code }).from(zones).where(eq(zones.id, zoneId))
  return zone?.code ?? ''
}

export const setPhoneId = async (
  tx: Tx,
  deviceId: number,
  { phoneId, isPowerOn, zoneId }: Pick<DeviceRow, 'phoneId' | 'isPowerOn'> & Partial<Pick<DeviceRow, 'zoneId'>>,
): Promise<void> => {
  await tx
    .update(devices)
    .set({ phoneId, isPowerOn, adbRefusedSince: null, ...(zoneId && { zoneId }) })
    .where(eq(devices.id, deviceId))
}

export const setRental = async (
  tx: Tx,
  deviceId: number,
  rental: { expiresAt: Date; productId?: number },
): Promise<void> => {
  await tx.update(devices).set(rental).where(eq(devices.id, deviceId))
}

/** Changes nothing for a device without auto-renewal. */
export const scheduleAutoRenewal = async (tx: Tx, deviceId: number, nextTryAt: Date): Promise<void> => {
  await tx.update(autoRenewals).set({ nextTryAt, failure: '' }).where(eq(autoRenewals.deviceId, deviceId))
}

export const deleteAutoRenewal = async (tx: Tx, deviceId: number): Promise<void> => {
  await tx.delete(autoRenewals).where(eq(autoRenewals.deviceId, deviceId))
}

export const returnToStock = async (tx: Tx, zoneId: number, configId: number): Promise<void> => {
  await tx
    .update(zoneStock)
    .set({ rented: sql`${zoneStock.rented} - 1` })
    .where(and(eq(zoneStock.zoneId, zoneId), eq(zoneStock.configId, configId)))
}
