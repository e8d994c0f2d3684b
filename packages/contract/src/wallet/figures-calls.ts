import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { cents, count, nothing } from '../wire/fields.ts'

export const getAccountFigures = defineCall({
  method: 'GET',
  path: '/vmcloud/api/wallet/getAccountFigures',
  summary: '我的页上的数字：余额、云豆、优惠券、云空间、未完成的订单和未使用的激活码',
  access: access.user,
  input: nothing,
  data: z.object({
    balanceCents: cents,
    beansCents: cents,
    usableCoupons: count,
    spaceQuotaBytes: count,
    spaceUsedBytes: count,
    /** Waiting to be paid, or paid and not delivered yet. */
    openOrders: count,
    unusedCodes: count,
  }),
})
