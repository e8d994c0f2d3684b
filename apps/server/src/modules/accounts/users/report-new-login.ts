import type { Tx } from '../../../platform/database.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { ClientInfo } from '../../../platform/sessions/client-info.ts'
import { newLoginPayload, placeOf } from './login-store.ts'
import { hasLoggedInBefore, insertLoginPlace } from './store.ts'

/** Reports a login from a new place to a user who has logged in before. */
export const reportNewLogin = async (
  tx: Tx,
  outbox: Outbox,
  userId: number,
  client: ClientInfo,
  now: Date,
): Promise<void> => {
  const isKnown = await hasLoggedInBefore(tx, userId)
  const place = placeOf(client)
  const isNewPlace = await insertLoginPlace(tx, { userId, place, firstAt: now })
  if (!isKnown || !isNewPlace) return
  const key = `newLogin:${userId}:${place.toString('hex')}`
  await outbox.add(tx, { event: 'newLogin', userId, key, payload: newLoginPayload(client, now) })
}
