import { appTaskRights } from '@yunji/contract/devices/app/rules'
import { DeviceCommand } from '@yunji/contract/devices/device/enums'
import { commandRights } from '@yunji/contract/devices/device/rules'
import { isRetryable, type TaskKind } from '@yunji/contract/devices/task/rules'
import type { TaskFilter, TaskInfo, TaskRecord } from '@yunji/contract/devices/task/schema'
import { type DeviceRight, includesRight } from '@yunji/contract/wire/call'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Db, Tx } from '../../../platform/database.ts'
import type { DeviceAccess } from '../../../platform/device-access.ts'
import { AppError } from '../../../platform/errors.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { lockDevices, lockTask } from '../../../platform/tasks/store.ts'
import { type TaskWithParts, toTaskInfo, toTaskRecord } from '../../../platform/tasks/task-record.ts'
import type { Tasks } from '../../../platform/tasks/tasks.ts'
import { beginDeviceTask } from '../fleet/index.ts'
import { countTasks, findTask, listTasks } from './store.ts'

export interface TaskDeps {
  readonly database: Database
  readonly clock: Clock
  readonly tasks: Tasks
  readonly deviceAccess: DeviceAccess
}

interface TaskQuery {
  readonly page: number
  readonly rows: number
  readonly filter: TaskFilter
  readonly kinds?: readonly TaskKind[] | undefined
}

/** Rights required to retry each kind of task. */
const rights: Readonly<Record<TaskKind, DeviceRight>> = {
  create: 'owner',
  reboot: commandRights[DeviceCommand.reboot],
  clean: commandRights[DeviceCommand.clean],
  deepClean: commandRights[DeviceCommand.deepClean],
  replace: 'owner',
  replaceDevice: 'owner',
  changeZone: 'owner',
  updateSystem: 'owner',
  changeConfig: 'owner',
  changeModel: 'owner',
  changeVideo: 'owner',
  backup: 'owner',
  lastBackup: 'owner',
  restore: 'owner',
  ...appTaskRights,
}

export const getTaskList =
  ({ database: { db }, tasks }: TaskDeps) =>
  async ({ userId }: Caller, { page, rows, filter, kinds }: TaskQuery) => {
    const which = { ownerId: userId, filter, kinds }
    const [found, total, activeCount] = await Promise.all([
      listTasks(db, which, { page, rows }),
      countTasks(db, which),
      countTasks(db, { ...which, filter: 'active' }),
    ])
    const records = found.map((each) => toTaskRecord(tasks.definition(each.task.kind), each))
    return { ...pageOf(records, page, rows, total), activeCount }
  }

const getTask = async (tx: Tx | Db, userId: number, taskId: number): Promise<TaskWithParts> => {
  const found = await findTask(tx, userId, taskId)
  if (!found) throw new AppError('TASK_NOT_EXIST')
  return found
}

const infoOf = async ({ tasks }: TaskDeps, tx: Tx | Db, userId: number, taskId: number): Promise<TaskInfo> => {
  const found = await getTask(tx, userId, taskId)
  return toTaskInfo(tasks.definition(found.task.kind), found)
}

export const getTaskInfo =
  (deps: TaskDeps) =>
  ({ userId }: Caller, taskId: number): Promise<TaskInfo> =>
    infoOf(deps, deps.database.db, userId, taskId)

export const cancelTask =
  (deps: TaskDeps) =>
  async ({ userId }: Caller, taskId: number): Promise<TaskInfo> => {
    await deps.database.db.transaction(async (tx) => {
      const { task } = await getTask(tx, userId, taskId)
      await deps.tasks.cancel(tx, task)
    })
    return infoOf(deps, deps.database.db, userId, taskId)
  }

/**
 * New task for the devices that did not succeed. Those that cannot begin now are failed parts, so that they can be
 * retried.
 */
export const retryTask =
  (deps: TaskDeps) =>
  async (tx: Tx, { userId }: Caller, taskId: number): Promise<TaskInfo> => {
    const known = await getTask(tx, userId, taskId)
    const devices = await lockDevices(
      tx,
      known.parts.map(({ deviceId }) => deviceId),
    )
    await lockTask(tx, taskId)
    const { task, parts, retriedBy } = await getTask(tx, userId, taskId)
    const kind = deps.tasks.definition(task.kind).retriedAs
    const failed = parts.filter(({ state }) => isRetryable(state)).map(({ deviceId }) => deviceId)
    if (retriedBy !== null) throw refused('该任务已重试过，请查看新任务', { taskId: retriedBy })
    if (task.endedAt === null) throw refused('任务还在进行中，结束后才能重试')
    if (failed.length === 0) throw refused('任务已成功，无需重试')
    if (!kind || kind === 'create') throw refused('该任务不能重试')
    // A phone that works again is not replaced without its data, days later, by a tap on 重试.
    const faulty = new Set(devices.filter(({ state }) => state === 'faulty').map(({ id }) => id))
    const needed = kind === 'replace' ? failed.filter((id) => faulty.has(id)) : failed
    if (needed.length === 0) throw refused('设备已经恢复，不需要更换')
    const held = await deps.deviceAccess.findRights(userId, needed, tx)
    const deviceIds = needed.filter((id) => includesRight(held.get(id) ?? 'none', rights[kind]))
    if (deviceIds.length === 0) throw new AppError('GET_DEVICE_FAILED', { data: { deviceIds: failed } })
    const begun = await beginDeviceTask(deps, tx, {
      kind,
      ownerId: userId,
      deviceIds,
      subject: task.subject,
      input: task.input,
      retryOf: taskId,
    })
    const [refusal] = begun.refusals.values()
    if (begun.taskId === null) throw new AppError(refusal ?? 'GET_DEVICE_FAILED', { data: { deviceIds } })
    return infoOf(deps, tx, userId, begun.taskId)
  }

const refused = (text: string, data: object | null = null): AppError => new AppError('SHOW_ERROR_TIP', { text, data })

/** Reads tasks for live updates. */
export const createTaskReader = ({ database: { db }, tasks }: Pick<TaskDeps, 'database' | 'tasks'>) => {
  const ACTIVE_AT_ONCE = 100
  const recordOf = (found: TaskWithParts): TaskRecord => toTaskRecord(tasks.definition(found.task.kind), found)
  return {
    find: async (userId: number, taskId: number): Promise<TaskRecord | undefined> => {
      const found = await findTask(db, userId, taskId)
      return found && recordOf(found)
    },
    listActive: async (userId: number): Promise<TaskRecord[]> =>
      (await listTasks(db, { ownerId: userId, filter: 'active' }, { page: 1, rows: ACTIVE_AT_ONCE })).map(recordOf),
  }
}
