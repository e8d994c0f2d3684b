import { MAX_KEPT_ALIVE } from '@yunji/contract/devices/app/rules'
import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import { AppError } from '../../../platform/errors.ts'
import { runOnPhones } from '../../../platform/run-on-phones.ts'
import type { Suppliers } from '../../../platform/supplier.ts'
import {
  addKeptAlive,
  countFullest,
  deleteOfReleased,
  type LookedAtDevice,
  listDevicesToLookAt,
  listKeptAlive,
  markSeen,
  removeKeptAlive,
} from './store.ts'

interface KeepAliveDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly suppliers: Suppliers
}

interface KeptAlive {
  readonly deviceIds: readonly number[]
  readonly packageName: string
  readonly isOn: boolean
}

export const setKeptAlive =
  ({ database: { db } }: Pick<KeepAliveDeps, 'database'>) =>
  async ({ deviceIds, packageName, isOn }: KeptAlive): Promise<null> => {
    await db.transaction(async (tx) => {
      if (!isOn) return removeKeptAlive(tx, deviceIds, packageName)
      await addKeptAlive(tx, deviceIds, packageName)
      if ((await countFullest(tx, deviceIds)) > MAX_KEPT_ALIVE)
        throw new AppError('SHOW_ERROR_TIP', { text: `每台设备最多 ${MAX_KEPT_ALIVE} 个应用在重启后自动打开` })
    })
    return null
  }

const PHONES_PER_READ = 200
const CONCURRENCY = 8
const DEADLINE_MS = 60_000
const JOB = 'devices.keepAlive'

/**
 * Starts the apps of phones that have started since they were last looked at. A device is looked at after each change of
 * its state; whether its phone has started since, its boot mark tells. The first look only notes the mark.
 */
export const keepAlive = (deps: KeepAliveDeps) => {
  const { database, clock, log } = deps
  const fields = ({ deviceId }: LookedAtDevice) => ({ deviceId })
  const work = { job: JOB, log, fields, backoff: createBackoff(clock), concurrency: CONCURRENCY }
  return async (): Promise<void> => {
    await deleteOfReleased(database.db)
    const changed = readPages<LookedAtDevice>(PHONES_PER_READ, (after, limit) =>
      listDevicesToLookAt(database.db, after?.deviceId ?? 0, limit),
    )
    await forEachRow(work, changed, (device) => lookAt(deps, device))
  }
}

const lookAt = async ({ database: { db }, suppliers, log }: KeepAliveDeps, device: LookedAtDevice): Promise<void> => {
  const supplier = suppliers.of(device.supplierType)
  const signal = AbortSignal.timeout(DEADLINE_MS)
  const bootMark = (await supplier.bootMark?.(device.phoneId, signal)) ?? ''
  for (const { packageName, bootMark: before } of await listKeptAlive(db, device.deviceId)) {
    if (before === null || before === bootMark) continue
    const results = await runOnPhones(supplier, { kind: 'startApp', packageName }, [device.phoneId], signal)
    const error = results.get(device.phoneId)
    if (error?.kind === 'absentPackage') await removeKeptAlive(db, [device.deviceId], packageName)
    // One app that cannot be opened keeps none of the others closed, and is not tried for ever.
    else if (error?.kind === 'commandFailed') log.warn({ deviceId: device.deviceId, packageName }, 'app did not start')
    else if (error) throw error
  }
  await markSeen(db, device, bootMark)
}
