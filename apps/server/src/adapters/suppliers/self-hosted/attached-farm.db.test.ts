import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import type { DeviceRecord } from '@yunji/contract/devices/device/schema'
import { createKeys } from '@yunji/phone-driver/testing/scripted-phone'
import { eventually } from '@yunji/testkit/eventually'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAttachedPhones } from '../../../modules/devices/phones/index.ts'
import { zoneStock } from '../../../tables/catalogue.ts'
import { attachedPhones, devices } from '../../../tables/devices.ts'
import { taskParts } from '../../../tables/tasks.ts'
import { createDevices } from '../../../testing/devices.ts'
import { openShop } from '../../../testing/shop.ts'
import { createTenant, type Tenant } from '../../../testing/tenant.ts'
import { useServer } from '../../../testing/use-server.ts'
import { createAttachedFarm, noFarm } from './attached-farm.ts'
import { createSelfHostedSupplier } from './supplier.ts'

/** Installations whose only phones are attached ones: the real farm and supplier, on phones that nobody can reach. */
const server = await useServer()
const { db, pool } = server.database
const shop = await openShop(server)
const make = createDevices(server)
const attached = createAttachedPhones(server.database)
/** Answers to the ids that asked for a phone. */
const answers = new Map<string, unknown>()
const claim: typeof attached.claim = async (order) => {
  const answer = await attached.claim(order)
  answers.set(order.phoneId, answer)
  return answer
}
const farm = createAttachedFarm({ ...attached, claim }, noFarm)
const real = createSelfHostedSupplier({ farm, keys: createKeys() })
afterAll(() => real.close())
let tenant: Tenant

beforeAll(() => {
  const { provision, release, resize, findFixed } = real
  Object.assign(server.supplier, { provision, release, resize, findFixed })
})
beforeEach(async () => {
  tenant = createTenant(server, shop, await make.addPerson())
  await shop.setCapacity(50)
  await pool.query(`delete from pgboss.job where name = 'device.erase'`)
})

const eraseJobs = async (): Promise<unknown[]> =>
  (await pool.query(`select state from pgboss.job where name = 'device.erase'`)).rows

/** A device on an attached phone, the only one of the installation. */
const rented = async () => {
  const { zoneId, configId, productId } = shop
  const device = await make.addDevice(tenant.userId, { zoneId, configId, productId, buttons: [1, 2, 3] })
  const now = server.clock.now()
  const address = `10.7.0.${device.id % 250}`
  await db.insert(attachedPhones).values({
    host: address,
    resolvedHost: address,
    port: 5555,
    phoneId: device.phoneId,
    stockState: 'inStock',
    zoneId,
    configId,
    isCounted: true,
    checkedAt: now,
    attachedAt: now,
  })
  await db
    .update(zoneStock)
    .set({ rented: 1 })
    .where(and(eq(zoneStock.zoneId, zoneId), eq(zoneStock.configId, configId)))
  return device
}

const replace = async (deviceId: number): Promise<number> => {
  const body = { deviceId, reason: 'slow', keepsData: true }
  const headers = { 'idempotency-key': shop.nextKey() }
  const answer = await server.post('/vmcloud/api/device/replaceDevice', body, { token: tenant.token, headers })
  expect(answer).toMatchObject({ code: 200 })
  return (answer.data as { taskId: number }).taskId
}

it('ends a replacement without a free phone at once, with nothing to erase', async () => {
  const device = await rented()
  await replace(device.id)
  await eventually(async () => {
    const [part] = await db.select().from(taskParts).where(eq(taskParts.deviceId, device.id))
    expect(part).toMatchObject({ state: 'failed', reason: expect.stringContaining('云手机库存不足') })
  })
  expect(await tenant.deviceOf(device.id)).toMatchObject({ state: 'running', phoneId: device.phoneId })
  expect(await eraseJobs()).toEqual([])
})

it('ends a replacement at once that is cancelled while it waits for a phone that is being erased', async () => {
  const device = await rented()
  const other = await rented()
  await db.update(attachedPhones).set({ isErasing: true }).where(eq(attachedPhones.phoneId, other.phoneId))
  const taskId = await replace(device.id)
  const newPhoneId = `device-${device.id}-${device.stateCount + 1}`
  await eventually(() => expect(answers.get(newPhoneId)).toBe('erasing'))
  expect(await tenant.call('task/cancelTask', { taskId })).toMatchObject({ code: 200 })
  await eventually(async () => expect((await tenant.deviceOf(device.id)).state).toBe('running'))
  // The job finds that there is no phone, instead of looking for one for a week.
  await eventually(async () => expect(await eraseJobs()).toEqual([{ state: 'completed' }]))
  await db.delete(attachedPhones)
})

it('has nothing to erase when the phone that was to be replaced is back', async () => {
  const device = await rented()
  await server.database.db.transaction(async (tx) => {
    const changed = {
      state: 'replacing',
      stateCount: device.stateCount + 1,
      stateDeadline: server.clock.now(),
    } as const
    const [busy] = await tx.update(devices).set(changed).where(eq(devices.id, device.id)).returning()
    if (busy)
      await server.tasks.begin(tx, {
        kind: 'replace',
        ownerId: busy.ownerId,
        devices: [{ device: busy, before: 'faulty' }],
      })
  })
  await eventually(async () => expect((await tenant.deviceOf(device.id)).state).toBe('running'))
  expect(await eraseJobs()).toEqual([])
})

it('refunds a phone that it cannot provide, with nothing to erase', async () => {
  await tenant.fill('balance', 1_000_000)
  const { goodPrice } = await shop.priceOf(shop.productId, tenant.token)
  const items = [{ id: shop.productId, quantity: 1, goodPrice }]
  const order = { items, zoneId: shop.zoneId, imageType: 1, totalCents: goodPrice }
  const { data } = await shop.order(tenant.token, order)
  const { orderId } = data as OrderInfo
  expect(await tenant.pay(orderId)).toMatchObject({ code: 200 })
  await tenant.ended(orderId, OrderStatus.refunded)
  const [device] = await db.select().from(devices).where(eq(devices.ownerId, tenant.userId))
  expect(device?.state).toBe('released')
  expect(await eraseJobs()).toEqual([])
})

it('neither offers nor quotes another size for a phone that keeps its own', async () => {
  const device = await rented()
  const other = await make.addDevice(tenant.userId, { configId: shop.configId, buttons: [1, 2, 3] })
  const { data } = await server.get('/vmcloud/api/device/getDeviceList?page=1&rows=10', { token: tenant.token })
  const buttons = new Map((data as { records: DeviceRecord[] }).records.map((each) => [each.deviceId, each.buttons]))
  expect([buttons.get(device.id), buttons.get(other.id)]).toEqual([[3], [1, 2, 3]])
  const optionsOf = (deviceId: number) =>
    server.get(`/vmcloud/api/change/getChangeOptions?deviceId=${deviceId}`, { token: tenant.token })
  expect(await optionsOf(device.id)).toMatchObject({ code: 1080, msg: expect.stringContaining('固定配置') })
  expect(await optionsOf(other.id)).toMatchObject({ code: 200 })
})
