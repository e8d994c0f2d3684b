import Taro from '@tarojs/taro'
import { PaymentResult, type PayScene } from '@yunji/contract/commerce/payment/enums'
import type { WechatPayment } from './wechat-pay.h5.ts'

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
export { wechatLoginCode as payerCode } from './wechat-code.weapp.ts'
