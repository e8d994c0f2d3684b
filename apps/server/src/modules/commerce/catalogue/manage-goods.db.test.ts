import type { Goods } from '@yunji/contract/commerce/commodity/schema'
import type { RenewOption } from '@yunji/contract/commerce/renewal/schema'
import type { ConfigurationRecord, GoodsRecord } from '@yunji/contract/operator/goods-records'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { desc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { seedCatalogue } from '../../../seed/catalogue.ts'
import { activationCodes } from '../../../tables/activation.ts'
import { goods, goodsConfigurations, priceChanges } from '../../../tables/catalogue.ts'
import { operatorAudit } from '../../../tables/operators.ts'
import { isWaitingForLock } from '../../../testing/connections.ts'
import { createDevices } from '../../../testing/devices.ts'
import { createOperatorHarness } from '../../../testing/operators.ts'
import { openShop } from '../../../testing/shop.ts'
import { createTenant } from '../../../testing/tenant.ts'
import { useServer } from '../../../testing/use-server.ts'

const server = await useServer()
const { db } = server.database
const shop = await openShop(server)
const make = createDevices(server)
const { addReady, post, get } = createOperatorHarness(server)
const { OK, GOODS_NOT_EXIST, SHOW_ERROR_TIP } = ErrorCode

const seller = await addReady('catalogue')

const save = async <Data>(call: string, body: object): Promise<Data> => {
  const answer = await post(call, body, seller.token)
  expect(answer).toMatchObject({ code: OK })
  return answer.data as Data
}
const refused = (call: string, body: object) => post(call, body, seller.token)
const find = async (goodId: number): Promise<GoodsRecord | undefined> => {
  const { data } = await get('searchGoods?rows=100', seller.token)
  return (data as { records: GoodsRecord[] }).records.find((each) => each.goodId === goodId)
}
const sold = async (): Promise<Goods[]> =>
  ((await server.get('/vmcloud/api/CommodityGroup/getGoodsList?rows=100')).data as { records: Goods[] }).records
const lastAudit = async () => (await db.select().from(operatorAudit).orderBy(desc(operatorAudit.id)).limit(1))[0]

const about = {
  goodsLevel: 2,
  name: '新品云手机',
  tagline: '刚刚上市',
  tags: ['新品'],
  highlights: [{ title: '快', note: '更快的芯片' }],
  position: 0,
  isListed: true,
}
const hardware = {
  cpuCores: 8,
  memoryGb: 8,
  storageGb: 128,
  version: '10/B',
  imageTypes: [1],
  supplierType: 7,
  isVideoEdition: false,
  position: 0,
  isListed: true,
}
const price = { priceCents: 5000, oldPriceCents: 6000, firstPriceCents: 2000 }

describe('goods', () => {
  it('are added with a configuration and a product, shown, changed and taken off sale', async () => {
    const { goodId } = await save<{ goodId: number }>('saveGoods', about)
    const { configId } = await save<{ configId: number }>('saveConfiguration', { goodId, ...hardware })
    const product = { configId, goodTime: 720, isMetered: false, ...price }
    const { productId } = await save<{ productId: number }>('createProduct', product)
    expect(await db.select().from(priceChanges).where(eq(priceChanges.productId, productId))).toMatchObject([
      { before: null, after: price, operatorName: seller.name },
    ])
    const shown = async () => (await sold()).find((each) => each.goodId === goodId)
    expect(await shown()).toMatchObject({ name: about.name, tags: ['新品'], monthFromCents: 2000 })
    await save('saveGoods', { goodId, ...about, name: '改名云手机', tags: [] })
    expect(await shown()).toMatchObject({ name: '改名云手机', tags: [] })
    expect(await lastAudit()).toMatchObject({
      call: 'saveGoods',
      subject: `goods:${goodId}`,
      before: { name: about.name },
      after: { name: '改名云手机' },
    })
    await save('setProductListed', { productId, isListed: false })
    expect(await shown()).toMatchObject({ monthFromCents: null })
    expect((await find(goodId))?.configurations[0]?.products).toMatchObject([{ productId, isListed: false }])
    await save('saveGoods', { goodId, ...about, isListed: false })
    expect(await shown()).toBeUndefined()
    expect(await find(goodId)).toMatchObject({ isListed: false, configurations: [{ configId, phoneCount: 0 }] })
  })

  it('stay off sale when a form that says nothing of it is saved', async () => {
    const { isListed: _goods, ...goodsForm } = about
    const { isListed: _configuration, ...configurationForm } = hardware
    const { goodId } = await save<{ goodId: number }>('saveGoods', goodsForm)
    const { configId } = await save<{ configId: number }>('saveConfiguration', { goodId, ...configurationForm })
    expect(await find(goodId)).toMatchObject({ isListed: false, configurations: [{ isListed: false }] })
    for (const isListed of [true, false]) {
      await save('saveGoods', { goodId, ...about, isListed })
      await save('saveConfiguration', { configId, goodId, ...hardware, isListed })
      await save('saveGoods', { goodId, ...goodsForm, name: '改名' })
      await save('saveConfiguration', { configId, goodId, ...configurationForm, position: 7 })
      expect(await find(goodId)).toMatchObject({
        name: '改名',
        isListed,
        configurations: [{ position: 7, isListed }],
      })
    }
  })

  it('of the demo that were renamed are not added again', async () => {
    const { configurations: _c, picture: _p, ...first } = (await find(1)) as GoodsRecord
    await save('saveGoods', { ...first, name: '另一个名字' })
    const before = await db.$count(goods)
    await seedCatalogue(db, server.clock)
    expect(await db.$count(goods)).toBe(before)
    await save('saveGoods', first)
  })

  it('that are off sale cannot be bought, and phones of them can be renewed', async () => {
    const tenant = createTenant(server, shop, await make.addPerson())
    const week = await tenant.productOf(168)
    const phone = await make.addDevice(tenant.userId, { configId: shop.configId, productId: week.id })
    const [configuration] = await db.select().from(goodsConfigurations).where(eq(goodsConfigurations.id, shop.configId))
    const goodId = configuration?.goodId ?? 0
    await db.update(goods).set({ isListed: false }).where(eq(goods.id, goodId))
    const items = [{ id: week.id, quantity: 1, goodPrice: week.priceCents }]
    const cart = { items, zoneId: shop.zoneId, imageType: 1, totalCents: week.priceCents }
    expect(await shop.order(tenant.token, cart)).toMatchObject({ code: GOODS_NOT_EXIST })
    const { data } = await tenant.call('renewal/getRenewPrices', { deviceIds: [phone.id] })
    const option = (data as { options: RenewOption[] }).options.find(({ goodTime }) => goodTime === 168)
    const { id = 0, goodPrice = 0, totalCents = 0 } = option ?? {}
    expect(await tenant.renew([phone.id], { id, goodPrice, totalCents })).toMatchObject({ code: OK })
    await save('setProductListed', { productId: week.id, isListed: false })
    expect(await tenant.renew([phone.id], { id, goodPrice, totalCents })).toMatchObject({ code: GOODS_NOT_EXIST })
    await save('setProductListed', { productId: week.id, isListed: true })
    await db.update(goods).set({ isListed: true }).where(eq(goods.id, goodId))
  })

  it('keep the hardware of phones that customers have', async () => {
    const { reserved, rented } = await shop.stock()
    const [row] = await db.select().from(goodsConfigurations).where(eq(goodsConfigurations.id, shop.configId))
    const record = (await find(row?.goodId ?? 0))?.configurations.find(({ configId }) => configId === shop.configId)
    expect(record?.phoneCount).toBe(reserved + rented)
    await shop.setCapacity(50)
    const { products: _products, phoneCount: _count, ...same } = record as ConfigurationRecord
    await save('saveConfiguration', { ...same, storageGb: same.storageGb + 1 })
    await save('saveConfiguration', same)
    await server.database.pool.query('update zone_stock set rented = 1 where config_id = $1', [shop.configId])
    const grown = { ...same, storageGb: same.storageGb + 1 }
    expect(await refused('saveConfiguration', grown)).toMatchObject({ code: SHOW_ERROR_TIP })
    await save('saveConfiguration', { ...same, position: 3, imageTypes: [2, 2, 1] })
    const [after] = await db.select().from(goodsConfigurations).where(eq(goodsConfigurations.id, shop.configId))
    expect(after).toMatchObject({ position: 3, imageTypes: [2, 1], storageGb: same.storageGb })
  })

  it('keep the hardware that codes promise, until they are used or expired', async () => {
    const { goodId } = await save<{ goodId: number }>('saveGoods', about)
    const { configId } = await save<{ configId: number }>('saveConfiguration', { goodId, ...hardware })
    const product = { configId, goodTime: 720, isMetered: false, ...price }
    const { productId } = await save<{ productId: number }>('createProduct', product)
    await save('createCodeBatch', { name: `promised-${configId}`, productId, quantity: 2, validDays: 30 })
    const grown = { configId, goodId, ...hardware, memoryGb: 4 }
    expect((await refused('saveConfiguration', grown)).msg).toMatch(/^还有 2 个未兑换的激活码/)
    await save('saveConfiguration', { configId, goodId, ...hardware, position: 2 })
    await db
      .update(activationCodes)
      .set({ expiresAt: server.clock.now() })
      .where(eq(activationCodes.productId, productId))
    await save('saveConfiguration', grown)
  })

  it('keep the hardware of a phone that is sold at the same moment', async () => {
    const { pool } = server.database
    await pool.query('update zone_stock set rented = 0, reserved = 0 where config_id = $1', [shop.configId])
    const [row] = await db.select().from(goodsConfigurations).where(eq(goodsConfigurations.id, shop.configId))
    const { id: configId, ...same } = row ?? { id: 0, storageGb: 0 }
    const sale = await pool.connect()
    try {
      await sale.query('begin')
      await sale.query('update zone_stock set reserved = 1 where config_id = $1', [configId])
      let isAnswered = false
      const grown = refused('saveConfiguration', { configId, ...same, storageGb: same.storageGb + 1 }).finally(() => {
        isAnswered = true
      })
      await expect.poll(async () => isAnswered || (await isWaitingForLock(server.database.url))).toBe(true)
      await sale.query('commit')
      expect((await grown).msg).toMatch(/^已有 \d+ 台云手机使用这个配置/)
    } finally {
      sale.release()
      await pool.query('update zone_stock set reserved = 0 where config_id = $1', [configId])
    }
  })

  it.each([
    ['of goods that nobody knows', 'saveGoods', { goodId: 999_999, ...about }, GOODS_NOT_EXIST],
    ['without a name', 'saveGoods', { ...about, name: ' ' }, SHOW_ERROR_TIP],
    ['of a level that there is not', 'saveGoods', { ...about, goodsLevel: 6 }, SHOW_ERROR_TIP],
    ['of a configuration in no goods', 'saveConfiguration', { goodId: 999_999, ...hardware }, GOODS_NOT_EXIST],
    ['without an image', 'saveConfiguration', { goodId: 1, ...hardware, imageTypes: [] }, SHOW_ERROR_TIP],
    ['by any supplier', 'saveConfiguration', { goodId: 1, ...hardware, supplierType: 0 }, SHOW_ERROR_TIP],
    [
      'of a product without a configuration',
      'createProduct',
      { configId: 999_999, goodTime: 24, isMetered: false, ...price },
      GOODS_NOT_EXIST,
    ],
    [
      'of a duration that is there',
      'createProduct',
      { configId: shop.configId, goodTime: 720, isMetered: false, ...price },
      SHOW_ERROR_TIP,
    ],
    [
      'of a metered day',
      'createProduct',
      { configId: shop.configId, goodTime: 24, isMetered: true, ...price },
      SHOW_ERROR_TIP,
    ],
    ['of a product that nobody knows', 'setProductListed', { productId: 999_999, isListed: true }, GOODS_NOT_EXIST],
  ])('are refused: a change %s', async (_name, call, body, code) => {
    expect(await refused(call, body)).toMatchObject({ code })
  })
})
