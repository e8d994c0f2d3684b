import * as z from 'zod/mini'
import { billDifferenceKinds, billStates, billSubjects } from '../commerce/payment/operator-enums.ts'
import { access, defineCall } from '../wire/call.ts'
import { cents, count, cursorQuery, epochMillis, keysetOf, pageOf, pageQuery, positiveId } from '../wire/fields.ts'
import { chinaDay as day } from './records.ts'

const provider = z.enum(['alipay', 'wechat'])

const bill = z.object({
  provider,
  day,
  state: z.enum(billStates),
  source: z.nullable(z.enum(['download', 'import'])),
  payments: count,
  paymentCents: cents,
  refunds: count,
  refundCents: cents,
  /** Negative where more fees came back than were paid. */
  feeCents: z.int(),
  readAt: z.nullable(epochMillis),
  /** Reason why the last download brought no bill; empty when there is none. */
  failure: z.string(),
  openDifferences: count,
})

export const getBills = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getBills',
  summary: '支付平台的日账单及核对结果，最近的在前',
  access: access.operator('ledger.read'),
  input: z.strictObject({ ...pageQuery, provider: z.optional(provider), state: z.optional(z.enum(billStates)) }),
  data: z.object(pageOf(bill)),
})

export const getBillDifferences = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getBillDifferences',
  summary: '账单与账本不符的付款和退款，最近的在前',
  access: access.operator('ledger.read'),
  input: z.strictObject({
    ...cursorQuery,
    state: z.prefault(z.enum(['open', 'closed']), 'open'),
    provider: z.optional(provider),
    day: z.optional(day),
    kind: z.optional(z.enum(billDifferenceKinds)),
  }),
  data: z.object(
    keysetOf(
      z.object({
        differenceId: positiveId,
        provider,
        day,
        subject: z.enum(billSubjects),
        /** Our number of the payment or refund. */
        number: z.string(),
        transactionId: z.string(),
        kind: z.enum(billDifferenceKinds),
        ourCents: z.nullable(cents),
        theirCents: z.nullable(cents),
        orderId: z.nullable(positiveId),
        foundAt: epochMillis,
        closedAt: z.nullable(epochMillis),
        /** Null where the difference went away by itself. */
        closedBy: z.nullable(z.string()),
        note: z.string(),
      }),
    ),
  ),
})

export const recheckBill = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/recheckBill',
  summary: '一分钟内重新核对一天的账单：没有账单时再次下载，未确认的付款向支付平台查询',
  access: access.operator('ledger.write'),
  input: z.strictObject({ provider, day }),
  data: z.null(),
})

export const closeBillDifference = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/closeBillDifference',
  summary: '把一笔差异标记为已处理，并写明如何处理',
  access: access.operator('ledger.write'),
  input: z.strictObject({
    differenceId: positiveId,
    note: z.string().check(z.trim(), z.minLength(2), z.maxLength(200)),
  }),
  data: z.null(),
})
