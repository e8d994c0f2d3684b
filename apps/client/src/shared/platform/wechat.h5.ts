import { PaymentResult, type PayScene } from '@yunji/contract/commerce/payment/enums'
import type { PayNext } from '@yunji/contract/commerce/payment/schema'
import { client } from './app/client'
import { leaveForUrl } from './router/location'

/** Parameters of WeChat's payment sheet. */
export type WechatPayment = Extract<PayNext, { kind: 'wechatPay' }>

interface Bridge {
  invoke(name: string, parameters: unknown, onEnd: (result: { readonly err_msg: string }) => void): void
}

const bridge = (): Bridge | undefined => (window as { readonly WeixinJSBridge?: Bridge }).WeixinJSBridge

/** WeChat calls its results `get_brand_wcpay_request:ok`. */
const resultOf = (message: string): PaymentResult =>
  Object.values(PaymentResult).find((result) => message.endsWith(`:${result}`)) ?? PaymentResult.fail

/** Opens WeChat's payment sheet and waits for its end; a browser that only plays it is led to the demo's. */
export const payInWechat = ({ parameters, demoUrl }: WechatPayment): Promise<PaymentResult> =>
  new Promise((resolve) => {
    const app = bridge()
    if (app) app.invoke('getBrandWCPayRequest', parameters, ({ err_msg }) => resolve(resultOf(err_msg)))
    else if (demoUrl !== null) leaveForUrl(demoUrl)
    else resolve(PaymentResult.fail)
  })

const isDesktop = client.terminalType === 'Win' || client.terminalType === 'mac'

/** Payment scene of this client. */
export const payScene: PayScene = client.isWechatBrowser ? 'messagingBrowser' : isDesktop ? 'desktop' : 'h5'

/** No code in a browser: the login identifies the payer. */
export const payerCode = async (): Promise<string | undefined> => undefined

/** Available in the mini-program only. */
export const requestSubscription = async (_templateId: string): Promise<boolean> => false

export const canRequestSubscription: boolean = false
