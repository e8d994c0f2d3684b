import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { positiveId, queryId } from '../wire/fields.ts'
import { orderPhone } from './phones-schema.ts'

export const getOrderPhones = defineCall({
  method: 'GET',
  path: '/vmcloud/api/order/getOrderPhones',
  summary: '订单的云手机，以及付款后为它执行的任务',
  access: access.user,
  input: z.strictObject({ orderId: queryId }),
  data: z.object({
    phones: z.array(orderPhone),
    /** The work that the payment has set off; nothing before it has begun, or where there is none. */
    taskId: z.nullable(positiveId),
  }),
})
