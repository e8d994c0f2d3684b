import type { ActivationGoods } from '@yunji/contract/commerce/activation/schema'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, later } from '../../../platform/clock.ts'
import { createSealedTexts } from '../../../platform/sealed-texts.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { singleKey } from '../../../platform/signing-keys.ts'
import { seedActivationGoods } from '../../../seed/activation.ts'
import { activationCodes, activationGoods } from '../../../tables/activation.ts'
import { billableProducts, goods, goodsConfigurations } from '../../../tables/catalogue.ts'
import { orders, type StoredPurchase } from '../../../tables/orders.ts'
import { createDevices } from '../../../testing/devices.ts'
import { openShop } from '../../../testing/shop.ts'
import { useServer } from '../../../testing/use-server.ts'
import { lockOrder } from '../orders/index.ts'
import { countUnusedCodes, mintCodes, revokeUnusedCodes } from './index.ts'
import { getActivationCodes } from './list-codes.ts'
import { priceCodes } from './order-codes.ts'
import { getActivationCode } from './preview-code.ts'
import { listActivationGoods } from './store.ts'

const VALID_DAYS = 30

const server = await useServer()
await openShop(server)
await seedActivationGoods(server.database.db)
const make = createDevices(server)
const offered = (await listActivationGoods(server.database.db)).find(
  ({ goodTime }) => goodTime === 720,
) as ActivationGoods
let owner: { userId: number; token: string }

beforeEach(async () => {
  owner = await make.addPerson()
})

const db = () => server.database.db
const deps = () => {
  const { database, clock } = server
  return { database, clock, sealedTexts: createSealedTexts(singleKey(Buffer.alloc(32, 7))) }
}
const as = ({ userId }: { userId: number }) => ({ userId }) as Caller
const paidOrder = async (quantity: number, payableCents: number, fields: { purchase?: StoredPurchase } = {}) => {
  const now = server.clock.now()
  const codes = { productId: offered.id, quantity, validDays: VALID_DAYS }
  const [order] = await db()
    .insert(orders)
    .values({
      userId: owner.userId,
      kind: 'codes',
      title: '激活码',
      state: 'paid',
      payMethod: PayMethod.balance,
      lines: [],
      totalCents: payableCents,
      payableCents,
      purchase: { codes },
      createdAt: now,
      expiresAt: now,
      paidAt: now,
      ...fields,
    })
    .returning()
  return order as typeof orders.$inferSelect
}
const mint = async (quantity = 1, payableCents = 100 * quantity): Promise<number> => {
  const order = await paidOrder(quantity, payableCents)
  await db().transaction(async (tx) => mintCodes(deps(), tx, await lockOrder(tx, order.id)))
  return order.id
}
const rowsOf = (orderId: number) =>
  db().select().from(activationCodes).where(eq(activationCodes.orderId, orderId)).orderBy(activationCodes.id)
const list = (query: { page?: number; rows?: number; state?: 'unused' | 'used' | 'expired' | 'returned' } = {}) =>
  getActivationCodes(deps())(as(owner), { page: 1, rows: 10, ...query })
const preview = (typed: string, by = owner) => getActivationCode(deps())(as(by), typed)

describe('codes of a paid order', () => {
  it('share what was paid to the cent, the first ones what does not divide', async () => {
    const orderId = await mint(3, 101)
    const rows = await rowsOf(orderId)
    expect(rows.map(({ paidCents }) => paidCents)).toEqual([34, 34, 33])
    const now = server.clock.now()
    expect(rows[0]).toMatchObject({
      ownerId: owner.userId,
      productId: offered.id,
      state: 'unused',
      createdAt: now,
      expiresAt: later(now, VALID_DAYS * DAY_MS),
    })
    const [order] = await db().select().from(orders).where(eq(orders.id, orderId))
    expect(order).toMatchObject({ state: 'fulfilled', endedAt: now })
    expect((await rowsOf(await mint(2, 100))).map(({ paidCents }) => paidCents)).toEqual([50, 50])
  })

  it('are a fault where the order names none', async () => {
    const order = await paidOrder(1, 100, { purchase: {} })
    await expect(db().transaction(async (tx) => mintCodes(deps(), tx, await lockOrder(tx, order.id)))).rejects.toThrow(
      'names none',
    )
  })

  it('are given up by whoever leaves, those that nobody has redeemed', async () => {
    const [row] = await rowsOf(await mint(2))
    const friend = await make.addPerson()
    const { id: deviceId } = await make.addDevice(friend.userId)
    const used = {
      state: 'used',
      usedAt: server.clock.now(),
      usedBy: friend.userId,
      usedFor: 'newPhone',
      deviceId,
    } as const
    await db()
      .update(activationCodes)
      .set(used)
      .where(eq(activationCodes.id, row?.id ?? 0))
    const other = owner
    owner = await make.addPerson()
    await mint(1)
    expect(await countUnusedCodes(db(), other.userId, server.clock.now())).toBe(1)
    await db().transaction((tx) => revokeUnusedCodes(tx, other.userId))
    expect(await countUnusedCodes(db(), other.userId, server.clock.now())).toBe(0)
    expect(await countUnusedCodes(db(), owner.userId, server.clock.now())).toBe(1)
    expect((await rowsOf(row?.orderId ?? 0)).map(({ state }) => state)).toEqual(['used', 'returned'])
  })
})

describe('the list of own codes', () => {
  it('comes newest first, page by page, with the words to pass one on', async () => {
    const orderId = await mint(3)
    const ids = (await rowsOf(orderId)).map(({ id }) => id).toReversed()
    const [first, second] = [await list({ rows: 2 }), await list({ page: 2, rows: 2 })]
    expect([...first.records, ...second.records].map(({ codeId }) => codeId)).toEqual(ids)
    const code = first.records[0]
    const now = server.clock.now()
    expect(code).toMatchObject({
      goodsName: offered.goodsName,
      goodsLevel: offered.goodsLevel,
      goodTime: 720,
      state: 'unused',
      orderId,
      usedFor: null,
      usedBy: '',
      boughtAt: now.getTime(),
      usedAt: null,
      activationCode: expect.stringMatching(/^(\w{4}-){3}\w{4}$/),
      shareText: `送你一台${offered.goodsName}，激活码 ${code?.activationCode}，在云机「激活码」里兑换即可使用。`,
    })
  })

  it('tells used, expired and unused ones apart, by the clock to the moment', async () => {
    const orderId = await mint(2)
    const [row] = await rowsOf(orderId)
    const friend = await make.addPerson()
    const { id: deviceId } = await make.addDevice(friend.userId)
    const usedAt = server.clock.now()
    await db()
      .update(activationCodes)
      .set({ state: 'used', usedAt, usedBy: friend.userId, usedFor: 'newPhone', deviceId })
      .where(eq(activationCodes.id, row?.id ?? 0))
    const statesOf = async () =>
      Promise.all(
        (['unused', 'used', 'expired', 'returned'] as const).map(async (state) => {
          const { records } = await list({ state })
          expect(records.every((record) => record.state === state)).toBe(true)
          return records.length
        }),
      )
    server.clock.advance(VALID_DAYS * DAY_MS - 1)
    expect(await statesOf()).toEqual([1, 1, 0, 0])
    server.clock.advance(1)
    expect(await statesOf()).toEqual([0, 1, 1, 0])
    const [used] = (await list({ state: 'used' })).records
    expect(used).toMatchObject({
      usedFor: 'newPhone',
      usedAt: usedAt.getTime(),
      usedBy: expect.stringMatching(/^\d{3}\*+\d+$/),
    })
  })
})

describe('looking at a code', () => {
  it('says what it gives, and which own devices it renews, those that end first in front', async () => {
    await mint(1)
    const { activationCode = '' } = (await list()).records[0] ?? {}
    const { configId } = offered
    const now = server.clock.now()
    const later3 = await make.addDevice(owner.userId, { configId, expiresAt: later(now, 3 * DAY_MS), name: '三' })
    const later1 = await make.addDevice(owner.userId, { configId, expiresAt: later(now, DAY_MS), name: '一' })
    await make.addDevice(owner.userId, { configId, state: 'creating' })
    await make.addDevice(owner.userId, {})
    await make.addDevice((await make.addPerson()).userId, { configId })
    const productId = offered.id
    await make.addDevice(owner.userId, { configId, isMetered: true, productId })
    expect(await preview(activationCode)).toMatchObject({
      goodsName: offered.goodsName,
      state: 'unused',
      expiresAt: later(now, VALID_DAYS * DAY_MS).getTime(),
      renewable: [
        { deviceId: later1.id, name: '一', expiresAt: later1.expiresAt.getTime() },
        { deviceId: later3.id, name: '三', expiresAt: later3.expiresAt.getTime() },
      ],
    })
    server.clock.advance(VALID_DAYS * DAY_MS)
    expect(await preview(activationCode)).toMatchObject({ state: 'expired' })
  })

  it.each(['AAAA', 'AAAA-BBBB-CCCC-DDDD'])('that is none (%s) finds nothing', async (typed) => {
    await expect(preview(typed)).rejects.toMatchObject({ error: 'SHOW_ERROR_TIP', message: '激活码不正确' })
  })
})

describe('what is sold as a code', () => {
  const isSold = async () => (await listActivationGoods(db())).some(({ id }) => id === offered.id)

  it('comes by position, with its plain price', async () => {
    const all = await listActivationGoods(db())
    const positions = new Map((await db().select().from(activationGoods)).map((row) => [row.productId, row.position]))
    const sorted = all.toSorted((a, b) => (positions.get(a.id) ?? 0) - (positions.get(b.id) ?? 0) || a.id - b.id)
    expect(all.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id))
    const line = await db().transaction((tx) => priceCodes(tx, offered.id, 50))
    const { goodId, configId, goodPrice, goodTime } = offered
    expect(line).toMatchObject({
      quantity: 50,
      goods: { id: offered.id, goodId, configId, goodPrice, goodTime, firstPurchase: false, isMetered: false },
      offered,
    })
    await expect(db().transaction((tx) => priceCodes(tx, offered.id, 51))).rejects.toMatchObject({
      error: 'GOODS_QUANTITY_EXCEEDED',
    })
    await expect(db().transaction((tx) => priceCodes(tx, 999_999, 1))).rejects.toMatchObject({
      error: 'GOODS_NOT_EXIST',
    })
  })

  it.each<[string, (isListed: boolean) => Promise<unknown>]>([
    [
      'as a code',
      (isListed) => db().update(activationGoods).set({ isListed }).where(eq(activationGoods.productId, offered.id)),
    ],
    [
      'for that long',
      (isListed) => db().update(billableProducts).set({ isListed }).where(eq(billableProducts.id, offered.id)),
    ],
    [
      'in that configuration',
      (isListed) =>
        db().update(goodsConfigurations).set({ isListed }).where(eq(goodsConfigurations.id, offered.configId)),
    ],
    ['at all', (isListed) => db().update(goods).set({ isListed }).where(eq(goods.id, offered.goodId))],
  ])('is not what is not sold %s any more', async (_what, setListed) => {
    await setListed(false)
    expect(await isSold()).toBe(false)
    await setListed(true)
    expect(await isSold()).toBe(true)
  })
})
