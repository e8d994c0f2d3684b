import type { OperatorRole } from '@yunji/contract/wire/operator-roles'
import type { Pool } from 'pg'

export interface OperatorSessionRow {
  readonly sessionId: number
  readonly operatorId: number
  readonly name: string
  readonly displayName: string
  readonly role: OperatorRole
  readonly lastUsedAt: Date
  readonly isProved: boolean
  readonly hasSecondFactor: boolean
  readonly mustChangePassword: boolean
}

interface Row {
  id: string
  operator_id: string
  name: string
  display_name: string
  role: OperatorRole
  last_used_at: Date
  is_proved: boolean
  has_second_factor: boolean
  must_change_password: boolean
}

const LOOK_UP = `
  select s.id, s.operator_id, o.name, coalesce(nullif(o.display_name, ''), o.name) as display_name, o.role, s.last_used_at, s.proved_at is not null as is_proved,
    o.totp_confirmed_at is not null as has_second_factor, o.must_change_password
  from operator_sessions s join operators o on o.id = s.operator_id
  where s.token_hash = $1 and s.ended_at is null and s.expires_at > $2 and s.last_used_at > $3
    and o.disabled_at is null`

/** Run by every operator call; the operator's state is joined, because it decides with the session. */
export const findOperatorSession = async (
  pool: Pool,
  tokenHash: Buffer,
  now: Date,
  usedAfter: Date,
): Promise<OperatorSessionRow | null> => {
  const statement = { name: 'operator-session-look-up', text: LOOK_UP, values: [tokenHash, now, usedAfter] }
  const { rows } = await pool.query<Row>(statement)
  const [row] = rows
  if (!row) return null
  return {
    sessionId: Number(row.id),
    operatorId: Number(row.operator_id),
    name: row.name,
    displayName: row.display_name,
    role: row.role,
    lastUsedAt: row.last_used_at,
    isProved: row.is_proved,
    hasSecondFactor: row.has_second_factor,
    mustChangePassword: row.must_change_password,
  }
}

export const touchOperatorSession = async (pool: Pool, sessionId: number, now: Date): Promise<void> => {
  const text = 'update operator_sessions set last_used_at = $2 where id = $1 and ended_at is null and last_used_at < $2'
  await pool.query(text, [sessionId, now])
}

/** An operator who may log in; null for one who is disabled. */
export const findActiveOperator = async (
  pool: Pool,
  operatorId: number,
): Promise<Pick<OperatorSessionRow, 'name' | 'displayName' | 'role'> | null> => {
  const text = `select name, coalesce(nullif(display_name, ''), name) as "displayName", role from operators
    where id = $1 and disabled_at is null`
  const { rows } = await pool.query<Pick<OperatorSessionRow, 'name' | 'displayName' | 'role'>>(text, [operatorId])
  return rows[0] ?? null
}
