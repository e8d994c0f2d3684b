import type { Logger } from 'pino'
import { untilAborted } from '../../../platform/abort.ts'
import type { Clock } from '../../../platform/clock.ts'
import { limitConcurrency } from '../../../platform/concurrency.ts'
import type { Database } from '../../../platform/database.ts'
import { createBackoff, forEachRow } from '../../../platform/each-row.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { PhoneReachability, Suppliers } from '../../../platform/supplier.ts'
import { recordRefusal, restoreDebugging } from './debugging.ts'
import { setDevicePower } from './power-store.ts'
import { recordSighting } from './record-sighting.ts'
import { type DeviceRow, listDevicesInStates, listProbes } from './store.ts'
import { isInSameState, transition } from './transition-store.ts'

interface HealthDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly suppliers: Suppliers
  readonly outbox: Outbox
  /** Aborted at shutdown: pending probes are no longer awaited. */
  readonly closing: AbortSignal
}

const ROUND_SIZE = 200
const CONCURRENCY = 8
const PROBE_DEADLINE_MS = 10_000
/** Faulty phones are probed in every round, running ones only in every third. */
const ROUNDS_PER_FULL_CHECK = 3
/** A single missed answer may be a network glitch. */
const MISSES_ALLOWED = 1
/** Phones per zone that are probed in every full check, so that each zone is seen however many phones there are. */
const PROBES_PER_ZONE = 2

/** Unseen phones of a zone per round after which the rest of the zone is not probed. */
const UNSEEN_ENOUGH = 3

const zoneKey = ({ supplierType, zoneId }: DeviceRow): string => `${supplierType}:${zoneId}`

interface Observation {
  readonly device: DeviceRow
  readonly health: PhoneReachability
}

const isDown = ({ health }: Observation): boolean => health === 'down' || health === 'refused'

/**
 * Probes phones: a running device whose phone is down becomes faulty, a faulty one whose phone is up runs again. Debugging
 * that was switched off is switched on again first, where the supplier can; otherwise the refusal is recorded. A phone
 * whose power is switched off is not faulty: it is switched on (apply-power.ts). Each full check continues with the next
 * devices.
 * Phones that this process cannot reach change no state.
 */
export const checkHealth = (deps: HealthDeps) => {
  const {
    database: { db },
    clock,
    log,
    suppliers,
    closing,
  } = deps
  const work = { job: 'devices.checkHealth', log, backoff: createBackoff(clock) }
  const zoneWork = { ...work, fields: ({ supplierType, zoneId }: DeviceRow) => ({ supplierType, zoneId }) }
  const deviceWork = { ...work, fields: ({ device }: Observation) => ({ deviceId: device.id }) }
  const misses = new Map<number, number>()
  const unreachable = new Set<number>()
  /** Devices whose phones got their debugging back and were not seen since. */
  const restored = new Set<number>()
  let lastId = 0
  let round = 0

  const nextDevices = async (isForAll: boolean): Promise<DeviceRow[]> => {
    if (!isForAll) return listDevicesInStates(db, 0, ['faulty'], ROUND_SIZE)
    const found = await listDevicesInStates(db, lastId, ['running', 'faulty'], ROUND_SIZE)
    lastId = found.length < ROUND_SIZE ? 0 : (found.at(-1)?.id ?? 0)
    const known = new Set(found.map(({ id }) => id))
    return [...found, ...(await listProbes(db, PROBES_PER_ZONE)).filter(({ id }) => !known.has(id))]
  }

  const probe = async ({ supplierType, phoneId }: DeviceRow): Promise<PhoneReachability> => {
    try {
      return await suppliers.of(supplierType).health(phoneId, AbortSignal.timeout(PROBE_DEADLINE_MS))
    } catch {
      return 'unseen'
    }
  }

  /** Suppliers of which none of several running phones answers: more likely this process is cut off. */
  const findUnreachableSuppliers = (observations: readonly Observation[]): ReadonlySet<number> => {
    const running = Map.groupBy(
      observations.filter(({ device, health }) => device.state === 'running' && device.isPowerOn && health !== 'off'),
      ({ device }) => device.supplierType,
    )
    for (const [supplierType, group] of running) {
      const isUnreachable = group.length > 1 && group.every(({ health }) => health !== 'up')
      if (isUnreachable && !unreachable.has(supplierType))
        log.error({ supplierType, phones: group.length }, 'all phones of a supplier unreachable, health not updated')
      if (isUnreachable) unreachable.add(supplierType)
      else unreachable.delete(supplierType)
    }
    return unreachable
  }

  const decide = async ({ device, health }: Observation): Promise<void> => {
    if (health === 'unseen' || device.state === 'stopped') return
    // Its start is under way, and has a deadline of its own.
    if (device.state === 'running' && !device.isPowerOn) return
    if (health === 'off') return setDevicePower(db, device, false)
    const isUp = health === 'up'
    const missed = isUp ? 0 : (misses.get(device.id) ?? 0) + 1
    if (missed === 0) misses.delete(device.id)
    else misses.set(device.id, missed)
    if (isUp) restored.delete(device.id)
    const isChange = device.state === 'running' ? missed > MISSES_ALLOWED : isUp
    const isRefusal = health === 'refused' && (isChange || device.state === 'faulty')
    const outcome = isRefusal ? await restore(device) : undefined
    if (outcome === 'restored') return void restored.add(device.id)
    if (!isChange && !outcome) return
    const event = isUp ? 'settleRunning' : 'breakDown'
    const moved = await db.transaction(async (tx) => {
      const changed = isChange ? await transition(tx, event, clock.now(), isInSameState(device)) : []
      const current = isChange ? changed[0] : device
      if (current && outcome) await recordRefusal(deps, tx, current, { isRefusing: outcome === 'impossible' })
      return changed
    })
    if (isChange) misses.delete(device.id)
    if (moved.length > 0) log.warn({ deviceId: device.id, isUp }, 'device online state changed')
  }

  /** A phone that refuses although debugging was switched on is left to a person. */
  const restore = (device: DeviceRow) => (restored.has(device.id) ? 'impossible' : restoreDebugging(deps, device))

  /** Probes with limited concurrency. The first answer marks a zone as seen; a zone that stays unseen is given up early. */
  const probeAll = (found: readonly DeviceRow[], seen: Set<string>): Promise<Observation[]> => {
    const unseen = new Map<string, number>()
    const limited = limitConcurrency(CONCURRENCY)
    const probeOne = async (device: DeviceRow): Promise<Observation> => {
      const zone = zoneKey(device)
      const times = unseen.get(zone) ?? 0
      if (times >= UNSEEN_ENOUGH && !seen.has(zone)) return { device, health: 'unseen' }
      const health = await probe(device)
      if (health === 'unseen') unseen.set(zone, times + 1)
      if (health === 'up' || health === 'off') await forEachRow(zoneWork, [device], (each) => recordZone(each, seen))
      return { device, health }
    }
    return Promise.all(found.map((device) => limited(() => probeOne(device))))
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
    const observations = await untilAborted(closing, probeAll(await nextDevices(isForAll), seen))
    const unreachableSuppliers = isForAll ? findUnreachableSuppliers(observations) : unreachable
    const trusted = observations.map((observation): Observation => {
      const isTrusted = !isDown(observation) || !unreachableSuppliers.has(observation.device.supplierType)
      return isTrusted ? observation : { ...observation, health: 'unseen' }
    })
    const down = trusted.filter(isDown).map(({ device }) => device)
    await forEachRow(zoneWork, down, (device) => recordZone(device, seen))
    await forEachRow(deviceWork, trusted, decide)
  }
}
