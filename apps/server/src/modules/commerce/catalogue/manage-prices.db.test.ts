import type { PriceTerms } from '@yunji/contract/commerce/commodity/pricing'
import type { PriceChange, ProductRecord, RepriceLine } from '@yunji/contract/operator/goods-records'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { and, desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../platform/clock.ts'
import { billableProducts, priceChanges } from '../../../tables/catalogue.ts'
import { operatorAudit } from '../../../tables/operators.ts'
import { createDevices } from '../../../testing/devices.ts'
import { createOperatorHarness } from '../../../testing/operators.ts'
import { openShop } from '../../../testing/shop.ts'
import { createTenant, type Tenant } from '../../../testing/tenant.ts'
import { useServer } from '../../../testing/use-server.ts'

const server = await useServer()
const { db } = server.database
const shop = await openShop(server)
const make = createDevices(server)
const { addReady, post, get } = createOperatorHarness(server)
const { OK, PRICE_INCONSISTENT, GOODS_NOT_EXIST, SHOW_ERROR_TIP } = ErrorCode

const seller = await addReady('catalogue')
const reader = await addReady('readonly')

const WEEK = and(eq(billableProducts.configId, shop.configId), eq(billableProducts.goodTimeHours, 168))
const [week] = await db.select().from(billableProducts).where(WEEK)
const productId = week?.id ?? 0
const plain: PriceTerms = { priceCents: 3000, oldPriceCents: 4000, firstPriceCents: null }
let tenant: Tenant

beforeEach(async () => {
  await db.update(billableProducts).set(plain).where(WEEK)
  tenant = createTenant(server, shop, await make.addPerson())
})

const priceOf = async (id = productId): Promise<PriceTerms> => {
  const [row] = await db.select().from(billableProducts).where(eq(billableProducts.id, id))
  const { priceCents = 0, oldPriceCents = null, firstPriceCents = null } = row ?? {}
  return { priceCents, oldPriceCents, firstPriceCents }
}
const set = (next: Partial<PriceTerms>, seen: PriceTerms = plain, id = productId) =>
  post('setPrice', { productId: id, seen, ...seen, ...next }, seller.token)
const find = async (query: Record<string, string>, call = 'searchProducts') => {
  const answer = await get(`${call}?${new URLSearchParams({ rows: '100', ...query })}`, reader.token)
  expect(answer).toMatchObject({ code: OK })
  return (answer.data as { records: ProductRecord[] }).records
}
const history = async (id: number): Promise<PriceChange[]> =>
  ((await get(`getPriceHistory?productId=${id}`, reader.token)).data as { records: PriceChange[] }).records
const lastAudit = async () => (await db.select().from(operatorAudit).orderBy(desc(operatorAudit.id)).limit(1))[0]
const addActivity = (more: object) =>
  post(
    'createActivity',
    {
      name: '限时',
      kind: 'seckill',
      startsAt: server.clock.now().getTime(),
      endsAt: server.clock.now().getTime() + DAY_MS,
      products: [{ productId, priceCents: 1000, stock: 5 }],
      markdown: '限时',
      templateIds: [],
      ...more,
    },
    seller.token,
  )

describe('a changed price', () => {
  it('is the one that customers see and pay at once, and stands in history and audit log', async () => {
    expect((await shop.priceOf(productId)).goodPrice).toBe(3000)
    expect(await set({ priceCents: 2500 })).toMatchObject({ code: OK })
    expect(await shop.priceOf(productId)).toMatchObject({ goodPrice: 2500, oldGoodPrice: 4000 })
    const cart = (goodPrice: number) => ({
      items: [{ id: productId, quantity: 1, goodPrice }],
      zoneId: shop.zoneId,
      imageType: 1,
      totalCents: goodPrice,
    })
    expect(await shop.order(tenant.token, cart(3000))).toMatchObject({ code: PRICE_INCONSISTENT })
    expect(await shop.order(tenant.token, cart(2500))).toMatchObject({ code: OK, data: { payableCents: 2500 } })
    const [newest] = await history(productId)
    expect(newest).toMatchObject({ operatorName: seller.name, before: plain, after: { ...plain, priceCents: 2500 } })
    expect(newest?.validFrom).toBe(server.clock.now().getTime())
    expect(await lastAudit()).toMatchObject({
      call: 'setPrice',
      subject: `product:${productId}`,
      before: plain,
      after: { ...plain, priceCents: 2500 },
    })
  })

  it('leaves the price of an order that is not paid yet', async () => {
    const items = [{ id: productId, quantity: 1, goodPrice: 3000 }]
    const body = { items, zoneId: shop.zoneId, imageType: 1, totalCents: 3000 }
    const { data } = await shop.order(tenant.token, body)
    await set({ priceCents: 3500 })
    const { orderId } = data as { orderId: number }
    const { data: order } = await server.get(`/vmcloud/api/order/getOrderInfo?orderId=${orderId}`, {
      token: tenant.token,
    })
    expect(order).toMatchObject({ payableCents: 3000 })
  })

  it('of two operators who saw the same price is that of the first', async () => {
    const answers = await Promise.all([2500, 2600, 2700].map((priceCents) => set({ priceCents })))
    expect(answers.filter(({ code }) => code === OK)).toHaveLength(1)
    const { priceCents } = await priceOf()
    const late = { code: PRICE_INCONSISTENT, data: { ...plain, priceCents } }
    expect(answers.filter(({ code }) => code !== OK)).toMatchObject([late, late])
    expect((await history(productId))[0]).toMatchObject({ before: plain, after: { priceCents } })
  })

  it.each([
    ['nothing', { priceCents: 0 }],
    ['less than nothing', { priceCents: -1 }],
    ['parts of a cent', { priceCents: 10.5 }],
    ['more than the limit', { priceCents: 100_000_01 }],
    ['an old price below', { oldPriceCents: 2999 }],
    ['a first price above', { firstPriceCents: 3000 }],
    ['no change', {}],
  ])('is refused: %s', async (_name, next) => {
    const before = await db.$count(priceChanges)
    expect(await set(next)).toMatchObject({ code: SHOW_ERROR_TIP })
    expect(await priceOf()).toEqual(plain)
    expect(await db.$count(priceChanges)).toBe(before)
  })

  it('of a product that nobody knows is refused, and of a reader', async () => {
    expect(await set({ priceCents: 1 }, plain, 999_999)).toMatchObject({ code: GOODS_NOT_EXIST })
    const body = { productId, seen: plain, ...plain, priceCents: 1 }
    expect(await post('setPrice', body, reader.token)).toMatchObject({ data: { right: 'goods.write' } })
  })

  it('stays above the prices of activities, which stay below it', async () => {
    expect(await addActivity({ products: [{ productId, priceCents: 3000, stock: 5 }] })).toMatchObject({
      code: SHOW_ERROR_TIP,
    })
    const twice = [1, 2].map(() => ({ productId, priceCents: 1000, stock: 5 }))
    expect(await addActivity({ products: twice })).toMatchObject({ code: SHOW_ERROR_TIP })
    const { data } = await addActivity({})
    const [product] = await find({ text: String(productId) })
    expect(product?.activities).toContainEqual({
      activityId: (data as { activityId: number }).activityId,
      name: '限时',
      kind: 'seckill',
      priceCents: 1000,
      startsAt: expect.any(Number),
      endsAt: expect.any(Number),
    })
    expect(await set({ priceCents: 1000 })).toMatchObject({
      code: SHOW_ERROR_TIP,
      msg: expect.stringContaining('活动'),
    })
    expect(await set({ priceCents: 1001 })).toMatchObject({ code: OK })
    const { activityId } = data as { activityId: number }
    const off = { activityId, isEnabled: false, markdown: '限时', templateIds: [] }
    expect(await post('setActivityPage', off, seller.token)).toMatchObject({ code: OK })
    expect(await set({ priceCents: 900 }, { ...plain, priceCents: 1001 })).toMatchObject({ code: OK })
  })
})

describe('the list of products', () => {
  it('is chosen by each filter', async () => {
    const all = await find({})
    expect(all.length).toBeGreaterThan(50)
    for (const [query, fits] of [
      [{ goodTime: '168' }, (each: ProductRecord) => each.goodTime === 168],
      [{ goodsLevel: '2' }, (each: ProductRecord) => each.goodsLevel === 2],
      [{ kind: 'metered' }, (each: ProductRecord) => each.isMetered],
      [{ version: '10/H' }, (each: ProductRecord) => each.version === '10/H'],
      [{ configId: String(shop.configId) }, (each: ProductRecord) => each.configId === shop.configId],
      [{ hasFirstPrice: 'yes' }, (each: ProductRecord) => each.firstPriceCents !== null],
      [{ text: '旗舰' }, (each: ProductRecord) => each.goodsName.includes('旗舰')],
      [{ zoneId: String(shop.zoneId), goodTime: '168' }, (each: ProductRecord) => each.goodTime === 168],
    ] as const) {
      const found = await find(query)
      expect(found.length).toBeGreaterThan(0)
      expect(found.filter((each) => !fits(each))).toEqual([])
    }
    expect(await find({ text: '%' })).toEqual([])
    expect(await find({ zoneId: '999999' })).toEqual([])
    expect(await find({ onSale: 'no' })).toEqual([])
  })
})

describe('a rule for many prices', () => {
  const rule = { by: 'percent', change: '-1000', target: 'price', rounding: 'jiao', goodTime: '168', kind: 'prepaid' }
  interface DryRun {
    readonly lines: readonly RepriceLine[]
    readonly unchanged: number
    readonly digest: string
  }
  const preview = async (of: object = rule): Promise<DryRun> =>
    (await get(`previewReprice?${new URLSearchParams(of as Record<string, string>)}`, reader.token)).data as DryRun
  const apply = (digest: string, of: object = rule) => post('applyReprice', { ...of, digest }, seller.token)

  it('changes what the dry run lists, with one entry in the audit log', async () => {
    const { lines, digest } = await preview()
    const before = await db.$count(operatorAudit)
    expect(lines.find((line) => line.productId === productId)).toMatchObject({
      before: plain,
      after: { ...plain, priceCents: 2700 },
      refusal: null,
    })
    expect(await priceOf()).toEqual(plain)
    const { code, data } = await apply(digest)
    expect(code).toBe(OK)
    expect((data as { productIds: number[] }).productIds).toEqual(lines.map((line) => line.productId))
    for (const line of lines) expect(await priceOf(line.productId)).toEqual(line.after)
    expect(await db.$count(operatorAudit)).toBe(before + 1)
    const entry = await lastAudit()
    expect(entry?.call).toBe('applyReprice')
    expect(entry?.before).toMatchObject({ [productId]: '30.00/40.00/-' })
    expect(entry?.after).toMatchObject({ [productId]: '27.00/40.00/-' })
    expect((await history(productId))[0]).toMatchObject({ operatorName: seller.name, after: { priceCents: 2700 } })
  })

  it('changes nothing when a price changed after the dry run, or when it is applied again', async () => {
    const { digest, lines } = await preview()
    await set({ priceCents: 3001 })
    const before = await Promise.all(lines.map((line) => priceOf(line.productId)))
    expect(await apply(digest)).toMatchObject({ code: PRICE_INCONSISTENT })
    expect(await Promise.all(lines.map((line) => priceOf(line.productId)))).toEqual(before)
    const { digest: second } = await preview()
    const answers = await Promise.all([apply(second), apply(second)])
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([OK, PRICE_INCONSISTENT])
  })

  it('lists what it cannot set and why, and leaves it', async () => {
    const of = { by: 'amount', change: '-3000', target: 'price', rounding: 'fen', configId: String(shop.configId) }
    const { lines, digest } = await preview(of)
    expect(lines.find((line) => line.productId === productId)?.refusal).toBe('tooLow')
    const refused = lines.filter(({ refusal }) => refusal !== null)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(lines.length)
    expect(await apply(digest, of)).toMatchObject({ code: OK })
    for (const { productId: id, before } of refused) expect(await priceOf(id)).toEqual(before)
  })

  it('refuses a rule that changes nothing, and a digest of another rule', async () => {
    const nothing = { ...rule, change: '0' }
    const { digest, unchanged, lines } = await preview(nothing)
    expect(lines).toEqual([])
    expect(unchanged).toBeGreaterThan(0)
    expect(await apply(digest, nothing)).toMatchObject({ code: SHOW_ERROR_TIP })
    expect(await apply((await preview()).digest, { ...rule, change: '-2000' })).toMatchObject({
      code: PRICE_INCONSISTENT,
    })
  })

  it('is told to choose fewer products than all', async () => {
    const [row] = await db.select().from(billableProducts).where(WEEK)
    const many = Array.from({ length: 401 }, (_, index) => ({
      configId: row?.configId ?? 0,
      goodTimeHours: 10_000 + index,
      priceCents: 1000,
    }))
    await db.insert(billableProducts).values(many)
    const of = { ...rule, goodTime: '', kind: '' }
    const query = new URLSearchParams(Object.entries(of).filter(([, value]) => value !== ''))
    expect(await get(`previewReprice?${query}`, reader.token)).toMatchObject({ code: SHOW_ERROR_TIP })
  })
})
