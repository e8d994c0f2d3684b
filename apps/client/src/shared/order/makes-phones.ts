import type { OrderKind } from '@yunji/contract/order/kinds'

/** Orders that become new phones. */
export const makesPhones = (kind: OrderKind): boolean => kind === 'buy' || kind === 'seckill' || kind === 'bigUser'
