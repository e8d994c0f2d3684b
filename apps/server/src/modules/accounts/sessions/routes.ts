import * as calls from '@yunji/contract/accounts/profile/calls'
import type { SessionRecord } from '@yunji/contract/accounts/profile/schema'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { Sessions } from '../../../platform/sessions/sessions.ts'
import { maskedAddress } from './masked-address.ts'
import { findOpenSessions, revokeSession } from './store.ts'

interface UserSessionDeps {
  readonly database: Database
  readonly clock: Clock
  readonly sessions: Sessions
}

export const userSessionRoutes = (deps: UserSessionDeps): Binding[] => [
  bind(calls.getSessionList, (input, { caller }) => listSessions(deps, caller, input)),
  bind(calls.endSession, async ({ sessionId }, { caller }) => {
    await endSession(deps, caller, sessionId)
    return null
  }),
  bind(calls.endOtherSessions, async (_input, { caller }) => ({
    ended: await deps.database.db.transaction((tx) => deps.sessions.endOthers(tx, caller)),
  })),
]

const listSessions = async (
  { database: { db }, clock }: UserSessionDeps,
  { userId, sessionId }: Caller,
  { page, rows }: { page: number; rows: number },
) => {
  const { found, total } = await findOpenSessions(db, { userId, sessionId }, clock.now(), { page, rows })
  const records = found.map(
    (row): SessionRecord => ({
      sessionId: row.id,
      isCurrent: row.id === sessionId,
      terminalType: row.terminalType,
      clientType: row.clientType,
      deviceName: row.deviceName,
      address: maskedAddress(row.address),
      createdAt: row.createdAt.getTime(),
      lastUsedAt: row.renewedAt.getTime(),
    }),
  )
  return pageOf(records, page, rows, total)
}

const endSession = async ({ database: { db }, clock }: UserSessionDeps, { userId }: Caller, sessionId: number) => {
  if (!(await revokeSession(db, userId, sessionId, clock.now()))) throw new AppError('NOT_FOUND')
}
