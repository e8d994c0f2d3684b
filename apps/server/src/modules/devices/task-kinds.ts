import { setTimeout as delay } from 'node:timers/promises'
import { deviceDeadlineMs } from '@yunji/contract/machines/device'
import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { untilAborted } from '../../platform/abort.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/database.ts'
import type { Job, Jobs } from '../../platform/jobs.ts'
import { type PhoneCommand, SupplierError } from '../../platform/supplier.ts'
import type { Suppliers } from '../../platform/suppliers.ts'
import { devices, zones } from '../../tables/devices.ts'
import type { Covers } from '../covers/index.ts'
import { runOnPhones } from './phones.ts'
import { type DeviceRow, findDeviceRow } from './store.ts'
import { isInStay, transition } from './transitions.ts'

/** Work that a device is busy with, for the stay in a state that it was begun for. */
export interface DeviceWork {
  readonly deviceId: number
  readonly stateCount: number
  readonly work: 'provide' | 'replace' | Extract<PhoneCommand['kind'], 'reboot' | 'clearCaches' | 'factoryReset'>
}

export interface PhoneErasure {
  readonly supplierType: number
  readonly phoneId: string
}

export interface WorkDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly suppliers: Suppliers
  readonly covers: Covers
  /** The process goes away: work under way is left to the next one. */
  readonly closing: AbortSignal
}

export const WORK_JOB = { name: 'device.work' }
export const ERASE_JOB = { name: 'device.erase' }

/** Left of a state's time when its work gives up, so that the device is settled before the deadline. */
const RESERVE_MS = 20_000
const ERASE_DEADLINE_MS = 60_000
const TRY_AGAIN_MS = 2000
const AT_ONCE = 16

const deadlineMs: Readonly<Record<DeviceWork['work'], number>> = {
  provide: deviceDeadlineMs.creating - RESERVE_MS,
  replace: deviceDeadlineMs.replacing - RESERVE_MS,
  reboot: deviceDeadlineMs.rebooting - RESERVE_MS,
  clearCaches: deviceDeadlineMs.cleaning - RESERVE_MS,
  factoryReset: deviceDeadlineMs.cleaning - RESERVE_MS,
}

/**
 * Does the work and settles the device, running again or faulty. A second run after a crash repeats work that bears it;
 * a run that comes after the device was settled otherwise finds nothing to do.
 */
export const workJob = (deps: WorkDeps, jobs: () => Jobs): Job<DeviceWork> => ({
  ...WORK_JOB,
  heartbeatSeconds: 30,
  retryLimit: 3,
  concurrency: AT_ONCE,
  run: async (task) => {
    const { database, clock, log, suppliers } = deps
    const device = await findDeviceRow(database.db, task.deviceId)
    if (!device || device.stateCount !== task.stateCount) return
    const signal = AbortSignal.any([AbortSignal.timeout(deadlineMs[task.work]), deps.closing])
    const phoneId = task.work === 'replace' ? `device-${device.id}-${device.stateCount}` : device.phoneId
    const error = await untilAborted(deps.closing, perform(deps, device, phoneId, task.work, signal))
    if (error) log.warn({ err: error, deviceId: device.id, work: task.work }, 'work on a device failed')
    const isUp = !error || (await isAlive(suppliers, device, signal))
    await database.db.transaction(async (tx) => {
      const event = isUp ? 'settleRunning' : 'breakDown'
      const [settled] = await transition(tx, event, clock.now(), isInStay(task))
      if (settled && isUp && phoneId !== device.phoneId) await exchangePhone(tx, jobs(), device, phoneId)
    })
  },
})

const perform = async (
  { database: { db }, suppliers, covers }: WorkDeps,
  device: DeviceRow,
  phoneId: string,
  work: DeviceWork['work'],
  signal: AbortSignal,
): Promise<SupplierError | undefined> => {
  try {
    const supplier = suppliers.of(device.supplierType)
    if (work === 'provide' || work === 'replace') {
      const [zone] = await db.select({ code: zones.code }).from(zones).where(eq(zones.id, device.zoneId))
      const order = { phoneId, zoneCode: zone?.code ?? '', version: device.version }
      await untilItAnswers(() => supplier.provide(order, signal), signal)
      return undefined
    }
    const results = await runOnPhones(supplier, { kind: work }, [phoneId], signal)
    // Nothing of what stood on the phone may outlive it.
    if (work === 'factoryReset') await covers.forget(device.id)
    return results.get(phoneId)
  } catch (error) {
    if (error instanceof SupplierError) return error
    throw error
  }
}

/** A supplier that is only just starting is waited for, as long as the device may wait. */
const untilItAnswers = async (work: () => Promise<void>, signal: AbortSignal): Promise<void> => {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const mayHelp = error instanceof SupplierError && /^(unreachable|timeout|lost|throttled)$/.test(error.kind)
      if (!mayHelp || signal.aborted) throw error
      await delay(TRY_AGAIN_MS, undefined, { signal }).catch(() => {
        throw error
      })
    }
  }
}

const isAlive = async (suppliers: Suppliers, device: DeviceRow, signal: AbortSignal): Promise<boolean> => {
  try {
    return await suppliers.of(device.supplierType).isAlive(device.phoneId, signal)
  } catch {
    return false
  }
}

/** The device goes on with its new phone; the old one goes back, erased. */
const exchangePhone = async (tx: Tx, jobs: Jobs, device: DeviceRow, phoneId: string): Promise<void> => {
  await tx.update(devices).set({ phoneId }).where(eq(devices.id, device.id))
  await jobs.add<PhoneErasure>(tx, ERASE_JOB, { supplierType: device.supplierType, phoneId: device.phoneId })
}

export const eraseJob = ({ suppliers }: WorkDeps): Job<PhoneErasure> => ({
  ...ERASE_JOB,
  heartbeatSeconds: 30,
  retryLimit: 20,
  concurrency: AT_ONCE,
  run: async ({ supplierType, phoneId }) => {
    const batch = await suppliers.of(supplierType).release([phoneId], AbortSignal.timeout(ERASE_DEADLINE_MS))
    const failure = batch.kind === 'done' ? batch.results.find(({ error }) => error)?.error : undefined
    if (failure && failure.kind !== 'unknownPhone') throw failure
  },
})
