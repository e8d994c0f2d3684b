import { exactSum, exactTimes } from '../../money.ts'
import { InventoryStatus } from './enums.ts'

/** A billable product on the terms that a buyer gets now, as the wire carries it. Prices are cents. */
export interface GoodsTerms {
  /** The product model. */
  readonly goodId: number
  /** The configuration: the cloud version. */
  readonly configId: number
  /** The billable product itself. */
  readonly id: number
  /** Hours. */
  readonly goodTime: number
  /** Unit price for this buyer. */
  readonly goodPrice: number
  readonly oldPrice?: number | null
  readonly oldGoodPrice?: number | null
  /** How often this buyer has bought it before. */
  readonly firstCount: number
  readonly activityId?: number | null
  /** Whether this buyer gets first-purchase terms on it. */
  readonly firstPurchase: boolean
}

/** `oldPrice` before `oldGoodPrice`; none and zero are the same: there is no old price. */
export const oldPriceOf = (goods: GoodsTerms): number | undefined => goods.oldPrice || goods.oldGoodPrice || undefined

export const hasActivity = (goods: GoodsTerms): boolean => goods.activityId !== null && goods.activityId !== undefined

/** The price without an activity or first-purchase terms. A plain product's old price is only shown, never charged. */
export const regularPriceOf = (goods: GoodsTerms): number =>
  goods.firstPurchase || hasActivity(goods) ? Math.max(goods.goodPrice, oldPriceOf(goods) ?? 0) : goods.goodPrice

export interface PurchaseLine {
  readonly goods: GoodsTerms
  readonly quantity: number
}

/** First-purchase terms are for one: of more, each costs the regular price, unless an activity sets it. */
export const termsForQuantity = (goods: GoodsTerms, quantity: number): GoodsTerms => {
  if (!goods.firstPurchase || quantity <= 1) return goods
  return { ...goods, firstPurchase: false, goodPrice: hasActivity(goods) ? goods.goodPrice : regularPriceOf(goods) }
}

/** Lines on the terms that hold for their quantity, which counts a product on several lines together. */
export const chargedLines = (lines: readonly PurchaseLine[]): readonly PurchaseLine[] => {
  const quantities = new Map<number, number>()
  for (const { goods, quantity } of lines) quantities.set(goods.id, (quantities.get(goods.id) ?? 0) + quantity)
  return lines.map(({ goods, quantity }) => ({
    goods: termsForQuantity(goods, quantities.get(goods.id) ?? quantity),
    quantity,
  }))
}

/** Unit price times quantity, over all lines: the sum that thresholds and discounts are about. */
export const purchaseCents = (lines: readonly PurchaseLine[]): number =>
  exactSum(lines.map(({ goods, quantity }) => exactTimes(goods.goodPrice, quantity)))

/** Parts of a zone's capacity from which the stock is adequate, or normal. */
const ADEQUATE_FROM = 0.5
const NORMAL_FROM = 0.2

/** How much of a configuration is left in a zone, in words that a buyer can act on: only the last means none. */
export const inventoryStatusOf = (left: number, capacity: number): InventoryStatus => {
  if (left <= 0) return InventoryStatus.insufficient
  if (left >= capacity * ADEQUATE_FROM) return InventoryStatus.adequate
  return left >= capacity * NORMAL_FROM ? InventoryStatus.normal : InventoryStatus.nervous
}

/** A wait for goods that are sold out ends after this long, told or not. */
export const STOCK_WAIT_DAYS = 30
