import { isTaskOver, taskMachine } from '@yunji/contract/devices/task/rules'
import { nextStep } from '@yunji/contract/machine'
import type { Tx } from '../database.ts'
import { AppError } from '../errors.ts'
import { cancellableSteps, definitionOf } from './definition.ts'
import { asBefore } from './device-port.ts'
import { type EndDeps, endPart } from './end-part.ts'
import { listParts, lockDevices, lockTask, markCancelled, notifyCancelled, type TaskRow } from './store.ts'

const CANCELLED = '已取消'

/**
 * Cancels as far as possible: waiting parts end here, working ones are undone by their workers. Parts beyond their last
 * cancellable step run to their end.
 */
export const cancelTask =
  (deps: EndDeps) =>
  async (tx: Tx, { id, kind }: Pick<TaskRow, 'id' | 'kind'>): Promise<void> => {
    const definition = definitionOf(deps.definitions, kind)
    await lockDevices(
      tx,
      (await listParts(tx, [id])).map(({ deviceId }) => deviceId),
    )
    const task = await lockTask(tx, id)
    if (!task) throw new AppError('TASK_NOT_EXIST')
    if (isTaskOver(task.state)) throw refusalOf(task)
    const parts = await listParts(tx, [id])
    const waiting = definition.canCancel === false ? [] : parts.filter(({ state }) => state === 'waiting')
    for (const part of waiting) {
      const into = asBefore(part.deviceStateBefore)
      await endPart(deps, tx, {
        part,
        state: 'interrupted',
        reason: CANCELLED,
        into,
        isUndone: true,
        isCancelled: true,
      })
    }
    const called = await markCancelled(tx, id, cancellableSteps(definition))
    const isUnderWay = parts.some(({ state, isCancelled }) => state === 'working' && isCancelled)
    if (waiting.length + called.length === 0 && !isUnderWay)
      throw new AppError('SHOW_ERROR_TIP', { text: '任务已进行到不能取消的步骤' })
    for (const part of called) await notifyCancelled(tx, part.id)
    await deps.live.notify(tx, task.ownerId, { taskId: id })
  }

const refusalOf = ({ state }: TaskRow): AppError => {
  const step = nextStep(taskMachine, state, 'interrupt')
  return new AppError(state === 'interrupted' || step.ok ? 'TASK_INTERRUPTED' : step.refusal.code, {
    ...(state !== 'interrupted' && { text: '任务已结束' }),
  })
}
