import type { DeviceState } from '@yunji/contract/devices/device/enums'
import { type DeviceEvent, deviceMachine } from '@yunji/contract/devices/device/machine'
import { deadlineOf, nextStep, statesAccepting } from '@yunji/contract/machine'
import { and, eq, inArray, isNull, lte, not, notExists, type SQL, sql } from 'drizzle-orm'
import { type Clock, databaseNow, later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { devices } from '../../../tables/devices.ts'
import { taskParts } from '../../../tables/tasks.ts'
import type { DeviceRow } from './store.ts'

/** The one state that an event leads to from wherever it changes something. */
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

/** The phone is off, or is not ours yet, or does not answer: no time that it runs. */
const OFF: ReadonlySet<DeviceState> = new Set(['creating', 'stopped', 'expired', 'released', 'faulty'])

/** How long a phone has really been on is written down where it is turned on and off, and nowhere else. */
const runningFacts = (state: DeviceState, now: Date) => {
  const at = sql`${now}::timestamptz`
  if (!OFF.has(state)) {
    return {
      firstStartedAt: sql`coalesce(${devices.firstStartedAt}, ${at})`,
      runningSince: sql`coalesce(${devices.runningSince}, ${at})`,
    }
  }
  const sinceMs = sql`greatest(0, coalesce(extract(epoch from ${at} - ${devices.runningSince}) * 1000, 0))::bigint`
  return { ranMs: sql`${devices.ranMs} + ${sinceMs}`, runningSince: null }
}

const BACK: ReadonlySet<DeviceState> = new Set(['running', 'stopped'])

/**
 * A device is faulty until it is back, whatever is tried in between. Rent that ran out meanwhile goes on with the time that
 * was left when the phone was missed.
 */
const faultFacts = (state: DeviceState, now: Date) => {
  const at = sql`${now}::timestamptz`
  if (state === 'faulty') return { faultySince: sql`coalesce(${devices.faultySince}, ${at})` }
  if (!BACK.has(state)) return OFF.has(state) ? { faultySince: null } : {}
  const leftMs = sql`(${devices.expiresAt} - ${devices.faultySince})`
  const isLost = sql`not ${devices.isMetered} and ${devices.expiresAt} > ${devices.faultySince} and ${devices.expiresAt} <= ${at}`
  return {
    faultySince: null,
    expiresAt: sql`case when ${isLost} then ${at} + ${leftMs} else ${devices.expiresAt} end`,
  }
}

/**
 * Lets an event happen to every device that the condition names and the machine allows: the state stands in the `where`,
 * so that of two events at once exactly one happens. Returns those that it happened to.
 */
export const transition = (tx: Tx, event: DeviceEvent, now: Date, condition: SQL | undefined): Promise<DeviceRow[]> => {
  const state = targetOf(event)
  const afterMs = deadlineOf(deviceMachine, state)?.afterMs
  return tx
    .update(devices)
    .set({
      state,
      stateCount: sql`${devices.stateCount} + 1`,
      stateDeadline: afterMs === undefined ? null : later(now, afterMs),
      ...runningFacts(state, now),
      ...faultFacts(state, now),
    })
    .where(and(takes(event), condition))
    .returning()
}

/** In a state in which the event changes something. */
export const takes = (event: DeviceEvent): SQL => inArray(devices.state, [...statesAccepting(deviceMachine, event)])

export const isAnyOf = (deviceIds: readonly number[]): SQL => inArray(devices.id, [...deviceIds])

/** The very stay in a state that some work was begun for: once it is over, the work has nothing to end any more. */
export const isInStay = ({ deviceId, stateCount }: { deviceId: number; stateCount: number }): SQL | undefined =>
  and(eq(devices.id, deviceId), eq(devices.stateCount, stateCount))

/** By the database's clock, or so much ahead of it. */
export const hasReachedDeadline = (clock: Clock, state: DeviceState, aheadMs = 0): SQL | undefined =>
  and(
    eq(devices.state, state),
    lte(devices.stateDeadline, sql`${databaseNow(clock)} + ${aheadMs} * interval '1 millisecond'`),
  )

/** A metered one ends when nobody pays its next hour: see the metering. */
export const hasUsedUpItsTime = (clock: Clock): SQL | undefined => and(not(devices.isMetered), isPast(clock))

/** The paid time is over by the database's clock. */
export const isPast = (clock: Clock): SQL => lte(devices.expiresAt, databaseNow(clock))

/** Its state says the same; the database would refuse a second one. */
const hasNoTask = (tx: Tx) =>
  notExists(
    tx
      .select({ one: sql`1` })
      .from(taskParts)
      .where(and(sql`${taskParts.deviceId} = ${devices.id}`, isNull(taskParts.endedAt))),
  )

/** Devices without an open task. Their state says the same; the database refuses a second task. */
export const isIdleAnyOf = (tx: Tx, deviceIds: readonly number[]): SQL | undefined =>
  and(isAnyOf(deviceIds), hasNoTask(tx))

/** The device is still in the state in which it was read. */
export const isInSameState = ({ id, stateCount, state }: DeviceRow): SQL | undefined =>
  and(isInStay({ deviceId: id, stateCount }), eq(devices.state, state))
