import type { DeviceRight } from '../../wire/call.ts'
import type { DeviceState } from '../device/enums.ts'
import type { ReturnRefusal } from './schema.ts'

const MINUTE_MS = 60_000

/** An early return is possible within this time after the first start, and below this running time. */
export const RETURN_WITHIN_MS = 120 * MINUTE_MS
export const RETURN_RAN_UNDER_MS = 30 * MINUTE_MS
/** Early returns of an account in a calendar month, as months are in China. */
export const RETURNS_PER_MONTH = 2

const DAY_MS = 24 * 60 * MINUTE_MS
/** Retention of a stopped metered device and its data, and the reminder before its end. */
export const METERED_STOP_KEPT_MS = 7 * DAY_MS
export const METERED_STOP_REMINDER_MS = DAY_MS

/** Lifecycle actions of an owner. */
export const ownerActions = ['start', 'stop', 'delete', 'renew'] as const
export type OwnerAction = (typeof ownerActions)[number]

/** Repeated from the device machine, which pages do not load; a test compares both. */
const acceptedIn: Readonly<Record<OwnerAction, readonly DeviceState[]>> = {
  start: ['stopped'],
  stop: ['running'],
  delete: ['stopped', 'expired', 'faulty'],
  renew: [
    'running',
    'stopped',
    'rebooting',
    'cleaning',
    'backingUp',
    'restoring',
    'replacing',
    'changingZone',
    'changingConfiguration',
    'updating',
    'expired',
    'faulty',
  ],
}

interface OwnedDevice {
  readonly state: DeviceState
  readonly right: DeviceRight
  /** One that ran out of beans starts again with them; it is never renewed. */
  readonly isMetered: boolean
}

/** Actions that a device accepts from a user now; none without ownership. */
export const ownerActionsOf = ({ state, right, isMetered }: OwnedDevice): readonly OwnerAction[] =>
  ownerActions.filter((action) => {
    if (right !== 'owner') return false
    if (isMetered && action === 'renew') return false
    return acceptedIn[action].includes(state) || (isMetered && action === 'start' && state === 'expired')
  })

export interface ReturnFacts {
  readonly state: DeviceState
  /** Through a provider or from the balance; beans are credit. */
  readonly isBoughtByMoney: boolean
  readonly firstStartedAt: number | null
  readonly ranMs: number
  /** Early returns of its owner in this month. */
  readonly returnsThisMonth: number
}

/** End of the early-return period; null before the first start. */
export const returnUntil = (firstStartedAt: number | null): number | null =>
  firstStartedAt === null ? null : firstStartedAt + RETURN_WITHIN_MS

/** Reason against an early return; null when it is possible. Limits are exclusive. */
export const returnRefusalOf = (facts: ReturnFacts, now: number): ReturnRefusal | null => {
  const { state, isBoughtByMoney, firstStartedAt, ranMs, returnsThisMonth } = facts
  if (state === 'released') return 'returned'
  if (!isBoughtByMoney) return 'notBoughtByMoney'
  if (firstStartedAt !== null && now >= firstStartedAt + RETURN_WITHIN_MS) return 'tooLate'
  if (ranMs >= RETURN_RAN_UNDER_MS) return 'ranTooLong'
  if (returnsThisMonth >= RETURNS_PER_MONTH) return 'monthlyLimit'
  return ['running', 'stopped', 'expired', 'faulty'].includes(state) ? null : 'busy'
}

/** Release time of a stopped metered device: after the retention, and at least a day after the reminder. */
export const stopReleaseAt = (stoppedAt: number, remindedAt: number | null): number =>
  Math.max(stoppedAt + METERED_STOP_KEPT_MS, (remindedAt ?? 0) + METERED_STOP_REMINDER_MS)

export const returnRefusalTexts: Readonly<Record<ReturnRefusal, string>> = {
  notBoughtByMoney: '仅以现金或余额购买的设备可以提前退还',
  tooLate: '首次开机已超过 2 小时，不能提前退还',
  ranTooLong: '设备已运行满 30 分钟，不能提前退还',
  monthlyLimit: `本月已提前退还 ${RETURNS_PER_MONTH} 次，下个月可以再退还`,
  changed: '设备变更过配置或使用过激活码，不能提前退还',
  busy: '设备正在执行任务，请稍后再试',
  returned: '设备已退还',
}

/** The refund rule, as it is shown. */
export const RETURN_RULE_TEXT = `首次开机后 2 小时内且运行不足 30 分钟，可以提前退还，每个账号每月 ${RETURNS_PER_MONTH} 次，款项原路退回`
