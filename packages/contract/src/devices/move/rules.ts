/** Reasons for which an owner replaces a phone. */
export const replaceReasons = ['slow', 'network', 'apps', 'screen', 'other'] as const
export type ReplaceReason = (typeof replaceReasons)[number]

export const replaceReasonLabels: Readonly<Record<ReplaceReason, string>> = {
  slow: '运行卡顿',
  network: '网络异常',
  apps: '应用闪退或异常',
  screen: '画面异常',
  other: '其他原因',
}

/** A device is replaced at its owner's request once in this long: the phone before is kept for days, and takes stock. */
export const REPLACE_EVERY_MS = 24 * 60 * 60 * 1000

/** Days for which the phone before is kept with its data. */
export const KEPT_DAYS = 7

/** Preparing a phone, without data. */
const PREPARE_MINUTES = 2
const BYTES_PER_MINUTE = 1024 ** 3

/** Expected time of a move in whole minutes. */
export const moveMinutes = (carriedBytes: number): number =>
  PREPARE_MINUTES + Math.ceil(Math.max(0, carriedBytes) / BYTES_PER_MINUTE)
