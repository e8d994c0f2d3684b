import { OrderStatus } from './enums.ts'

export const orderStatusLabels: Readonly<Record<OrderStatus, string>> = {
  [OrderStatus.pending]: '待支付',
  [OrderStatus.paid]: '处理中',
  [OrderStatus.fulfilled]: '已完成',
  [OrderStatus.cancelled]: '已取消',
  [OrderStatus.expired]: '已过期',
  [OrderStatus.refunding]: '退款中',
  [OrderStatus.refunded]: '已退款',
}
