import * as z from 'zod/mini'
import { access, defineCall } from '../../wire/call.ts'
import {
  cents,
  count,
  epochMillis,
  LIST_PAGE_ROWS,
  noInput,
  pageOf,
  positiveId,
  queryId,
  queryInteger,
} from '../../wire/fields.ts'
import { coupon } from '../coupon/schema.ts'
import { beanPack, customPack, statementDirections, statementEntry, walletAccounts } from './schema.ts'

export const getWallet = defineCall({
  method: 'GET',
  path: '/vmcloud/api/wallet/getWallet',
  summary: '可用的云豆和余额，以分计',
  access: access.user,
  input: noInput,
  data: z.object({ beansCents: cents, balanceCents: cents }),
})

/** Which part of which account: a month as people in China count it. */
const part = {
  account: z.enum(walletAccounts),
  month: z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/)),
  direction: z.prefault(z.enum(statementDirections), 'all'),
}

export const getStatement = defineCall({
  method: 'GET',
  path: '/vmcloud/api/wallet/getStatement',
  summary: '一个月的收支明细，新的在前；之后的页带上第一页的 time',
  access: access.user,
  input: z.strictObject({
    ...part,
    num: z.prefault(queryInteger(1, 100_000), '1'),
    size: z.prefault(queryInteger(1, 100), String(LIST_PAGE_ROWS)),
    time: z.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
  }),
  data: z.object({
    ...pageOf(statementEntry),
    time: epochMillis,
    /** Of the whole month, both directions. */
    inCents: cents,
    outCents: cents,
  }),
})

export const exportStatement = defineCall({
  method: 'GET',
  path: '/vmcloud/api/wallet/exportStatement',
  summary: '一个月的收支明细，CSV 文本；nextEntryId 不为空时，以它为 beforeEntryId 续取后面的行',
  access: access.user,
  input: z.strictObject({ ...part, beforeEntryId: z.optional(queryId) }),
  data: z.object({ fileName: z.string(), csv: z.string(), nextEntryId: z.nullable(positiveId) }),
})

export const getAccountFigures = defineCall({
  method: 'GET',
  path: '/vmcloud/api/wallet/getAccountFigures',
  summary: '我的页上的数字：余额、云豆、优惠券、云空间、未完成的订单、未使用的激活码和转包月最多省的比例',
  access: access.user,
  input: noInput,
  data: z.object({
    balanceCents: cents,
    beansCents: cents,
    usableCoupons: count,
    spaceQuotaBytes: count,
    spaceUsedBytes: count,
    /** Waiting to be paid, or paid and not delivered yet. */
    openOrders: count,
    unusedCodes: count,
    /** Most that a month costs less than its hours by beans, in percent, over all goods on sale; 0 where it costs no less. */
    monthlySavingPercent: count,
  }),
})

/** A recharge is ordered by `createOrder` with the pack's id; the total is the price, less the coupon's value. */
export const getBeanPacks = defineCall({
  method: 'GET',
  path: '/vmcloud/api/wallet/getBeanPacks',
  summary: '云豆充值套餐、自定义数量的范围，以及本人可用的首充券',
  access: access.user,
  input: noInput,
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
  input: noInput,
  data: z.object({
    amountsCents: z.array(cents),
    stepCents: cents,
    minimumCents: cents,
    maximumCents: cents,
  }),
})
