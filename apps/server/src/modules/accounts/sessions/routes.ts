import * as calls from '@yunji/contract/accounts/profile/calls'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import type { Sessions } from '../../../platform/sessions/sessions.ts'
import { endOtherSessions, endSession } from './end-session.ts'
import { listSessions } from './list-sessions.ts'

interface UserSessionDeps {
  readonly database: Database
  readonly clock: Clock
  readonly sessions: Sessions
}

export const userSessionRoutes = (deps: UserSessionDeps): Binding[] => [
  bind(calls.getSessionList, (input, { caller }) => listSessions(deps)(caller, input)),
  bind(calls.endSession, async ({ sessionId }, { caller }) => {
    await endSession(deps)(caller, sessionId)
    return null
  }),
  bind(calls.endOtherSessions, async (_input, { caller }) => ({ ended: await endOtherSessions(deps)(caller) })),
]
