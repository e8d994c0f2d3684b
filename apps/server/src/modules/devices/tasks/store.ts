import { type TaskKind, taskKinds } from '@yunji/contract/devices/task/rules'
import type { TaskFilter } from '@yunji/contract/devices/task/schema'
import { and, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import type { PartRow } from '../../../platform/tasks/definition.ts'
import { listParts, type TaskRow } from '../../../platform/tasks/store.ts'
import type { TaskWithParts } from '../../../platform/tasks/task-record.ts'
import { tasks } from '../../../tables/tasks.ts'

/** A newer release running beside this one may have other kinds. */
const isOneOf = (kinds: readonly TaskKind[] = taskKinds): SQL => inArray(tasks.kind, [...kinds])

interface TaskSelection {
  readonly ownerId: number
  readonly filter: TaskFilter
  /** All when absent. */
  readonly kinds?: readonly TaskKind[] | undefined
}

const matches = ({ ownerId, filter, kinds }: TaskSelection): SQL | undefined =>
  and(
    eq(tasks.ownerId, ownerId),
    isOneOf(kinds),
    filter === 'active' ? isNull(tasks.endedAt) : undefined,
    filter === 'failed' ? inArray(tasks.state, ['failed', 'interrupted']) : undefined,
  )

export const countTasks = (db: Db, which: TaskSelection): Promise<number> => db.$count(tasks, matches(which))

export const listTasks = async (
  db: Db,
  which: TaskSelection,
  { page, rows }: { page: number; rows: number },
): Promise<TaskWithParts[]> => {
  const found = await db
    .select()
    .from(tasks)
    .where(matches(which))
    .orderBy(desc(tasks.id))
    .limit(rows)
    .offset((page - 1) * rows)
  return withParts(db, found)
}

/** Undefined for tasks of other users, too. */
export const findTask = async (tx: Tx | Db, ownerId: number, taskId: number): Promise<TaskWithParts | undefined> => {
  const isMine = and(eq(tasks.id, taskId), eq(tasks.ownerId, ownerId), isOneOf())
  const [found] = await withParts(tx, await tx.select().from(tasks).where(isMine))
  return found
}

const withParts = async (tx: Tx | Db, found: readonly TaskRow[]): Promise<TaskWithParts[]> => {
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const retries = await tx
    .select({ id: tasks.id, retryOf: tasks.retryOf })
    .from(tasks)
    .where(inArray(tasks.retryOf, ids))
  const parts = Map.groupBy(await listParts(tx, ids), ({ taskId }: PartRow) => taskId)
  return found.map((task) => ({
    task,
    parts: parts.get(task.id) ?? [],
    retriedBy: retries.find(({ retryOf }) => retryOf === task.id)?.id ?? null,
  }))
}
