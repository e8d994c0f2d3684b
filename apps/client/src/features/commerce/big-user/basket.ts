import { InventoryStatus } from '@yunji/contract/commerce/commodity/enums'
import type { ZoneStock } from '@yunji/contract/commerce/commodity/schema'
import type { BigUserItem } from '@yunji/contract/commerce/order/schema'

/** Quantity by product id. */
export type Basket = ReadonlyMap<number, number>

export interface BasketLine {
  readonly item: BigUserItem
  readonly quantity: number
}

export const linesOf = (items: readonly BigUserItem[], basket: Basket): readonly BasketLine[] =>
  items.map((item) => ({ item, quantity: basket.get(item.id) ?? 0 })).filter(({ quantity }) => quantity > 0)

export const countOf = (lines: readonly BasketLine[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0)

export const totalOf = (lines: readonly BasketLine[]): number =>
  lines.reduce((sum, { item, quantity }) => sum + item.goodPrice * quantity, 0)

const worse = (one: InventoryStatus, other: InventoryStatus): InventoryStatus => (one > other ? one : other)

/** Zones that hold every configuration, each with the scarcest of them: an order comes from one zone. */
export const zonesOfAll = (lists: readonly (readonly ZoneStock[])[]): readonly ZoneStock[] => {
  const [first = [], ...others] = lists
  return first.map((zone) => ({
    ...zone,
    inventoryStatus: others
      .map((list) => list.find(({ zoneId }) => zoneId === zone.zoneId)?.inventoryStatus)
      .reduce<InventoryStatus>(
        (worst, status) => worse(worst, status ?? InventoryStatus.insufficient),
        zone.inventoryStatus,
      ),
  }))
}

/** Input from an operator: a link code, or an address that contains one. */
const LINK_CODE = /^[A-Za-z0-9_-]{8,64}$/
const IN_ADDRESS = /[?&]linkCode=([A-Za-z0-9_-]+)/

/** The link code in a typed or pasted text; undefined without one. */
export const linkCodeIn = (text: string): string | undefined => {
  const trimmed = text.trim()
  const code = IN_ADDRESS.exec(trimmed)?.[1] ?? trimmed
  return LINK_CODE.test(code) ? code : undefined
}
