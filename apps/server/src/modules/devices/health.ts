import type { DeviceState } from '@yunji/contract/device/states'
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { Logger } from 'pino'
import { untilAborted } from '../../platform/abort.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { createGate } from '../../platform/gate.ts'
import type { Suppliers } from '../../platform/suppliers.ts'
import { devices } from '../../tables/devices.ts'
import type { DeviceRow } from './store.ts'
import { isInStay, transition } from './transitions.ts'

interface HealthDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly suppliers: Suppliers
  /** The process goes away: nobody waits for a phone any more. */
  readonly closing: AbortSignal
}

const ROUND_SIZE = 200
const AT_ONCE = 8
const ASK_DEADLINE_MS = 10_000
/** Phones that are missed are looked for in every round, those that run only in some. */
const ROUNDS_PER_LOOK_AT_ALL = 3
/** One missed answer may be a hiccup of the line. */
const MISSES_ALLOWED = 1

/**
 * Asks phones whether they are there: a running device whose phone is gone becomes faulty, a faulty one whose phone is
 * back runs again. Each round takes the next devices, so that many of them are asked in turn.
 */
export const createHealthWatch = ({ database: { db }, clock, log, suppliers, closing }: HealthDeps) => {
  const misses = new Map<number, number>()
  let lastId = 0
  let round = 0

  const findDevices = (afterId: number, states: readonly DeviceState[]): Promise<DeviceRow[]> =>
    db
      .select()
      .from(devices)
      .where(and(gt(devices.id, afterId), inArray(devices.state, [...states])))
      .orderBy(asc(devices.id))
      .limit(ROUND_SIZE)

  const nextDevices = async (): Promise<DeviceRow[]> => {
    round += 1
    if (round % ROUNDS_PER_LOOK_AT_ALL !== 1) return findDevices(0, ['faulty'])
    const found = await findDevices(lastId, ['running', 'faulty'])
    lastId = found.length < ROUND_SIZE ? 0 : (found.at(-1)?.id ?? 0)
    return found
  }

  const look = async (device: DeviceRow): Promise<void> => {
    const isAlive = await ask(device)
    const missed = isAlive ? 0 : (misses.get(device.id) ?? 0) + 1
    if (missed === 0) misses.delete(device.id)
    else misses.set(device.id, missed)
    const isChange = device.state === 'running' ? missed > MISSES_ALLOWED : isAlive
    if (!isChange) return
    const event = isAlive ? 'settleRunning' : 'breakDown'
    const stay = and(isInStay({ deviceId: device.id, stateCount: device.stateCount }), eq(devices.state, device.state))
    const moved = await db.transaction((tx) => transition(tx, event, clock.now(), stay))
    misses.delete(device.id)
    if (moved.length > 0) log.warn({ deviceId: device.id, isAlive }, 'a phone has gone or come back')
  }

  const ask = async ({ supplierType, phoneId }: DeviceRow): Promise<boolean> => {
    try {
      return await suppliers.of(supplierType).isAlive(phoneId, AbortSignal.timeout(ASK_DEADLINE_MS))
    } catch {
      return false
    }
  }

  return async (): Promise<void> => {
    const found = await nextDevices()
    const inTurn = createGate(AT_ONCE)
    await untilAborted(closing, Promise.all(found.map((device) => inTurn(() => look(device)))))
  }
}
