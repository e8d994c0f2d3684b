import type pg from 'pg'
import type { Caller } from './caller.ts'

export interface SessionRow extends Caller {
  readonly renewedAt: Date
}

interface Row {
  position: number
  session_id: string
  user_id: string
  is_frozen: boolean
  renewed_at: Date
}

/**
 * The hottest query of the product: every closed call makes it, so it is written by hand, prepared once per connection
 * and asked for many tokens at a time. The account's state rides along, because it decides with the session.
 */
const LOOK_UP = `
  select asked.position::int as position, s.id as session_id, s.user_id, s.renewed_at, u.frozen_at is not null as is_frozen
  from unnest($1::bytea[]) with ordinality as asked (token_hash, position)
  join sessions s on s.token_hash = asked.token_hash
  join users u on u.id = s.user_id
  where s.revoked_at is null and s.expires_at > $2 and u.erased_at is null`

/** Answers in the order asked, `null` where no valid session stands. */
export const findSessions = async (
  pool: pg.Pool,
  tokenHashes: readonly Buffer[],
  now: Date,
): Promise<(SessionRow | null)[]> => {
  const { rows } = await pool.query<Row>({ name: 'session-look-up', text: LOOK_UP, values: [tokenHashes, now] })
  const found: (SessionRow | null)[] = tokenHashes.map(() => null)
  for (const row of rows) {
    found[row.position - 1] = {
      sessionId: Number(row.session_id),
      userId: Number(row.user_id),
      isFrozen: row.is_frozen,
      renewedAt: row.renewed_at,
    }
  }
  return found
}
