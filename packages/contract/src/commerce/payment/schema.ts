import * as z from 'zod/mini'
import { longText, shortText } from '../../wire/fields.ts'

/** Taken as they are by the messaging app: `WeixinJSBridge.invoke('getBrandWCPayRequest')` and `wx.requestPayment`. */
export const wechatPayParameters = z.object({
  appId: shortText,
  timeStamp: shortText,
  nonceStr: shortText,
  package: longText,
  signType: z.literal('RSA'),
  paySign: longText,
})

/** Both kinds of provider sign their addresses, which makes them long. */
const address = z.string().check(z.maxLength(8192))

/** What the page does now. Whatever it is, only the provider's word pays an order: ask `checkPayment` afterwards. */
export const payNext = z.discriminatedUnion('kind', [
  /** Nothing: the order is paid. */
  z.object({ kind: z.literal('none') }),
  /** Goes to the provider's page, which comes back to the payment page with `orderId`. */
  z.object({ kind: z.literal('redirect'), url: address }),
  z.object({
    kind: z.literal('messagingPay'),
    parameters: wechatPayParameters,
    /** Where the payment is confirmed by a browser that only plays the messaging app; in the demo alone. */
    demoUrl: z.nullable(address),
  }),
])
export type PayNext = z.output<typeof payNext>
