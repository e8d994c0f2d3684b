import * as z from 'zod/mini'
import { invoiceStates } from '../commerce/invoice/machine.ts'
import { invoiceInfo, invoiceRecord } from '../commerce/invoice/schema.ts'
import { access, defineCall } from '../wire/call.ts'
import { cents, count, pageOf, pageQuery, positiveId, queryId } from '../wire/fields.ts'

const owner = { userId: z.nullable(positiveId) }
const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))
/** Numbers of the tax system: 8 or 20 digits, or a code and a number. */
const invoiceNumber = z.string().check(z.trim(), z.regex(/^[0-9A-Za-z-]{6,40}$/))

export const getInvoices = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getInvoices',
  summary: '发票：待开具和待冲红的先申请的在前，其余新的在前；可按状态、用户、订单、抬头筛选',
  access: access.operator('invoices.read'),
  input: z.strictObject({
    ...pageQuery,
    state: z.optional(z.enum(invoiceStates)),
    userId: z.optional(queryId),
    orderId: z.optional(queryId),
    titleName: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
  }),
  data: z.object({
    ...pageOf(z.object({ ...invoiceRecord.shape, ...owner })),
    /** Invoices that wait for the operator. */
    pending: count,
    correcting: count,
  }),
})

export const getInvoiceForOperator = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getInvoice',
  summary: '一张发票：抬头、订单、号码；待冲红的附上未退的金额',
  access: access.operator('invoices.read'),
  input: z.strictObject({ invoiceId: queryId }),
  data: z.object({
    ...invoiceInfo.shape,
    ...owner,
    /** Money of its orders that has not gone back: the amount of a replacement. */
    remainingCents: cents,
    /** Short-lived addresses of uploaded files, also before the customer has them; null where there is none. */
    pdfAddress: z.nullable(z.string()),
    creditPdfAddress: z.nullable(z.string()),
  }),
})

export const issueInvoice = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/issueInvoice',
  summary: '标记已开具：先上传 PDF；金额与系统不同（其间有退款）时拒绝',
  access: access.operator('invoices.write'),
  input: z.strictObject({ invoiceId: positiveId, invoiceNumber, amountCents: cents }),
  data: z.null(),
})

export const rejectInvoice = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/rejectInvoice',
  summary: '驳回待开具的申请，原因会告诉用户',
  access: access.operator('invoices.write'),
  input: z.strictObject({ invoiceId: positiveId, reason }),
  data: z.null(),
})

export const correctInvoice = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/correctInvoice',
  summary: '标记已冲红；待冲红的发票还有未退金额时，自动生成待开具的新发票',
  access: access.operator('invoices.write'),
  input: z.strictObject({ invoiceId: positiveId, creditNumber: invoiceNumber, reason }),
  data: z.object({ replacementId: z.nullable(positiveId) }),
})
