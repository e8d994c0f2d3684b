import { ORDER_LIFETIME_MS } from '@yunji/contract/commerce/order/rules'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { eventually } from '@yunji/testkit/eventually'
import { and, eq, inArray, ne } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { billableProducts, zoneStock } from '../../../tables/catalogue.ts'
import { orders, stockReservations } from '../../../tables/orders.ts'
import { createDevices } from '../../../testing/devices.ts'
import { type ServerHarness, startServerHarness } from '../../../testing/server-harness.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { expireOrders } from './index.ts'

let server: ServerHarness
let shop: Shop
let people: ReturnType<typeof createDevices>
let log: Record<string, unknown>[] = []
beforeAll(async () => {
  const write = (line: string) => void log.push(JSON.parse(line))
  server = await startServerHarness({}, pino({ level: 'error' }, { write }))
  shop = await openShop(server)
  people = createDevices(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.database.db.delete(stockReservations)
  await server.database.db.update(zoneStock).set({ reserved: 0 })
  log = []
})

/** A cart of some products, a phone of each. */
const bodyOf = (products: readonly { id: number; priceCents: number }[]) => ({
  items: products.map(({ id, priceCents }) => ({ id, quantity: 2, goodPrice: priceCents })),
  zoneId: shop.zoneId,
  imageType: 1,
  totalCents: products.reduce((sum, { priceCents }) => sum + 2 * priceCents, 0),
})

const plainProducts = async () => {
  const found = await server.database.db
    .select()
    .from(billableProducts)
    .where(and(eq(billableProducts.goodTimeHours, 1), eq(billableProducts.isMetered, false)))
    .orderBy(billableProducts.configId)
  return [...new Map(found.map((product) => [product.configId, product])).values()].slice(0, 3)
}

const order = async (): Promise<number> => {
  const { token } = await people.addPerson()
  const answer = await shop.order(token, bodyOf((await plainProducts()).slice(0, 1)))
  expect(answer).toMatchObject({ code: 200 })
  return (answer.data as OrderInfo).orderId
}

const statesOf = async (orderIds: readonly number[]) => {
  const rows = await server.database.db
    .select({ id: orders.id, state: orders.state })
    .from(orders)
    .where(inArray(orders.id, [...orderIds]))
    .orderBy(orders.id)
  return rows.map(({ state }) => state)
}

test('an order that cannot be released stops no other, and is told of', async () => {
  const orderIds = [await order(), await order(), await order()]
  const [broken = 0] = orderIds
  await server.database.db
    .update(stockReservations)
    .set({ quantity: 1000 })
    .where(eq(stockReservations.orderId, broken))
  server.clock.advance(ORDER_LIFETIME_MS)
  await expireOrders(server)()
  expect(await statesOf(orderIds)).toEqual(['pending', 'expired', 'expired'])
  expect(log).toMatchObject([{ level: 50, orderId: broken }])
  await server.database.db.delete(stockReservations)
  await expireOrders(server)()
  expect(await statesOf(orderIds)).toEqual(['expired', 'expired', 'expired'])
})

test('an order that is being paid at this moment is left to its buyer, and nobody waits for it', async () => {
  const orderIds = [await order(), await order()]
  const [held = 0] = orderIds
  server.clock.advance(ORDER_LIFETIME_MS)
  await server.database.db.transaction(async (tx) => {
    await tx.select().from(orders).where(eq(orders.id, held)).for('update')
    await expireOrders(server)()
    expect(await statesOf(orderIds)).toEqual(['pending', 'expired'])
  })
  await expireOrders(server)()
  expect(await statesOf(orderIds)).toEqual(['expired', 'expired'])
})

test('more orders than a batch all end, also behind a batch of broken ones', async () => {
  const { userId } = await people.addPerson()
  const now = server.clock.now()
  const written = await server.database.db
    .insert(orders)
    .values(
      Array.from({ length: 230 }, (_, index) => ({
        userId,
        kind: 'buy' as const,
        title: '云手机',
        lines: [],
        totalCents: 1,
        payableCents: 1,
        purchase: {},
        createdAt: now,
        // Equal moments across the border of a batch.
        expiresAt: new Date(now.getTime() + Math.floor(index / 70)),
      })),
    )
    .returning({ id: orders.id })
  const broken = written.slice(0, 120).map(({ id: orderId }) => ({ orderId, zoneId: shop.zoneId, quantity: 1 }))
  await server.database.db
    .insert(stockReservations)
    .values(broken.map((part) => ({ ...part, configId: shop.configId })))
  server.clock.advance(ORDER_LIFETIME_MS)
  await expireOrders(server)()
  expect(await statesOf(written.map(({ id }) => id))).toEqual([
    ...Array.from({ length: 120 }, () => 'pending'),
    ...Array.from({ length: 110 }, () => 'expired'),
  ])
  await server.database.db.delete(stockReservations)
  await expireOrders(server)()
})

test('carts of several configurations beside the expiry: nobody fails and the stock is exact', async () => {
  const products = await plainProducts()
  const overdue = await Promise.all(Array.from({ length: 30 }, () => people.addPerson()))
  // Each cart begins with another configuration; orders that end free them one by one, the last one first.
  const cartOf = (index: number) => bodyOf([...products.slice(index % 3), ...products.slice(0, index % 3)])
  for (const [index, { token }] of overdue.entries()) {
    expect(await shop.order(token, bodyOf(products.slice(2 - (index % 3)).slice(0, 1)))).toMatchObject({ code: 200 })
  }
  server.clock.advance(ORDER_LIFETIME_MS)
  const buyers = await Promise.all(Array.from({ length: 60 }, () => people.addPerson()))
  const [answers] = await Promise.all([
    Promise.all(buyers.map(({ token }, index) => shop.order(token, cartOf(index)))),
    // As the next round would, where a busy machine gives no connection in time.
    eventually(expireOrders(server), { deadlineMs: 120_000 }),
    eventually(expireOrders(server), { deadlineMs: 120_000 }),
  ])
  expect(answers.map(({ code }) => code)).toEqual(buyers.map(() => 200))
  const { rows } = await server.database.pool.query('select distinct state from orders where expires_at <= $1', [
    server.clock.now(),
  ])
  expect(rows).toEqual([{ state: 'expired' }])
  const stock = await server.database.db.select().from(zoneStock).where(ne(zoneStock.reserved, 0))
  expect(stock.map(({ reserved }) => reserved)).toEqual(products.map(() => 120))
})
