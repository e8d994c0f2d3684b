import { cancelTask, getTaskInfo, retryTask } from '@yunji/contract/devices/task/calls'
import { taskKindLabels } from '@yunji/contract/devices/task/rules'
import type { TaskRecord } from '@yunji/contract/devices/task/schema'
import { queryClient, readData } from '../../../shared/api/query.ts'
import { showError } from '../../../shared/api/show-error.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { mergeTasks } from '../../../shared/live/live-tasks.ts'
import { kindIcons } from './task-displays.ts'
import { devicesOf } from './task-text.ts'

const refetch = (taskId: number) =>
  queryClient.invalidateQueries({ queryKey: [getTaskInfo.path, { taskId: String(taskId) }] })

/** After a confirmation. Running steps are reverted, pending ones dropped. */
export const cancel = async (task: TaskRecord): Promise<void> => {
  const isSure = await confirm({
    icon: kindIcons[task.kind],
    title: `取消「${taskKindLabels[task.kind]}」？`,
    body: `${devicesOf(task)}：还没开始的不再执行，进行中的会撤回。`,
    cancelText: '继续执行',
    confirmText: '取消任务',
  })
  if (!isSure) return
  try {
    mergeTasks([await readData(cancelTask, { taskId: task.taskId })])
    showToast('任务已取消', 'success')
  } catch (error) {
    showError(error)
  }
  await refetch(task.taskId)
}

/** An irreversible task is confirmed again before a retry. */
const isStillWanted = (task: TaskRecord): Promise<boolean> =>
  task.kind === 'deepClean'
    ? confirm({
        icon: kindIcons.deepClean,
        title: '再次恢复出厂设置？',
        body: `${devicesOf(task)}上没有备份的内容会永久丢失。`,
        cancelText: '取消',
        confirmText: '继续',
        isDanger: true,
      })
    : Promise.resolve(true)

/** Tries what did not succeed once more; the task that does it, or nothing. */
export const retry = async (task: TaskRecord): Promise<TaskRecord | undefined> => {
  if (!(await isStillWanted(task))) return undefined
  try {
    const begun = await readData(retryTask, { taskId: task.taskId })
    mergeTasks([begun, { ...task, canRetry: false }])
    showToast('已重新开始', 'success')
    return begun
  } catch (error) {
    showError(error)
    return undefined
  } finally {
    await refetch(task.taskId)
  }
}
