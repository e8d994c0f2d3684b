import type { Logger } from 'pino'
import { later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import { type DeviceRow, transition } from '../fleet/index.ts'
import type { RentalDeps } from './deps.ts'
import { isExpired, listDueMetered, lockDueMetered, type MeteredDevice } from './metering-store.ts'
import { payHour } from './pay-hour.ts'

type MeteringDeps = Pick<RentalDeps, 'database' | 'clock' | 'outbox'> & { readonly log: Logger }

/** The next hour is paid this long before it begins, so that no viewer is disconnected between two hours. */
const AHEAD_MS = 15_000
const PAGE_SIZE = 200
/** Half of the database connections: ten thousand phones may be due together, and purchases need the rest. */
const CONCURRENCY = 8

/** Charges every running metered phone for its next hour. Any process may run it; one transaction per phone. */
export const meterHours = (deps: MeteringDeps) => {
  const { database, clock, log } = deps
  const fields = ({ id: deviceId }: MeteredDevice) => ({ deviceId })
  const work = { job: 'devices.meterHours', log, fields, backoff: createBackoff(clock), concurrency: CONCURRENCY }
  return async (): Promise<void> => {
    const by = later(clock.now(), AHEAD_MS)
    const due = readPages<MeteredDevice>(PAGE_SIZE, (after, limit) =>
      listDueMetered(database.db, clock, by, limit, after),
    )
    await forEachRow(work, due, ({ id }) => database.db.transaction((tx) => meterOne(deps, tx, id, by)))
  }
}

const meterOne = async (deps: MeteringDeps, tx: Tx, deviceId: number, by: Date): Promise<void> => {
  const now = deps.clock.now()
  const device = await lockDueMetered(tx, deps.clock, deviceId, by)
  if (!device || (await payHour(tx, device, now))) return
  // The paid hour lasts to its end.
  if (device.expiresAt <= now) await runOut(deps, tx, device, now)
}

const runOut = async ({ clock, outbox }: MeteringDeps, tx: Tx, device: DeviceRow, now: Date): Promise<void> => {
  const [stopped] = await transition(tx, 'expire', now, isExpired(device.id, clock))
  if (!stopped) return
  const { id: deviceId, ownerId: userId, name: deviceName } = device
  const expiresAt = device.expiresAt.getTime()
  // Same key as the expiry reminder, so that the owner gets one message only.
  const key = `deviceExpired:${deviceId}:${expiresAt}`
  await outbox.add(tx, {
    event: 'deviceExpired',
    userId,
    key,
    payload: { deviceId, deviceName, expiresAt, isMetered: true },
  })
}
