import { type AvailabilityRule, countedSeconds, creditSeconds } from '@yunji/contract/devices/availability/rules'
import { MESSAGE_DEVICES } from '@yunji/contract/messages/rules'
import { chinaDay, chinaDayPeriod } from '../../../platform/china-time.ts'
import { DAY_MS, HOUR_MS, later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { createBackoff, forEachBatch, forEachRow, readPages } from '../../../platform/each-row.ts'
import { type DeviceRow, extendDevice } from '../fleet/index.ts'
import { readRule } from './availability-rule.ts'
import type { AvailabilityDeps } from './deps.ts'
import {
  type DueOwner,
  type InterruptionRow,
  listDue,
  listDueDevices,
  listDueOwners,
  listOurs,
  lockDevices,
  settleInterruption,
  sumPhoneCredits,
  sumPlannedMs,
} from './store.ts'

const JOB = 'availability.settle'
const PAGE_SIZE = 200
/** Devices of one transaction. */
const AT_ONCE = 50

/**
 * Gives time back for interruptions by our fault. What a day is worth is computed anew from all of its interruptions, and only
 * the difference to what was given already is added: a second run adds nothing. Devices are locked, as renewals, transfers
 * and releases lock them. Any process may run it.
 */
export const settleInterruptions = (deps: AvailabilityDeps) => {
  const { database, clock, log } = deps
  const { db } = database
  const ownerWork = { job: JOB, log, fields: (owner: DueOwner) => ({ ...owner }), backoff: createBackoff(clock) }
  const deviceWork = { job: JOB, log, fields: (deviceId: number) => ({ deviceId }), backoff: createBackoff(clock) }

  const settleOwner = async (ownerId: number, rule: AvailabilityRule, now: Date): Promise<void> => {
    const deviceIds = await listDueDevices(db, ownerId, now)
    for (let at = 0; at < deviceIds.length; at += AT_ONCE)
      await forEachBatch(deviceWork, deviceIds.slice(at, at + AT_ONCE), (some) =>
        db.transaction((tx) => settleDevices(deps, tx, some, { rule, now, ownerId, dueCount: deviceIds.length })),
      )
  }

  return async (): Promise<void> => {
    const now = clock.now()
    const rule = await readRule(db)
    const owners = readPages<DueOwner>(PAGE_SIZE, (last, limit) => listDueOwners(db, now, last?.ownerId ?? 0, limit))
    await forEachRow(ownerWork, owners, ({ ownerId }) => settleOwner(ownerId, rule, now))
  }
}

interface Run {
  readonly rule: AvailabilityRule
  readonly now: Date
  readonly ownerId: number
  /** Devices of the owner that this run settles, in all its transactions. */
  readonly dueCount: number
}

interface Given {
  readonly device: DeviceRow
  readonly seconds: number
}

const settleDevices = async (deps: AvailabilityDeps, tx: Tx, deviceIds: readonly number[], run: Run): Promise<void> => {
  const { rule, now } = run
  const given: Given[] = []
  for (const device of await lockDevices(tx, deviceIds)) {
    const seconds = await settleDevice(tx, device, rule, now)
    if (seconds > 0) given.push({ device, seconds })
  }
  for (const { device, seconds } of given)
    await extendDevice(tx, device, { boughtMs: seconds * 1000, paidAt: now }, now)
  // A device that was transferred meanwhile takes its time along, and its owner of today is told.
  for (const [userId, some] of Map.groupBy(given, ({ device }) => device.ownerId))
    await tell(deps, tx, userId, some, run)
}

/** Metered phones are not charged while they are away, trials were free, released ones have no time. */
const takesTime = ({ isMetered, isTrial, state }: DeviceRow): boolean =>
  !isMetered && !isTrial && state !== 'released' && state !== 'creating'

const settleDevice = async (tx: Tx, device: DeviceRow, rule: AvailabilityRule, now: Date): Promise<number> => {
  const due = await listDue(tx, device.id, now)
  const days = new Set(due.map(({ endedAt }) => chinaDay(endedAt ?? now)))
  let seconds = 0
  for (const day of days) seconds += await settleDay(tx, device, day, rule, now)
  return seconds
}

const plannedMs = (tx: Tx, { zoneId, startedAt, endedAt }: InterruptionRow, now: Date): Promise<number> =>
  sumPlannedMs(tx, zoneId, { from: startedAt, to: endedAt ?? now })

const settleDay = async (
  tx: Tx,
  device: DeviceRow,
  day: string,
  rule: AvailabilityRule,
  now: Date,
): Promise<number> => {
  const ours = await listOurs(tx, device.id, chinaDayPeriod(day), now)
  const lengths = new Map<number, number>()
  for (const row of ours) {
    const endedMs = (row.endedAt ?? now).getTime()
    const isNew = row.settledAt === null || row.countedSeconds === null
    const length = isNew
      ? countedSeconds(row.startedAt.getTime(), endedMs, await plannedMs(tx, row, now))
      : (row.countedSeconds ?? 0)
    lengths.set(row.id, length)
  }
  const worth = takesTime(device) ? creditSeconds(rule, [...lengths.values()]) : 0
  const before = ours.reduce((sum, row) => sum + row.creditedSeconds + row.restoredSeconds, 0)
  const open = ours.filter(({ settledAt }) => settledAt === null)
  const more = await withinMonth(tx, device, open, Math.max(0, worth - before), rule, now)
  const newest = open.at(-1)
  for (const row of open) {
    const length = lengths.get(row.id) ?? 0
    const isPlanned = length === 0 && (await plannedMs(tx, row, now)) > 0
    await settleInterruption(tx, row.id, {
      countedSeconds: length,
      creditedSeconds: row.creditedSeconds + (row === newest ? more : 0),
      fault: isPlanned ? 'planned' : 'ours',
      settledAt: now,
    })
  }
  return more
}

const MONTH_MS = 30 * DAY_MS

/**
 * Seconds that the month still allows: an owner who breaks the own phone night after night would rent it for ever. Outages of a zone
 * and what an operator has looked at are not bounded.
 */
const withinMonth = async (
  tx: Tx,
  { id }: DeviceRow,
  open: readonly InterruptionRow[],
  seconds: number,
  { maxPhoneHoursPerMonth }: AvailabilityRule,
  now: Date,
): Promise<number> => {
  if (seconds === 0 || open.some(({ cause, correction }) => cause === 'zone' || correction !== '')) return seconds
  const given = await sumPhoneCredits(tx, id, later(now, -MONTH_MS))
  return Math.max(0, Math.min(seconds, (maxPhoneHoursPerMonth * HOUR_MS) / 1000 - given))
}

/** One message of a run for each owner, however many transactions it takes: those after the first have the same key. */
const tell = ({ outbox }: AvailabilityDeps, tx: Tx, userId: number, given: readonly Given[], run: Run) => {
  const [first, ...rest] = given.map(({ device }) => ({ deviceId: device.id, deviceName: device.name }))
  const payload = {
    deviceId: first?.deviceId ?? 0,
    deviceName: first?.deviceName ?? '',
    others: rest.slice(0, MESSAGE_DEVICES - 1),
    deviceCount: userId === run.ownerId && run.dueCount > AT_ONCE ? run.dueCount : given.length,
    seconds: given[0]?.seconds ?? 0,
  }
  const key = `downtimeCredited:${userId}:${run.ownerId}:${run.now.getTime()}`
  return outbox.add(tx, { event: 'downtimeCredited', userId, key, payload })
}
