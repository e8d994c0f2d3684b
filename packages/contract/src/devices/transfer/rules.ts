import type { DeviceState } from '../device/enums.ts'
import type { TransferState } from '../sharing.ts'
import type { TransferRefusal } from './schema.ts'

const HOUR_MS = 60 * 60_000

/** Time in which the receiver may accept. */
export const TRANSFER_LASTS_MS = 24 * HOUR_MS
/** A device must have this much time left, so that it does not end while its transfer waits. */
export const TRANSFER_LEAST_LEFT_MS = 24 * HOUR_MS
/** A device that was activated or renewed by a code stays with its owner this long. */
export const TRANSFER_AFTER_CODE_MS = 24 * HOUR_MS

export interface TransferFacts {
  readonly state: DeviceState
  readonly isMetered: boolean
  readonly isTrial: boolean
  readonly expiresAt: number
  readonly hasOpenTask: boolean
  readonly hasOpenOrder: boolean
  readonly isInTransfer: boolean
  /** Last activation or renewal by a code; null without one. */
  readonly codeUsedAt: number | null
}

/** Reason against handing a device over now, at the start and at the acceptance; null when nothing is in the way. */
export const handoverRefusalOf = (facts: TransferFacts, now: number): TransferRefusal | null => {
  const { state, isMetered, isTrial, expiresAt, hasOpenTask, hasOpenOrder } = facts
  if (isTrial) return 'trial'
  if (isMetered) return 'metered'
  if (state === 'expired' || state === 'released' || expiresAt <= now) return 'expired'
  if (state === 'faulty') return 'faulty'
  if ((state !== 'running' && state !== 'stopped') || hasOpenTask) return 'busy'
  return hasOpenOrder ? 'openOrder' : null
}

/** Reason against starting a transfer of a device; null when it can be transferred. */
export const transferRefusalOf = (facts: TransferFacts, now: number): TransferRefusal | null => {
  if (facts.isInTransfer) return 'inTransfer'
  const refusal = handoverRefusalOf(facts, now)
  if (refusal) return refusal
  if (facts.expiresAt - now < TRANSFER_LEAST_LEFT_MS) return 'endsSoon'
  const { codeUsedAt } = facts
  return codeUsedAt !== null && now - codeUsedAt < TRANSFER_AFTER_CODE_MS ? 'codeUsed' : null
}

export const transferRefusalTexts: Readonly<Record<TransferRefusal, string>> = {
  inTransfer: '正在转移中，请先取消原来的转移',
  metered: '按时计费的设备不能转移，可先转为包月',
  trial: '试用设备不能转移',
  expired: '设备已到期，请先续费',
  faulty: '设备出现故障，恢复后才能转移',
  busy: '设备正在执行任务，请稍后再试',
  openOrder: '设备有未完成的订单，请先支付或取消',
  endsSoon: '剩余时间不足 24 小时，请先续费',
  codeUsed: '使用激活码未满 24 小时',
}

export const transferStateLabels: Readonly<Record<TransferState, string>> = {
  waiting: '待接收',
  accepted: '已接收',
  rejected: '已拒绝',
  cancelled: '已取消',
  expired: '已过期',
}
