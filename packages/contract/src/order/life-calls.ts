import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { pageOf, pageQuery, positiveId } from '../wire/fields.ts'
import { orderFilters, orderInfo } from './schema.ts'

export const getOrderList = defineCall({
  method: 'GET',
  path: '/vmcloud/api/order/getOrderList',
  summary: '我的订单，新的在前',
  access: access.user,
  input: z.strictObject({ ...pageQuery, filter: z.prefault(z.enum(orderFilters), 'all') }),
  data: z.object(pageOf(orderInfo)),
})

export const cancelOrder = defineCall({
  method: 'POST',
  path: '/vmcloud/api/order/cancelOrder',
  summary: '取消待支付的订单，退回优惠券和库存',
  access: access.user,
  input: z.strictObject({ orderId: positiveId }),
  data: orderInfo,
})
