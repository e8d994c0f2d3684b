import { hash, randomBytes } from 'node:crypto'
import { TOKEN_LIFETIME_MS } from '@yunji/contract/accounts/session/token'
import { createBatchLoader } from '../batch-loader.ts'
import { type Clock, DAY_MS, later } from '../clock.ts'
import type { Database, Tx } from '../database.ts'
import type { Caller, SessionJoin } from './caller.ts'
import type { ClientInfo } from './client-info.ts'
import {
  findSessions,
  findSessionsWithProfile,
  findSessionsWithUnread,
  insertSession,
  type NewSession,
  renewSession,
  revokeSession,
  revokeSessionsOf,
  type SessionRow,
} from './store.ts'

/** Minimum interval between two renewals of a session, so that reads do not write. */
const RENEWAL_INTERVAL_MS = DAY_MS
const TOKEN_BYTES = 32
/** 32 bytes in base64url; other texts never reach the database. */
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/

export interface Sessions {
  /** For the one login that inserts its session together with other rows, in a single statement. */
  generate(): NewSession
  /** Returns the token once; only its hash is stored. */
  start(tx: Tx, userId: number, client?: ClientInfo): Promise<string>
  find(token: string): Promise<Caller | null>
  /** The same, with joined data of the account. */
  findWith(join: SessionJoin, token: string): Promise<Caller | null>
  end(tx: Tx, caller: Caller): Promise<void>
  /** After a change of password or phone: ends all other sessions. */
  endOthers(tx: Tx, caller: Caller): Promise<number>
  endAll(tx: Tx, userId: number): Promise<void>
}

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')

export const createSessions = (database: Database, clock: Clock): Sessions => {
  const loaderOf = (findRows: typeof findSessions) =>
    createBatchLoader((tokenHashes: readonly Buffer[]) => findRows(database.pool, tokenHashes, clock.now()))
  const load = loaderOf(findSessions)
  const loadWith = { profile: loaderOf(findSessionsWithProfile), unread: loaderOf(findSessionsWithUnread) }

  const renewWhenDue = async (session: SessionRow): Promise<void> => {
    const now = clock.now()
    if (now.getTime() - session.renewedAt.getTime() < RENEWAL_INTERVAL_MS) return
    await renewSession(database.db, session.sessionId, now, later(now, TOKEN_LIFETIME_MS))
  }

  const findBy = async (findRows: typeof load, token: string): Promise<SessionRow | null> => {
    if (!TOKEN_PATTERN.test(token)) return null
    const session = await findRows(hashOf(token))
    if (session) await renewWhenDue(session)
    return session
  }

  const generate = (): NewSession => {
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const createdAt = clock.now()
    return { token, tokenHash: hashOf(token), createdAt, expiresAt: later(createdAt, TOKEN_LIFETIME_MS) }
  }

  return {
    generate,

    async start(tx, userId, client) {
      const session = generate()
      await insertSession(tx, session, userId, client)
      return session.token
    },

    find: (token) => findBy(load, token),
    findWith: (join, token) => findBy(loadWith[join], token),

    end: (tx, { sessionId }) => revokeSession(tx, sessionId, clock.now()),
    endOthers: (tx, { userId, sessionId }) => revokeSessionsOf(tx, userId, clock.now(), sessionId),
    async endAll(tx, userId) {
      await revokeSessionsOf(tx, userId, clock.now())
    },
  }
}
