import type { DeviceState, StateTone } from '@yunji/contract/devices/device/enums'
import { EXPIRING_SOON_MS } from '@yunji/contract/devices/device/rules'
import { formatDate, remainingTime } from '@yunji/contract/display/time'
import { create } from 'zustand'

interface StateWords {
  readonly tone: StateTone
  readonly word: string
}

/** Until the status list is loaded; an operator may have named and coloured the states otherwise. */
const words: Readonly<Record<DeviceState, StateWords>> = {
  creating: { tone: 'back', word: '创建中' },
  running: { tone: 'run', word: '运行中' },
  stopped: { tone: 'off', word: '已关机' },
  rebooting: { tone: 'back', word: '重启中' },
  cleaning: { tone: 'back', word: '清理中' },
  backingUp: { tone: 'back', word: '备份中' },
  restoring: { tone: 'back', word: '恢复中' },
  replacing: { tone: 'back', word: '更换中' },
  changingZone: { tone: 'back', word: '更换区域中' },
  changingConfiguration: { tone: 'back', word: '变更配置中' },
  updating: { tone: 'back', word: '更新中' },
  expired: { tone: 'dead', word: '已到期' },
  released: { tone: 'off', word: '已释放' },
  faulty: { tone: 'off', word: '离线' },
}

/** Why a phone cannot be used in a state in which nothing is done to it. */
const reasons: Partial<Record<DeviceState, string>> = {
  stopped: '设备已关机，开机后可以使用',
  expired: '设备已到期，续费后可以继续使用',
  released: '设备已释放',
  faulty: '设备暂时无法连接，正在修复',
}

/** True while a task of the device runs. */
export const isBusy = (state: DeviceState): boolean => words[state].tone === 'back'

/** The status list; absent until it is loaded. */
type Statuses = readonly { readonly state: string; readonly label: string; readonly tone: StateTone }[] | undefined

const wordsOf = (state: DeviceState, statuses: Statuses): StateWords => {
  const status = statuses?.find((known) => known.state === state)
  return status ? { tone: status.tone, word: status.label } : words[state]
}

export interface DeviceDisplay {
  readonly tone: StateTone
  /** The state in a word. */
  readonly word: string
  /** Short text for the grid: the remaining time, or the problem. */
  readonly brief: string
  /** Remaining time; absent when meaningless. */
  readonly remaining?: string
  readonly isBusy: boolean
  /** Reason why the phone cannot be used now; absent when it can. */
  readonly reason?: string
}

/** `剩 12 天 6 时`, `剩 17 小时`: as much as a narrow tile holds. */
const shorten = (text: string) =>
  text
    .replace('剩余', '剩')
    .replace(/(天.*)小时/, '$1时')
    .replace(/(小时) .*分钟/, '$1')

export interface FacedDevice {
  readonly state: DeviceState
  readonly endsAtMs: number
  /** Paid for hour by hour: its end is that of the paid hour, and another follows. */
  readonly isMetered?: boolean
}

const METERED = '按小时计费'

/** `按小时计费，本小时到 12:30`; without an hour that runs, the first part alone. */
export const meteredText = (hourEndsAtMs: number | null, offsetMinutes?: number): string =>
  hourEndsAtMs === null ? METERED : `${METERED}，本小时到 ${formatDate(hourEndsAtMs, 'HH:mm', offsetMinutes)}`

/** Presentation of a device's state. */
export const deviceDisplay = (
  { state, endsAtMs, isMetered = false }: FacedDevice,
  nowMs: number,
  statuses?: Statuses,
): DeviceDisplay => {
  const { tone, word } = wordsOf(state, statuses)
  const reason = isBusy(state) ? `设备${word}，请稍后再试` : reasons[state]
  const isRunning = state === 'running'
  const isEnding = isRunning && !isMetered && endsAtMs - nowMs <= EXPIRING_SOON_MS
  const isOver = state === 'expired' || state === 'released'
  const left = isMetered ? meteredText(isRunning ? endsAtMs : null) : remainingTime(endsAtMs, nowMs)
  const remaining = isOver ? undefined : left
  const shownWord = isMetered && state === 'expired' ? '云豆已用完' : word
  return {
    tone: isEnding ? 'soon' : tone,
    word: shownWord,
    brief: isRunning && remaining ? (isMetered ? METERED : shorten(remaining)) : shownWord,
    remaining,
    isBusy: isBusy(state),
    reason: isMetered && state === 'expired' ? '云豆已用完，充值后可以开机' : reason,
  }
}

/** Progress of the work on each device, by id, where known. Not in `live-tasks`, so that a page can show it without loading that. */
export const useDeviceProgress = create<ReadonlyMap<number, number>>(() => new Map())
