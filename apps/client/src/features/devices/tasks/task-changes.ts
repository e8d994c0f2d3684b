import { cancelTask, getTaskInfo, retryTask } from '@yunji/contract/devices/task/calls'
import { taskKindLabels } from '@yunji/contract/devices/task/rules'
import type { TaskRecord } from '@yunji/contract/devices/task/schema'
import { queryClient, requestData } from '../../../shared/api/query.ts'
import { useWrite } from '../../../shared/api/use-write.ts'
import { confirm } from '../../../shared/feedback/dialog.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { mergeTasks } from '../../../shared/live/live-tasks.ts'
import { kindIcons } from './task-displays.ts'
import { devicesOf } from './task-text.ts'

const refetch = ({ taskId }: TaskRecord) =>
  queryClient.invalidateQueries({ queryKey: [getTaskInfo.path, { taskId: String(taskId) }] })

const confirmCancel = (task: TaskRecord): Promise<boolean> =>
  confirm({
    icon: kindIcons[task.kind],
    title: `取消「${taskKindLabels[task.kind]}」？`,
    body: `${devicesOf(task)}：还没开始的不再执行，进行中的会撤回。`,
    cancelText: '继续执行',
    confirmText: '取消任务',
  })

/** Cancels a task after a confirmation: running steps are reverted, pending ones dropped. */
export const useCancelTask = () =>
  useWrite(
    async ({ taskId }: TaskRecord) => {
      mergeTasks([await requestData(cancelTask, { taskId })])
      showToast('任务已取消', 'success')
    },
    { confirm: confirmCancel, onSettled: refetch },
  )

/** An irreversible task is confirmed again before a retry. */
const confirmRetry = (task: TaskRecord): Promise<boolean> =>
  task.kind === 'deepClean'
    ? confirm({
        icon: kindIcons.deepClean,
        title: '再次深度清理？',
        body: `${devicesOf(task)}上没有备份的内容会永久丢失。`,
        cancelText: '取消',
        confirmText: '继续',
        isDanger: true,
      })
    : Promise.resolve(true)

/** Starts a new task for the devices on which the task did not succeed, and passes it to `onStarted`. */
export const useRetryTask = (onStarted?: (started: TaskRecord) => void) =>
  useWrite(
    async (task: TaskRecord) => {
      const started = await requestData(retryTask, { taskId: task.taskId })
      mergeTasks([started, { ...task, canRetry: false }])
      showToast('已重新开始', 'success')
      onStarted?.(started)
    },
    { confirm: confirmRetry, onSettled: refetch },
  )
