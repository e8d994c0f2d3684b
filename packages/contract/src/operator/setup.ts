/** Parts of an installation that must be set up before customers come. */
export const setupParts = ['sms', 'alipay', 'wechatPay', 'storage', 'phones'] as const
export type SetupPart = (typeof setupParts)[number]

/** `embedded`: a stand-in of the product, for trials. */
export const setupStates = ['configured', 'embedded', 'missing'] as const
export type SetupState = (typeof setupStates)[number]

export const setupPartLabels: Readonly<Record<SetupPart, string>> = {
  sms: '短信',
  alipay: '支付宝',
  wechatPay: '微信支付',
  storage: '对象存储',
  phones: '云手机',
}
