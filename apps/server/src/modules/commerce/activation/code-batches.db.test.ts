import type { ActivationCodePreview } from '@yunji/contract/commerce/activation/schema'
import type {
  exportCodeBatch,
  getBatchCodes,
  getCodeBatches,
  getCodeGoods,
} from '@yunji/contract/operator/code-batch-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { eventually } from '@yunji/testkit/eventually'
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../platform/clock.ts'
import { activationBatches, activationCodes, activationGoods } from '../../../tables/activation.ts'
import { billableProducts } from '../../../tables/catalogue.ts'
import { devices } from '../../../tables/devices.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { operatorAudit } from '../../../tables/operators.ts'
import { orders } from '../../../tables/orders.ts'
import { createDevices } from '../../../testing/devices.ts'
import { createOperatorHarness } from '../../../testing/operators.ts'
import { openShop } from '../../../testing/shop.ts'
import { useServer } from '../../../testing/use-server.ts'
import { createWalletHarness } from '../../../testing/wallet.ts'
import { auditLedger } from '../ledger/index.ts'

type Person = Awaited<ReturnType<ReturnType<typeof createDevices>['addPerson']>>
type Batch = CallData<typeof getCodeBatches>['records'][number]

const server = await useServer()
const { db } = server.database
const shop = await openShop(server)
const make = createDevices(server)
const wallet = createWalletHarness(server)
const operators = createOperatorHarness(server)
const [owner, seller, finance] = await Promise.all([
  operators.addReady('owner'),
  operators.addReady('catalogue'),
  operators.addReady('finance'),
])
let customer: Person
let productId: number
beforeAll(async () => {
  customer = await make.addPerson()
  const isMonth = and(eq(billableProducts.goodTimeHours, 720), eq(billableProducts.isMetered, false))
  const [month] = await db.select().from(billableProducts).where(isMonth).limit(1)
  productId = month?.id ?? 0
})

let last = 0
const create = (fields: object = {}, as = seller.token) => {
  last += 1
  const body = { name: `渠道 ${last}`, productId, quantity: 3, validDays: 90, ...fields }
  return operators.post('createCodeBatch', body, as)
}
const newBatch = async (fields: object = {}): Promise<number> => {
  const answer = await create(fields)
  expect(answer).toMatchObject({ code: 200 })
  return (answer.data as { batchId: number }).batchId
}
const codesOf = async (batchId: number) => {
  const { data } = await operators.post('exportCodeBatch', { batchId }, finance.token)
  return (data as CallData<typeof exportCodeBatch>).codes
}
const batches = async (query = ''): Promise<Batch[]> => {
  const { data } = await operators.get(`getCodeBatches${query}`, seller.token)
  return (data as CallData<typeof getCodeBatches>).records
}
const batchOf = async (batchId: number) => (await batches(`?text=${batchId}`)).find((each) => each.batchId === batchId)
const redeem = (activationCode = '', more: object = {}, as = customer) =>
  server.post(
    '/vmcloud/api/activation/redeemActivationCode',
    { activationCode, ...more },
    { token: as.token, headers: { 'idempotency-key': wallet.nextKey() } },
  )
const preview = (activationCode = '') =>
  server.get(`/vmcloud/api/activation/getActivationCode?activationCode=${activationCode}`, customer)
const stateOf = async (deviceId: number) => {
  const [device] = await db.select().from(devices).where(eq(devices.id, deviceId))
  return device?.state
}
const auditOf = (call: string, batchId: number) =>
  db
    .select()
    .from(operatorAudit)
    .where(and(eq(operatorAudit.call, call), eq(operatorAudit.subject, `codeBatch:${batchId}`)))

describe('a batch', () => {
  it('is made with its codes, which are neither in the rows nor in the audit log in the open', async () => {
    const batchId = await newBatch({ name: '某渠道', note: '给王先生', quantity: 1203 })
    const codes = await codesOf(batchId)
    expect(new Set(codes.map(({ activationCode }) => activationCode)).size).toBe(1203)
    expect(codes[0]).toMatchObject({
      activationCode: expect.stringMatching(/^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$/),
      state: 'unused',
      expiresAt: server.clock.now().getTime() + 90 * DAY_MS,
      usedAt: null,
    })
    expect(await batchOf(batchId)).toMatchObject({
      name: '某渠道',
      quantity: 1203,
      used: 0,
      unused: 1203,
      withdrawn: 0,
      goodTime: 720,
      operatorName: seller.name,
      state: 'usable',
    })
    const [made] = await auditOf('createCodeBatch', batchId)
    expect(made?.after).toEqual({ name: '某渠道', productId, quantity: 1203, validDays: 90 })
    const [taken] = await auditOf('exportCodeBatch', batchId)
    expect(taken).toMatchObject({ operatorName: finance.name, after: { codes: 1203 } })
    const { rows } = await server.database.pool.query<{ text: string }>(
      `select row_to_json(c)::text as text from activation_codes c
       union all select row_to_json(a)::text from operator_audit a`,
    )
    const shown = rows.map(({ text }) => text.replaceAll('-', '')).join('\n')
    expect(codes.filter(({ activationCode }) => shown.includes(activationCode.replaceAll('-', '')))).toEqual([])
  })

  it('is made once when it is asked for again', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => create({ name: '同名' })))
    expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 1080, 1080])
    const [one, ...others] = await batches('?text=同名')
    expect([one?.quantity, others]).toEqual([3, []])
  })

  it.each([
    ['none', { quantity: 0 }, 1080],
    ['more than 5,000', { quantity: 5001 }, 1080],
    ['a blank name', { name: '  ' }, 1080],
    ['more than three years', { validDays: 1096 }, 1080],
    ['an unknown product', { productId: 999_999 }, 1022],
  ])('of %s is refused', async (_name, fields, code) => {
    expect((await create(fields)).code).toBe(code)
  })

  it('of a metered product, or of one off sale, is refused', async () => {
    const isMetered = eq(billableProducts.isMetered, true)
    const [metered] = await db.select().from(billableProducts).where(isMetered).limit(1)
    expect((await create({ productId: metered?.id ?? 0 })).code).toBe(1022)
    await db.update(billableProducts).set({ isListed: false }).where(eq(billableProducts.id, productId))
    expect((await create()).code).toBe(1022)
    await db.update(billableProducts).set({ isListed: true }).where(eq(billableProducts.id, productId))
  })

  it('is made by one role and handed out by another', async () => {
    const batchId = await newBatch()
    expect(await operators.post('exportCodeBatch', { batchId }, seller.token)).toMatchObject({
      data: { right: 'data.export' },
    })
    expect(await create({}, finance.token)).toMatchObject({ data: { right: 'marketing.write' } })
    expect((await operators.post('exportCodeBatch', { batchId }, owner.token)).code).toBe(200)
    expect((await operators.post('exportCodeBatch', { batchId: 999_999 }, owner.token)).code).toBe(1080)
    expect((await operators.post('withdrawCodeBatch', { batchId: 999_999 }, owner.token)).code).toBe(1080)
  })

  it('is found by name, id and state', async () => {
    const batchId = await newBatch({ name: '百分%号' })
    expect((await batches('?text=百分%25')).map((each) => each.batchId)).toEqual([batchId])
    expect(await batches('?text=百分_')).toEqual([])
    const isIt = ({ batchId: id }: Batch) => id === batchId
    expect((await batches('?state=usable')).some(isIt)).toBe(true)
    await db.update(activationBatches).set({ expiresAt: server.clock.now() }).where(eq(activationBatches.id, batchId))
    expect((await batches('?state=usable')).some(isIt)).toBe(false)
    expect((await batches('?state=expired')).find(isIt)).toMatchObject({ state: 'expired' })
    await operators.post('withdrawCodeBatch', { batchId }, seller.token)
    expect((await batches('?state=expired')).some(isIt)).toBe(false)
    expect((await batches('?state=withdrawn')).find(isIt)).toMatchObject({ state: 'withdrawn' })
  })
})

describe('a given code', () => {
  it('becomes a phone as a bought one does, without an order, a share or money', async () => {
    const batchId = await newBatch()
    const [first, second] = await codesOf(batchId)
    const ordersBefore = await db.$count(orders)
    const { data, code } = await redeem(first?.activationCode, { zoneId: shop.zoneId })
    expect(code).toBe(200)
    const { deviceId, expiresAt } = data as { deviceId: number; expiresAt: number }
    expect(expiresAt).toBe(server.clock.now().getTime() + 30 * DAY_MS)
    await eventually(async () => expect(await stateOf(deviceId)).toBe('running'))
    expect(await redeem(first?.activationCode)).toMatchObject({ code: 1080, msg: '激活码已被使用' })

    const { renewable } = (await preview(second?.activationCode)).data as ActivationCodePreview
    expect(renewable.map((device) => device.deviceId)).toContain(deviceId)
    expect(await redeem(second?.activationCode, { deviceId })).toMatchObject({
      data: { isNewPhone: false, expiresAt: expiresAt + 30 * DAY_MS },
    })
    expect(await batchOf(batchId)).toMatchObject({ used: 2, unused: 1, withdrawn: 0 })
    expect((await codesOf(batchId)).map(({ state }) => state)).toEqual(['used', 'used', 'unused'])

    expect(await db.$count(orders)).toBe(ordersBefore)
    expect(await db.$count(orderDevices, eq(orderDevices.deviceId, deviceId))).toBe(0)
    expect(await auditLedger(db)).toEqual([])
    const { data: terms } = await server.get(`/vmcloud/api/device/getReturnTerms?deviceId=${deviceId}`, customer)
    expect(terms).toMatchObject({ refusal: expect.any(String), amountCents: 0, parts: [] })
    const { data: own } = await server.get('/vmcloud/api/activation/getActivationCodes', customer)
    expect(own).toMatchObject({ records: [] })
  })

  it('is one phone, however many come with it at once', async () => {
    const [code] = await codesOf(await newBatch())
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => redeem(code?.activationCode)))
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
  })

  it('is refused after its time', async () => {
    const batchId = await newBatch({ validDays: 1 })
    const [code] = await codesOf(batchId)
    await db.update(activationCodes).set({ expiresAt: server.clock.now() }).where(eq(activationCodes.batchId, batchId))
    expect(await redeem(code?.activationCode)).toMatchObject({ code: 1080, msg: '激活码已过期' })
  })

  const failingPhone = async () => {
    const batchId = await newBatch()
    const [{ activationCode } = { activationCode: '' }] = await codesOf(batchId)
    const [row] = await db
      .select()
      .from(activationCodes)
      .where(eq(activationCodes.batchId, batchId))
      .orderBy(activationCodes.id)
      .limit(1)
    server.clock.advance(1)
    server.supplier.failing.set(`code-${row?.id}-${server.clock.now().getTime()}`, 'noSpace')
    return { batchId, activationCode }
  }

  it('is as good as before when its phone does not come up', async () => {
    const { batchId, activationCode } = await failingPhone()
    const { deviceId } = (await redeem(activationCode)).data as { deviceId: number }
    await eventually(async () => expect(await stateOf(deviceId)).toBe('released'))
    expect(await batchOf(batchId)).toMatchObject({ used: 0, unused: 3 })
    server.clock.advance(1)
    expect((await redeem(activationCode)).code).toBe(200)
  })

  it('is none when its phone does not come up and the batch was withdrawn meanwhile', async () => {
    const { batchId, activationCode } = await failingPhone()
    const { deviceId } = (await redeem(activationCode)).data as { deviceId: number }
    await operators.post('withdrawCodeBatch', { batchId }, seller.token)
    await eventually(async () => expect(await stateOf(deviceId)).toBe('released'))
    expect(await batchOf(batchId)).toMatchObject({ used: 0, unused: 0, withdrawn: 3 })
    expect(await redeem(activationCode)).toMatchObject({ code: 1080, msg: '激活码已失效' })
  })
})

describe('the codes of a batch', () => {
  type Codes = CallData<typeof getBatchCodes>
  const read = (query: string, token = seller.token) => operators.get(`getBatchCodes?${query}`, token)
  const listOf = async (query: string) => (await read(query)).data as Codes

  it('name who redeemed them by number, and when, and show the last group alone', async () => {
    const batchId = await newBatch()
    const [first] = await codesOf(batchId)
    expect((await redeem(first?.activationCode)).code).toBe(200)
    const { records, nextCursor } = await listOf(`batchId=${batchId}`)
    expect(records.map(({ maskedCode }) => maskedCode)).toEqual(
      (await codesOf(batchId)).map(({ activationCode }) => `****-${activationCode.slice(-4)}`),
    )
    const [used, unused] = records
    expect(used).toMatchObject({ state: 'used', usedBy: customer.userId })
    expect(used?.usedAt).toBe(server.clock.now().getTime())
    const fields = ['codeId', 'maskedCode', 'state', 'usedAt', 'usedBy']
    expect(Object.keys(used ?? {}).toSorted()).toEqual(fields)
    expect(unused).toMatchObject({ state: 'unused', usedBy: null, usedAt: null })
    expect(nextCursor).toBeNull()
  })

  it('are filtered by state, as the clock has it', async () => {
    const batchId = await newBatch()
    const [first] = await codesOf(batchId)
    await redeem(first?.activationCode)
    const count = async (state: string) => (await listOf(`batchId=${batchId}&state=${state}`)).records.length
    const counts = async () => Promise.all(['unused', 'used', 'expired', 'returned'].map(count))
    expect(await counts()).toEqual([2, 1, 0, 0])
    await db.update(activationCodes).set({ expiresAt: server.clock.now() }).where(eq(activationCodes.batchId, batchId))
    expect(await counts()).toEqual([0, 1, 2, 0])
    await operators.post('withdrawCodeBatch', { batchId }, seller.token)
    expect(await counts()).toEqual([0, 1, 0, 2])
  })

  it('are paged each once, without those of another batch', async () => {
    const batchId = await newBatch({ quantity: 120 })
    await newBatch()
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Codes = await listOf(`batchId=${batchId}${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.records.map(({ codeId }) => String(codeId)))
      cursor = page.nextCursor
    }
    expect([seen.length, new Set(seen).size]).toEqual([120, 120])
  })

  it('are refused without a batch, without the right, and at no place of a list', async () => {
    const batchId = await newBatch()
    expect((await read('batchId=999999')).code).toBe(1080)
    expect((await read('')).code).toBe(1080)
    expect((await read(`batchId=${batchId}&cursor=1-2`)).msg).toMatch(/翻页位置/)
    const support = await operators.addReady('support')
    expect(await read(`batchId=${batchId}`, support.token)).toMatchObject({ data: { right: 'marketing.read' } })
  })
})

describe('a withdrawal', () => {
  it('ends the unused codes and leaves the phones of the others', async () => {
    const batchId = await newBatch()
    const [first, second] = await codesOf(batchId)
    const { deviceId } = (await redeem(first?.activationCode)).data as { deviceId: number }
    await eventually(async () => expect(await stateOf(deviceId)).toBe('running'))
    const { data } = await operators.post('withdrawCodeBatch', { batchId }, seller.token)
    expect(data).toEqual({ withdrawn: 2 })
    const { withdrawnAt } = (await batchOf(batchId)) ?? {}
    server.clock.advance(1000)
    expect((await operators.post('withdrawCodeBatch', { batchId }, seller.token)).data).toEqual({ withdrawn: 0 })
    expect(await batchOf(batchId)).toMatchObject({ used: 1, unused: 0, withdrawn: 2, withdrawnAt })
    expect(await redeem(second?.activationCode)).toMatchObject({ code: 1080, msg: '激活码已失效' })
    expect(await stateOf(deviceId)).toBe('running')
    expect((await auditOf('withdrawCodeBatch', batchId)).map(({ after }) => after)).toEqual([
      { withdrawn: 2 },
      { withdrawn: 0 },
    ])
    expect((await auditOf('withdrawCodeBatch', batchId)).map(({ before }) => before)).toEqual([
      { withdrawnAt: null },
      { withdrawnAt: new Date(withdrawnAt as number).toISOString() },
    ])
  })

  it('and redemptions at the same moment: every code is a phone or none', async () => {
    const batchId = await newBatch({ quantity: 6 })
    const codes = await codesOf(batchId)
    const [answers] = await Promise.all([
      Promise.all(codes.map(({ activationCode }) => redeem(activationCode))),
      operators.post('withdrawCodeBatch', { batchId }, seller.token),
    ])
    const used = answers.filter(({ code }) => code === 200).length
    expect(await batchOf(batchId)).toMatchObject({ used, unused: 0, withdrawn: 6 - used })
  })
})

describe('products that are sold as codes', () => {
  const sold = async () =>
    (
      (await server.get('/vmcloud/api/activation/getActivationGoods')).data as {
        goods: { id: number; validDays: number }[]
      }
    ).goods.find(({ id }) => id === productId)
  const listed = async () => {
    const { data } = await operators.get('getCodeGoods', seller.token)
    return (data as CallData<typeof getCodeGoods>).goods.find((each) => each.productId === productId)
  }
  const save = (fields: object, as = seller.token) =>
    operators.post('saveCodeGoods', { productId, validDays: 30, isListed: true, ...fields }, as)

  it('are listed and taken off by an operator, with the days that their codes last', async () => {
    await db.delete(activationGoods).where(eq(activationGoods.productId, productId))
    expect([await sold(), await listed()]).toEqual([undefined, undefined])
    expect(await save({})).toMatchObject({ code: 200 })
    expect(await sold()).toMatchObject({ validDays: 30 })
    expect(await save({ validDays: 60, isListed: false })).toMatchObject({ code: 200 })
    expect(await sold()).toBeUndefined()
    expect(await listed()).toMatchObject({ validDays: 60, isListed: false, isOnSale: true, goodTime: 720 })
    expect(await save({ validDays: 60 })).toMatchObject({ code: 200 })
    expect(await sold()).toMatchObject({ validDays: 60 })
    const rows = await db
      .select()
      .from(operatorAudit)
      .where(and(eq(operatorAudit.call, 'saveCodeGoods'), eq(operatorAudit.subject, `product:${productId}`)))
    expect(rows.toSorted((a, b) => a.id - b.id)).toMatchObject([
      { operatorName: seller.name, before: null, after: { validDays: 30 } },
      { before: { isListed: true }, after: { isListed: false, validDays: 60 } },
      { after: { isListed: true } },
    ])
  })

  it('are not changed by whoever has not seen a colleague’s change', async () => {
    const basedOn = { validDays: 60, isListed: true }
    expect(await save(basedOn)).toMatchObject({ code: 200 })
    expect(await save({ validDays: 90, basedOn })).toMatchObject({ code: 200 })
    expect(await save({ ...basedOn, isListed: false, basedOn })).toMatchObject({
      code: ErrorCode.PRICE_INCONSISTENT,
      data: { validDays: 90, isListed: true },
    })
    expect(await listed()).toMatchObject({ validDays: 90, isListed: true })
  })

  it('are prepaid products that exist, and set by whoever may write goods', async () => {
    const [hourly] = await db.select().from(billableProducts).where(eq(billableProducts.isMetered, true)).limit(1)
    for (const wrong of [999_999, hourly?.id])
      expect(await save({ productId: wrong })).toMatchObject({ code: ErrorCode.GOODS_NOT_EXIST })
    for (const validDays of [0, 1096]) expect((await save({ validDays })).code).not.toBe(200)
    expect((await save({}, finance.token)).code).not.toBe(200)
  })
})
