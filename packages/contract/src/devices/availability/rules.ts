import * as z from 'zod/mini'
import type { DeviceState } from '../device/enums.ts'

/** `support`: an operator stopped, rebooted or replaced the device. Time is given back for `ours` alone. */
export const faults = ['ours', 'customer', 'support', 'planned'] as const
export type Fault = (typeof faults)[number]

export const faultLabels: Readonly<Record<Fault, string>> = {
  ours: '平台原因',
  customer: '用户操作',
  support: '客服操作',
  planned: '计划维护',
}

type BusyState = Exclude<DeviceState, 'creating' | 'running' | 'expired' | 'released' | 'faulty'>

/** `unreachable`: the phone did not answer. `refused`: debugging was switched off on it. `zone`: nobody saw its zone. */
export const interruptionCauses = [
  'unreachable',
  'refused',
  'zone',
  'stopped',
  'rebooting',
  'cleaning',
  'backingUp',
  'restoring',
  'replacing',
  'changingZone',
  'changingConfiguration',
  'updating',
] as const satisfies readonly (BusyState | 'unreachable' | 'refused' | 'zone')[]
export type InterruptionCause = (typeof interruptionCauses)[number]

export const causeLabels: Readonly<Record<InterruptionCause, string>> = {
  unreachable: '云手机没有响应',
  refused: '云手机上关闭了调试',
  zone: '机房连接中断',
  stopped: '关机',
  rebooting: '重启',
  cleaning: '清理',
  backingUp: '备份',
  restoring: '恢复备份',
  replacing: '更换设备',
  changingZone: '更换区域',
  changingConfiguration: '变更配置',
  updating: '系统更新',
}

/** Interruptions are shown for this long. */
export const INTERRUPTIONS_KEPT_DAYS = 180
/** A single interruption counts no longer than this, whatever a clock says. */
const LONGEST_SECONDS = 7 * 24 * 3600

/** Set by the operator; a day is a day in China. */
export const availabilityRule = z.strictObject({
  /** False: interruptions are recorded, and nothing is given back. */
  isOn: z.boolean(),
  /** An interruption of this length counts by itself. */
  minutesAtOnce: z.int().check(z.minimum(1), z.maximum(1440)),
  /** Shorter ones count when those of a day add up to this. */
  minutesPerDay: z.int().check(z.minimum(1), z.maximum(1440)),
  factor: z.int().check(z.minimum(1), z.maximum(10)),
  maxHoursPerDay: z.int().check(z.minimum(1), z.maximum(720)),
  /** Within 30 days, for faults of the phone alone: its owner may have caused them. Beyond it a person decides. */
  maxPhoneHoursPerMonth: z.int().check(z.minimum(1), z.maximum(720)),
})
export type AvailabilityRule = z.output<typeof availabilityRule>

export const defaultRule: AvailabilityRule = {
  isOn: true,
  minutesAtOnce: 10,
  minutesPerDay: 30,
  factor: 2,
  maxHoursPerDay: 72,
  maxPhoneHoursPerMonth: 72,
}

const HOUR_SECONDS = 3600
const MINUTE_SECONDS = 60

/** Seconds of an interruption that count: without announced work, within bounds. */
export const countedSeconds = (startedMs: number, endedMs: number, plannedMs: number): number =>
  Math.min(LONGEST_SECONDS, Math.max(0, Math.floor((endedMs - startedMs - plannedMs) / 1000)))

/**
 * Time that is given for the interruptions of a day by our fault: those that are long enough, or all of them when they add up;
 * multiplied, rounded up to a whole hour, capped.
 */
export const creditSeconds = (rule: AvailabilityRule, seconds: readonly number[]): number => {
  if (!rule.isOn) return 0
  const sum = seconds.reduce((total, each) => total + each, 0)
  const isEnough = sum >= rule.minutesPerDay * MINUTE_SECONDS
  const counted = isEnough
    ? sum
    : seconds.filter((each) => each >= rule.minutesAtOnce * MINUTE_SECONDS).reduce((total, each) => total + each, 0)
  const hours = Math.ceil((counted * rule.factor) / HOUR_SECONDS)
  return Math.min(hours, rule.maxHoursPerDay) * HOUR_SECONDS
}

/** The rule in words, as the customer reads it. */
export const ruleText = ({ isOn, maxPhoneHoursPerMonth, ...rule }: AvailabilityRule): string =>
  isOn
    ? `因平台原因（云手机没有响应、机房连接中断），一次中断满 ${rule.minutesAtOnce} 分钟，或一天累计满 ${rule.minutesPerDay} 分钟，按中断时长的 ${rule.factor} 倍延长到期时间，不足 1 小时按 1 小时计，每天最多 ${rule.maxHoursPerDay} 小时。单台云手机没有响应，30 天内自动补偿最多 ${maxPhoneHoursPerMonth} 小时，超过的请联系客服核实。用户自己的关机、重启、备份、更新等操作和提前公告的维护不计入。按小时计费的设备中断时不扣云豆，试用设备不补偿。`
    : '平台原因的中断会记录在这里，目前不自动补偿，请联系客服处理。'

/** `2 小时 5 分钟`, `不到 1 分钟`. */
export const lengthText = (seconds: number): string => {
  const minutes = Math.floor(seconds / MINUTE_SECONDS)
  if (minutes < 1) return '不到 1 分钟'
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor((minutes % 1440) / 60)
  const rest = minutes % 60
  return [days > 0 ? `${days} 天` : '', hours > 0 ? `${hours} 小时` : '', rest > 0 && days === 0 ? `${rest} 分钟` : '']
    .filter(Boolean)
    .join(' ')
}

const BASIS_POINTS = 100

/** `99.95%`, never rounded up. */
export const percentText = (basisPoints: number): string =>
  `${Math.floor(basisPoints / BASIS_POINTS)}.${String(basisPoints % BASIS_POINTS).padStart(2, '0')}%`
