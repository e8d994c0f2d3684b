import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { positiveId } from '../wire/fields.ts'
import { PayMethod } from './enums.ts'
import { orderInfo } from './schema.ts'

export const payOrder = defineCall({
  method: 'POST',
  path: '/vmcloud/api/order/payOrder',
  summary: '支付订单：云豆或余额当即付清，其他方式给出去往收银台的方法',
  access: access.user,
  input: z.strictObject({ orderId: positiveId, payMethod: z.enum(PayMethod) }),
  data: orderInfo,
  errors: ['BEANS_NOT_ENOUGH', 'BALANCE_NOT_ENOUGH'],
  loadingText: '支付中',
})
