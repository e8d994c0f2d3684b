import { isTaskOver, taskKindLabels, taskStateLabels } from '@yunji/contract/devices/task/rules'
import type { TaskRecord } from '@yunji/contract/devices/task/schema'
import { formatCount } from '@yunji/contract/display/text'

/** `星海远征 06`, or `星海远征 06 等 3 台`. */
export const devicesOf = ({ deviceName, deviceCount }: Pick<TaskRecord, 'deviceName' | 'deviceCount'>): string =>
  deviceCount > 1 ? `${deviceName} 等 ${formatCount(deviceCount)} 台` : deviceName

/** `安装应用 · 游戏.apk`, or the kind alone. */
export const titleOf = ({ kind, subject }: Pick<TaskRecord, 'kind' | 'subject'>): string =>
  subject === '' ? taskKindLabels[kind] : `${taskKindLabels[kind]} · ${subject}`

type Counts = Pick<TaskRecord, 'deviceCount' | 'succeededCount' | 'failedCount'>

const counted = (word: string, count: number): readonly string[] =>
  count > 0 ? [`${word} ${formatCount(count)} 台`] : []

/** Counts of succeeded and failed devices; empty for a single device. */
export const resultsOf = ({ deviceCount, succeededCount, failedCount }: Counts): string => {
  if (deviceCount <= 1) return ''
  const interrupted = deviceCount - succeededCount - failedCount
  return [...counted('成功', succeededCount), ...counted('失败', failedCount), ...counted('中断', interrupted)].join(
    '，',
  )
}

/** Current step of the task. */
export const stepOf = ({ state, step, deviceCount, succeededCount, failedCount }: TaskRecord): string => {
  if (state === 'waiting') return '等待开始'
  if (deviceCount <= 1) return step || taskStateLabels.working
  return `已完成 ${formatCount(succeededCount + failedCount)}/${formatCount(deviceCount)} 台`
}

/** State of the task as a word. */
export const stateOf = ({ state, succeededCount }: Pick<TaskRecord, 'state' | 'succeededCount'>): string =>
  state === 'failed' && succeededCount > 0 ? '部分失败' : taskStateLabels[state]

/** Reason of the failure; empty otherwise. */
export const reasonOf = ({ state, reason }: Pick<TaskRecord, 'state' | 'reason'>): string =>
  isTaskOver(state) && state !== 'succeeded' ? reason : ''
