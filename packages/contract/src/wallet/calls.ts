import * as z from 'zod/mini'
import { LIST_PAGE_ROWS } from '../list/limits.ts'
import { access, defineCall } from '../wire/call.ts'
import { cents, epochMillis, nothing, pageOf, positiveId, queryId, queryInteger } from '../wire/fields.ts'
import { statementDirections, statementEntry, walletAccounts } from './schema.ts'

export const getWallet = defineCall({
  method: 'GET',
  path: '/vmcloud/api/wallet/getWallet',
  summary: '可用的云豆和余额，以分计',
  access: access.user,
  input: nothing,
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
    /** Of the whole month, whatever the direction. */
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
