import { isTaskOver, taskKindLabels } from '@yunji/contract/devices/task/rules'
import type { TaskRecord } from '@yunji/contract/devices/task/schema'
import { formatCount } from '@yunji/contract/display/text'
import type { KnownTasks } from '../../../../shared/live/live-tasks.ts'

/** Tasks that ended between two states. */
export const endedTasks = (before: KnownTasks, now: KnownTasks): readonly TaskRecord[] =>
  [...now.values()]
    .map(({ task }) => task)
    .filter(({ taskId, state }) => {
      const earlier = before.get(taskId)
      return earlier !== undefined && !isTaskOver(earlier.task.state) && isTaskOver(state)
    })

/** `「星海远征 06」重启 40%`, or `3 个任务进行中 40%`. */
export const noticeText = (active: readonly TaskRecord[]): string => {
  const progress = Math.floor(active.reduce((sum, task) => sum + task.progress, 0) / active.length)
  const [first] = active
  if (!first || active.length > 1) return `${active.length} 个任务进行中 ${progress}%`
  const devices = first.deviceCount > 1 ? `${formatCount(first.deviceCount)} 台设备` : `「${first.deviceName}」`
  return `${devices}${taskKindLabels[first.kind]} ${progress}%`
}
