import * as z from 'zod/mini'
import { accountKinds, ledgerDifference } from '../commerce/wallet/ledger.ts'
import { entryReasons } from '../commerce/wallet/schema.ts'
import { access, defineCall } from '../wire/call.ts'
import { cents, count, cursorQuery, epochMillis, keysetOf, noInput, positiveId, queryId } from '../wire/fields.ts'

const kind = z.enum(accountKinds)
const side = z.object({
  accountId: positiveId,
  kind,
  /** Null for the platform's own accounts. */
  userId: z.nullable(positiveId),
  /** Balance after the entry, for accounts of users. */
  balanceCents: z.nullable(cents),
})

export const getLedgerEntries = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getLedgerEntries',
  summary: '账目：可按账户、用户、订单和日期（YYYY-MM-DD，或整月 YYYY-MM）查看，新的在前，每页 50 条',
  access: access.operator('ledger.read'),
  input: z.strictObject({
    ...cursorQuery,
    kind: z.optional(kind),
    userId: z.optional(queryId),
    orderId: z.optional(queryId),
    date: z.optional(z.string().check(z.regex(/^20\d{2}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?$/))),
  }),
  data: z.object(
    keysetOf(
      z.object({
        entryId: positiveId,
        /** Purpose of the entry, unique among all entries. */
        key: z.string(),
        reason: z.enum(entryReasons),
        amountCents: cents,
        from: side,
        to: side,
        orderId: z.nullable(positiveId),
        deviceId: z.nullable(positiveId),
        createdAt: epochMillis,
      }),
    ),
  ),
})

export const getLedgerChecks = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getLedgerChecks',
  summary: '账目核对的结果，新的在前，每页 50 条；每夜一次，也可由运营人员发起',
  access: access.operator('ledger.read'),
  input: z.strictObject(cursorQuery),
  data: z.object(
    keysetOf(
      z.object({
        checkId: positiveId,
        /** Null for the nightly one. */
        operatorName: z.nullable(z.string()),
        state: z.enum(['running', 'done', 'failed']),
        startedAt: epochMillis,
        endedAt: z.nullable(epochMillis),
        accounts: count,
        entries: count,
        orders: count,
        /** Sums by kind of account at the moment of the check: together zero. */
        totals: z.array(z.object({ kind, cents: z.int() })),
        differenceCount: count,
        /** At most 200. */
        differences: z.array(ledgerDifference),
      }),
    ),
  ),
})

export const startLedgerCheck = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/startLedgerCheck',
  summary: '核对全部账目：总和为零，用户余额等于账目之和，订单收退款与账目一致；在后台进行，不影响客户',
  access: access.operator('ledger.write'),
  input: noInput,
  data: z.object({ checkId: positiveId }),
})
