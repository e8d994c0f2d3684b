/** 1 and 2 are the specification's; the others pay with what the account holds, or through the phone's own store. */
export const PayMethod = { alipay: 1, wechat: 2, beans: 3, balance: 4, iosVirtual: 5 } as const
export type PayMethod = (typeof PayMethod)[keyof typeof PayMethod]
/** Tells the payment page which call creates the order that it is to pay. */
export const PaymentFunction = {
  beansToMonthly: 1,
  cloudOrder: 2,
  createUpOrDownOrder: 3,
  createVideoOrder: 4,
} as const
export type PaymentFunction = (typeof PaymentFunction)[keyof typeof PaymentFunction]
/** Result of WeChat's payment sheet, as the client reports it. Only the provider confirms a payment. */
export const PaymentResult = { ok: 'ok', cancel: 'cancel', fail: 'fail' } as const
export type PaymentResult = (typeof PaymentResult)[keyof typeof PaymentResult]

export const payMethodLabels: Readonly<Record<PayMethod, string>> = {
  [PayMethod.alipay]: '支付宝',
  [PayMethod.wechat]: '微信支付',
  [PayMethod.beans]: '云豆',
  [PayMethod.balance]: '账户余额',
  [PayMethod.iosVirtual]: '苹果虚拟支付',
}

/**
 * Environment of the buyer, which decides the provider's checkout: a phone's browser, a computer's, WeChat's embedded
 * browser (`messagingBrowser`, as payments store it), or a mini-program.
 */
export const payScenes = ['h5', 'desktop', 'messagingBrowser', 'miniProgram'] as const
export type PayScene = (typeof payScenes)[number]

/**
 * The order calls that each payment function names; the payment page makes one of them when it has no order yet.
 * A cloud order of the new flow has `items`; the old flow, and a renewal, go by the second call.
 */
export const paymentFunctionCalls = {
  [PaymentFunction.beansToMonthly]: ['createTimeToMonthOrder'],
  [PaymentFunction.cloudOrder]: ['createCloudOrderNew', 'createCloudOrder'],
  [PaymentFunction.createUpOrDownOrder]: ['createUpOrDownOrder'],
  [PaymentFunction.createVideoOrder]: ['createVideoOrder'],
} as const satisfies Record<PaymentFunction, readonly string[]>
