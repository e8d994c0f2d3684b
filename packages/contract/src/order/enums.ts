/** 1 and 2 are the specification's; the others pay with what the account holds, or through the phone's own store. */
export const PayMethod = { alipay: 1, wechat: 2, beans: 3, balance: 4, iosVirtual: 5 } as const
export type PayMethod = (typeof PayMethod)[keyof typeof PayMethod]

/** What an order, or a coupon, is for. */
export const BusinessType = {
  cloudMachine: 1,
  cloudMachineUpgrade: 2,
  cloudBeans: 3,
  cloudSpace: 4,
  activationCodeMall: 5,
} as const
export type BusinessType = (typeof BusinessType)[keyof typeof BusinessType]

export const OrderStatus = {
  pending: 1,
  paid: 2,
  fulfilled: 3,
  cancelled: 4,
  expired: 5,
  refunding: 6,
  refunded: 7,
} as const
export type OrderStatus = (typeof OrderStatus)[keyof typeof OrderStatus]

/** Tells the payment page which call creates the order that it is to pay. */
export const PaymentFunction = {
  beansToMonthly: 1,
  cloudOrder: 2,
  createUpOrDownOrder: 3,
  createVideoOrder: 4,
} as const
export type PaymentFunction = (typeof PaymentFunction)[keyof typeof PaymentFunction]

/** How the messaging app's own payment sheet ended. It is the client's word: only the provider confirms a payment. */
export const PaymentResult = { ok: 'ok', cancel: 'cancel', fail: 'fail' } as const
export type PaymentResult = (typeof PaymentResult)[keyof typeof PaymentResult]
