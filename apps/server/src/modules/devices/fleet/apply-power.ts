import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import { SupplierError, type Suppliers } from '../../../platform/supplier.ts'
import {
  findDueDevicePower,
  listDueDevicePower,
  listDueQuarantinePower,
  type QuarantinedPower,
  setDevicePower,
  setQuarantinePower,
} from './power-store.ts'
import type { DeviceRow } from './store.ts'
import { isInSameState, transition } from './transition-store.ts'

interface PowerDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly suppliers: Suppliers
  /** Aborted at shutdown: a phone that boots is left to the next process. */
  readonly closing: AbortSignal
}

const BATCH_SIZE = 200
const CONCURRENCY = 8
const SWITCH_DEADLINE_MS = 150_000
/** How long a caller waits for phones to be switched; the periodic job does the rest. */
const CALLER_WAITS_MS = 3000
/** The phone itself does not start; its host answers. */
const DEAD: ReadonlySet<string> = new Set(['timeout', 'commandFailed', 'unknownPhone'])

const isOnIn = ({ state }: DeviceRow): boolean => state !== 'stopped' && state !== 'expired'

export interface Power {
  /** Phones whose power is not yet that of their state. */
  readonly applyAll: () => Promise<void>
  /** The same for these devices, without waiting for the periodic job. Never throws. */
  readonly applyTo: (deviceIds: readonly number[]) => Promise<void>
}

/**
 * Phones of stopped and expired devices are off, all others on. The state of a device decides; what the switch was set to
 * is written afterwards, so that whoever dies in between, or crosses another process, is put right by the next run.
 */
export const createPower = ({ database: { db }, clock, log, suppliers, closing }: PowerDeps): Power => {
  const fields = ({ id: deviceId }: DeviceRow) => ({ deviceId })
  const work = { job: 'devices.switchPower', log, concurrency: CONCURRENCY, fields, backoff: createBackoff(clock) }
  const quarantineFields = ({ id: quarantineId }: QuarantinedPower) => ({ quarantineId })
  const quarantineWork = { ...work, fields: quarantineFields, backoff: createBackoff(clock) }
  /** Devices whose phone this process is switching. */
  const switching = new Set<number>()

  /** A supplier without a switch, and a phone that is gone, count as switched off. */
  const switchPhone = async ({ supplierType, phoneId }: QuarantinedPower | DeviceRow, isOn: boolean): Promise<void> => {
    const signal = AbortSignal.any([AbortSignal.timeout(SWITCH_DEADLINE_MS), closing])
    try {
      await suppliers.of(supplierType).switchPower?.(phoneId, isOn, signal)
    } catch (error) {
      if (isOn || !(error instanceof SupplierError && error.kind === 'unknownPhone')) throw error
    }
  }

  const applyToDevice = async (device: DeviceRow): Promise<void> => {
    if (switching.has(device.id)) return
    switching.add(device.id)
    const isOn = isOnIn(device)
    try {
      await switchPhone(device, isOn)
      await setDevicePower(db, device, isOn)
    } catch (error) {
      const isDead = isOn && !closing.aborted && error instanceof SupplierError && DEAD.has(error.kind)
      if (isDead) await db.transaction((tx) => transition(tx, 'breakDown', clock.now(), isInSameState(device)))
      throw error
    } finally {
      switching.delete(device.id)
    }
  }

  const applyAll = async (): Promise<void> => {
    const due = readPages<DeviceRow>(BATCH_SIZE, (after, limit) => listDueDevicePower(db, limit, after?.id))
    await forEachRow(work, due, applyToDevice)
    const kept = readPages<QuarantinedPower>(BATCH_SIZE, (after, limit) => listDueQuarantinePower(db, limit, after?.id))
    await forEachRow(quarantineWork, kept, async (phone) => {
      await switchPhone(phone, false)
      await setQuarantinePower(db, phone, false)
    })
  }

  return {
    applyAll,
    applyTo: async (deviceIds) => {
      const applied = async (): Promise<void> => {
        await forEachRow(work, await findDueDevicePower(db, deviceIds), applyToDevice)
      }
      const applying = applied().catch((err: unknown) => log.warn({ err }, 'power not switched, left to the next run'))
      const waiting = new AbortController()
      await Promise.race([applying, delay(CALLER_WAITS_MS, undefined, { signal: waiting.signal, ref: false })])
      waiting.abort()
    },
  }
}
