import type { OrderKind } from '@yunji/contract/commerce/order/enums'

const DAY_HOURS = 24

/** `30 天`, `1 小时`. */
export const hoursText = (hours: number): string =>
  hours % DAY_HOURS === 0 ? `${hours / DAY_HOURS} 天` : `${hours} 小时`

const FIXED = '\u00a0'

/** Title of an order with line breaks allowed between its parts only. */
export const titleText = (title: string): string => title.replaceAll(' ', FIXED).replaceAll(`·${FIXED}`, '· ')

/** Orders that become new phones. */
export const makesPhones = (kind: OrderKind): boolean => kind === 'buy' || kind === 'seckill' || kind === 'bigUser'
