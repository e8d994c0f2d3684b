import { orderStatusLabels } from '@yunji/contract/commerce/order/enums'
import { causeLabels, faultLabels } from '@yunji/contract/devices/availability/rules'
import { taskKindLabels } from '@yunji/contract/devices/task/rules'
import { formatYuan } from '@yunji/contract/display/money'
import { formatCount, formatFileSize } from '@yunji/contract/display/text'
import { CHINA_OFFSET_MINUTES, formatDate } from '@yunji/contract/display/time'
import type { TicketState } from '@yunji/contract/service/machine'
import type { TicketContext, TicketRecord } from '@yunji/contract/service/schema'

export const stateTones: Readonly<Record<TicketState, 'brand' | 'run' | 'soon' | 'plain'>> = {
  open: 'brand',
  answered: 'run',
  waiting: 'soon',
  closed: 'plain',
}

/** The time by which an answer is due; past it, that it is late. */
export const dueText = ({ state, dueAt }: Pick<TicketRecord, 'state' | 'dueAt'>, nowMs: number): string => {
  if (state !== 'open') return ''
  if (dueAt === null) return '我们会尽快回复'
  if (dueAt <= nowMs) return '抱歉让你久等了，我们正在加紧处理'
  return `预计 ${formatDate(dueAt, 'MM/DD HH:mm', CHINA_OFFSET_MINUTES)} 前回复`
}

const taskStates = {
  waiting: '等待中',
  working: '进行中',
  succeeded: '已完成',
  failed: '失败',
  interrupted: '中断',
} as const

/** Names and values noted when the ticket was opened. */
export const contextFacts = (
  { device, task, stream, order, interruption }: TicketContext,
  deviceStateText: (state: string) => string,
): readonly (readonly [string, string])[] => [
  ...(order
    ? ([
        ['订单', `${order.title} · ${orderStatusLabels[order.status]}`],
        ['订单编号', String(order.orderId)],
        ['金额', `¥${formatYuan(order.payableCents)}`],
      ] as const)
    : []),
  ...(device ? ([['设备', `${device.name} · ${deviceStateText(device.state)} · ${device.zoneName}`]] as const) : []),
  ...(task
    ? ([
        [
          '最近任务',
          `${taskKindLabels[task.kind]} · ${taskStates[task.state]}${task.reason ? `：${task.reason}` : ''}`,
        ],
      ] as const)
    : []),
  ...(stream ? ([['最近画面', streamText(stream)]] as const) : []),
  ...(interruption ? ([['中断', interruptionText(interruption)]] as const) : []),
]

const interruptionText = ({ cause, fault, startedAt }: NonNullable<TicketContext['interruption']>) =>
  `${causeLabels[cause]} · ${faultLabels[fault]} · ${formatDate(startedAt, 'MM/DD HH:mm', CHINA_OFFSET_MINUTES)}`

const streamText = ({ openedAt, closedAt, frames, skippedFrames, bytes }: NonNullable<TicketContext['stream']>) => {
  const minutes = Math.max(1, Math.round((closedAt - openedAt) / 60_000))
  return `${formatCount(minutes)} 分钟，${formatCount(frames)} 帧，跳过 ${formatCount(skippedFrames)} 帧，${formatFileSize(bytes)}`
}
