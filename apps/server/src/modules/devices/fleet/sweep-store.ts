import type { DeviceState } from '@yunji/contract/devices/device/enums'
import type { DeviceEvent } from '@yunji/contract/devices/device/machine'
import { and, asc, desc, eq, inArray, isNotNull, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { devices } from '../../../tables/devices.ts'
import { renewalHolds, renewalHoldUses } from '../../../tables/renewals.ts'
import { hasReachedDeadline, hasUsedUpItsTime, isAnyOf, takes } from './transition-store.ts'
import { isZoneUnreachable } from './zone-store.ts'

/** Devices that an event is due for, and the column of its due time. */
export interface Due {
  readonly event: DeviceEvent
  readonly by: typeof devices.stateDeadline | typeof devices.expiresAt
  readonly condition: SQL | undefined
}

export interface DueDevice {
  readonly id: number
  readonly due: Date | null
}

export const listDueDevices = (
  db: Db,
  { by, condition }: Due,
  limit: number,
  last: DueDevice | undefined,
): Promise<DueDevice[]> =>
  db
    .select({ id: devices.id, due: by })
    .from(devices)
    .where(and(condition, last && sql`(${by}, ${devices.id}) > (${last.due}::timestamptz, ${last.id}::bigint)`))
    .orderBy(asc(by), asc(devices.id))
    .limit(limit)

/** Devices still due, locked until the transaction ends. Rows locked by another process are skipped. */
export const lockDueDevices = async (
  tx: Tx,
  { by, condition }: Due,
  found: readonly DueDevice[],
): Promise<number[]> => {
  const due = await tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(isAnyOf(found.map(({ id }) => id)), condition))
    .orderBy(asc(by))
    .for('update', { skipLocked: true })
  return due.map(({ id }) => id)
}

/**
 * Devices whose first unpaid renewal may still be paid. Only one order holds a device for each end of its rental: chained
 * orders would keep it without payment.
 */
export const listHeldByRenewals = async (tx: Tx, deviceIds: readonly number[]): Promise<number[]> => {
  const holds = await tx
    .select({ id: devices.id, expiresAt: devices.expiresAt, orderId: renewalHolds.orderId })
    .from(renewalHolds)
    .innerJoin(devices, eq(devices.id, renewalHolds.deviceId))
    .where(inArray(renewalHolds.deviceId, [...deviceIds]))
    .orderBy(asc(devices.id), desc(renewalHolds.orderId))
  if (holds.length === 0) return []
  await tx
    .insert(renewalHoldUses)
    .values(holds.map(({ id: deviceId, ...use }) => ({ deviceId, ...use })))
    .onConflictDoNothing()
  const uses = await tx
    .select()
    .from(renewalHoldUses)
    .where(inArray(renewalHoldUses.deviceId, [...new Set(holds.map(({ id }) => id))]))
  return holds
    .filter(({ id, expiresAt, orderId }) =>
      uses.some(
        (use) => use.deviceId === id && use.orderId === orderId && use.expiresAt.getTime() === expiresAt.getTime(),
      ),
    )
    .map(({ id }) => id)
}

/** Devices in a state whose deadline is reached, or at most `aheadMs` away. */
export const dueByDeadline = (clock: Clock, event: DeviceEvent, state: DeviceState, aheadMs: number): Due => ({
  event,
  by: devices.stateDeadline,
  condition: hasReachedDeadline(clock, state, aheadMs),
})

/**
 * Devices whose rental has ended. A faulty or unreachable phone keeps its remaining time until it is back. A faulty trial
 * ends all the same: switching debugging off would keep its place for ever.
 */
export const dueByExpiry = (clock: Clock): Due => ({
  event: 'expire',
  by: devices.expiresAt,
  condition: and(
    takes('expire'),
    hasUsedUpItsTime(clock),
    and(or(ne(devices.state, 'faulty'), devices.isTrial), not(isZoneUnreachable(clock))),
  ),
})

export const postponeDevices = async (tx: Tx, deviceIds: readonly number[], stateDeadline: Date): Promise<void> => {
  await tx.update(devices).set({ stateDeadline }).where(isAnyOf(deviceIds))
}

/** Returns the devices whose phones refuse ADB. */
export const postponeRefusing = (
  tx: Tx,
  deviceIds: readonly number[],
  stateDeadline: Date,
): Promise<{ id: number }[]> =>
  tx
    .update(devices)
    .set({ stateDeadline })
    .where(and(isAnyOf(deviceIds), isNotNull(devices.adbRefusedSince)))
    .returning({ id: devices.id })

/** Returns the devices that are in the zone. */
export const postponeInZone = (
  tx: Tx,
  deviceIds: readonly number[],
  { supplierType, zoneId }: { supplierType: number; zoneId: number },
  stateDeadline: Date,
): Promise<{ id: number }[]> => {
  const isThere = and(eq(devices.supplierType, supplierType), eq(devices.zoneId, zoneId))
  return tx
    .update(devices)
    .set({ stateDeadline })
    .where(and(isAnyOf(deviceIds), isThere))
    .returning({ id: devices.id })
}
