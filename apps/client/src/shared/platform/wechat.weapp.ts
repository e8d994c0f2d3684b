import Taro from '@tarojs/taro'
import { PaymentResult, type PayScene } from '@yunji/contract/commerce/payment/enums'
import type { WechatPayment } from './wechat.h5.ts'

/** WeChat's login code, which the server exchanges for the user's identity; undefined when WeChat gives none. */
export const wechatLoginCode = async (): Promise<string | undefined> => {
  try {
    const { code } = await Taro.login()
    return code || undefined
  } catch {
    return undefined
  }
}

const isCancel = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'errMsg' in error && /cancel/.test(String(error.errMsg))

/** Opens WeChat's payment sheet and waits for its end. */
export const payInWechat = async ({ parameters }: WechatPayment): Promise<PaymentResult> => {
  const { timeStamp, nonceStr, package: prepaid, signType, paySign } = parameters
  try {
    await Taro.requestPayment({ timeStamp, nonceStr, package: prepaid, signType, paySign })
    return PaymentResult.ok
  } catch (error) {
    return isCancel(error) ? PaymentResult.cancel : PaymentResult.fail
  }
}

/** Payment scene of this client. */
export const payScene: PayScene = 'miniProgram'

/** WeChat code of the payer, for an account that logged in by other means. */
export const payerCode = (): Promise<string | undefined> => wechatLoginCode()

/** Requests consent for one more message in WeChat's own sheet; needs a tap. */
export const requestSubscription = async (templateId: string): Promise<boolean> => {
  try {
    const answer: object = await Taro.requestSubscribeMessage({ tmplIds: [templateId], entityIds: [] })
    return Reflect.get(answer, templateId) === 'accept'
  } catch {
    return false
  }
}

export const canRequestSubscription: boolean = true
