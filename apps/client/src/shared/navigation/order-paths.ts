import { pathOf } from '@yunji/contract/navigation/pages'
import { type PaymentFunction, PaymentResult } from '@yunji/contract/order/enums'
import type { PageParams } from './params-of.ts'

/** The parameter of the payment page and of an order's own page. */
const ORDER_PARAM = 'orderId'

export const payPath = (orderId: number): string => `${pathOf('pay/pay')}?${ORDER_PARAM}=${orderId}`
export const orderPath = (orderId: number): string => `${pathOf('user/orderDetails')}?${ORDER_PARAM}=${orderId}`

const idOf = (text: string | undefined): number | undefined => {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

export const orderIdOf = (params: PageParams): number | undefined => idOf(params[ORDER_PARAM])

/** How the provider's page says that it ended; it leads back with it. The client's word: it pays nothing. */
export const paymentResultOf = ({ result }: PageParams): PaymentResult | undefined =>
  Object.values(PaymentResult).find((known) => known === result)

/** An order that the payment page is still to make: which function makes it, from what, and once under this key. */
export interface OrderToMake {
  readonly paymentFunction: PaymentFunction
  readonly input: unknown
  readonly key: string
}

const MAKE = { paymentFunction: 'paymentFunction', input: 'input', key: 'key' } as const

/** Leads to the payment page without an order: it makes one, and the same one however often it is opened. */
export const payForPath = ({ paymentFunction, input, key }: OrderToMake): string =>
  `${pathOf('pay/pay')}?${MAKE.paymentFunction}=${paymentFunction}&${MAKE.key}=${key}&${MAKE.input}=${encodeURIComponent(JSON.stringify(input))}`

/** What the payment page's address asks for; nothing where it is of no use. */
export const orderToMakeOf = (params: PageParams): OrderToMake | undefined => {
  const paymentFunction = idOf(params[MAKE.paymentFunction])
  const key = params[MAKE.key]
  if (!paymentFunction || !key) return undefined
  try {
    const input: unknown = JSON.parse(params[MAKE.input] ?? '')
    return { paymentFunction: paymentFunction as PaymentFunction, input, key }
  } catch {
    return undefined
  }
}
