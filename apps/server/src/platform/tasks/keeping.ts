import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { taskParts, tasks } from '../../tables/tasks.ts'
import { type Clock, DAY_MS, later } from '../clock.ts'
import type { Db, Tx } from '../database.ts'

const KEPT_MS = 90 * DAY_MS
const AT_ONCE = 1000

const remove = async (tx: Tx, taskIds: readonly number[]): Promise<void> => {
  if (taskIds.length === 0) return
  const ids = [...taskIds]
  await tx.delete(taskParts).where(inArray(taskParts.taskId, ids))
  await tx.update(tasks).set({ retryOf: null }).where(inArray(tasks.retryOf, ids))
  await tx.delete(tasks).where(inArray(tasks.id, ids))
}

/** The oldest of them, of those that have been over for long. */
export const forgetOldTasks = (db: Db, clock: Clock): Promise<void> =>
  db.transaction(async (tx) => {
    const oldest = await tx.select().from(tasks).orderBy(tasks.id).limit(AT_ONCE)
    const endedBefore = later(clock.now(), -KEPT_MS)
    const old = oldest.filter(({ endedAt }) => endedAt !== null && endedAt < endedBefore)
    await remove(
      tx,
      old.map(({ id }) => id),
    )
  })

/** What somebody had done, when they are gone. What is still going on ends first. */
export const eraseTasks = async (tx: Tx, ownerId: number): Promise<void> => {
  const own = await tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.ownerId, ownerId), isNotNull(tasks.endedAt)))
  await remove(
    tx,
    own.map(({ id }) => id),
  )
}
