import { hash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { idempotencyKeys, operatorIdempotencyKeys } from '../tables/platform.ts'
import { type Clock, DAY_MS } from './clock.ts'
import type { Db } from './database.ts'
import { isDatabaseUnavailable } from './database-errors.ts'
import { AppError } from './errors.ts'
import { queryAtCommit, type Tx } from './transaction.ts'

export const KEYS_KEPT_MS = 7 * DAY_MS
const KEY_PATTERN = /^[A-Za-z0-9_-]{8,128}$/

/** Owner of a key: a user, or an operator, null for the configured token. */
type KeyOwner = { readonly userId: number } | { readonly operatorId: number | null }

export type IdempotentRequest = KeyOwner & {
  readonly callPath: string
  readonly key: string
  readonly input: unknown
}

const KEEP = {
  name: 'idempotency-keep',
  text: `insert into idempotency_keys (user_id, call_path, key, request_hash, answer, created_at)
    values ($1, $2, $3, $4, $5, $6)`,
}

const KEEP_OPERATORS = {
  name: 'operator-idempotency-keep',
  text: `insert into operator_idempotency_keys (operator_id, call_path, key, request_hash, answer, created_at)
    values ($1, $2, $3, $4, $5, $6)`,
}

/** Stands for the configured token in keys, which is no operator with a row. */
const TOKEN_ID = 0

/** Parsed input has a fixed key order, so equal requests have equal text. */
const hashOf = (input: unknown): Buffer => hash('sha256', JSON.stringify(input) ?? '', 'buffer')

export const assertIdempotencyKey = (key: unknown): string => {
  if (typeof key === 'string' && KEY_PATTERN.test(key)) return key
  throw new AppError('BAD_INPUT', { text: '请求编号缺失或格式不正确' })
}

/**
 * One effect per key. The key is inserted with its answer at the end of the effect's own transaction, and is unique: of
 * several with the same key one commits and the others are rolled back. They return its answer, also where they failed,
 * since its effect may be the cause. A failure is never stored.
 */
export const runOnce = async <Answer>(
  db: Db,
  clock: Clock,
  request: IdempotentRequest,
  effect: (tx: Tx) => Promise<Answer>,
): Promise<Answer> => {
  const { callPath, key } = request
  const [keep, ownerId] =
    'userId' in request ? [KEEP, request.userId] : [KEEP_OPERATORS, request.operatorId ?? TOKEN_ID]
  const requestHash = hashOf(request.input)
  try {
    return await db.transaction(async (tx) => {
      const answer = await effect(tx)
      queryAtCommit(tx, keep, [ownerId, callPath, key, requestHash, JSON.stringify(answer), clock.now()])
      return answer
    })
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    const earlier = await findEarlier(db, request)
    if (!earlier) throw error
    if (!earlier.requestHash.equals(requestHash)) throw new AppError('IDEMPOTENCY_KEY_REUSED')
    return earlier.answer as Answer
  }
}

const findEarlier = async (db: Db, request: IdempotentRequest) => {
  const table = 'userId' in request ? idempotencyKeys : operatorIdempotencyKeys
  const isOwner =
    'userId' in request
      ? eq(idempotencyKeys.userId, request.userId)
      : eq(operatorIdempotencyKeys.operatorId, request.operatorId ?? TOKEN_ID)
  const [earlier] = await db
    .select({ requestHash: table.requestHash, answer: table.answer })
    .from(table)
    .where(and(isOwner, eq(table.callPath, request.callPath), eq(table.key, request.key)))
  return earlier
}
