import { sql } from 'drizzle-orm'
import { outbox } from '../../tables/messages.ts'
import type { Clock } from '../clock.ts'
import type { Jobs } from '../jobs.ts'
import { prepared, type Tx } from '../transaction.ts'
import type { OutboxEvent } from './events.ts'

/** Turns waiting events into messages. Without data: it reads the waiting events itself. */
export const DELIVER_JOB = { name: 'outbox.deliver' } as const

export interface Outbox {
  /** Inserts an event in the transaction of its cause: both commit or neither. */
  add(tx: Tx, event: OutboxEvent): Promise<void>
  addAll(tx: Tx, events: readonly OutboxEvent[]): Promise<void>
  /** For the one caller that inserts its event itself. */
  wake(tx: Tx): Promise<void>
}

interface OutboxDeps {
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'add'>
}

const adding = prepared((tx) =>
  tx
    .insert(outbox)
    .values({
      event: sql.placeholder('event'),
      userId: sql.placeholder('userId'),
      key: sql.placeholder('key'),
      payload: sql.placeholder('payload'),
      createdAt: sql.placeholder('createdAt'),
    })
    .onConflictDoNothing()
    .returning({ id: outbox.id })
    .prepare('outbox-add'),
)

export const createOutbox = ({ clock, jobs }: OutboxDeps): Outbox => {
  const wake = (tx: Tx): Promise<void> => jobs.add(tx, DELIVER_JOB, {})
  const addAll = async (tx: Tx, events: readonly OutboxEvent[]): Promise<void> => {
    if (events.length === 0) return
    const createdAt = clock.now()
    const written = await tx
      .insert(outbox)
      .values(events.map(({ event, userId, key, payload }) => ({ event, userId, key, payload, createdAt })))
      .onConflictDoNothing()
      .returning({ id: outbox.id })
    if (written.length > 0) await wake(tx)
  }
  const add = async (tx: Tx, { event, userId, key, payload }: OutboxEvent): Promise<void> => {
    const written = await adding(tx).execute({ event, userId, key, payload, createdAt: clock.now() })
    if (written.length > 0) await wake(tx)
  }
  return { add, addAll, wake }
}
