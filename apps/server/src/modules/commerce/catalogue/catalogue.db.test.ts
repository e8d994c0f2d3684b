import { GoodsLevel, InventoryStatus } from '@yunji/contract/commerce/commodity/enums'
import type { Goods, GoodsPrice, ZoneStock } from '@yunji/contract/commerce/commodity/schema'
import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { formatChinaTime } from '../../../platform/china-time.ts'
import { DAY_MS, later } from '../../../platform/clock.ts'
import { seedCatalogue } from '../../../seed/catalogue.ts'
import {
  activities,
  activityProducts,
  billableProducts,
  goods,
  productPurchases,
  zoneStock,
} from '../../../tables/catalogue.ts'
import { zones } from '../../../tables/devices.ts'
import { useServer } from '../../../testing/use-server.ts'
import { createCatalogueCache } from './catalogue-cache.ts'

const PATH = '/vmcloud/api/CommodityGroup'
const MONTH_HOURS = 720

const server = await useServer()
const { db } = server.database
const createdAt = server.clock.now()
await db.insert(zones).values([{ code: 'east', name: '华东', createdAt }])
await seedCatalogue(db, server.clock)
await seedCatalogue(db, server.clock)
const userId = await server.addUser('13900000001', 'yunji2026')
const login = await server.post('/vmcloud/api/user/login', { mobilePhone: '13900000001', password: 'yunji2026' })
const token = (login.data as { token: string }).token

const list = async (as?: string): Promise<Goods[]> => {
  const { data } = await server.get(`${PATH}/getGoodsList?versionCode=001000000`, as ? { token: as } : {})
  return (data as { records: Goods[] }).records
}
const flagship = async () => (await list()).find(({ goodsLevel }) => goodsLevel === GoodsLevel.flagship) as Goods
const priceOf = async (hours: number, as?: string): Promise<GoodsPrice> => {
  const { goodId, configurations } = await flagship()
  const query = `goodId=${goodId}&configId=${configurations[0]?.configId}`
  const { data } = await server.get(`${PATH}/getGoodPrice?${query}`, as ? { token: as } : {})
  const { prices } = data as { prices: GoodsPrice[] }
  return prices.find(({ goodTime, isMetered }) => goodTime === hours && !isMetered) as GoodsPrice
}

describe('the catalogue', () => {
  it('has all five levels, both lines and every duration, once', async () => {
    const found = await list()
    expect(found.map(({ goodsLevel }) => goodsLevel)).toEqual([1, 2, 3, 4, 5])
    for (const { configurations } of found) {
      expect(new Set(configurations.map(({ version }) => version))).toEqual(new Set(['10/B', '10/H']))
    }
    const { goodId } = await flagship()
    const { data } = await server.get(`${PATH}/getGoodPrice?goodId=${goodId}`)
    const hours = (data as { prices: GoodsPrice[] }).prices.map(({ goodTime }) => goodTime)
    expect(new Set(hours)).toEqual(new Set([1, 24, 168, 720, 2160, 8760]))
  })

  it('is added to where an older one stands, and leaves what stands there alone', async () => {
    const changed = { priceCents: 1, oldPriceCents: null, firstPriceCents: null }
    const [kept] = await db.update(billableProducts).set(changed).where(eq(billableProducts.id, 1)).returning()
    const [gone] = await db.delete(zoneStock).where(eq(zoneStock.configId, 2)).returning()
    const before = await Promise.all([goods, billableProducts, activities].map((table) => db.$count(table)))
    await seedCatalogue(db, server.clock)
    expect(await Promise.all([goods, billableProducts, activities].map((table) => db.$count(table)))).toEqual(before)
    expect(await db.select().from(billableProducts).where(eq(billableProducts.id, 1))).toEqual([kept])
    expect(await db.select().from(zoneStock).where(eq(zoneStock.configId, 2))).toEqual([gone])
  })

  it('has an activity that runs, and seckill windows of the coming days', async () => {
    const rows = await server.database.db.select().from(activities)
    expect(rows.filter(({ kind }) => kind === 'discount')).toHaveLength(1)
    const times = rows
      .filter(({ kind }) => kind === 'seckill')
      .map(({ startsAt }) => formatChinaTime(startsAt).slice(11))
    expect(new Set(times)).toEqual(new Set(['10:00:00', '19:00:00']))
  })

  it('shows the least that a month costs', async () => {
    const { goodId, monthFromCents } = await flagship()
    const { data } = await server.get(`${PATH}/getGoodPrice?goodId=${goodId}`)
    const months = (data as { prices: GoodsPrice[] }).prices.filter(({ goodTime }) => goodTime === MONTH_HOURS)
    expect(monthFromCents).toBe(Math.min(...months.map(({ goodPrice }) => goodPrice)))
  })

  it('shows a picture of each model, which a browser keeps', async () => {
    const pictures = (await list()).map(({ picture }) => picture)
    expect(new Set(pictures).size).toBe(5)
    for (const url of pictures) {
      const answer = await server.app.inject({ url })
      expect(answer.headers).toMatchObject({ 'content-type': 'image/webp', etag: expect.any(String) })
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(answer.rawPayload.subarray(8, 12).toString()).toBe('WEBP')
      const again = await server.app.inject({ url, headers: { 'if-none-match': answer.headers.etag } })
      expect(again.statusCode).toBe(304)
    }
    expect((await server.app.inject({ url: '/goods/6-1.webp' })).statusCode).toBe(404)
  })

  it('tells one model, and nothing of one that is not sold', async () => {
    const [first] = await list()
    expect(await server.get(`${PATH}/getGoodsDetails?goodId=${first?.goodId}`)).toMatchObject({
      code: 200,
      data: first,
    })
    expect(await server.get(`${PATH}/getGoodsDetails?goodId=999999`)).toMatchObject({ code: 1022 })
    expect(await server.get(`${PATH}/getGoodPrice?goodId=999999`)).toMatchObject({ code: 1022 })
    expect(await server.get(`${PATH}/getZoneStock?configId=999999`)).toMatchObject({ code: 1022 })
    await server.database.db
      .update(goods)
      .set({ isListed: false })
      .where(eq(goods.id, first?.goodId ?? 0))
    expect(await server.get(`${PATH}/getGoodsDetails?goodId=${first?.goodId}`)).toMatchObject({ code: 1022 })
    expect(await server.get(`${PATH}/getGoodPrice?goodId=${first?.goodId}`)).toMatchObject({ code: 1022 })
    await server.database.db.update(goods).set({ isListed: true })
  })
})

describe('a price', () => {
  it('is the first-purchase price to somebody who never bought it, and to nobody', async () => {
    for (const as of [undefined, token, 'not-a-token']) {
      const price = await priceOf(MONTH_HOURS, as)
      expect(price).toMatchObject({ firstPurchase: true, firstCount: 0, activityId: null })
      expect(price.goodPrice).toBeLessThan(price.oldGoodPrice ?? 0)
    }
  })

  it('is the plain one to somebody who did', async () => {
    const { id, oldGoodPrice } = await priceOf(MONTH_HOURS)
    await server.database.db.insert(productPurchases).values({ userId, productId: id, purchases: 2 })
    expect(await priceOf(MONTH_HOURS, token)).toMatchObject({
      firstPurchase: false,
      firstCount: 2,
      goodPrice: oldGoodPrice,
    })
    expect(await priceOf(MONTH_HOURS)).toMatchObject({ firstPurchase: true })
  })

  it('of more than one has no first-purchase terms', async () => {
    const { id, goodId, oldGoodPrice } = await priceOf(MONTH_HOURS)
    const { data } = await server.get(`${PATH}/getGoodPrice?goodId=${goodId}&quantity=2`)
    const price = (data as { prices: GoodsPrice[] }).prices.find((each) => each.id === id)
    expect(price).toMatchObject({ firstPurchase: false, goodPrice: oldGoodPrice })
  })

  it('is set by an activity while it runs, by no other', async () => {
    const now = server.clock.now()
    const { id: productId, oldGoodPrice } = await priceOf(MONTH_HOURS)
    const add = async (name: string, fromMs: number, toMs: number, priceCents: number, isEnabled = true) => {
      const row = { name, kind: 'discount' as const, isEnabled, startsAt: later(now, fromMs), endsAt: later(now, toMs) }
      const [activity] = await db.insert(activities).values(row).returning()
      await db.insert(activityProducts).values({ activityId: activity?.id ?? 0, productId, priceCents })
      return activity?.id
    }
    await add('over', -2 * DAY_MS, 0, 1)
    await add('to come', 1, DAY_MS, 2)
    await add('switched off', -DAY_MS, DAY_MS, 3, false)
    await add('dearer', 0, DAY_MS, 900)
    const activityId = await add('running', 0, DAY_MS, 800)
    const price = await priceOf(MONTH_HOURS)
    expect(price).toMatchObject({ activityId, goodPrice: 800, oldGoodPrice, firstPurchase: false })
    await db.delete(activityProducts).where(eq(activityProducts.productId, productId))
  })

  it('that is metered stands apart from the prepaid hour', async () => {
    const { goodId, configurations } = await flagship()
    const { data } = await server.get(`${PATH}/getGoodPrice?goodId=${goodId}&configId=${configurations[0]?.configId}`)
    const hours = (data as { prices: GoodsPrice[] }).prices.filter(({ goodTime }) => goodTime === 1)
    expect(hours.map(({ isMetered }) => isMetered)).toEqual([false, true])
  })
})

it('tells how much of a configuration a zone has left', async () => {
  const { configurations } = await flagship()
  const configId = configurations[0]?.configId ?? 0
  const status = async () => {
    const { data } = await server.get(`${PATH}/getZoneStock?configId=${configId}`)
    return (data as { zones: ZoneStock[] }).zones.map(({ inventoryStatus }) => inventoryStatus)
  }
  expect(await status()).toEqual([InventoryStatus.adequate])
  await db.update(zoneStock).set({ rented: 150, reserved: 49 }).where(eq(zoneStock.configId, configId))
  expect(await status()).toEqual([InventoryStatus.nervous])
  await db.update(zoneStock).set({ reserved: 50 }).where(eq(zoneStock.configId, configId))
  expect(await status()).toEqual([InventoryStatus.insufficient])
  const sellMore = db.update(zoneStock).set({ reserved: 51 }).where(eq(zoneStock.configId, configId))
  await expect(sellMore).rejects.toMatchObject({ cause: { constraint: 'nothing_is_sold_twice' } })
})

it('keeps metered and prepaid hours of a configuration apart by a key', async () => {
  const [hour] = await db
    .select()
    .from(billableProducts)
    .where(and(eq(billableProducts.goodTimeHours, 1), billableProducts.isMetered))
  const { id: _id, ...again } = hour ?? {}
  await expect(db.insert(billableProducts).values(again as never)).rejects.toMatchObject({ cause: { code: '23505' } })
})

describe('the list', () => {
  it('comes in pages, and by level', async () => {
    const page = async (query: string) =>
      (await server.get(`${PATH}/getGoodsList?${query}`)).data as { records: Goods[]; page: number; totalPage: number }
    const all = await list()
    expect(await page('page=2&rows=2')).toMatchObject({ page: 2, totalPage: Math.ceil(all.length / 2) })
    expect((await page('page=2&rows=2')).records).toEqual(all.slice(2, 4))
    expect((await page('goodsLevel=3')).records.map(({ goodsLevel }) => goodsLevel)).toEqual([3])
  })

  it('is true in the moment after a change, and read from memory otherwise', async () => {
    const { pool } = server.database
    const cache = createCatalogueCache(pool)
    let loads = 0
    const read = async () => (await cache.read(null)).cached('key', async () => ++loads)
    await Promise.all([read(), read()])
    expect(await read()).toBe(1)
    await db.update(goods).set({ tagline: '新的说法' }).where(eq(goods.goodsLevel, GoodsLevel.flagship))
    expect(await read()).toBe(2)
    expect((await flagship()).tagline).toBe('新的说法')
    await db.update(activityProducts).set({ stockLeft: null })
    expect(await read()).toBe(2)
  })

  it('forgets what could not be read', async () => {
    const cache = createCatalogueCache(server.database.pool)
    const { cached } = await cache.read(null)
    await expect(cached('key', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await cached('key', async () => 'read')).toBe('read')
  })
})
