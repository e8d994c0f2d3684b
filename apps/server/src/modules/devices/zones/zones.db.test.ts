import type { getZones } from '@yunji/contract/operator/zone-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { zoneStock } from '../../../tables/catalogue.ts'
import { zones } from '../../../tables/devices.ts'
import { operatorAudit } from '../../../tables/operators.ts'
import { createDevices } from '../../../testing/devices.ts'
import { createOperatorHarness } from '../../../testing/operators.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { useServer } from '../../../testing/use-server.ts'

type Zone = CallData<typeof getZones>['records'][number]

const server = await useServer()
const { db } = server.database
const operators = createOperatorHarness(server)
const make = createDevices(server)
let shop: Shop
let token = ''
let owner = ''
beforeAll(async () => {
  shop = await openShop(server)
  token = (await operators.addReady('catalogue')).token
  owner = (await operators.addReady('owner')).token
})

const listZones = async (): Promise<Zone[]> =>
  ((await operators.get('getZones', token)).data as { records: Zone[] }).records
const zoneOf = async (zoneId: number) => (await listZones()).find((zone) => zone.zoneId === zoneId)
const edit = async (zoneId: number, change: object, as = token) => {
  const { code: _code, devices: _devices, stock: _stock, ...zone } = (await zoneOf(zoneId)) as Zone
  return operators.post('updateZone', { ...zone, ...change }, as)
}
const setStock = async (capacity: number, more: { zoneId?: number; configId?: number; seenCapacity?: number } = {}) => {
  const place = { zoneId: shop.zoneId, configId: shop.configId, ...more }
  const stock = (await zoneOf(place.zoneId))?.stock.find(({ configId }) => configId === place.configId)
  return operators.post('setZoneStock', { seenCapacity: stock?.capacity ?? 0, ...place, capacity }, token)
}
const sold = async (): Promise<number[]> => {
  const { data } = await server.get(`/vmcloud/api/CommodityGroup/getZoneStock?configId=${shop.configId}`)
  return (data as { zones: { zoneId: number }[] }).zones.map(({ zoneId }) => zoneId)
}
const buy = async () => {
  const { token: buyer } = await make.addPerson()
  const { goodPrice } = await shop.priceOf(shop.productId, buyer)
  return shop.order(buyer, {
    items: [{ id: shop.productId, quantity: 1, goodPrice }],
    zoneId: shop.zoneId,
    imageType: 1,
    totalCents: goodPrice,
  })
}

it('adds a zone once, and customers see it in its order as soon as it has stock', async () => {
  const zone = { code: 'north', name: '华北', gatewayUrl: 'wss://north.example/stream', position: 0 }
  const { data } = await operators.post('createZone', zone, owner)
  const { zoneId } = data as { zoneId: number }
  expect((await operators.post('createZone', zone, owner)).msg).toBe('这个代码已经有机房在用')
  expect(await zoneOf(zoneId)).toMatchObject({ ...zone, isOpen: true, stock: [] })
  expect((await setStock(3, { zoneId })).code).toBe(200)
  expect(await sold()).toContain(zoneId)
  await edit(shop.zoneId, { position: 9 })
  expect((await sold()).at(-1)).toBe(shop.zoneId)
  const rows = await db
    .select()
    .from(operatorAudit)
    .where(eq(operatorAudit.subject, `zone:${shop.zoneId}`))
  expect(rows.at(-1)).toMatchObject({ before: { position: 0 }, after: { position: 9 } })
})

it.each([
  'http://north.example/stream',
  'wss://*.example/stream',
  'javascript:alert(1)',
  'wss://a b/stream',
  '//x/stream',
  'ws://north.example/stream',
])('refuses %s as a gateway', async (gatewayUrl) => {
  expect((await edit(shop.zoneId, { gatewayUrl }, owner)).code).toBe(1080)
})

it('lets owners alone send the screens of a zone to another gateway', async () => {
  const denied = { right: 'settings.write' }
  const gatewayUrl = 'wss://screens.example/stream'
  const zone = { code: 'gateway', name: '华南', gatewayUrl, position: 0 }
  expect((await operators.post('createZone', zone, token)).data).toEqual(denied)
  const { data } = await operators.post('createZone', { ...zone, gatewayUrl: '' }, token)
  const { zoneId } = data as { zoneId: number }
  expect((await edit(zoneId, { gatewayUrl })).data).toEqual(denied)
  expect((await edit(zoneId, { gatewayUrl }, owner)).code).toBe(200)
  expect((await edit(zoneId, { gatewayUrl: '' })).data).toEqual(denied)
  expect((await edit(zoneId, { name: '南方', gatewayUrl: undefined })).code).toBe(200)
  expect(await zoneOf(zoneId)).toMatchObject({ name: '南方', gatewayUrl })
})

it('never sets stock below what is held', async () => {
  await setStock(5)
  await db
    .update(zoneStock)
    .set({ reserved: 2, rented: 1 })
    .where(and(eq(zoneStock.zoneId, shop.zoneId), eq(zoneStock.configId, shop.configId)))
  expect((await setStock(2)).msg).toContain('已有 3 台')
  expect((await setStock(3)).code).toBe(200)
  const stock = (await zoneOf(shop.zoneId))?.stock.find(({ configId }) => configId === shop.configId)
  expect(stock).toMatchObject({ capacity: 3, free: 0, reserved: 2, rented: 1 })
  await db
    .update(zoneStock)
    .set({ leaving: 1, rented: 2, capacity: 4 })
    .where(and(eq(zoneStock.zoneId, shop.zoneId), eq(zoneStock.configId, shop.configId)))
  expect((await setStock(4)).msg).toBe('已有 5 台被订单占用、租用或待退出，库存不能少于这个数')
  expect((await setStock(9, { seenCapacity: 3 })).msg).toBe('库存刚刚变为 4 台，请核对后再设置')
  await db.update(zoneStock).set({ leaving: 0, reserved: 0, rented: 0 })
  expect((await setStock(3, { configId: 987_654 })).msg).toBe('没有这个配置')
  expect((await setStock(3, { zoneId: 987_654 })).msg).toBe('没有这个机房')
  await setStock(100)
})

it('sells nothing in a closed zone, and leaves its devices alone', async () => {
  expect((await buy()).code).toBe(200)
  const { userId } = await make.addPerson()
  const device = await make.addDevice(userId, { zoneId: shop.zoneId })
  expect((await edit(shop.zoneId, { isOpen: false })).code).toBe(200)
  expect(await sold()).not.toContain(shop.zoneId)
  expect((await buy()).code).toBe(1017)
  // A form that was opened before says nothing of the sale.
  expect((await edit(shop.zoneId, { isOpen: undefined, position: 3 })).code).toBe(200)
  expect(await zoneOf(shop.zoneId)).toMatchObject({ isOpen: false, position: 3 })
  expect((await zoneOf(shop.zoneId))?.devices).toBe(1)
  expect(device.state).toBe('running')
  expect((await edit(shop.zoneId, { isOpen: true })).code).toBe(200)
  expect((await buy()).code).toBe(200)
})

it('is changed by operators with the right alone', async () => {
  const support = await operators.addReady('support')
  const zone = { code: 'west', name: '西', gatewayUrl: '', position: 0 }
  expect((await operators.post('createZone', zone, support.token)).data).toEqual({ right: 'stock.write' })
  expect(await db.$count(zones, eq(zones.code, 'west'))).toBe(0)
})
