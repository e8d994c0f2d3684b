import { formatCount } from '@yunji/contract/display/text'
import { formatTime, linkTo, say, type Templates } from './format.ts'

const schedules = { link: linkTo('Device/schedules'), linkText: '查看定时任务' }
const task = (taskId: number) => ({ link: linkTo('Task/index', { taskId }), linkText: '查看任务' })

export const scheduleTemplates: Templates<'scheduleFailed' | 'scheduleMissed' | 'schedulePaused'> = {
  scheduleFailed: ({ name, dueAt, deviceCount, failedCount, reason, taskId }) => ({
    title: '定时任务未完成',
    variant: deviceCount === 0 ? 'noDevice' : undefined,
    content:
      deviceCount === 0
        ? say`「${['任务', name]}」在 ${['时间', formatTime(dueAt)]} 运行时没有可用的设备，请检查所选的设备、分组或标签。`
        : say`「${['任务', name]}」在 ${['时间', formatTime(dueAt)]} 运行，${['台数', formatCount(deviceCount)]} 台设备中有 ${['未完成', formatCount(failedCount)]} 台未完成：${['原因', reason]}。`,
    summary:
      deviceCount === 0
        ? say`定时任务「${['任务', name]}」没有可用的设备`
        : say`定时任务「${['任务', name]}」有 ${['未完成', formatCount(failedCount)]} 台未完成`,
    ...(taskId === undefined ? schedules : task(taskId)),
  }),
  scheduleMissed: ({ name, dueAt }) => ({
    title: '错过了定时任务',
    content: say`服务暂时不可用，「${['任务', name]}」没有在 ${['时间', formatTime(dueAt)]} 按时开始，不会补做；重复的任务会在下次照常运行。当天如有其他任务错过，可以在定时任务里看到。`,
    summary: say`定时任务「${['任务', name]}」错过了一次，不会补做`,
    ...schedules,
  }),
  schedulePaused: ({ name, runs }) => ({
    title: '定时任务已暂停',
    content: say`「${['任务', name]}」连续 ${['次数', formatCount(runs)]} 次没有可用的设备，已自动暂停。重新选择设备后可以继续。`,
    summary: say`定时任务「${['任务', name]}」没有可用的设备，已暂停`,
    ...schedules,
  }),
}
