import type { TaskKind } from '@yunji/contract/devices/task/rules'
import type { Tx } from '../database.ts'
import type { Job, Jobs } from '../jobs.ts'
import type { Listener } from '../listener.ts'
import { beginTask, type NewTask } from './begin-task.ts'
import { cancelTask } from './cancel-task.ts'
import { definitionOf, type TaskDefinition, type TaskDefinitions } from './definition.ts'
import { CANCEL_CHANNEL, findCancelled, type TaskRow } from './store.ts'
import { abandonTasks, sweepTasks } from './sweep-tasks.ts'
import { createWorker, type PartJob, type WorkerDeps } from './worker.ts'

/** Long work that survives the death of its workers. */
export interface Tasks {
  /** Runs in the transaction in which its devices become busy; returns the task id. */
  begin(tx: Tx, task: NewTask): Promise<number>
  cancel(tx: Tx, task: Pick<TaskRow, 'id' | 'kind'>): Promise<void>
  /** For code that moves devices out of a busy state. */
  abandon(tx: Tx, deviceIds: readonly number[]): Promise<void>
  definition(kind: TaskKind): TaskDefinition
}

interface TasksDeps extends Omit<WorkerDeps, 'definitions'> {
  readonly jobs: Pick<Jobs, 'add' | 'addMany'>
  readonly listener: Listener
  readonly definitions: readonly TaskDefinition[]
}

export const createTasks = (
  outside: TasksDeps,
): Tasks & { readonly jobs: readonly Job<PartJob>[]; readonly sweep: () => Promise<void> } => {
  const definitions: TaskDefinitions = new Map(outside.definitions.map((definition) => [definition.kind, definition]))
  const deps = { ...outside, definitions }
  const worker = createWorker(deps)

  const cancelMarked = async (): Promise<void> => {
    for (const partId of await findCancelled(deps.database.db, worker.partIds())) worker.cancel(partId)
  }
  outside.listener.on(CANCEL_CHANNEL, {
    onNotification: (payload) => worker.cancel(Number(payload)),
    onConnected: () => void cancelMarked().catch(() => undefined),
  })

  return {
    begin: beginTask(deps),
    cancel: cancelTask(deps),
    abandon: abandonTasks(deps),
    definition: (kind) => definitionOf(definitions, kind),
    sweep: sweepTasks(deps),
    jobs: worker.jobs,
  }
}
