import type { ChangeOffer, ChangeTarget } from '@yunji/contract/commerce/change/schema'
import { InventoryStatus } from '@yunji/contract/commerce/commodity/enums'
import type { GoodsConfiguration } from '@yunji/contract/commerce/commodity/schema'

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

export interface Comparison {
  readonly name: string
  readonly now: string
  readonly after: string
}

/** Both configurations, side by side. */
export const comparisonOf = (now: GoodsConfiguration | null, after: GoodsConfiguration): readonly Comparison[] => {
  const row = (name: string, text: (configuration: GoodsConfiguration) => string): Comparison => ({
    name,
    now: now ? text(now) : '--',
    after: text(after),
  })
  return [
    row('处理器', ({ cpuCores }) => `${cpuCores} 核`),
    row('内存', ({ memoryGb }) => `${memoryGb} GB`),
    row('存储', ({ storageGb }) => `${storageGb} GB`),
    row('系统', ({ version }) => version),
    row('视频定制版', ({ isVideoEdition }) => (isVideoEdition ? '有' : '无')),
  ]
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
