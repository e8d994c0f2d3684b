import { type DeviceState, SupplierType } from '@yunji/contract/devices/device/enums'
import { and, asc, desc, eq, gt, gte, inArray, isNull, like, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { chinaPeriod } from '../../platform/china-time.ts'
import type { Db } from '../../platform/database.ts'
import type { Place } from '../../platform/keyset.ts'
import { deviceInterruptions } from '../../tables/availability.ts'
import { goodsConfigurations, zoneStock } from '../../tables/catalogue.ts'
import { devices, quarantinedPhones, zones } from '../../tables/devices.ts'
import { users } from '../../tables/identity.ts'
import { taskParts, tasks } from '../../tables/tasks.ts'
import { isBeyond, microsOf } from './order-store.ts'
import { findUserId, readSearch } from './user-store.ts'

export interface DeviceFilter {
  readonly text?: string | undefined
  /** Whether a complete number of a customer finds the customer's devices. */
  readonly findsNumbers: boolean
  readonly ownerId?: number | undefined
  readonly zoneId?: number | undefined
  readonly state?: DeviceState | undefined
  readonly supplierType?: number | undefined
  readonly fromDay?: string | undefined
  readonly toDay?: string | undefined
  readonly sort: 'newest' | 'oldest' | 'expiring'
}

/** Number or name of the device, name of its phone, or the number of the owner's own phone. */
const matches = async (db: Db, text: string, findsNumbers: boolean): Promise<SQL | undefined> => {
  const { id, mobilePhone, namePattern } = readSearch(text)
  const ownerId = findsNumbers && mobilePhone && (await findUserId(db, mobilePhone))
  return or(
    id === undefined ? undefined : eq(devices.id, id),
    ownerId ? eq(devices.ownerId, ownerId) : undefined,
    and(inArray(devices.supplierType, Object.values(SupplierType)), eq(devices.phoneId, text)),
    like(devices.name, namePattern),
  )
}

const fields = {
  id: devices.id,
  name: devices.name,
  ownerId: devices.ownerId,
  mobilePhone: users.mobilePhone,
  zoneId: devices.zoneId,
  zoneName: zones.name,
  state: devices.state,
  stateSince: devices.stateSince,
  supplierType: devices.supplierType,
  goodsLevel: devices.goodsLevel,
  version: devices.version,
  isMetered: devices.isMetered,
  isTrial: devices.isTrial,
  adbRefusedSince: devices.adbRefusedSince,
  expiresAt: devices.expiresAt,
  createdAt: devices.createdAt,
}

const isAfter = ({ sort }: DeviceFilter, place: Place): SQL => {
  if (sort === 'expiring') return isBeyond(devices.expiresAt, devices.id, place, true)
  return sort === 'oldest' ? gt(devices.id, place.id) : lt(devices.id, place.id)
}

export const listDevices = async (db: Db, filter: DeviceFilter, place: Place | undefined, limit: number) => {
  const { text, ownerId, zoneId, state, supplierType, fromDay, toDay, sort } = filter
  const { from, to } = chinaPeriod(fromDay, toDay)
  const found = db
    .select({ ...fields, micros: microsOf(devices.expiresAt) })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.ownerId))
    .innerJoin(zones, eq(zones.id, devices.zoneId))
    .where(
      and(
        text ? await matches(db, text, filter.findsNumbers) : undefined,
        ownerId === undefined ? undefined : eq(devices.ownerId, ownerId),
        zoneId === undefined ? undefined : eq(devices.zoneId, zoneId),
        state === undefined ? ne(devices.state, 'released') : eq(devices.state, state),
        supplierType === undefined ? undefined : eq(devices.supplierType, supplierType),
        from && gte(devices.expiresAt, from),
        to && lt(devices.expiresAt, to),
        place && isAfter(filter, place),
      ),
    )
  const sorted =
    sort === 'expiring'
      ? found.orderBy(asc(devices.expiresAt), asc(devices.id))
      : found.orderBy(sort === 'oldest' ? asc(devices.id) : desc(devices.id))
  return (await sorted.limit(limit)).map(({ micros, ...device }) => ({
    ...device,
    ...(sort === 'expiring' && { micros }),
  }))
}
export type DeviceRow = Omit<Awaited<ReturnType<typeof listDevices>>[number], 'micros'>

const SHOWN = 10

const taskFields = {
  taskId: tasks.id,
  kind: tasks.kind,
  state: taskParts.state,
  progress: taskParts.progress,
  reason: taskParts.reason,
  createdAt: tasks.createdAt,
  deadlineAt: taskParts.deadlineAt,
  endedAt: taskParts.endedAt,
}

export const findDeviceDetails = async (db: Db, deviceId: number) => {
  const { phoneId, imageVersion, isPowerOn, faultySince, stateDeadline, firstStartedAt, configId } = devices
  const { cpuCores, memoryGb, storageGb } = goodsConfigurations
  const [device] = await db
    .select({
      ...fields,
      phoneId,
      imageVersion,
      isPowerOn,
      faultySince,
      stateDeadline,
      firstStartedAt,
      configId,
      cpuCores,
      memoryGb,
      storageGb,
    })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.ownerId))
    .innerJoin(zones, eq(zones.id, devices.zoneId))
    .leftJoin(goodsConfigurations, eq(goodsConfigurations.id, devices.configId))
    .where(eq(devices.id, deviceId))
  if (!device) return undefined
  const [places, latest, interruptions, quarantined] = await Promise.all([
    device.configId === null ? [] : listPlaces(db, device.configId),
    db
      .select(taskFields)
      .from(taskParts)
      .innerJoin(tasks, eq(tasks.id, taskParts.taskId))
      .where(eq(taskParts.deviceId, deviceId))
      .orderBy(desc(taskParts.id))
      .limit(SHOWN),
    db
      .select()
      .from(deviceInterruptions)
      .where(eq(deviceInterruptions.deviceId, deviceId))
      .orderBy(desc(deviceInterruptions.id))
      .limit(SHOWN),
    db
      .select()
      .from(quarantinedPhones)
      .where(eq(quarantinedPhones.deviceId, deviceId))
      .orderBy(desc(quarantinedPhones.id))
      .limit(SHOWN),
  ])
  const [running] = await db
    .select(taskFields)
    .from(taskParts)
    .innerJoin(tasks, eq(tasks.id, taskParts.taskId))
    .where(and(eq(taskParts.deviceId, deviceId), isNull(taskParts.endedAt)))
    .orderBy(asc(taskParts.isBeside), asc(taskParts.id))
    .limit(1)
  return { device, places, task: running, tasks: latest, interruptions, quarantined }
}

/** Attached phones of a place; one that is rented is none of them. */
const attachedPhonesThat = (condition: SQL): SQL<number> =>
  sql<number>`(select count(*)::int from attached_phones p where p.zone_id = ${zoneStock.zoneId}
    and p.config_id = ${zoneStock.configId} and p.detached_at is null and ${condition})`

const listPlaces = (db: Db, configId: number) => {
  const { capacity, reserved, rented } = zoneStock
  return db
    .select({
      zoneId: zones.id,
      zoneName: zones.name,
      isOpen: zones.isOpen,
      capacity,
      reserved,
      rented,
      quarantined: sql<number>`(select count(*)::int from quarantined_phones q where q.has_place
        and q.zone_id = ${zoneStock.zoneId} and q.config_id = ${zoneStock.configId})`,
      erasing: attachedPhonesThat(sql`p.is_erasing and p.unerased_since is null`),
      unerased: attachedPhonesThat(sql`p.unerased_since is not null`),
      away: attachedPhonesThat(sql`p.phone_id is null and p.unreachable_since is not null`),
      free: sql`greatest(${capacity} - ${reserved} - ${rented}, 0)`.mapWith(Number),
    })
    .from(zoneStock)
    .innerJoin(zones, eq(zones.id, zoneStock.zoneId))
    .where(eq(zoneStock.configId, configId))
    .orderBy(asc(zones.id))
}
