import { createHash } from 'node:crypto'
import type { Tx } from '../../../platform/database.ts'
import type { EventFacts } from '../../../platform/outbox/events.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { SessionOrigin } from '../../../platform/sessions/origin.ts'
import { hasLoggedInBefore, insertLoginPlace } from './store.ts'

const PLACE_BYTES = 16

/** What a client tells of itself, and not its address, which changes with every train ride. */
export const placeOf = ({ terminalType, clientType, deviceName, browser }: SessionOrigin): Buffer => {
  const told = JSON.stringify([terminalType, clientType, deviceName, browser])
  return createHash('sha256').update(told).digest().subarray(0, PLACE_BYTES)
}

export const newLoginFacts = (
  { deviceName, browser, terminalType }: SessionOrigin,
  now: Date,
): EventFacts['newLogin'] => ({ where: deviceName || browser || terminalType || '未知设备', at: now.getTime() })

/** Tells somebody who has been here before of a login from where they have never been. */
export const reportNewLogin = async (
  tx: Tx,
  outbox: Outbox,
  userId: number,
  origin: SessionOrigin,
  now: Date,
): Promise<void> => {
  const isKnown = await hasLoggedInBefore(tx, userId)
  const place = placeOf(origin)
  const isNewPlace = await insertLoginPlace(tx, { userId, place, firstAt: now })
  if (!isKnown || !isNewPlace) return
  const key = `newLogin:${userId}:${place.toString('hex')}`
  await outbox.add(tx, { event: 'newLogin', userId, key, facts: newLoginFacts(origin, now) })
}
