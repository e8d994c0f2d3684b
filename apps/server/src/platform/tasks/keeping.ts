import { and, eq, isNotNull } from 'drizzle-orm'
import { tasks } from '../../tables/tasks.ts'
import { DAY_MS } from '../clock.ts'
import type { Tx } from '../database.ts'

/** After their end. */
export const TASKS_KEPT_MS = 90 * DAY_MS

/** What somebody had done, when they are gone; the parts go with their tasks. Whoever calls has waited for open ones. */
export const eraseTasks = async (tx: Tx, ownerId: number): Promise<void> => {
  await tx.delete(tasks).where(and(eq(tasks.ownerId, ownerId), isNotNull(tasks.endedAt)))
}
