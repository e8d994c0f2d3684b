import type { DeviceState } from '@yunji/contract/devices/device/enums'
import { type DeviceEvent, deviceMachine } from '@yunji/contract/devices/device/machine'
import { deadlineOf } from '@yunji/contract/machine'
import { and, asc, desc, eq, inArray, ne, not, type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Clock, later, MINUTE_MS } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import { createBackoff, forEachBatch, readBatches } from '../../../platform/each-row.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Tasks } from '../../../platform/tasks/tasks.ts'
import { devices } from '../../../tables/devices.ts'
import { renewalHolds, renewalHoldUses } from '../../../tables/renewals.ts'
import { isZoneUnreachable, listZoneHealth } from './outages.ts'
import { afterRelease } from './release-device.ts'
import type { DeviceRow } from './store.ts'
import { hasReachedDeadline, hasUsedUpItsTime, isAnyOf, takes, transition } from './transitions.ts'

/** A device is declared broken this long before its deadline, so that it never stands beyond it. */
const AHEAD_MS = 10_000

interface SweepDeps {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: Jobs
  readonly tasks: Tasks
  readonly log: Logger
}

const states = Object.keys(deviceMachine.states) as DeviceState[]

const AT_ONCE = 200
/** How long a phone that an order holds is left alone before it is looked at again. */
const HELD_MS = 30_000
/** The same for faulty phones that wait for a person. */
const BRAKED_MS = 5 * MINUTE_MS

/** Devices that an event is due for, by the moment of which column. */
interface Due {
  readonly event: DeviceEvent
  readonly by: typeof devices.stateDeadline | typeof devices.expiresAt
  readonly condition: SQL | undefined
}

/**
 * Lets what is due happen: every state that has lasted too long ends, and used-up time expires. Any process may do it. Each
 * batch is a transaction of its own, and a device that fails stands in nobody's way.
 */
export const sweepDevices = (deps: SweepDeps) => {
  const { clock, log } = deps
  const backoff = createBackoff(clock)
  const sweep = async (due: Due, now: Date): Promise<void> => {
    const fields = ({ id: deviceId }: DueDevice) => ({ deviceId, event: due.event })
    const pages = readBatches<DueDevice>(AT_ONCE, (after, limit) => listDue(deps, due, limit, after))
    for await (const page of pages)
      await forEachBatch({ job: 'devices.sweep', log, fields, backoff }, page, (some) =>
        applyDueEvents(deps, due, some, now),
      )
  }
  return async (): Promise<void> => {
    const now = clock.now()
    for (const state of states) {
      const event = deadlineOf(deviceMachine, state)?.event
      const aheadMs = event === 'breakDown' ? AHEAD_MS : 0
      const condition = hasReachedDeadline(clock, state, aheadMs)
      if (event) await sweep({ event, by: devices.stateDeadline, condition }, now)
    }
    // Not while its phone cannot be had: what is left of its time counts from when it is back.
    const isHad = and(ne(devices.state, 'faulty'), not(isZoneUnreachable(clock)))
    const condition = and(takes('expire'), hasUsedUpItsTime(clock), isHad)
    await sweep({ event: 'expire', by: devices.expiresAt, condition }, now)
  }
}

interface DueDevice {
  readonly id: number
  readonly due: Date | null
}

const listDue = (
  { database: { db } }: SweepDeps,
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

/** Those that are still due, held until the transaction ends. What another process holds is its own to move. */
const lockDue = async (tx: Tx, { by, condition }: Due, found: readonly DueDevice[]): Promise<number[]> => {
  const due = await tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(isAnyOf(found.map(({ id }) => id)), condition))
    .orderBy(asc(by))
    .for('update', { skipLocked: true })
  return due.map(({ id }) => id)
}

const applyDueEvents = (deps: SweepDeps, { event, ...which }: Due, found: readonly DueDevice[], now: Date) =>
  deps.database.db.transaction(async (tx) => {
    const due = await lockDue(tx, { event, ...which }, found)
    if (due.length === 0) return
    const held = await postponeSome(deps, tx, event, due, now)
    const moved = await transition(tx, event, now, isAnyOf(due.filter((id) => !held.has(id))))
    await deps.tasks.abandon(
      tx,
      moved.map(({ id }) => id),
    )
    for (const device of moved.toSorted(byStock)) await followUp(deps, tx, device)
  })

const postponeSome = async (deps: SweepDeps, tx: Tx, event: DeviceEvent, due: readonly number[], now: Date) => {
  if (event === 'release') return postponeHeld(tx, due, now)
  if (event === 'replace') return postponeBraked(deps, tx, due, now)
  return new Set<number>()
}

/** Where much of a zone is broken, or nobody sees it, its faulty phones wait for a person, who is called again and again. */
const postponeBraked = async ({ clock, log }: SweepDeps, tx: Tx, deviceIds: readonly number[], now: Date) => {
  const braked = (await listZoneHealth(tx, clock)).filter(({ isBraked }) => isBraked)
  const held = new Set<number>()
  for (const { supplierType, zoneId, ...zone } of braked) {
    const isThere = and(eq(devices.supplierType, supplierType), eq(devices.zoneId, zoneId))
    const left = await tx
      .update(devices)
      .set({ stateDeadline: later(now, BRAKED_MS) })
      .where(and(isAnyOf(deviceIds), isThere))
      .returning({ id: devices.id })
    if (left.length > 0)
      log.error(
        { supplierType, zoneId, ...zone, left: left.length },
        'faulty phones are not replaced: a person decides',
      )
    for (const { id } of left) held.add(id)
  }
  return held
}

/**
 * Devices whose first unpaid renewal may still be paid. Only one order holds a device for each end of its time: chained
 * ones would keep it for nothing.
 */
const listHeld = async (tx: Tx, deviceIds: readonly number[]): Promise<number[]> => {
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

/**
 * A renewal that may still be paid keeps its phones. Its order was written while the phone was locked, as it is here: so
 * either this sees the order, or the order sees that the phone is gone.
 */
const postponeHeld = async (tx: Tx, deviceIds: readonly number[], now: Date): Promise<ReadonlySet<number>> => {
  const held = await listHeld(tx, deviceIds)
  if (held.length > 0)
    await tx
      .update(devices)
      .set({ stateDeadline: later(now, HELD_MS) })
      .where(isAnyOf(held))
  return new Set(held)
}

/** Stock is always taken in this order. */
const byStock = (a: DeviceRow, b: DeviceRow): number => a.zoneId - b.zoneId || (a.configId ?? 0) - (b.configId ?? 0)

const followUp = async ({ jobs, tasks }: SweepDeps, tx: Tx, device: DeviceRow): Promise<void> => {
  const { state, ownerId } = device
  if (state === 'replacing')
    await tasks.begin(tx, { kind: 'replace', ownerId, devices: [{ device, before: 'faulty' }] })
  if (state === 'released') await afterRelease(tx, jobs, device)
}
