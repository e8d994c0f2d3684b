import * as z from 'zod/mini'
import { access, defineCall } from '../../wire/call.ts'
import { count, longText, noInput, pageOf, pageQuery, positiveId, queryId } from '../../wire/fields.ts'
import { MAX_ORDERS_PER_INVOICE } from './rules.ts'
import { invoiceableOrder, invoiceInfo, invoiceRecord, pdfKinds, savedTitle, titleInput } from './schema.ts'

const path = <Name extends string>(name: Name) => `/vmcloud/api/invoice/${name}` as const

export const getTitles = defineCall({
  method: 'GET',
  path: path('getTitles'),
  summary: '本人的发票抬头，默认的在前',
  access: access.user,
  input: noInput,
  data: z.object({ titles: z.array(savedTitle) }),
})

export const addTitle = defineCall({
  method: 'POST',
  path: path('addTitle'),
  summary: '新增发票抬头；企业须有校验正确的税号，最多 10 个',
  access: access.user,
  input: titleInput,
  data: savedTitle,
  callsPerMinute: 60,
})

export const changeTitle = defineCall({
  method: 'POST',
  path: path('changeTitle'),
  summary: '修改发票抬头；已申请的发票不变',
  access: access.user,
  input: z.strictObject({ titleId: positiveId, ...titleInput.shape }),
  data: savedTitle,
  callsPerMinute: 60,
})

export const deleteTitle = defineCall({
  method: 'POST',
  path: path('deleteTitle'),
  summary: '删除发票抬头；已申请的发票不变',
  access: access.user,
  input: z.strictObject({ titleId: positiveId }),
  data: z.null(),
})

export const getInvoiceableOrders = defineCall({
  method: 'GET',
  path: path('getInvoiceableOrders'),
  summary: '可以开票的订单，新的在前；金额为实际支付且没有退回的现金',
  access: access.user,
  input: z.strictObject(pageQuery),
  data: z.object(pageOf(invoiceableOrder)),
})

export const requestInvoice = defineCall({
  method: 'POST',
  path: path('requestInvoice'),
  summary: '为一笔或几笔订单申请发票；金额由服务器计算',
  access: access.user,
  input: z.strictObject({
    titleId: positiveId,
    orderIds: z.array(positiveId).check(z.minLength(1), z.maxLength(MAX_ORDERS_PER_INVOICE)),
  }),
  data: invoiceRecord,
  idempotent: true,
  loadingText: '提交中',
  callsPerMinute: 30,
})

export const getInvoiceList = defineCall({
  method: 'GET',
  path: path('getInvoiceList'),
  summary: '本人的发票，新的在前',
  access: access.user,
  input: z.strictObject(pageQuery),
  data: z.object(pageOf(invoiceRecord)),
})

export const getInvoice = defineCall({
  method: 'GET',
  path: path('getInvoice'),
  summary: '一张发票和它的订单',
  access: access.user,
  input: z.strictObject({ invoiceId: queryId }),
  data: invoiceInfo,
})

export const getOrderInvoice = defineCall({
  method: 'GET',
  path: path('getOrderInvoice'),
  summary: '一笔订单的发票；没有时说明能否申请',
  access: access.user,
  input: z.strictObject({ orderId: queryId }),
  data: z.object({
    invoice: z.nullable(invoiceRecord),
    /** Cents that a request would be for; 0 where none can be made. */
    amountCents: count,
    /** Reason against a request; empty where one can be made. */
    refusal: longText,
  }),
})

export const cancelInvoice = defineCall({
  method: 'POST',
  path: path('cancelInvoice'),
  summary: '取消待开具的发票申请',
  access: access.user,
  input: z.strictObject({ invoiceId: positiveId }),
  data: invoiceRecord,
})

export const getPdfAddress = defineCall({
  method: 'POST',
  path: path('getPdfAddress'),
  summary: '发票 PDF 的下载地址，短期有效；credit 为冲红发票',
  access: access.user,
  input: z.strictObject({ invoiceId: positiveId, kind: z.prefault(z.enum(pdfKinds), 'invoice') }),
  data: z.object({ address: z.string(), name: z.string() }),
})
