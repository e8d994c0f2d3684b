import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { Suppliers } from '../../../platform/supplier.ts'
import type { DeviceRow } from './store.ts'
import { setAdbRefused } from './transition-store.ts'

interface DebuggingDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly suppliers: Suppliers
  readonly outbox: Outbox
}

const SUPPLIER_DEADLINE_MS = 10_000

/** `impossible`: the supplier has no other way to the phone, or it failed. `otherReason`: debugging was not the reason. */
type Restoration = 'restored' | 'impossible' | 'otherReason'

/** Has the supplier switch debugging on from outside, and tells the owner that it did. */
export const restoreDebugging = async (deps: DebuggingDeps, device: DeviceRow): Promise<Restoration> => {
  const { database, log, suppliers } = deps
  const { id: deviceId, phoneId } = device
  const supplier = suppliers.of(device.supplierType)
  if (!supplier.enableDebugging) return 'impossible'
  try {
    if (!(await supplier.enableDebugging(phoneId, AbortSignal.timeout(SUPPLIER_DEADLINE_MS)))) return 'otherReason'
  } catch (err) {
    log.warn({ err, deviceId, phoneId }, 'debugging not switched on by the supplier')
    return 'impossible'
  }
  log.warn({ deviceId, phoneId }, 'debugging was off, switched on by the supplier')
  await database.db.transaction((tx) => tellDebuggingOff(deps, tx, device, { isRestored: true }))
  return 'restored'
}

/** Tells the owner and the operator of a refusal that was not known. */
export const recordRefusal = async (
  deps: DebuggingDeps,
  tx: Tx,
  device: DeviceRow,
  { isRefusing }: { readonly isRefusing: boolean },
): Promise<void> => {
  if (isRefusing === (device.adbRefusedSince !== null)) return
  if (!(await setAdbRefused(tx, device, isRefusing ? deps.clock.now() : null)) || !isRefusing) return
  await tellDebuggingOff(deps, tx, device, { isRestored: false })
  deps.log.error({ deviceId: device.id, phoneId: device.phoneId }, 'phone refuses ADB, debugging probably switched off')
}

/** Once in each stay of the device in its state, however often it happens. */
const tellDebuggingOff = (
  { outbox }: Pick<DebuggingDeps, 'outbox'>,
  tx: Tx,
  { id: deviceId, name: deviceName, ownerId: userId, stateCount }: DeviceRow,
  { isRestored }: { readonly isRestored: boolean },
): Promise<void> =>
  outbox.add(tx, {
    event: 'debuggingOff',
    userId,
    key: `debuggingOff:${deviceId}:${stateCount}:${isRestored}`,
    payload: { deviceId, deviceName, isRestored },
  })
