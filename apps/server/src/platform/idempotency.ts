import { createHash } from 'node:crypto'
import { lt } from 'drizzle-orm'
import { idempotencyKeys } from '../tables/platform.ts'
import { type Clock, DAY_MS, later } from './clock.ts'
import { ask, type Db, type Tx } from './database.ts'
import { AppError } from './errors.ts'

const KEPT_MS = 7 * DAY_MS
const KEY_PATTERN = /^[A-Za-z0-9_-]{8,128}$/

export interface IdempotentRequest {
  readonly userId: number
  readonly callPath: string
  readonly key: string
  readonly input: unknown
}

const TAKE = {
  name: 'idempotency-take',
  text: `insert into idempotency_keys (user_id, call_path, key, request_hash, created_at)
    values ($1, $2, $3, $4, $5) on conflict do nothing returning key`,
}
const READ = {
  name: 'idempotency-read',
  text: `select request_hash, answer from idempotency_keys where user_id = $1 and call_path = $2 and key = $3`,
}
const KEEP = {
  name: 'idempotency-keep',
  text: `update idempotency_keys set answer = $4 where user_id = $1 and call_path = $2 and key = $3`,
}

/** Input is parsed by its schema before, so equal requests have equal text. */
const hashOf = (input: unknown): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(input) ?? '')
    .digest()

export const assertIdempotencyKey = (key: unknown): string => {
  if (typeof key === 'string' && KEY_PATTERN.test(key)) return key
  throw new AppError('BAD_INPUT', { text: '请求编号缺失或格式不正确' })
}

/**
 * Runs `effect` once per key. The key's row is written in the effect's own transaction: a second request with the same
 * key waits on the unique index until the first has committed, then reads its answer; if the first rolled back, the
 * second becomes the first. A failure is therefore never remembered.
 */
export const runOnce = <Answer>(
  db: Db,
  clock: Clock,
  request: IdempotentRequest,
  effect: (tx: Tx) => Promise<Answer>,
): Promise<Answer> =>
  db.transaction(async (tx) => {
    const { userId, callPath, key } = request
    const requestHash = hashOf(request.input)
    const mine = [userId, callPath, key] as const
    const taken = await ask(tx, TAKE, [...mine, requestHash, clock.now()])
    if (taken.length === 0) {
      const [earlier] = await ask<{ request_hash: Buffer; answer: Answer }>(tx, READ, mine)
      if (!earlier?.request_hash.equals(requestHash)) throw new AppError('IDEMPOTENCY_KEY_REUSED')
      return earlier.answer
    }

    const answer = await effect(tx)
    await ask(tx, KEEP, [...mine, JSON.stringify(answer)])
    return answer
  })

export const forgetOldKeys = async (db: Db, clock: Clock): Promise<void> => {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, later(clock.now(), -KEPT_MS)))
}
