import type { SeckillItem, SeckillWindow } from '@yunji/contract/commerce/commodity/schema'

/** The window that runs, else the one that begins next; nothing once all are over. */
export const windowToShow = (windows: readonly SeckillWindow[], nowMs: number): SeckillWindow | undefined => {
  const open = windows.filter(({ endsAt, items }) => endsAt > nowMs && items.length > 0)
  return open.find(({ startsAt }) => startsAt <= nowMs) ?? open[0]
}

/** Remaining quantity for this buyer. */
export const leftFor = ({ stockLeft, perUserLimit, ownCount }: SeckillItem): number =>
  Math.max(0, Math.min(stockLeft, perUserLimit - ownCount))

/** Text and state of an item's button. */
export const orderState = (item: SeckillItem, { startsAt }: SeckillWindow, nowMs: number) => {
  if (nowMs < startsAt) return { text: '即将开始', canOrder: false }
  if (item.stockLeft === 0) return { text: '已抢光', canOrder: false }
  return leftFor(item) === 0 ? { text: '已达上限', canOrder: false } : { text: '马上抢', canOrder: true }
}
