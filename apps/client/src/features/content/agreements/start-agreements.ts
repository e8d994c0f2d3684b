import { session } from '../../../shared/session/session.ts'
import { askLater } from './lazy-ask'

/** Asks after a start or login, and when a message says that a new version has come. */
export const startAgreements = (): void => {
  let askedUserId: number | null = null
  let known = 0
  const check = (): void => {
    const { token, userId, unread } = session.store.getState()
    const waiting = unread.longSigncontract
    const isDue = userId !== askedUserId || waiting > known
    known = waiting
    askedUserId = token ? userId : null
    if (token && isDue) askLater()
  }
  session.store.subscribe(check)
  check()
}
