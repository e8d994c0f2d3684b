import { MESSAGE_DEVICES } from '@yunji/contract/messages/rules'
import type { Logger } from 'pino'
import { type Clock, HOUR_MS, later, MINUTE_MS } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import {
  type AlertedDevice,
  deleteForeignAlerts,
  endAlerts,
  insertAlerts,
  listOwnersOfBack,
  listOwnersOfBroken,
  type Owner,
} from './store.ts'

interface AlertDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly outbox: Outbox
}

const PAGE_SIZE = 200
/** A phone that is back within this time is not worth a message. */
const BROKEN_MS = 3 * MINUTE_MS
/** A device that breaks again within this time is not told again. */
const DEVICE_PAUSE_MS = 6 * HOUR_MS
/** Faults of one owner within this time share a message. */
const OWNER_PAUSE_MS = 10 * MINUTE_MS

const payloadOf = ([first, ...rest]: readonly AlertedDevice[]) => ({
  deviceId: first?.deviceId ?? 0,
  deviceName: first?.deviceName ?? '',
  deviceCount: rest.length + 1,
  others: rest.slice(0, MESSAGE_DEVICES - 1).map(({ deviceId, deviceName }) => ({ deviceId, deviceName })),
})

/**
 * Tells owners of phones that broke and of those that came back, one message for all devices of an owner. Phones that refuse
 * ADB and replaced ones have messages of their own. Any process may run it.
 */
export const announceFaults = ({ database: { db }, clock, log, outbox }: AlertDeps) => {
  const fields = ({ ownerId }: Owner) => ({ ownerId })
  const work = { job: 'devices.announceFaults', log, fields }
  const telling = { ...work, backoff: createBackoff(clock) }
  const ending = { ...work, backoff: createBackoff(clock) }

  const tellBroken = (userId: number, now: Date) =>
    db.transaction(async (tx: Tx) => {
      const terms = { now, brokenSince: later(now, -BROKEN_MS), toldBefore: later(now, -DEVICE_PAUSE_MS) }
      const devices = await insertAlerts(tx, userId, terms)
      if (devices.length === 0) return
      const key = `deviceFault:${userId}:${now.getTime()}`
      await outbox.add(tx, { event: 'deviceFault', userId, key, payload: payloadOf(devices) })
    })
  const tellBack = (userId: number, now: Date) =>
    db.transaction(async (tx: Tx) => {
      await deleteForeignAlerts(tx, userId)
      const devices = (await endAlerts(tx, userId, now)).filter(({ isSamePhone }) => isSamePhone)
      if (devices.length === 0) return
      const key = `deviceRecovered:${userId}:${now.getTime()}`
      await outbox.add(tx, { event: 'deviceRecovered', userId, key, payload: payloadOf(devices) })
    })

  return async (): Promise<void> => {
    const now = clock.now()
    const terms = {
      brokenSince: later(now, -BROKEN_MS),
      toldBefore: later(now, -DEVICE_PAUSE_MS),
      ownerToldBefore: later(now, -OWNER_PAUSE_MS),
    }
    const broken = readPages<Owner>(PAGE_SIZE, (after, limit) => listOwnersOfBroken(db, terms, limit, after?.ownerId))
    await forEachRow(telling, broken, ({ ownerId }) => tellBroken(ownerId, now))
    const back = readPages<Owner>(PAGE_SIZE, (after, limit) => listOwnersOfBack(db, limit, after?.ownerId))
    await forEachRow(ending, back, ({ ownerId }) => tellBack(ownerId, now))
  }
}
