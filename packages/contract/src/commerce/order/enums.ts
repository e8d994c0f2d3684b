/** Business of an order or a coupon. */
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

/** Kinds of orders, independent of the call that created them. */
export const orderKinds = [
  'buy',
  'renew',
  'seckill',
  'bigUser',
  'toMonthly',
  'change',
  'video',
  'codes',
  'beans',
  'space',
  'balance',
] as const
export type OrderKind = (typeof orderKinds)[number]

export const businessTypeLabels: Readonly<Record<BusinessType, string>> = {
  [BusinessType.cloudMachine]: '云手机',
  [BusinessType.cloudMachineUpgrade]: '云手机升级',
  [BusinessType.cloudBeans]: '云豆',
  [BusinessType.cloudSpace]: '云空间',
  [BusinessType.activationCodeMall]: '激活码',
}

export const orderStatusLabels: Readonly<Record<OrderStatus, string>> = {
  [OrderStatus.pending]: '待支付',
  [OrderStatus.paid]: '处理中',
  [OrderStatus.fulfilled]: '已完成',
  [OrderStatus.cancelled]: '已取消',
  [OrderStatus.expired]: '已过期',
  [OrderStatus.refunding]: '退款中',
  [OrderStatus.refunded]: '已退款',
}
