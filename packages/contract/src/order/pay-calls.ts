import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { positiveId } from '../wire/fields.ts'
import { PayMethod } from './enums.ts'
import { payScenes } from './pay-scenes.ts'
import { payNext } from './pay-schema.ts'
import { orderInfo } from './schema.ts'

export const payOrder = defineCall({
  method: 'POST',
  path: '/vmcloud/api/order/payOrder',
  summary: '支付订单：云豆或余额当即付清，其他方式给出去往收银台的方法',
  access: access.user,
  input: z.strictObject({
    orderId: positiveId,
    payMethod: z.enum(PayMethod),
    /** Nothing to beans and balance. */
    scene: z.prefault(z.enum(payScenes), 'h5'),
    /** A fresh one-time code of the messaging app, which says who pays there where the account has not said it yet. */
    jsCode: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
  }),
  data: z.object({ order: orderInfo, next: payNext }),
  errors: ['BEANS_NOT_ENOUGH', 'BALANCE_NOT_ENOUGH'],
  loadingText: '支付中',
})

export const checkPayment = defineCall({
  method: 'POST',
  path: '/vmcloud/api/order/checkPayment',
  summary: '向支付机构核实订单是否已付款，答复订单的真实状态',
  access: access.user,
  input: z.strictObject({ orderId: positiveId }),
  data: orderInfo,
  callsPerMinute: 120,
})
