import { pathOf } from '@yunji/contract/navigation/pages'

/** The payment page's parameter that says which order it is about. */
export const ORDER_PARAM = 'orderId'

/** Pays an order that waits for it; of any other one it tells how it stands. */
export const payPath = (orderId: number): string => `${pathOf('pay/pay')}?${ORDER_PARAM}=${orderId}`
