import { hash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { idempotencyKeys } from '../tables/platform.ts'
import { type Clock, DAY_MS } from './clock.ts'
import { type Db, isDatabaseUnavailable } from './database.ts'
import { AppError } from './errors.ts'
import { queryAtCommit, type Tx } from './transaction.ts'

export const KEYS_KEPT_MS = 7 * DAY_MS
const KEY_PATTERN = /^[A-Za-z0-9_-]{8,128}$/

export interface IdempotentRequest {
  readonly userId: number
  readonly callPath: string
  readonly key: string
  readonly input: unknown
}

const KEEP = {
  name: 'idempotency-keep',
  text: `insert into idempotency_keys (user_id, call_path, key, request_hash, answer, created_at)
    values ($1, $2, $3, $4, $5, $6)`,
}

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
  const { userId, callPath, key } = request
  const requestHash = hashOf(request.input)
  try {
    return await db.transaction(async (tx) => {
      const answer = await effect(tx)
      queryAtCommit(tx, KEEP, [userId, callPath, key, requestHash, JSON.stringify(answer), clock.now()])
      return answer
    })
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    const [earlier] = await db.select().from(idempotencyKeys).where(isKeyOf(request))
    if (!earlier) throw error
    if (!earlier.requestHash.equals(requestHash)) throw new AppError('IDEMPOTENCY_KEY_REUSED')
    return earlier.answer as Answer
  }
}

const isKeyOf = ({ userId, callPath, key }: IdempotentRequest) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.callPath, callPath), eq(idempotencyKeys.key, key))
