import type { DeviceState } from '@yunji/contract/devices/device/enums'
import { type DeviceEvent, deviceMachine } from '@yunji/contract/devices/device/machine'
import { deadlineOf, nextStep, statesAccepting } from '@yunji/contract/machine'
import { and, eq, inArray, isNotNull, isNull, lte, not, notExists, type SQL, sql } from 'drizzle-orm'
import { type Clock, databaseNow, later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { devices } from '../../../tables/devices.ts'
import { taskParts } from '../../../tables/tasks.ts'
import type { DeviceRow } from './store.ts'

/** The one target state of an event; throws where there are several. */
const targetOf = (event: DeviceEvent): DeviceState => {
  const targets = new Set(
    statesAccepting(deviceMachine, event).map((state) => {
      const step = nextStep(deviceMachine, state, event)
      return step.ok ? step.state : state
    }),
  )
  const [target] = targets
  if (target === undefined || targets.size > 1) throw new Error(`${event} leads to ${[...targets].join(' or ')}`)
  return target
}

/** States that do not count as running time: the phone is off, not handed over or not answering. */
const OFF: ReadonlySet<DeviceState> = new Set(['creating', 'stopped', 'expired', 'released', 'faulty'])

/**
 * Running time is recorded at transitions only. It begins when a phone runs for the first time: work on one that never
 * came up must not count as its hand-over, after which the order is not paid back by itself.
 */
const runningFacts = (state: DeviceState, now: Date) => {
  const at = sql`${now}::timestamptz`
  const runningSince = sql`coalesce(${devices.runningSince}, ${at})`
  if (state === 'running') return { firstStartedAt: sql`coalesce(${devices.firstStartedAt}, ${at})`, runningSince }
  if (!OFF.has(state))
    return { runningSince: sql`case when ${devices.firstStartedAt} is null then null else ${runningSince} end` }
  const sinceMs = sql`greatest(0, coalesce(extract(epoch from ${at} - ${devices.runningSince}) * 1000, 0))::bigint`
  return { ranMs: sql`${devices.ranMs} + ${sinceMs}`, runningSince: null }
}

const BACK: ReadonlySet<DeviceState> = new Set(['running', 'stopped'])

/**
 * `faultySince` stays until the device is back, across replacements. A rental that ended meanwhile gets the time that was
 * left when the fault began. `adbRefusedSince` stays as long.
 */
const faultFacts = (state: DeviceState, now: Date) => {
  const at = sql`${now}::timestamptz`
  if (state === 'faulty') return { faultySince: sql`coalesce(${devices.faultySince}, ${at})` }
  const healthy = { faultySince: null, adbRefusedSince: null }
  if (!BACK.has(state)) return OFF.has(state) ? healthy : {}
  const leftMs = sql`(${devices.expiresAt} - ${devices.faultySince})`
  const isLost = sql`not ${devices.isMetered} and ${devices.expiresAt} > ${devices.faultySince} and ${devices.expiresAt} <= ${at}`
  return {
    ...healthy,
    expiresAt: sql`case when ${isLost} then ${at} + ${leftMs} else ${devices.expiresAt} end`,
  }
}

/**
 * Applies an event to every device that matches the condition and accepts the event: the state is part of the `where`, so
 * that of two concurrent events exactly one applies. Returns the changed devices.
 */
export const transition = (tx: Tx, event: DeviceEvent, now: Date, condition: SQL | undefined): Promise<DeviceRow[]> => {
  const state = targetOf(event)
  const afterMs = deadlineOf(deviceMachine, state)?.afterMs
  return tx
    .update(devices)
    .set({
      state,
      stateSince: now,
      stateCount: sql`${devices.stateCount} + 1`,
      stateDeadline: afterMs === undefined ? null : later(now, afterMs),
      ...runningFacts(state, now),
      ...faultFacts(state, now),
      // A task may have started the phone of a stopped device.
      ...(event === 'settleStopped' && { isPowerOn: true }),
    })
    .where(and(takes(event), condition))
    .returning()
}

/** Devices in a state that accepts the event. */
export const takes = (event: DeviceEvent): SQL => inArray(devices.state, [...statesAccepting(deviceMachine, event)])

export const isAnyOf = (deviceIds: readonly number[]): SQL => inArray(devices.id, [...deviceIds])

/** The stay in a state that a task was begun for; after it the task must not change the device. */
export const hasStateCount = ({ deviceId, stateCount }: { deviceId: number; stateCount: number }): SQL | undefined =>
  and(eq(devices.id, deviceId), eq(devices.stateCount, stateCount))

/** By the database's clock, at most `aheadMs` early. */
export const hasReachedDeadline = (clock: Clock, state: DeviceState, aheadMs = 0): SQL | undefined =>
  and(
    eq(devices.state, state),
    lte(devices.stateDeadline, sql`${databaseNow(clock)} + ${aheadMs} * interval '1 millisecond'`),
  )

/** Prepaid devices only; a metered one ends when its next hour is not paid (meter-hours.ts). */
export const hasUsedUpItsTime = (clock: Clock): SQL | undefined => and(not(devices.isMetered), isPast(clock))

/** The paid time is over by the database's clock. */
export const isPast = (clock: Clock): SQL => lte(devices.expiresAt, databaseNow(clock))

const hasNoTask = (tx: Tx) =>
  notExists(
    tx
      .select({ one: sql`1` })
      .from(taskParts)
      .where(and(sql`${taskParts.deviceId} = ${devices.id}`, isNull(taskParts.endedAt), not(taskParts.isBeside))),
  )

/** Devices without a task that makes them busy. Their state says the same; the database refuses a second one. */
export const isIdleAnyOf = (tx: Tx, deviceIds: readonly number[]): SQL | undefined =>
  and(isAnyOf(deviceIds), hasNoTask(tx))

/** The device is still in the state in which it was read. */
export const isInSameState = ({ id, stateCount, state }: DeviceRow): SQL | undefined =>
  and(hasStateCount({ deviceId: id, stateCount }), eq(devices.state, state))

/** False when it was known, or the device has changed since it was read. */
export const setAdbRefused = async (tx: Tx, device: DeviceRow, adbRefusedSince: Date | null): Promise<boolean> => {
  const isNews = adbRefusedSince ? isNull(devices.adbRefusedSince) : isNotNull(devices.adbRefusedSince)
  const changed = await tx
    .update(devices)
    .set({ adbRefusedSince })
    .where(and(isInSameState(device), isNews))
    .returning({ id: devices.id })
  return changed.length > 0
}
