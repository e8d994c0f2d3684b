import type { ChangeOffer, ChangeTarget } from '@yunji/contract/commerce/change/schema'
import { InventoryStatus } from '@yunji/contract/commerce/commodity/enums'
import type { GoodsConfiguration } from '@yunji/contract/commerce/commodity/schema'
import { EMPTY_TEXT, formatFileSize } from '@yunji/contract/display/text'
import { formatDate } from '@yunji/contract/display/time'

/** Whether a target is sold out. */
export const isSoldOut = ({ inventoryStatus }: ChangeTarget): boolean =>
  inventoryStatus === InventoryStatus.insufficient

export const chosenTarget = (targets: readonly ChangeTarget[], configId: number | undefined) =>
  targets.find(({ configuration }) => configuration.configId === configId) ??
  targets.find((target) => !isSoldOut(target)) ??
  targets[0]

const MONTH_HOURS = 720

/** The chosen duration, else a month, else whatever there is. */
export const chosenOffer = (target: ChangeTarget | undefined, hours: number | undefined): ChangeOffer | undefined =>
  target?.offers.find(({ goodTime }) => goodTime === (hours ?? MONTH_HOURS)) ?? target?.offers[0]

/** A coupon leaves at least one cent, and does not apply to the part covered by credit. */
export const couponCentsOf = ({ payableCents }: ChangeOffer, offeredCents: number): number =>
  Math.max(0, Math.min(offeredCents, payableCents - 1))

/** How a value changes for the owner. */
type Trend = 'better' | 'worse' | 'same'

export interface Comparison {
  readonly name: string
  readonly now: string
  readonly after: string
  readonly trend: Trend
  /** The difference in words: `少 2 GB`; empty where nothing becomes less. */
  readonly loss: string
}

type Amount = (configuration: GoodsConfiguration) => number

const trendOf = (now: number, after: number): Trend => (after === now ? 'same' : after > now ? 'better' : 'worse')

/** Both configurations, side by side. */
export const comparisonOf = (now: GoodsConfiguration | null, after: GoodsConfiguration): readonly Comparison[] => {
  const row = (name: string, unit: string, amount: Amount): Comparison => {
    const text = (value: number) => `${value} ${unit}`
    if (!now) return { name, now: EMPTY_TEXT, after: text(amount(after)), trend: 'same', loss: '' }
    const lost = amount(now) - amount(after)
    const trend = trendOf(amount(now), amount(after))
    return { name, now: text(amount(now)), after: text(amount(after)), trend, loss: lost > 0 ? `少 ${text(lost)}` : '' }
  }
  const edition = ({ isVideoEdition }: GoodsConfiguration) => (isVideoEdition ? '有' : '无')
  return [
    row('处理器', '核', ({ cpuCores }) => cpuCores),
    row('内存', 'GB', ({ memoryGb }) => memoryGb),
    row('存储', 'GB', ({ storageGb }) => storageGb),
    { name: '系统', now: now?.version ?? EMPTY_TEXT, after: after.version, trend: 'same', loss: '' },
    {
      name: '视频定制版',
      now: now ? edition(now) : EMPTY_TEXT,
      after: edition(after),
      trend: now ? trendOf(Number(now.isVideoEdition), Number(after.isVideoEdition)) : 'same',
      loss: now?.isVideoEdition && !after.isVideoEdition ? '不再有' : '',
    },
  ]
}

const END_FORMAT = 'YYYY-MM-DD HH:mm'

/** The end of the rental; a difference below a minute is none. */
export const comparedEnd = (nowMs: number, afterMs: number): Comparison => {
  const difference = extraTimeText(Math.floor(Math.abs(afterMs - nowMs) / 1000))
  const trend = difference ? trendOf(nowMs, afterMs) : 'same'
  return {
    name: '到期',
    now: formatDate(nowMs, END_FORMAT),
    after: formatDate(afterMs, END_FORMAT),
    trend,
    loss: trend === 'worse' ? `早 ${difference}` : '',
  }
}

/** `内存少 2 GB，到期早 7 天`; empty when nothing is lost. */
export const lossText = (rows: readonly Comparison[]): string =>
  rows
    .filter(({ loss }) => loss)
    .map(({ name, loss }) => (loss === '不再有' ? `${loss}${name}` : `${name}${loss}`))
    .join('，')

/** `8 核 · 6 GB 内存 · 128 GB 存储`. */
export const configurationText = ({ cpuCores, memoryGb, storageGb }: GoodsConfiguration): string =>
  `${cpuCores} 核 · ${memoryGb} GB 内存 · ${storageGb} GB 存储`

const GB = 1024 ** 3

/** Whether the content of the phone fits into less storage. */
export type Fit = 'asking' | 'unknown' | 'fits' | 'tooMuch'

/** `usedBytes`: undefined while the phone is asked, null when it does not answer. */
export const fitOf = (usedBytes: number | null | undefined, storageGb: number): Fit => {
  if (usedBytes === undefined) return 'asking'
  if (usedBytes === null) return 'unknown'
  return usedBytes > storageGb * GB ? 'tooMuch' : 'fits'
}

/** `isPaid`: whether the change costs money, which returns when it cannot happen. */
export const fitText = (fit: Fit, usedBytes: number | null | undefined, isPaid: boolean): string => {
  switch (fit) {
    case 'asking':
      return '正在查看设备上已用的空间…'
    case 'unknown':
      return `没能读到设备上已用的空间（未开机或没有响应）。装不下时变更不会进行${isPaid ? '，已付款项原路退回' : ''}`
    case 'fits':
      return `设备上已用 ${formatFileSize(usedBytes)}，装得下，应用和数据都保留`
    case 'tooMuch':
      return `设备上已用 ${formatFileSize(usedBytes)}，装不下。请先清理，或选更大的存储`
  }
}

const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS

/** `2 天 3 小时`, rounded down; nothing for less than a minute. */
export const extraTimeText = (seconds: number): string => {
  const days = Math.floor(seconds / DAY_SECONDS)
  const hours = Math.floor((seconds % DAY_SECONDS) / HOUR_SECONDS)
  const minutes = Math.floor((seconds % HOUR_SECONDS) / 60)
  const parts = [
    { count: days, unit: '天' },
    { count: hours, unit: '小时' },
    { count: days > 0 ? 0 : minutes, unit: '分钟' },
  ]
  return parts
    .filter(({ count }) => count > 0)
    .map(({ count, unit }) => `${count} ${unit}`)
    .join(' ')
}
