import type { Logger } from 'pino'
import { untilAborted } from '../../../platform/abort.ts'
import type { Clock } from '../../../platform/clock.ts'
import { limitConcurrency } from '../../../platform/concurrency.ts'
import type { Database } from '../../../platform/database.ts'
import { createBackoff, forEachRow } from '../../../platform/each-row.ts'
import type { PhoneHealth, Suppliers } from '../../../platform/supplier.ts'
import { type DeviceRow, listDevicesInStates, listProbes } from './store.ts'
import { isInSameState, transition } from './transition-store.ts'
import { recordSighting } from './zone-store.ts'

interface HealthDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly suppliers: Suppliers
  /** The process goes away: nobody waits for a phone any more. */
  readonly closing: AbortSignal
}

const ROUND_SIZE = 200
const CONCURRENCY = 8
const PROBE_DEADLINE_MS = 10_000
/** Phones that are missed are looked for in every round, those that run only in some. */
const ROUNDS_PER_FULL_CHECK = 3
/** One missed answer may be a hiccup of the line. */
const MISSES_ALLOWED = 1
/** Phones of each zone that are asked in every look at all, so that a zone is seen however many phones there are. */
const PROBES_PER_ZONE = 2

/** Phones of a zone that cannot be seen: so many in a round, and the others are not asked. */
const UNSEEN_ENOUGH = 3

const zoneKey = ({ supplierType, zoneId }: DeviceRow): string => `${supplierType}:${zoneId}`

interface Observation {
  readonly device: DeviceRow
  readonly health: PhoneHealth
}

/**
 * Asks phones whether they are there: a running device whose phone is gone becomes faulty, a faulty one whose phone is
 * back runs again. Each round takes the next devices, so that many of them are asked in turn. About phones that this
 * process cannot see nothing is decided.
 */
export const checkHealth = (deps: HealthDeps) => {
  const {
    database: { db },
    clock,
    log,
    suppliers,
    closing,
  } = deps
  const work = { job: 'devices.health', log, backoff: createBackoff(clock) }
  const seeing = { ...work, fields: ({ supplierType, zoneId }: DeviceRow) => ({ supplierType, zoneId }) }
  const deciding = { ...work, fields: ({ device }: Observation) => ({ deviceId: device.id }) }
  const misses = new Map<number, number>()
  const cutOff = new Set<number>()
  let lastId = 0
  let round = 0

  const nextDevices = async (isForAll: boolean): Promise<DeviceRow[]> => {
    if (!isForAll) return listDevicesInStates(db, 0, ['faulty'], ROUND_SIZE)
    const found = await listDevicesInStates(db, lastId, ['running', 'faulty'], ROUND_SIZE)
    lastId = found.length < ROUND_SIZE ? 0 : (found.at(-1)?.id ?? 0)
    const known = new Set(found.map(({ id }) => id))
    return [...found, ...(await listProbes(db, PROBES_PER_ZONE)).filter(({ id }) => !known.has(id))]
  }

  const probe = async ({ supplierType, phoneId }: DeviceRow): Promise<PhoneHealth> => {
    try {
      return await suppliers.of(supplierType).health(phoneId, AbortSignal.timeout(PROBE_DEADLINE_MS))
    } catch {
      return 'unseen'
    }
  }

  /** Where none of several running phones answers, it is rather this process that is cut off. */
  const findCutOff = (looks: readonly Observation[]): ReadonlySet<number> => {
    const running = Map.groupBy(
      looks.filter(({ device }) => device.state === 'running'),
      ({ device }) => device.supplierType,
    )
    for (const [supplierType, group] of running) {
      const isCutOff = group.length > 1 && group.every(({ health }) => health !== 'up')
      if (isCutOff && !cutOff.has(supplierType))
        log.error(
          { supplierType, phones: group.length },
          'no phone of a supplier answers: nothing is decided about them',
        )
      if (isCutOff) cutOff.add(supplierType)
      else cutOff.delete(supplierType)
    }
    return cutOff
  }

  const decide = async ({ device, health }: Observation): Promise<void> => {
    if (health === 'unseen' || device.state === 'stopped') return
    const isUp = health === 'up'
    const missed = isUp ? 0 : (misses.get(device.id) ?? 0) + 1
    if (missed === 0) misses.delete(device.id)
    else misses.set(device.id, missed)
    const isChange = device.state === 'running' ? missed > MISSES_ALLOWED : isUp
    if (!isChange) return
    const event = isUp ? 'settleRunning' : 'breakDown'
    const moved = await db.transaction((tx) => transition(tx, event, clock.now(), isInSameState(device)))
    misses.delete(device.id)
    if (moved.length > 0) log.warn({ deviceId: device.id, isUp }, 'a phone has gone or come back')
  }

  /** Asks phones, some at once. A zone is seen with its first phone; one that stays unseen is not asked to the last phone. */
  const probeAll = (found: readonly DeviceRow[], seen: Set<string>): Promise<Observation[]> => {
    const unseen = new Map<string, number>()
    const inTurn = limitConcurrency(CONCURRENCY)
    const askOne = async (device: DeviceRow): Promise<Observation> => {
      const zone = zoneKey(device)
      const times = unseen.get(zone) ?? 0
      if (times >= UNSEEN_ENOUGH && !seen.has(zone)) return { device, health: 'unseen' }
      const health = await probe(device)
      if (health === 'unseen') unseen.set(zone, times + 1)
      if (health === 'up') await forEachRow(seeing, [device], (each) => recordZone(each, seen))
      return { device, health }
    }
    return Promise.all(found.map((device) => inTurn(() => askOne(device))))
  }

  const recordZone = async (device: DeviceRow, seen: Set<string>): Promise<void> => {
    if (seen.has(zoneKey(device))) return
    seen.add(zoneKey(device))
    await recordSighting(deps, device)
  }

  return async (): Promise<void> => {
    round += 1
    const isForAll = round % ROUNDS_PER_FULL_CHECK === 1
    const seen = new Set<string>()
    const looks = await untilAborted(closing, probeAll(await nextDevices(isForAll), seen))
    const notSeen = isForAll ? findCutOff(looks) : cutOff
    const told = looks.map((look): Observation => {
      const isTrusted = look.health !== 'down' || !notSeen.has(look.device.supplierType)
      return isTrusted ? look : { ...look, health: 'unseen' }
    })
    const down = told.filter(({ health }) => health === 'down').map(({ device }) => device)
    await forEachRow(seeing, down, (device) => recordZone(device, seen))
    await forEachRow(deciding, told, decide)
  }
}
