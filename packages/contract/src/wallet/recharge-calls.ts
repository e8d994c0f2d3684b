import * as z from 'zod/mini'
import { coupon } from '../coupon/schema.ts'
import { access, defineCall } from '../wire/call.ts'
import { cents, nothing } from '../wire/fields.ts'
import { beanPack, customPack } from './recharge-schema.ts'

/** A recharge is ordered by `createOrder` with the pack's id; the total is the price, less the coupon's value. */
export const getBeanPacks = defineCall({
  method: 'GET',
  path: '/vmcloud/api/wallet/getBeanPacks',
  summary: '云豆充值套餐、自定义数量的范围，以及本人可用的首充券',
  access: access.user,
  input: nothing,
  data: z.object({
    packs: z.array(beanPack),
    custom: customPack,
    /** Whether this buyer has never paid for beans before. */
    isFirstRecharge: z.boolean(),
    /** The best one that can be used now; nothing where none can. */
    firstRechargeCoupon: z.nullable(coupon),
  }),
})

export const getBalanceRechargeTerms = defineCall({
  method: 'GET',
  path: '/vmcloud/api/wallet/getBalanceRechargeTerms',
  summary: '余额充值的常用金额和范围，以分计',
  access: access.user,
  input: nothing,
  data: z.object({
    amountsCents: z.array(cents),
    stepCents: cents,
    minimumCents: cents,
    maximumCents: cents,
  }),
})
