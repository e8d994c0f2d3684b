import type { InvoiceInfo, InvoiceRecord } from '@yunji/contract/commerce/invoice/schema'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { eventually } from '@yunji/testkit/eventually'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../platform/clock.ts'
import { invoiceOrders, invoices, invoiceTitles } from '../../../tables/invoices.ts'
import { messages } from '../../../tables/messages.ts'
import { orders } from '../../../tables/orders.ts'
import { payments } from '../../../tables/payments.ts'
import { addRechargeOrder } from '../../../testing/cashier-client.ts'
import { createDevices } from '../../../testing/devices.ts'
import { OPERATOR_TOKEN } from '../../../testing/server-harness.ts'
import { useServer } from '../../../testing/use-server.ts'
import { lockOrder } from '../orders/index.ts'
import { refundOrder, refundPart } from '../refunds/index.ts'
import { eraseInvoices } from './index.ts'
import { isPdf } from './pdf.ts'

const server = await useServer()
const make = createDevices(server)
const { db } = server.database
const INVOICE = '/vmcloud/api/invoice'
const OPERATOR = '/vmcloud/api/operator'
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n')
const COMPANY = { kind: 'company', name: '云机科技有限公司', taxNumber: '9144 0300 7152 6726 xg' }

let person = { userId: 0, token: '' }
let last = 0

beforeEach(async () => {
  person = await make.addPerson()
})

const get = async <Data>(name: string, token = person.token) => {
  const answer = await server.get(`${INVOICE}/${name}`, { token })
  return { ...answer, data: answer.data as Data }
}
const post = async <Data>(name: string, body: object, token = person.token) => {
  const headers = { 'idempotency-key': `invoice-key-${++last}-of-this-test` }
  const answer = await server.post(`${INVOICE}/${name}`, body, { token, headers })
  return { ...answer, data: answer.data as Data }
}
const operate = (name: string, body: object) => server.post(`${OPERATOR}/${name}`, body, { token: OPERATOR_TOKEN })
const ask = async (query: string) => (await server.get(`${OPERATOR}/${query}`, { token: OPERATOR_TOKEN })).data

/** An order that a provider was paid for. */
const addPaid = async (amountCents: number, fields: Partial<typeof orders.$inferInsert> = {}): Promise<number> => {
  const now = server.clock.now()
  const paid = { state: 'fulfilled', payMethod: PayMethod.alipay, paidAt: now } as const
  const orderId = await addRechargeOrder(server, person.userId, amountCents, { ...paid, ...fields })
  await db.insert(payments).values({
    orderId,
    provider: 'alipay',
    scene: 'h5',
    outTradeNo: `invoice-trade${++last}`,
    amountCents,
    state: 'paid',
    isSettling: true,
    transactionId: `invoice-money${last}`,
    createdAt: now,
    expiresAt: now,
    paidAt: now,
  })
  return orderId
}
const addTitle = async (more: object = {}) =>
  (await post<{ titleId: number }>('addTitle', { ...COMPANY, ...more })).data.titleId
const request = async (titleId: number, ...orderIds: number[]) =>
  post<InvoiceRecord>('requestInvoice', { titleId, orderIds })
const infoOf = async (invoiceId: number) => (await get<InvoiceInfo>(`getInvoice?invoiceId=${invoiceId}`)).data
const upload = async (invoiceId: number, body = PDF, { kind = 'invoice', token = OPERATOR_TOKEN } = {}) => {
  const answer = await server.app.inject({
    method: 'POST',
    url: `${sideRoutes.invoicePdfUpload.path}?invoiceId=${invoiceId}&kind=${kind}`,
    headers: { token, 'content-type': 'application/pdf' },
    payload: body,
  })
  return { status: answer.statusCode, ...(JSON.parse(answer.body) as { code: number; msg: string }) }
}
const issue = async (invoiceId: number, amountCents: number) => {
  await upload(invoiceId)
  return operate('issueInvoice', { invoiceId, invoiceNumber: '24442000000012345678', amountCents })
}
const noJobs = { jobs: { add: async () => {} } }
const refund = (orderId: number, amountCents: number, key = 'part') =>
  db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    await refundPart(tx, noJobs, order, { key: `order:${orderId}:${key}`, amountCents }, server.clock.now())
  })
const refundAll = (orderId: number) =>
  db.transaction(async (tx) => {
    await tx.update(orders).set({ state: 'refunding' }).where(eq(orders.id, orderId))
    await refundOrder(tx, { ...noJobs, outbox: server.outbox }, await lockOrder(tx, orderId), server.clock.now())
  })
const titlesOfMessages = async () => {
  const rows = await db.select().from(messages).where(eq(messages.userId, person.userId)).orderBy(messages.id)
  return rows.map(({ title }) => title)
}

describe('titles', () => {
  it('are kept with a tax number in its plain form; the first is the default, and one is', async () => {
    const company = await addTitle()
    const own = await addTitle({ kind: 'personal', name: '张三', taxNumber: '' })
    const list = async () => (await get<{ titles: { titleId: number; isDefault: boolean }[] }>('getTitles')).data.titles
    expect(await list()).toMatchObject([
      { titleId: company, taxNumber: '9144030071526726XG', isDefault: true },
      { titleId: own, taxNumber: '', isDefault: false },
    ])
    await post('changeTitle', { titleId: own, kind: 'personal', name: '张三', isDefault: true })
    expect((await list()).map(({ titleId, isDefault }) => [titleId, isDefault])).toEqual([
      [own, true],
      [company, false],
    ])
    await post('deleteTitle', { titleId: own })
    expect(await list()).toHaveLength(1)
  })

  it.each([
    { taxNumber: '9144030071526726XH' },
    { taxNumber: '' },
    { kind: 'personal' },
    { name: '' },
    { name: '<b>云机</b>' },
    { phone: 'javascript:' },
  ])('that are wrong are refused: %j', async (wrong) =>
    expect((await post('addTitle', { ...COMPANY, ...wrong })).code).toBe(1080),
  )

  it('are ten at most, however many come at once', async () => {
    const codes = await Promise.all(Array.from({ length: 14 }, () => post('addTitle', COMPANY)))
    expect(codes.filter(({ code }) => code === 200)).toHaveLength(10)
    const isDefault = and(eq(invoiceTitles.userId, person.userId), invoiceTitles.isDefault)
    expect(await db.$count(invoiceTitles, isDefault)).toBe(1)
  })

  it('of somebody else look like none', async () => {
    const titleId = await addTitle()
    const other = await make.addPerson()
    const missing = await post('deleteTitle', { titleId: 999_999_999 }, other.token)
    expect(await post('deleteTitle', { titleId }, other.token)).toMatchObject({ code: 1080, msg: missing.msg })
    expect((await post('changeTitle', { titleId, ...COMPANY }, other.token)).code).toBe(1080)
  })
})

describe('a request', () => {
  it('is for what was paid in money: the order list shows it, the server sums it', async () => {
    const first = await addPaid(1990)
    const second = await addPaid(5000, { state: 'paid' })
    await addPaid(100, { state: 'refunded' })
    await addRechargeOrder(server, person.userId, 700, {
      state: 'fulfilled',
      payMethod: PayMethod.beans,
      paidAt: server.clock.now(),
    })
    const list = async () =>
      (await get<{ records: { orderId: number; amountCents: number }[] }>('getInvoiceableOrders')).data.records
    expect((await list()).map(({ orderId, amountCents }) => [orderId, amountCents])).toEqual([
      [second, 5000],
      [first, 1990],
    ])
    const { data } = await request(await addTitle(), first, second)
    expect(data).toMatchObject({ state: 'pending', amountCents: 6990, orderCount: 2, titleName: COMPANY.name })
    expect(await list()).toEqual([])
    expect(await infoOf(data.invoiceId)).toMatchObject({
      title: { taxNumber: '9144030071526726XG' },
      hasPdf: false,
      orders: [
        { orderId: first, amountCents: 1990 },
        { orderId: second, amountCents: 5000 },
      ],
    })
  })

  it('takes an order once, however often it is asked for at the same time', async () => {
    const titleId = await addTitle()
    const orderId = await addPaid(1000)
    const answers = await Promise.all(Array.from({ length: 8 }, () => request(titleId, orderId)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(await db.$count(invoiceOrders, eq(invoiceOrders.orderId, orderId))).toBe(1)
  })

  it('refuses orders of others, unpaid, prepaid, refunded and old ones', async () => {
    const titleId = await addTitle()
    const own = await addPaid(1000)
    const beans = { state: 'fulfilled', payMethod: PayMethod.beans, paidAt: server.clock.now() } as const
    const refused = [
      await addRechargeOrder(server, person.userId, 100),
      await addRechargeOrder(server, person.userId, 100, beans),
      await addPaid(100, { state: 'refunding' }),
      await addPaid(100, { paidAt: new Date(server.clock.now().getTime() - 366 * DAY_MS) }),
    ]
    for (const orderId of refused) expect((await request(titleId, own, orderId)).code).toBe(1080)
    const other = await make.addPerson()
    expect((await post('requestInvoice', { titleId, orderIds: [own] }, other.token)).code).toBe(1080)
    const foreignTitle = await post<{ titleId: number }>('addTitle', COMPANY, other.token)
    expect((await request(foreignTitle.data.titleId, own)).code).toBe(1080)
    expect((await request(titleId, own)).code).toBe(200)
  })

  it('can be cancelled while it waits, and its orders asked for again, twenty times a day', async () => {
    const titleId = await addTitle()
    const orderId = await addPaid(1000)
    for (let nth = 0; nth < 20; nth += 1) {
      const { data } = await request(titleId, orderId)
      expect((await post<InvoiceRecord>('cancelInvoice', { invoiceId: data.invoiceId })).data.state).toBe('cancelled')
    }
    expect((await request(titleId, orderId)).msg).toContain('上限')
    server.clock.advance(DAY_MS + 1)
    expect((await request(titleId, orderId)).code).toBe(200)
  })

  it('says on the order whether one can be made', async () => {
    const orderId = await addPaid(1000)
    const of = async (id: number) => (await get(`getOrderInvoice?orderId=${id}`)).data
    expect(await of(orderId)).toEqual({ invoice: null, amountCents: 1000, refusal: '' })
    const { data } = await request(await addTitle(), orderId)
    expect(await of(orderId)).toEqual({ invoice: data, amountCents: 0, refusal: '已申请发票' })
    const beans = { state: 'fulfilled', payMethod: PayMethod.beans, paidAt: server.clock.now() } as const
    const prepaid = await addRechargeOrder(server, person.userId, 100, beans)
    expect(await of(prepaid)).toEqual({ invoice: null, amountCents: 0, refusal: '云豆和余额在充值时开票' })
  })
})

describe('an operator', () => {
  it('sees what waits, uploads the PDF and issues it; the customer is told and downloads it', async () => {
    const orderId = await addPaid(1990)
    const { data } = await request(await addTitle(), orderId)
    const { invoiceId } = data
    const found = await ask(`getInvoices?userId=${person.userId}&state=pending&titleName=${encodeURIComponent('云机')}`)
    expect(found).toMatchObject({ records: [{ invoiceId, userId: person.userId }] })
    expect((await operate('issueInvoice', { invoiceId, invoiceNumber: '12345678', amountCents: 1990 })).msg).toContain(
      'PDF',
    )
    expect(await upload(invoiceId)).toMatchObject({ code: 200 })
    expect((await post('getPdfAddress', { invoiceId })).code).toBe(1080)
    const uploaded = await ask(`getInvoice?invoiceId=${invoiceId}`)
    expect(uploaded).toMatchObject({ hasPdf: true, creditPdfAddress: null })
    const { pdfAddress } = uploaded as { pdfAddress: string }
    expect((await server.app.inject({ url: pdfAddress })).rawPayload.equals(PDF)).toBe(true)
    expect((await server.app.inject({ url: pdfAddress.slice(0, -2) })).statusCode).toBe(404)
    server.clock.advance(11 * 60_000)
    expect((await server.app.inject({ url: pdfAddress })).statusCode).toBe(404)
    expect((await operate('issueInvoice', { invoiceId, invoiceNumber: '12345678', amountCents: 1991 })).code).toBe(1080)
    expect((await operate('issueInvoice', { invoiceId, invoiceNumber: '12345678', amountCents: 1990 })).code).toBe(200)
    expect(await infoOf(invoiceId)).toMatchObject({ state: 'issued', invoiceNumber: '12345678', hasPdf: true })
    const { address, name } = (await post<{ address: string; name: string }>('getPdfAddress', { invoiceId })).data
    expect(name).toBe('发票-12345678.pdf')
    const file = await server.app.inject({ url: address })
    expect(file.rawPayload.equals(PDF)).toBe(true)
    expect(file.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' })
    expect(file.headers['content-disposition']).toContain('attachment')
    const other = await make.addPerson()
    expect((await post('getPdfAddress', { invoiceId }, other.token)).code).toBe(1080)
    expect((await get(`getInvoice?invoiceId=${invoiceId}`, other.token)).code).toBe(1080)
    await eventually(async () => expect(await titlesOfMessages()).toContain('发票已开具'))
    expect((await post('cancelInvoice', { invoiceId })).code).toBe(1080)
  })

  it('rejects with a reason, and the orders are free again', async () => {
    const titleId = await addTitle()
    const orderId = await addPaid(1990)
    const { invoiceId } = (await request(titleId, orderId)).data
    await operate('rejectInvoice', { invoiceId, reason: '抬头与税号不符' })
    expect(await infoOf(invoiceId)).toMatchObject({ state: 'rejected', reason: '抬头与税号不符' })
    await eventually(async () => expect(await titlesOfMessages()).toContain('发票申请被驳回'))
    expect((await request(titleId, orderId)).code).toBe(200)
  })

  it.each([
    ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
    ['a page that begins like a PDF', Buffer.from('%PDF-1.7\n<script>alert(1)</script>\n%%EOF')],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3])],
    ['half a PDF', PDF.subarray(0, 30)],
  ])('cannot upload %s', async (_what, body) => {
    expect(isPdf(body)).toBe(false)
    const { invoiceId } = (await request(await addTitle(), await addPaid(100))).data
    expect((await upload(invoiceId, body)).code).toBe(1083)
  })

  it('alone uploads, and no more than five megabytes', async () => {
    const { invoiceId } = (await request(await addTitle(), await addPaid(100))).data
    expect((await upload(invoiceId, PDF, { token: person.token })).code).toBe(2017)
    expect((await upload(invoiceId, Buffer.concat([PDF, Buffer.alloc(5 << 20), PDF]))).status).toBe(413)
    expect((await upload(999_999)).code).toBe(1080)
  })
})

describe('a refund', () => {
  it('shrinks a request, and ends it when nothing is left', async () => {
    const [first, second] = [await addPaid(1000), await addPaid(500)]
    const { invoiceId } = (await request(await addTitle(), first, second)).data
    await refund(first, 300)
    expect(await infoOf(invoiceId)).toMatchObject({ state: 'pending', amountCents: 1200 })
    await Promise.all([refundAll(second), refund(first, 100, 'again')])
    expect(await infoOf(invoiceId)).toMatchObject({ state: 'pending', amountCents: 600 })
    await refund(first, 600, 'rest')
    expect(await infoOf(invoiceId)).toMatchObject({ state: 'cancelled', reason: '订单已全部退款' })
  })

  it('of a part has an issued invoice corrected, and the rest issued anew', async () => {
    const [first, second] = [await addPaid(1000), await addPaid(500)]
    const { invoiceId } = (await request(await addTitle(), first, second)).data
    await issue(invoiceId, 1500)
    await refund(first, 400)
    await refund(first, 100, 'again')
    expect(await infoOf(invoiceId)).toMatchObject({ state: 'correcting', amountCents: 1500 })
    expect(await ask(`getInvoice?invoiceId=${invoiceId}`)).toMatchObject({ remainingCents: 1000 })
    await upload(invoiceId, PDF, { kind: 'credit' })
    const { data } = await operate('correctInvoice', { invoiceId, creditNumber: '87654321', reason: '订单退款' })
    const { replacementId } = data as { replacementId: number }
    expect(await infoOf(invoiceId)).toMatchObject({ state: 'corrected', hasCreditPdf: true, replacementId })
    expect(await infoOf(replacementId)).toMatchObject({
      state: 'pending',
      amountCents: 1000,
      replacesId: invoiceId,
      title: { name: COMPANY.name },
      orders: [{ amountCents: 500 }, { amountCents: 500 }],
    })
    await eventually(async () => expect(await titlesOfMessages()).toContain('发票已冲红'))
    const again = await operate('correctInvoice', { invoiceId, creditNumber: '87654321', reason: '订单退款' })
    expect(again.code).toBe(1080)
    expect(await db.$count(invoices, eq(invoices.userId, person.userId))).toBe(2)
  })

  it('of all of it has it corrected, and no other follows', async () => {
    const orderId = await addPaid(1000)
    const titleId = await addTitle()
    const { invoiceId } = (await request(titleId, orderId)).data
    await issue(invoiceId, 1000)
    await refundAll(orderId)
    expect(await infoOf(invoiceId)).toMatchObject({ state: 'correcting' })
    const answer = await operate('correctInvoice', { invoiceId, creditNumber: '87654321', reason: '订单退款' })
    expect(answer.data).toEqual({ replacementId: null })
    expect((await request(titleId, orderId)).code).toBe(1080)
  })

  it('beside a correction is in the one or in the other', async () => {
    for (let nth = 0; nth < 5; nth += 1) {
      const orderId = await addPaid(1000)
      const { invoiceId } = (await request(await addTitle({ kind: 'personal', name: '李四', taxNumber: '' }), orderId))
        .data
      await issue(invoiceId, 1000)
      await refund(orderId, 100)
      const correction = { invoiceId, creditNumber: '87654321', reason: '订单退款' }
      await Promise.all([operate('correctInvoice', correction), refund(orderId, 200, 'beside')])
      const live = await db.select().from(invoices).where(eq(invoices.replacesId, invoiceId))
      expect(live).toMatchObject([{ state: 'pending', amountCents: 700 }])
    }
  })

  it('is not needed for a correction: a wrong title frees the order', async () => {
    const orderId = await addPaid(1000)
    const titleId = await addTitle()
    const { invoiceId } = (await request(titleId, orderId)).data
    await issue(invoiceId, 1000)
    const answer = await operate('correctInvoice', { invoiceId, creditNumber: '87654321', reason: '抬头有误' })
    expect(answer.data).toEqual({ replacementId: null })
    expect((await request(titleId, orderId)).code).toBe(200)
  })
})

describe('in time', () => {
  it('requests that came to nothing go after a year, documents after five', async () => {
    const titleId = await addTitle()
    const [cancelled, issued] = [await addPaid(100), await addPaid(200)]
    const first = (await request(titleId, cancelled)).data.invoiceId
    const second = (await request(titleId, issued)).data.invoiceId
    await post('cancelInvoice', { invoiceId: first })
    await issue(second, 200)
    const left = async () => {
      await server.runJob('invoices.sweep')
      const rows = await db.select().from(invoices).where(eq(invoices.userId, person.userId))
      return rows.map(({ id }) => id).toSorted()
    }
    expect(await left()).toEqual([first, second])
    server.clock.advance(366 * DAY_MS)
    expect(await left()).toEqual([second])
    server.clock.advance(5 * 366 * DAY_MS)
    expect(await left()).toEqual([])
  })

  it('an erased account leaves documents without it', async () => {
    const titleId = await addTitle({ address: '深圳', phone: '0755-12345678' })
    const [issued, waiting] = [await addPaid(100), await addPaid(200)]
    const kept = (await request(titleId, issued)).data.invoiceId
    const gone = (await request(titleId, waiting)).data.invoiceId
    await issue(kept, 100)
    await db.transaction((tx) => eraseInvoices(tx, person.userId))
    expect(await db.$count(invoiceTitles, eq(invoiceTitles.userId, person.userId))).toBe(0)
    expect(await db.$count(invoices, eq(invoices.id, gone))).toBe(0)
    const [row] = await db.select().from(invoices).where(eq(invoices.id, kept))
    expect(row).toMatchObject({ userId: null, title: { name: COMPANY.name, address: '', phone: '' } })
  })
})
