import { createHash } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import { idempotencyKeys } from '../tables/platform.ts'
import { type Clock, DAY_MS, later } from './clock.ts'
import type { Db, Tx } from './database.ts'
import { AppError } from './errors.ts'

const KEPT_MS = 7 * DAY_MS
const KEY_PATTERN = /^[A-Za-z0-9_-]{8,128}$/

export interface IdempotentRequest {
  readonly userId: number
  readonly callPath: string
  readonly key: string
  readonly input: unknown
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
    const mine = and(
      eq(idempotencyKeys.userId, userId),
      eq(idempotencyKeys.callPath, callPath),
      eq(idempotencyKeys.key, key),
    )
    const taken = await tx
      .insert(idempotencyKeys)
      .values({ userId, callPath, key, requestHash, createdAt: clock.now() })
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key })

    if (taken.length === 0) {
      const [earlier] = await tx.select().from(idempotencyKeys).where(mine)
      if (!earlier?.requestHash.equals(requestHash)) throw new AppError('IDEMPOTENCY_KEY_REUSED')
      return earlier.answer as Answer
    }

    const answer = await effect(tx)
    await tx.update(idempotencyKeys).set({ answer }).where(mine)
    return answer
  })

export const forgetOldKeys = async (db: Db, clock: Clock): Promise<void> => {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, later(clock.now(), -KEPT_MS)))
}
