import { isRetryable, isTaskOver } from '@yunji/contract/devices/task/rules'
import type { TaskFilter, TaskRecord } from '@yunji/contract/devices/task/schema'
import type { KnownTasks } from '../../../shared/live/live-tasks.ts'
import { newerTask } from '../../../shared/live/newer-task.ts'

const belongs: Readonly<Record<TaskFilter, (task: TaskRecord) => boolean>> = {
  all: () => true,
  active: ({ state }) => !isTaskOver(state),
  failed: ({ state }) => isRetryable(state),
}

interface ReadRows {
  readonly rows: readonly TaskRecord[]
  readonly readAtMs: number
}

/**
 * The fetched list with later events applied: new tasks come first, and listed tasks stay until the next fetch, also
 * when they end, so that no row disappears while it is watched.
 */
export const shownTasks = (
  { rows, readAtMs }: ReadRows,
  known: KnownTasks,
  filter: TaskFilter,
): readonly TaskRecord[] => {
  const newest = Math.max(0, ...rows.map(({ taskId }) => taskId))
  const started = [...known.values()]
    .map(({ task }) => task)
    .filter((task) => task.taskId > newest && belongs[filter](task))
  started.sort((one, other) => other.taskId - one.taskId)
  const updated = rows.map((row) => {
    const latest = known.get(row.taskId)
    return latest ? newerTask({ task: row, knownAtMs: readAtMs }, latest).task : row
  })
  return [...started, ...updated]
}
