import * as calls from '@yunji/contract/accounts/profile/calls'
import type { SessionRecord } from '@yunji/contract/accounts/profile/schema'
import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { Sessions } from '../../../platform/sessions/sessions.ts'
import { sessions as table } from '../../../tables/identity.ts'
import { maskedAddress } from './masked-address.ts'

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
  const isOpen = and(eq(table.userId, userId), isNull(table.revokedAt), gt(table.expiresAt, clock.now()))
  const [found, total] = await Promise.all([
    db
      .select()
      .from(table)
      .where(isOpen)
      .orderBy(desc(eq(table.id, sessionId)), desc(table.renewedAt), desc(table.id))
      .limit(rows)
      .offset((page - 1) * rows),
    db.$count(table, isOpen),
  ])
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
  const ended = await db
    .update(table)
    .set({ revokedAt: clock.now() })
    .where(and(eq(table.id, sessionId), eq(table.userId, userId), isNull(table.revokedAt)))
    .returning({ id: table.id })
  if (ended.length === 0) throw new AppError('NOT_FOUND')
}
