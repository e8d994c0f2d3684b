import { eventually } from '@yunji/testkit/eventually'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, later } from '../../../platform/clock.ts'
import { stockWaits } from '../../../tables/alerts.ts'
import { goods, zoneStock } from '../../../tables/catalogue.ts'
import { zones } from '../../../tables/devices.ts'
import { messages, outbox } from '../../../tables/messages.ts'
import { createDevices } from '../../../testing/devices.ts'
import { openShop } from '../../../testing/shop.ts'
import { useServer } from '../../../testing/use-server.ts'

const server = await useServer()
const make = createDevices(server)
const shop = await openShop(server)
const { db } = server.database
const { configId, zoneId } = shop

const setStock = (left: number) =>
  db
    .update(zoneStock)
    .set({ capacity: left, reserved: 0, rented: 0 })
    .where(and(eq(zoneStock.configId, configId), eq(zoneStock.zoneId, zoneId)))
beforeEach(async () => {
  await db.delete(stockWaits)
  await db.update(zoneStock).set({ capacity: 0, reserved: 0, rented: 0 }).where(eq(zoneStock.configId, configId))
  await setStock(0)
})

const run = async (): Promise<void> => server.periodicJobs.find(({ name }) => name === 'stock.announce')?.run()
const set = (token: string, body: object) =>
  server.post('/vmcloud/api/CommodityGroup/setStockWait', { configId, isOn: true, ...body }, { token })
const waitsOf = async (token: string) =>
  ((await server.get('/vmcloud/api/CommodityGroup/getStockWaits', { token })).data as { waits: object[] }).waits
const textsOf = async (userId: number) =>
  (await db.select().from(messages).where(eq(messages.userId, userId))).map(({ content }) => content)
const toldTo = async (userId: number) => db.select().from(outbox).where(eq(outbox.userId, userId))

describe('a wait for goods', () => {
  it('is told once when there is stock again, and is gone then', async () => {
    const { userId, token } = await make.addPerson()
    expect(await set(token, { zoneId })).toMatchObject({ code: 200, data: { waits: [{ configId, zoneId }] } })
    await run()
    expect(await toldTo(userId)).toEqual([])
    await setStock(1)
    await Promise.all([run(), run()])
    await setStock(0)
    await run()
    await setStock(3)
    await run()
    expect(await toldTo(userId)).toMatchObject([{ event: 'stockBack' }])
    expect(await waitsOf(token)).toEqual([])
  })

  it('for any zone is told of whichever has stock; for one zone not of another', async () => {
    const [any, one] = [await make.addPerson(), await make.addPerson()]
    const [elsewhere] = await db
      .insert(zones)
      .values({ code: 'stock-elsewhere', name: '别处', createdAt: server.clock.now() })
      .returning()
    await db.insert(zoneStock).values({ zoneId: elsewhere?.id ?? 0, configId, capacity: 2 })
    await set(any.token, {})
    await set(one.token, { zoneId })
    await run()
    await eventually(async () => expect(await textsOf(any.userId)).toEqual([expect.stringContaining('在别处有货了')]))
    expect(await toldTo(one.userId)).toEqual([])
    await db.delete(zoneStock).where(eq(zoneStock.zoneId, elsewhere?.id ?? 0))
  })

  it('asked for twice is one, is taken back, and is refused for what does not exist', async () => {
    const { token } = await make.addPerson()
    await Promise.all([set(token, {}), set(token, {}), set(token, {})])
    expect(await waitsOf(token)).toEqual([{ configId, zoneId: null, isForTrial: false }])
    await set(token, { isOn: false })
    expect(await waitsOf(token)).toEqual([])
    expect((await set(token, { configId: 999_999 })).code).not.toBe(200)
    expect((await set(token, { zoneId: 999_999 })).code).not.toBe(200)
  })

  it('is one of twenty at most', async () => {
    const { userId, token } = await make.addPerson()
    const createdAt = server.clock.now()
    const made = await db
      .insert(zones)
      .values(Array.from({ length: 20 }, (_, at) => ({ code: `full-${at}`, name: `区 ${at}`, createdAt })))
      .returning()
    const expiresAt = later(createdAt, DAY_MS)
    await db
      .insert(stockWaits)
      .values(made.map((zone) => ({ userId, configId, zoneId: zone.id, createdAt, expiresAt })))
    expect(await set(token, {})).toMatchObject({ code: 1080, msg: expect.stringContaining('20') })
    expect((await set(token, { zoneId: made[0]?.id })).code).toBe(200)
  })

  it('ends after thirty days', async () => {
    const { userId, token } = await make.addPerson()
    await set(token, {})
    server.clock.advance(30 * DAY_MS)
    await setStock(1)
    await run()
    expect(await toldTo(userId)).toEqual([])
    expect(await db.$count(stockWaits)).toBe(0)
  })

  it('is not told while the goods are not sold', async () => {
    const { userId, token } = await make.addPerson()
    await set(token, {})
    await setStock(1)
    await db.update(goods).set({ isListed: false })
    await run()
    expect(await toldTo(userId)).toEqual([])
    await db.update(goods).set({ isListed: true })
    await run()
    expect(await toldTo(userId)).toHaveLength(1)
  })

  it('of ten thousand people is told in batches, while the last phone is sold', async () => {
    const { rows } = await server.database.pool.query<{ id: string }>(
      `insert into users (name, created_at) select '用户', now() from generate_series(1, 10000) returning id`,
    )
    await server.database.pool.query(
      `insert into stock_waits (user_id, config_id, created_at, expires_at)
       select id, $2, now(), '2099-01-01' from unnest($1::bigint[]) id`,
      [rows.map(({ id }) => id), configId],
    )
    await setStock(1)
    const client = await server.database.pool.connect()
    try {
      // A sale under way holds the row of the stock.
      await client.query('begin')
      await client.query('update zone_stock set reserved = 1 where config_id = $1 and zone_id = $2', [configId, zoneId])
      await run()
      await client.query('commit')
    } finally {
      client.release()
    }
    expect(await db.$count(stockWaits)).toBe(0)
    expect(await db.$count(outbox, eq(outbox.event, 'stockBack'))).toBeGreaterThanOrEqual(10_000)
  })
})
