import { priceLineLabels } from '@yunji/contract/commerce/checkout/quote'
import { type OrderKind, OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'

const DAY_HOURS = 24

/** `30 天`, `1 小时`. */
export const hoursText = (hours: number): string =>
  hours % DAY_HOURS === 0 ? `${hours / DAY_HOURS} 天` : `${hours} 小时`

const FIXED = '\u00a0'

/** Title of an order with line breaks allowed between its parts only. */
export const titleText = (title: string): string => title.replaceAll(' ', FIXED).replaceAll(`·${FIXED}`, '· ')

/** Orders that become new phones. */
export const makesPhones = (kind: OrderKind): boolean => kind === 'buy' || kind === 'seckill' || kind === 'bigUser'

const holdsStock = (kind: OrderKind): boolean => makesPhones(kind) || kind === 'change' || kind === 'video'

const hasCoupon = (lines: OrderInfo['lines']): boolean => lines.some(({ label }) => label === priceLineLabels.coupon)

/** What an unpaid order holds: stock, a coupon, both or nothing. */
const holdsText = ({ kind, lines }: Pick<OrderInfo, 'kind' | 'lines'>): string =>
  [holdsStock(kind) ? '库存' : '', hasCoupon(lines) ? '优惠券' : ''].filter(Boolean).join('和')

/** Before an order is cancelled. */
export const willReturnText = (order: Pick<OrderInfo, 'kind' | 'lines' | 'title'>): string => {
  const holds = holdsText(order)
  return `${holds && `「${order.title}」占用的${holds}会退还，`}需要时可以重新下单。`
}

/** After an order was cancelled or has expired; empty when it is cancelled and held nothing. */
export const returnedText = (order: Pick<OrderInfo, 'kind' | 'lines' | 'status'>): string => {
  const holds = holdsText(order)
  const parts = [order.status === OrderStatus.expired ? '超过支付时间' : '', holds && `${holds}已退还`]
  return parts.filter(Boolean).join('，')
}
