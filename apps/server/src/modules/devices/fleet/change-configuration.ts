import { deviceDeadlineMs } from '@yunji/contract/devices/device/machine'
import { type TaskKind, taskKindLabels } from '@yunji/contract/devices/task/rules'
import type { Database } from '../../../platform/database.ts'
import { answerOf } from '../../../platform/errors.ts'
import { isRefusal, type Suppliers } from '../../../platform/supplier.ts'
import { failureOf } from '../../../platform/supplier-failures.ts'
import { defineTask, type StepContext, type TaskDefinition } from '../../../platform/tasks/definition.ts'
import { findOpenChange, sizeOf } from './store.ts'

interface ChangeTaskDeps {
  readonly database: Database
  readonly suppliers: Suppliers
  /** Called when the change has succeeded or failed. */
  readonly onChanged: TaskDefinition['onEnd']
}

const AHEAD_MS = 15_000
/** Undoing restarts the phone as well. */
const UNDO_MS = 5 * 60_000

/** Restarts the phone in the size of its new configuration; on failure it gets its old size back. */
export const changeTasks = (deps: ChangeTaskDeps): TaskDefinition[] =>
  (['changeConfig', 'changeModel', 'changeVideo'] as const).map((kind) => changeTask(deps, kind))

const changeTask = (deps: ChangeTaskDeps, kind: TaskKind): TaskDefinition =>
  defineTask({
    kind,
    deadlineMs: deviceDeadlineMs.changingConfiguration - AHEAD_MS,
    undoMs: UNDO_MS,
    // Already paid: cancelling would be a refund.
    canCancel: false,
    describeFailure: (error) => answerOf(failureOf(error)).text,
    steps: [
      {
        name: taskKindLabels[kind],
        weight: 1,
        run: (context) => resize(deps, context, 'toConfigId'),
        undo: (context) => resize(deps, context, 'fromConfigId'),
        isRefusal,
      },
    ],
    ...(deps.onChanged && { onEnd: deps.onChanged }),
  })

type Context = Pick<StepContext, 'device' | 'signal'> & Partial<Pick<StepContext, 'progress'>>

const resize = async (
  { database: { db }, suppliers }: ChangeTaskDeps,
  { device, signal, progress }: Context,
  into: 'toConfigId' | 'fromConfigId',
): Promise<void> => {
  const change = await findOpenChange(db, device.id)
  const size = change && (await sizeOf(db, change[into]))
  if (!size) throw new Error(`device ${device.id} is to become nothing`)
  await suppliers.of(device.supplierType).resize(device.phoneId, size, signal, () => progress?.(50))
}
