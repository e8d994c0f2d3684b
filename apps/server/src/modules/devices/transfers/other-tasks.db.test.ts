import type { ChangeOptions, ChangeTarget, VideoOptions } from '@yunji/contract/commerce/change/schema'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import type { Envelope } from '@yunji/contract/wire/call'
import { eventually } from '@yunji/testkit/eventually'
import { and, eq, isNull } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { deviceChanges } from '../../../tables/changes.ts'
import { devices, deviceTransferItems, zones } from '../../../tables/devices.ts'
import { deviceMoves } from '../../../tables/moves.ts'
import { taskParts } from '../../../tables/tasks.ts'
import { createPeople } from '../../../testing/people.ts'
import { openShop } from '../../../testing/shop.ts'
import { createTenant, type Tenant } from '../../../testing/tenant.ts'
import { useServer } from '../../../testing/use-server.ts'

const server = await useServer()
const shop = await openShop(server)
const people = createPeople(server, 13_600_200_000)
const { db } = server.database
const [southern] = await db.select().from(zones).where(eq(zones.code, 'south'))
let sender: Awaited<ReturnType<typeof people.member>>
let tenant: Tenant
let deviceId = 0
let openSupplier = (): void => {}

beforeEach(async () => {
  sender = await people.member()
  tenant = createTenant(server, shop, sender)
  await tenant.fill('balance', 100_000)
  ;({ deviceId } = await tenant.rent(shop.productId))
  await db
    .update(devices)
    .set({ buttons: [1, 2, 3, 4, 5, 6, 7, 8] })
    .where(eq(devices.id, deviceId))
})
afterEach(async () => {
  openSupplier()
  await tasksOver()
})

const tasksOver = () => eventually(async () => expect((await openRows()).at(-1)).toBe(0))

const submit = (path: string, body: object): Promise<Envelope> =>
  server.post(
    `/vmcloud/api/${path}`,
    { deviceId, ...body },
    { token: tenant.token, headers: { 'idempotency-key': shop.nextKey() } },
  )
const read = async <Data>(path: string): Promise<Data> =>
  (await server.get(`/vmcloud/api/${path}?deviceId=${deviceId}`, tenant)).data as Data

/** The dearest offer is paid for, the cheapest is covered by the remaining value. */
const offerOf = (targets: readonly ChangeTarget[], isCovered: boolean) => {
  const offers = targets.flatMap((target) => target.offers)
  const offer = offers.find(({ payableCents }) => (payableCents === 0) === isCovered)
  if (!offer) throw new Error('nothing is offered')
  return offer
}
const order = async (path: string, targets: readonly ChangeTarget[]): Promise<Envelope> => {
  const { id, quote, payableCents: totalCents } = offerOf(targets, false)
  const answer = await submit(path, { id, quote, totalCents })
  return answer.code === 200 ? tenant.pay((answer.data as OrderInfo).orderId) : answer
}

/** Not all goods have a video edition. */
const giveGoodsWithVideo = () =>
  server.database.pool.query(
    `with given as (
       update devices set config_id = plain.id from goods_configurations plain
       join goods_configurations video using (good_id, version, supplier_type)
       where devices.id = $1 and video.is_video_edition and not plain.is_video_edition and plain.version = '10/B'
       returning config_id, zone_id
     )
     update zone_stock s set rented = rented + 1 from given g where s.config_id = g.config_id and s.zone_id = g.zone_id`,
    [deviceId],
  )

const actions = {
  'a replacement': () => submit('device/replaceDevice', { reason: 'slow', keepsData: true }),
  'a change of zone': () => submit('device/changeZone', { zoneId: southern?.id, costBeans: 0 }),
  'a system update': () => submit('device/upgradeDevice', { version: 'B-1.1' }),
  'a change of the configuration': async () =>
    order('order/createUpOrDownOrder', (await read<ChangeOptions>('change/getChangeOptions')).configurations),
  'a change of the model': async () =>
    order('order/createUpOrDownOrder', (await read<ChangeOptions>('change/getChangeOptions')).models),
  'a change to the video edition': async () => {
    await giveGoodsWithVideo()
    return order('order/createVideoOrder', (await read<VideoOptions>('change/getVideoOptions')).targets)
  },
  'a change that the remaining value covers': async () => {
    const { configurations, models } = await read<ChangeOptions>('change/getChangeOptions')
    const { id, quote } = offerOf([...configurations, ...models], true)
    return submit('change/changeByCredit', { id, quote })
  },
} satisfies Readonly<Record<string, () => Promise<Envelope>>>

const transferDevices = async () => {
  server.clock.advance(61_000)
  const code = await people.codeFor(sender.mobilePhone, 'transferDevice', sender.token)
  return tenant.call('transfer/start', { deviceIds: [deviceId], mobilePhone: people.newPhone(), code })
}
const openRows = async () => [
  await db.$count(deviceTransferItems, and(eq(deviceTransferItems.deviceId, deviceId), deviceTransferItems.isOpen)),
  await db.$count(deviceMoves, and(eq(deviceMoves.deviceId, deviceId), isNull(deviceMoves.endedAt))),
  await db.$count(deviceChanges, and(eq(deviceChanges.deviceId, deviceId), isNull(deviceChanges.endedAt))),
  await db.$count(taskParts, and(eq(taskParts.deviceId, deviceId), isNull(taskParts.endedAt))),
]

it.each(Object.entries(actions))('an open transfer refuses %s, and a cancelled one does not', async (_, act) => {
  const started = await transferDevices()
  expect(started).toMatchObject({ code: 200 })
  const stock = await shop.stock()
  expect(await act()).toMatchObject({ code: 1080, msg: '设备正在转移中，请先取消转移' })
  expect([await openRows(), await shop.stock()]).toEqual([[1, 0, 0, 0], stock])
  const { transferId } = started.data as { transferId: number }
  expect(await tenant.call('transfer/cancel', { transferId })).toMatchObject({ code: 200 })
  expect(await act()).toMatchObject({ code: 200 })
})

it.each(Object.entries(actions))('%s refuses a transfer until it is over', async (_, act) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  openSupplier = resolve
  server.supplier.blockedBy = promise
  expect(await act()).toMatchObject({ code: 200 })
  // A paid change is begun by a job.
  await eventually(async () => expect((await openRows()).at(-1)).toBe(1))
  expect(await transferDevices()).toMatchObject({ code: 1330, msg: expect.stringContaining('设备正在执行任务') })
  expect((await openRows())[0]).toBe(0)
  openSupplier()
  await tasksOver()
  expect(await transferDevices()).toMatchObject({ code: 200 })
})

it.each(['getReplaceTerms', 'getZoneTerms', 'getUpdateTerms'])('%s names an open transfer', async (terms) => {
  expect(await read(`device/${terms}`)).toMatchObject({ device: { obstacle: '' } })
  await transferDevices()
  expect(await read(`device/${terms}`)).toMatchObject({ device: { obstacle: '设备正在转移中，请先取消转移' } })
})
