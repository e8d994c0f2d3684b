import { stopReleaseAt } from '@yunji/contract/devices/rental/rules'
import type { Logger } from 'pino'
import type { Tx } from '../../../platform/database.ts'
import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import type { DeviceRow } from '../fleet/index.ts'
import { deleteDevice } from './delete-device.ts'
import type { RentalDeps } from './deps.ts'
import {
  deleteStop,
  findStop,
  insertStop,
  listDueStops,
  listUnrecordedStops,
  lockStopped,
  type StopRow,
  setReminded,
} from './metering-store.ts'

type StopDeps = Pick<RentalDeps, 'database' | 'clock' | 'outbox' | 'jobs'> & { readonly log: Logger }

const BATCH_SIZE = 100

/** Records the stop of a metered device, kept for a while, and informs its owner. The caller has locked the device. */
export const recordStop = async (
  tx: Tx,
  { outbox }: Pick<RentalDeps, 'outbox'>,
  { id: deviceId, ownerId: userId, name: deviceName }: Pick<DeviceRow, 'id' | 'ownerId' | 'name'>,
  stoppedAt: Date,
): Promise<void> => {
  if (!(await insertStop(tx, deviceId, stoppedAt))) return
  const payload = { deviceId, deviceName, releasesAt: stopReleaseAt(stoppedAt.getTime(), null) }
  const key = `meteredStopped:${deviceId}:${stoppedAt.getTime()}`
  await outbox.add(tx, { event: 'meteredStopped', userId, key, payload })
}

/** Reminds owners a day before a stopped metered device is released, and releases those past their date. */
export const releaseStopped = (deps: StopDeps) => {
  const { db } = deps.database
  const { log, clock } = deps
  const fields = ({ deviceId }: Pick<StopRow, 'deviceId'>) => ({ deviceId })
  const noting = { job: 'devices.noteMeteredStops', log, fields, backoff: createBackoff(clock) }
  const releasing = { job: 'devices.releaseStopped', log, fields, backoff: createBackoff(clock) }
  return async (): Promise<void> => {
    const now = clock.now()
    // Devices stopped otherwise than by their owner, or before stops were recorded.
    const unnoted = readPages<{ deviceId: number }>(BATCH_SIZE, (after, limit) => listUnrecordedStops(db, limit, after))
    await forEachRow(noting, unnoted, ({ deviceId }) =>
      db.transaction(async (tx) => {
        const device = await lockStopped(tx, deviceId)
        if (device) await recordStop(tx, deps, device, now)
      }),
    )
    const due = readPages<StopRow>(BATCH_SIZE, (after, limit) => listDueStops(db, now, limit, after))
    await forEachRow(releasing, due, ({ deviceId }) => db.transaction((tx) => settleStop(deps, tx, deviceId, now)))
  }
}

const settleStop = async (deps: StopDeps, tx: Tx, deviceId: number, now: Date): Promise<void> => {
  const device = await lockStopped(tx, deviceId)
  const stop = await findStop(tx, deviceId)
  if (!device || !stop) return
  const releasesAt = stopReleaseAt(stop.stoppedAt.getTime(), stop.remindedAt?.getTime() ?? now.getTime())
  if (stop.remindedAt === null) {
    await setReminded(tx, deviceId, now)
    const payload = { deviceId, deviceName: device.name, releasesAt }
    const key = `meteredReleaseSoon:${deviceId}:${stop.stoppedAt.getTime()}`
    await deps.outbox.add(tx, { event: 'meteredReleaseSoon', userId: device.ownerId, key, payload })
    return
  }
  if (releasesAt > now.getTime()) return
  await deleteDevice(tx, deps.jobs, deviceId, now)
  await deleteStop(tx, deviceId)
}
