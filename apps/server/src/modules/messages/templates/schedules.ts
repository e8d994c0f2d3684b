import { formatCount } from '@yunji/contract/display/text'
import { formatTime, linkTo, type Templates } from './format.ts'

const schedules = { link: linkTo('Device/schedules'), linkText: '查看定时任务' }
const task = (taskId: number) => ({ link: linkTo('Task/index', { taskId }), linkText: '查看任务' })

export const scheduleTemplates: Templates<'scheduleFailed' | 'scheduleMissed' | 'schedulePaused'> = {
  scheduleFailed: ({ name, dueAt, deviceCount, failedCount, reason, taskId }) => ({
    title: '定时任务未完成',
    content:
      deviceCount === 0
        ? `「${name}」在 ${formatTime(dueAt)} 运行时没有可用的设备，请检查所选的设备、分组或标签。`
        : `「${name}」在 ${formatTime(dueAt)} 运行，${formatCount(deviceCount)} 台设备中有 ${formatCount(failedCount)} 台未完成：${reason}。`,
    summary:
      deviceCount === 0
        ? `定时任务「${name}」没有可用的设备`
        : `定时任务「${name}」有 ${formatCount(failedCount)} 台未完成`,
    ...(taskId === undefined ? schedules : task(taskId)),
  }),
  scheduleMissed: ({ name, dueAt }) => ({
    title: '错过了定时任务',
    content: `服务暂时不可用，「${name}」没有在 ${formatTime(dueAt)} 按时开始，不会补做；重复的任务会在下次照常运行。当天如有其他任务错过，可以在定时任务里看到。`,
    summary: `定时任务「${name}」错过了一次，不会补做`,
    ...schedules,
  }),
  schedulePaused: ({ name, runs }) => ({
    title: '定时任务已暂停',
    content: `「${name}」连续 ${formatCount(runs)} 次没有可用的设备，已自动暂停。重新选择设备后可以继续。`,
    summary: `定时任务「${name}」没有可用的设备，已暂停`,
    ...schedules,
  }),
}
