import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { Sessions } from '../../../platform/sessions/sessions.ts'
import { revokeSession } from './store.ts'

interface EndSessionDeps {
  readonly database: Database
  readonly clock: Clock
  readonly sessions: Sessions
}

/** A session of another user, an ended and an unknown one look alike. */
export const endSession =
  ({ database: { db }, clock }: EndSessionDeps) =>
  async ({ userId }: Caller, sessionId: number): Promise<void> => {
    if (!(await revokeSession(db, userId, sessionId, clock.now()))) throw new AppError('NOT_FOUND')
  }

/** Returns the number of ended sessions. */
export const endOtherSessions =
  ({ database: { db }, sessions }: EndSessionDeps) =>
  (caller: Caller): Promise<number> =>
    db.transaction((tx) => sessions.endOthers(tx, caller))
