import * as z from 'zod/mini'
import { longText, shortText } from '../../wire/fields.ts'

/** Parameters of WeChat's `WeixinJSBridge.invoke('getBrandWCPayRequest')` and `wx.requestPayment`. */
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

/** Next step of the page. Only the provider confirms a payment: call `checkPayment` afterwards. */
export const payNext = z.discriminatedUnion('kind', [
  /** The order is paid. */
  z.object({ kind: z.literal('none') }),
  /** Goes to the provider's page, which comes back to the payment page with `orderId`. */
  z.object({ kind: z.literal('redirect'), url: address }),
  z.object({
    kind: z.literal('wechatPay'),
    parameters: wechatPayParameters,
    /** Page that replaces WeChat's payment sheet in the demo; null in production. */
    demoUrl: z.nullable(address),
  }),
])
export type PayNext = z.output<typeof payNext>
