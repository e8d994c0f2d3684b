import type { DeviceState } from '@yunji/contract/devices/device/enums'
import { type DeviceEvent, deviceMachine } from '@yunji/contract/devices/device/machine'
import { deadlineOf } from '@yunji/contract/machine'
import type { Logger } from 'pino'
import { type Clock, later, MINUTE_MS } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import { createBackoff, forEachBatch, readBatches } from '../../../platform/each-row.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { Tasks } from '../../../platform/tasks/tasks.ts'
import { listZoneHealth } from './list-zone-health.ts'
import { afterRelease, releaseDevice } from './release-device.ts'
import type { DeviceRow } from './store.ts'
import {
  type Due,
  type DueDevice,
  dueByDeadline,
  dueByExpiry,
  listDueDevices,
  listHeldByRenewals,
  lockDueDevices,
  postponeDevices,
  postponeInZone,
  postponeRefusing,
} from './sweep-store.ts'
import { isAnyOf, transition } from './transition-store.ts'

/** A device breaks down this long before its deadline, so that it never exceeds it. */
const AHEAD_MS = 10_000

interface SweepDeps {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: Jobs
  readonly tasks: Tasks
  readonly log: Logger
  readonly outbox: Outbox
}

const states = Object.keys(deviceMachine.states) as DeviceState[]

const AT_ONCE = 200
/** Pause before a device held by an order is checked again. */
const HELD_MS = 30_000
/** The same for faulty phones that wait for an operator. */
const BREAKER_RETRY_MS = 5 * MINUTE_MS

/**
 * Applies due events: states past their deadline end, and used-up rentals expire. Any process may run it. Each batch is
 * one transaction, and a failing device does not stop the others.
 */
export const sweepDevices = (deps: SweepDeps) => {
  const { clock, log } = deps
  const backoff = createBackoff(clock)
  const sweep = async (due: Due, now: Date): Promise<void> => {
    const fields = ({ id: deviceId }: DueDevice) => ({ deviceId, event: due.event })
    const pages = readBatches<DueDevice>(AT_ONCE, (after, limit) => listDueDevices(deps.database.db, due, limit, after))
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
      if (event) await sweep(dueByDeadline(clock, event, state, aheadMs), now)
    }
    await sweep(dueByExpiry(clock), now)
  }
}

const applyDueEvents = (deps: SweepDeps, { event, ...which }: Due, found: readonly DueDevice[], now: Date) =>
  deps.database.db.transaction(async (tx) => {
    const due = await lockDueDevices(tx, { event, ...which }, found)
    if (due.length === 0) return
    const held = await postponeSome(deps, tx, event, due, now)
    const moved = await transition(tx, event, now, isAnyOf(due.filter((id) => !held.has(id))))
    await deps.tasks.abandon(
      tx,
      moved.map(({ id }) => id),
    )
    for (const device of moved.toSorted(byStock)) await followUp(deps, tx, device, now)
  })

const postponeSome = async (deps: SweepDeps, tx: Tx, event: DeviceEvent, due: readonly number[], now: Date) => {
  if (event === 'release') return postponeHeld(tx, due, now)
  if (event === 'replace') {
    const refusing = await leaveRefusing(deps, tx, due, now)
    const others = due.filter((id) => !refusing.has(id))
    return new Set([...refusing, ...(await postponeByBreaker(deps, tx, others, now))])
  }
  return new Set<number>()
}

/** Postpones phones that refuse ADB: most likely they run, and only a person may give up their data. */
const leaveRefusing = async ({ log }: SweepDeps, tx: Tx, due: readonly number[], now: Date): Promise<Set<number>> => {
  const left = await postponeRefusing(tx, due, later(now, BREAKER_RETRY_MS))
  const deviceIds = left.map(({ id }) => id)
  if (left.length > 0) log.error({ deviceIds }, 'phones that refuse ADB not replaced, manual decision required')
  return new Set(deviceIds)
}

/** Postpones faulty phones of a zone with many faults or without contact; logs an error for the operator each time. */
const postponeByBreaker = async ({ clock, log }: SweepDeps, tx: Tx, deviceIds: readonly number[], now: Date) => {
  const stopped = (await listZoneHealth(tx, clock)).filter(({ isBreakerOpen }) => isBreakerOpen)
  const held = new Set<number>()
  for (const { supplierType, zoneId, ...zone } of stopped) {
    const left = await postponeInZone(tx, deviceIds, { supplierType, zoneId }, later(now, BREAKER_RETRY_MS))
    if (left.length > 0)
      log.error(
        { supplierType, zoneId, ...zone, left: left.length },
        'faulty devices not replaced, manual decision required',
      )
    for (const { id } of left) held.add(id)
  }
  return held
}

/**
 * A renewal that may still be paid keeps its devices. Orders are written while the device is locked, as here: either this
 * sees the order, or the order sees that the device is released.
 */
const postponeHeld = async (tx: Tx, deviceIds: readonly number[], now: Date): Promise<ReadonlySet<number>> => {
  const held = await listHeldByRenewals(tx, deviceIds)
  if (held.length > 0) await postponeDevices(tx, held, later(now, HELD_MS))
  return new Set(held)
}

/** Stock rows are always locked in this order. */
const byStock = (a: DeviceRow, b: DeviceRow): number => a.zoneId - b.zoneId || (a.configId ?? 0) - (b.configId ?? 0)

const followUp = async (deps: SweepDeps, tx: Tx, device: DeviceRow, now: Date): Promise<void> => {
  const { jobs, tasks } = deps
  const { state, ownerId } = device
  if (state === 'replacing')
    await tasks.begin(tx, { kind: 'replace', ownerId, devices: [{ device, before: 'faulty' }] })
  if (state === 'released') await afterRelease(tx, jobs, device)
  if (state === 'expired' && device.isTrial) await endTrial(deps, tx, device, now)
}

/** Releases a trial at its end: nothing was paid, so it is not kept for a renewal. */
const endTrial = async ({ jobs, outbox }: SweepDeps, tx: Tx, device: DeviceRow, now: Date): Promise<void> => {
  const { id: deviceId, ownerId: userId, name: deviceName } = device
  await releaseDevice(tx, jobs, deviceId, now)
  await outbox.add(tx, {
    event: 'trialEnded',
    userId,
    key: `trialEnded:${deviceId}`,
    payload: { deviceId, deviceName },
  })
}
