import type { ReplaceTerms, ZoneTerms } from '@yunji/contract/devices/move/schema'
import { crossRegionTexts } from '@yunji/contract/wire/error-texts'
import { eventually } from '@yunji/testkit/eventually'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, later, MINUTE_MS } from '../../../platform/clock.ts'
import { zoneStock } from '../../../tables/catalogue.ts'
import {
  deviceGrants,
  devices,
  deviceTransferItems,
  deviceTransfers,
  quarantinedPhones,
  zones,
} from '../../../tables/devices.ts'
import { deviceMoves } from '../../../tables/moves.ts'
import { operatorAudit } from '../../../tables/operators.ts'
import { taskParts, tasks } from '../../../tables/tasks.ts'
import { createDevices } from '../../../testing/devices.ts'
import { OPERATOR_TOKEN } from '../../../testing/server-harness.ts'
import { openShop } from '../../../testing/shop.ts'
import { createTenant, type Tenant } from '../../../testing/tenant.ts'
import { useServer } from '../../../testing/use-server.ts'
import { auditLedger } from '../../commerce/ledger/index.ts'
import { isAnyOf, transition } from '../fleet/index.ts'

const server = await useServer()
const shop = await openShop(server)
const make = createDevices(server)
const { db } = server.database
const [southern] = await db.select().from(zones).where(eq(zones.code, 'south'))
const south = southern?.id ?? 0
let tenant: Tenant
let device: typeof devices.$inferSelect

beforeEach(async () => {
  tenant = createTenant(server, shop, await make.addPerson())
  await shop.setCapacity(100)
  device = await own()
})
afterEach(() => {
  server.supplier.failing.clear()
  server.supplier.blockedBy = Promise.resolve()
})

const own = async (fields: Partial<typeof devices.$inferInsert> = {}) => {
  const rented = { zoneId: shop.zoneId, configId: shop.configId, productId: shop.productId }
  await db
    .update(zoneStock)
    .set({ rented: sql`${zoneStock.rented} + 1` })
    .where(and(eq(zoneStock.zoneId, shop.zoneId), eq(zoneStock.configId, shop.configId)))
  return make.addDevice(tenant.userId, { ...rented, name: '小号 七', buttons: [3], ...fields })
}
const rented = async (zoneId: number): Promise<number> => {
  const [row] = await db
    .select()
    .from(zoneStock)
    .where(and(eq(zoneStock.zoneId, zoneId), eq(zoneStock.configId, shop.configId)))
  return row?.rented ?? 0
}
const sellOut = async (zoneId: number) =>
  db
    .update(zoneStock)
    .set({ capacity: await rented(zoneId) })
    .where(and(eq(zoneStock.zoneId, zoneId), eq(zoneStock.configId, shop.configId)))
const submit = (call: string, body: object, { token } = tenant, key = shop.nextKey()) =>
  server.post(`/vmcloud/api/device/${call}`, body, { token, headers: { 'idempotency-key': key } })
const replace = (fields = {}) =>
  submit('replaceDevice', { deviceId: device.id, reason: 'slow', keepsData: true, ...fields })
const move = (fields = {}) => submit('changeZone', { deviceId: device.id, zoneId: south, costBeans: 0, ...fields })
const terms = async <Terms>(call: string): Promise<Terms> =>
  (await server.get(`/vmcloud/api/device/${call}?deviceId=${device.id}`, { token: tenant.token })).data as Terms
const newPhone = () => `device-${device.id}-${device.stateCount + 1}`
const ended = () =>
  eventually(async () => {
    const parts = await db.select().from(taskParts).where(eq(taskParts.deviceId, device.id))
    expect(parts.length).toBeGreaterThan(0)
    expect(parts.every(({ endedAt }) => endedAt !== null)).toBe(true)
    return parts.at(-1) as typeof taskParts.$inferSelect
  })
const now = () => tenant.deviceOf(device.id)
const moves = () => db.select().from(deviceMoves).where(eq(deviceMoves.deviceId, device.id))
const asOperator = { token: OPERATOR_TOKEN }
const quarantined = () => db.select().from(quarantinedPhones).where(eq(quarantinedPhones.deviceId, device.id))

describe('replace', () => {
  it('gives the device another phone with its data; name, group, end and grants stay, and the old phone is kept', async () => {
    const friend = await make.addPerson()
    await make.grant(device.id, friend.userId, 'control')
    const before = await rented(shop.zoneId)
    expect(await terms<ReplaceTerms>('getReplaceTerms')).toMatchObject({
      device: { name: '小号 七', obstacle: '', configId: device.configId },
      inventoryStatus: 1,
      canKeepData: true,
    })
    expect(await replace()).toMatchObject({ code: 200, data: { taskId: expect.any(Number) } })
    expect(await ended()).toMatchObject({ state: 'succeeded' })
    expect(server.supplier.copied.at(-1)).toEqual({ from: device.phoneId, to: newPhone() })
    const { name, groupId, expiresAt, zoneId, configId } = device
    expect(await now()).toMatchObject({
      state: 'running',
      phoneId: newPhone(),
      name,
      groupId,
      expiresAt,
      zoneId,
      configId,
    })
    expect(
      await db.$count(deviceGrants, and(eq(deviceGrants.deviceId, device.id), eq(deviceGrants.state, 'active'))),
    ).toBe(1)
    expect(await quarantined()).toMatchObject([{ phoneId: device.phoneId, hasPlace: true, isByOwner: true }])
    expect(await rented(shop.zoneId)).toBe(before + 1)
    expect(await moves()).toMatchObject([{ kind: 'replace', reason: 'slow', keepsData: true, hasMoved: true }])
  })

  it('carries nothing when the owner does not want it, and reads nothing of a faulty phone', async () => {
    expect(await replace({ keepsData: false })).toMatchObject({ code: 200 })
    expect(await ended()).toMatchObject({ state: 'succeeded' })
    expect(server.supplier.copied.some(({ to }) => to === newPhone())).toBe(false)
    device = await own({ state: 'faulty' })
    expect(await terms<ReplaceTerms>('getReplaceTerms')).toMatchObject({ canKeepData: false })
    expect(await replace()).toMatchObject({ code: 1080, msg: expect.stringContaining('不保留数据') })
    expect(await replace({ keepsData: false })).toMatchObject({ code: 200 })
  })

  it.each([
    ['the new phone does not come', () => `provision ${newPhone()}`, '新的云手机没有准备好'],
    ['the data does not arrive', () => `copy to ${newPhone()}`, '数据没有完整搬到新的云手机'],
  ])('leaves everything as it was when %s', async (_, failing, text) => {
    const before = await rented(shop.zoneId)
    server.supplier.failing.set(failing(), 'commandFailed')
    expect(await replace()).toMatchObject({ code: 200 })
    expect(await ended()).toMatchObject({ state: 'failed', reason: `${text}，设备保持原样，数据没有变化` })
    expect(await now()).toMatchObject({ state: 'running', phoneId: device.phoneId })
    expect([await rented(shop.zoneId), await quarantined()]).toEqual([before, []])
    await eventually(() => expect(server.supplier.released).toContain(newPhone()))
    // A failure does not use up the replacement of the day.
    server.supplier.failing.clear()
    expect(await replace()).toMatchObject({ code: 200 })
  })

  it('of a stopped device starts its phone to read it, and leaves the device stopped', async () => {
    device = await own({ state: 'stopped', isPowerOn: false })
    server.supplier.off.add(device.phoneId)
    expect(await replace()).toMatchObject({ code: 200 })
    expect(await ended()).toMatchObject({ state: 'succeeded' })
    expect(server.supplier.switched).toContainEqual({ phoneId: device.phoneId, isOn: true })
    expect(await now()).toMatchObject({ state: 'stopped', phoneId: newPhone() })
  })

  it('is there once a day, and not without stock, for an expired device or one with another task', async () => {
    expect(await replace()).toMatchObject({ code: 200 })
    expect(await replace()).toMatchObject({ code: 1065 })
    await ended()
    expect(await replace()).toMatchObject({ code: 1080, msg: expect.stringContaining('每台设备每天可更换一次') })
    expect(await terms<ReplaceTerms>('getReplaceTerms')).toMatchObject({
      device: { obstacle: expect.stringContaining('每台设备每天可更换一次') },
    })
    device = await own({ state: 'expired' })
    expect(await replace()).toMatchObject({ code: 1080, msg: '设备已到期，请先续费' })
    device = await own({ state: 'backingUp' })
    expect(await replace()).toMatchObject({ code: 1034, msg: '设备正在备份' })
    device = await own({ configId: null })
    expect(await replace()).toMatchObject({ code: 1080, msg: '该设备不支持更换' })
    device = await own()
    await sellOut(shop.zoneId)
    expect(await replace()).toMatchObject({ code: 1017 })
    expect([await make.stateOf(device.id), await moves()]).toEqual(['running', []])
  })

  it('is refused to a grantee and to a stranger alike, and the same key replaces once', async () => {
    const [friend, stranger] = [await make.addPerson(), await make.addPerson()]
    await make.grant(device.id, friend.userId, 'control')
    const body = { deviceId: device.id, reason: 'other', keepsData: false }
    for (const other of [friend, stranger]) {
      const answer = await submit('replaceDevice', body, createTenant(server, shop, other))
      expect(answer.code).not.toBe(200)
    }
    expect(await moves()).toEqual([])
    const key = shop.nextKey()
    const [first, second] = [
      await submit('replaceDevice', body, tenant, key),
      await submit('replaceDevice', body, tenant, key),
    ]
    expect(second.data).toEqual(first.data)
    await ended()
    expect((await moves()).length).toBe(1)
  })
})

describe('replace by an operator', () => {
  const replaceWorking = async (...deviceIds: number[]) => {
    const answer = await server.post('/vmcloud/api/operator/replaceWorkingDevices', { deviceIds }, asOperator)
    expect(answer).toMatchObject({ code: 200 })
    return answer.data
  }

  it('gives running and stopped devices empty phones; those before are kept, each with a unit of stock', async () => {
    const stopped = await own({ state: 'stopped', isPowerOn: false })
    const before = await rented(shop.zoneId)
    const both = [device.id, stopped.id]
    expect(await replaceWorking(...both.toReversed(), device.id)).toEqual({ deviceIds: both })
    const [audit] = await db.select().from(operatorAudit).orderBy(desc(operatorAudit.id)).limit(1)
    expect(audit).toMatchObject({ call: 'replaceWorkingDevices', after: { begun: both } })
    expect(await ended()).toMatchObject({ state: 'succeeded' })
    expect(await now()).toMatchObject({ state: 'running', phoneId: newPhone() })
    expect(server.supplier.copied.some(({ to }) => to === newPhone())).toBe(false)
    expect(await quarantined()).toMatchObject([{ phoneId: device.phoneId, hasPlace: true, isByOwner: true }])
    // The owner's own replacement of the day is not used up.
    device = await now()
    expect(await replace()).toMatchObject({ code: 200 })
    await ended()
    device = stopped
    expect(await ended()).toMatchObject({ state: 'succeeded' })
    expect(await now()).toMatchObject({ state: 'stopped', phoneId: newPhone() })
    expect(await rented(shop.zoneId)).toBe(before + 3)
  })

  it('leaves out what cannot be replaced, and goes on with the others', async () => {
    const soon = later(server.clock.now(), DAY_MS)
    const [faulty, busy, over, noModel, offered] = [
      await own({ state: 'faulty', stateDeadline: soon }),
      await own({ state: 'backingUp', stateDeadline: soon }),
      await own({ expiresAt: server.clock.now() }),
      await own({ configId: null }),
      await own(),
    ]
    const times = { createdAt: server.clock.now(), expiresAt: soon }
    const [transfer] = await db
      .insert(deviceTransfers)
      .values({ fromUserId: tenant.userId, toPhone: '13900000001', ...times })
      .returning()
    const item = { deviceId: offered.id, deviceName: offered.name, goodsLevel: offered.goodsLevel }
    await db.insert(deviceTransferItems).values({ transferId: transfer?.id ?? 0, ...item })
    const asked = [faulty, busy, over, noModel, offered, device].map(({ id }) => id)
    expect(await replaceWorking(...asked, 987_654_321)).toEqual({ deviceIds: [device.id] })
    await ended()
  })

  it('takes no phone that an order has reserved', async () => {
    await sellOut(shop.zoneId)
    expect(await replaceWorking(device.id)).toEqual({ deviceIds: [] })
    expect([await make.stateOf(device.id), await moves()]).toEqual(['running', []])
  })

  it('cannot be repeated by the owner in the task centre once it has failed', async () => {
    server.supplier.failing.set(`provision ${newPhone()}`, 'commandFailed')
    await replaceWorking(device.id)
    const { taskId } = await ended()
    server.supplier.failing.clear()
    expect(await submit('../task/retryTask', { taskId })).toMatchObject({ code: 1080, msg: '该任务不能重试' })
    expect(await now()).toMatchObject({ state: 'running', phoneId: device.phoneId })
  })
})

describe('change zone', () => {
  it('answers for a device whose model is no longer made', async () => {
    await db.update(devices).set({ configId: null }).where(eq(devices.id, device.id))
    expect(await terms<ZoneTerms>('getZoneTerms')).toMatchObject({
      device: { configId: null, obstacle: '该设备不支持更换' },
      zones: [],
    })
  })

  it('lists other zones with their stock, the price and the beans', async () => {
    await tenant.fill('beans', 250)
    expect(await terms<ZoneTerms>('getZoneTerms')).toMatchObject({
      device: { zoneName: '华东', obstacle: '' },
      costBeans: 0,
      freeAgainAt: null,
      beans: 250,
      zones: [{ zoneId: south, name: '华南', inventoryStatus: 1, gatewayUrl: '' }],
    })
  })

  it('moves the device with its data; its name stays, and its unit of stock goes with it', async () => {
    const [here, there] = [await rented(shop.zoneId), await rented(south)]
    expect(await move()).toMatchObject({ code: 200 })
    expect(await rented(south)).toBe(there + 1)
    expect(await ended()).toMatchObject({ state: 'succeeded' })
    expect(await now()).toMatchObject({ zoneId: south, phoneId: newPhone(), name: '小号 七', state: 'running' })
    expect(server.supplier.copied.at(-1)).toEqual({ from: device.phoneId, to: newPhone() })
    expect(await quarantined()).toMatchObject([{ zoneId: shop.zoneId, hasPlace: true }])
    expect([await rented(shop.zoneId), await rented(south)]).toEqual([here, there + 1])
  })

  it('is free once in 30 days, then costs 100 beans, which come back when it fails', async () => {
    await move()
    await ended()
    device = await now()
    const back = { zoneId: shop.zoneId }
    expect(await terms<ZoneTerms>('getZoneTerms')).toMatchObject({ costBeans: 100, freeAgainAt: expect.any(Number) })
    expect(await move(back)).toMatchObject({ code: 1023, data: { currentCents: 100 } })
    expect(await move({ ...back, costBeans: 100 })).toMatchObject({ code: 1015 })
    expect(await rented(south)).toBeGreaterThan(0)
    await tenant.fill('beans', 130)
    server.supplier.failing.set(`provision ${newPhone()}`, 'commandFailed')
    expect(await move({ ...back, costBeans: 100 })).toMatchObject({ code: 200 })
    await ended()
    expect((await tenant.wallet()).beansCents).toBe(130)
    server.supplier.failing.clear()
    device = await now()
    expect(await move({ ...back, costBeans: 100 })).toMatchObject({ code: 200 })
    await ended()
    expect((await tenant.wallet()).beansCents).toBe(30)
    expect(await now()).toMatchObject({ zoneId: shop.zoneId })
    await db
      .update(deviceMoves)
      .set({ createdAt: later(server.clock.now(), -30 * DAY_MS) })
      .where(eq(deviceMoves.deviceId, device.id))
    expect(await terms<ZoneTerms>('getZoneTerms')).toMatchObject({ costBeans: 0 })
    expect(await auditLedger(db)).toEqual([])
  })

  it.each([
    ['1034', () => `provision ${newPhone()}`, 'commandFailed', crossRegionTexts.DEVICE_BACKING_UP],
    ['1035', () => `copy to ${newPhone()}`, 'commandFailed', crossRegionTexts.DEVICE_RECOVERING],
    ['1017', () => `provision ${newPhone()}`, 'noStock', '云手机库存不足'],
  ] as const)(
    'says the words of %s when it fails, and the device stays where it was',
    async (_, failing, kind, text) => {
      const [here, there] = [await rented(shop.zoneId), await rented(south)]
      server.supplier.failing.set(failing(), kind)
      await move()
      expect(await ended()).toMatchObject({ state: 'failed', reason: `${text}，设备保持原样，数据没有变化` })
      expect(await now()).toMatchObject({ zoneId: shop.zoneId, phoneId: device.phoneId, state: 'running' })
      expect([await rented(shop.zoneId), await rented(south)]).toEqual([here, there])
      expect(await terms<ZoneTerms>('getZoneTerms')).toMatchObject({ costBeans: 0 })
    },
  )

  it('is not there without the button, to its own zone, without stock, or while the phone is faulty', async () => {
    expect(await move({ zoneId: shop.zoneId })).toMatchObject({ code: 1080, msg: '设备已经在这个区域' })
    expect(await move({ zoneId: 999_999 })).toMatchObject({ code: 1017 })
    await sellOut(south)
    expect(await move()).toMatchObject({ code: 1017 })
    await shop.setCapacity(100)
    device = await own({ state: 'faulty' })
    expect(await move()).toMatchObject({ code: 1080 })
    device = await own({ buttons: [1, 2] })
    expect(await move()).toMatchObject({ code: 1080, msg: '该设备暂不支持更换区域' })
    expect(await moves()).toEqual([])
  })

  it('holds its unit of stock from the start: a zone that sells out meanwhile does not stop it', async () => {
    let open = () => {}
    server.supplier.blockedBy = new Promise<void>((resolve) => (open = resolve))
    expect(await move()).toMatchObject({ code: 200 })
    await sellOut(south)
    const late = await own()
    expect(await submit('changeZone', { deviceId: late.id, zoneId: south, costBeans: 0 })).toMatchObject({ code: 1017 })
    open()
    expect(await ended()).toMatchObject({ state: 'succeeded' })
    expect(await now()).toMatchObject({ zoneId: south })
  })

  it('ends before a rental that runs out meanwhile expires', async () => {
    device = await own({ expiresAt: later(server.clock.now(), MINUTE_MS) })
    let open = () => {}
    server.supplier.blockedBy = new Promise<void>((resolve) => (open = resolve))
    await move()
    server.clock.advance(2 * MINUTE_MS)
    const sweep = () => server.periodicJobs.find(({ name }) => name === 'devices.sweep')?.run()
    await sweep()
    expect(await make.stateOf(device.id)).toBe('changingZone')
    open()
    expect(await ended()).toMatchObject({ state: 'succeeded' })
    await sweep()
    expect(await now()).toMatchObject({ state: 'expired', zoneId: south })
  })

  it('goes on with another worker when the first is killed in the middle, and moves once', async () => {
    const [here, there] = [await rented(shop.zoneId), await rented(south)]
    let open = () => {}
    server.supplier.blockedBy = new Promise<void>((resolve) => (open = resolve))
    await move()
    await eventually(() => expect(server.supplier.waiting).toContain(newPhone()))
    const [part] = await db.select().from(taskParts).where(eq(taskParts.deviceId, device.id))
    const job = server.jobList.find(({ name }) => name === 'task.part')
    // As after a missing heartbeat: the step that was not noted runs again, under the same phone id.
    const second = job?.run({ partId: part?.id } as never)
    open()
    await second
    expect(await ended()).toMatchObject({ state: 'succeeded', attempt: 2 })
    expect(await now()).toMatchObject({ zoneId: south, phoneId: newPhone(), state: 'running' })
    expect([await rented(shop.zoneId), await rented(south)]).toEqual([here, there + 1])
    expect((await quarantined()).length).toBe(1)
    expect((await moves()).length).toBe(1)
  })

  it('gives stock and beans back when its device is taken out of it', async () => {
    let open = () => {}
    server.supplier.blockedBy = new Promise<void>((resolve) => (open = resolve))
    const there = await rented(south)
    await move()
    await eventually(() => expect(server.supplier.waiting).toContain(newPhone()))
    await db.transaction(async (tx) => {
      await transition(tx, 'breakDown', server.clock.now(), isAnyOf([device.id]))
      await server.tasks.abandon(tx, [device.id])
    })
    open()
    expect(await ended()).toMatchObject({ state: 'interrupted' })
    expect([await rented(south), await now()]).toMatchObject([there, { state: 'faulty', phoneId: device.phoneId }])
    await eventually(() => expect(server.supplier.released).toContain(newPhone()))
  })

  it('an operator gives the phone before back, with the zone that it stands in', async () => {
    await move()
    await ended()
    const [kept] = await quarantined()
    const [here, there] = [await rented(shop.zoneId), await rented(south)]
    const answer = await server.post('/vmcloud/api/operator/restorePhone', { quarantineId: kept?.id }, asOperator)
    expect(answer).toMatchObject({ code: 200 })
    expect(await now()).toMatchObject({ phoneId: device.phoneId, zoneId: shop.zoneId })
    expect(await quarantined()).toMatchObject([{ phoneId: newPhone(), zoneId: south }])
    expect([await rented(shop.zoneId), await rented(south)]).toEqual([here, there])
    expect(await db.$count(devices, and(eq(devices.id, device.id), ne(devices.state, 'released')))).toBe(1)
  })
})

describe('a move whose task is lost', () => {
  let open = () => {}
  const endLost = () => server.periodicJobs.find(({ name }) => name === 'moves.endLost')?.run()
  /** A move that costs beans, up to its first step. */
  const begin = async () => {
    const { id: deviceId, zoneId, configId } = device
    const free = { kind: 'zone', fromZoneId: zoneId, toZoneId: zoneId, keepsData: true, costBeans: 0 } as const
    const at = later(server.clock.now(), -DAY_MS)
    const over = { createdAt: at, endedAt: at, hasMoved: true }
    await db.insert(deviceMoves).values({ ...free, ...over, deviceId, configId: configId ?? 0, userId: tenant.userId })
    await tenant.fill('beans', 130)
    server.supplier.blockedBy = new Promise<void>((resolve) => (open = resolve))
    expect(await move({ costBeans: 100 })).toMatchObject({ code: 200 })
    await eventually(() => expect(server.supplier.waiting).toContain(newPhone()))
  }
  const lastMove = async () => (await moves()).at(-1)

  it('goes on while there is one', async () => {
    await begin()
    await endLost()
    expect([await lastMove(), await make.stateOf(device.id)]).toMatchObject([{ endedAt: null }, 'changingZone'])
    open()
    expect(await ended()).toMatchObject({ state: 'succeeded' })
  })

  it('ends: the device has its phone, stock and beans come back, and the new phone is erased', async () => {
    const [here, there] = [await rented(shop.zoneId), await rented(south)]
    await begin()
    await db.delete(tasks).where(eq(tasks.ownerId, tenant.userId))
    await endLost()
    await endLost()
    expect(await lastMove()).toMatchObject({ hasMoved: false, endedAt: expect.any(Date) })
    expect(await now()).toMatchObject({ state: 'faulty', phoneId: device.phoneId, zoneId: shop.zoneId })
    expect([await rented(shop.zoneId), await rented(south), await quarantined()]).toEqual([here, there, []])
    expect((await tenant.wallet()).beansCents).toBe(130)
    open()
    await eventually(() => expect(server.supplier.released).toContain(newPhone()))
    await eventually(async () => {
      await server.periodicJobs.find(({ name }) => name === 'devices.checkHealth')?.run()
      expect(await make.stateOf(device.id)).toBe('running')
    })
    expect(await auditLedger(db)).toEqual([])
  })

  it('is completed when a version that does not know it ended it well', async () => {
    const [here, there] = [await rented(shop.zoneId), await rented(south)]
    await begin()
    const over = { state: 'succeeded', endedAt: server.clock.now() } as const
    await db.transaction(async (tx) => {
      await tx.update(taskParts).set(over).where(eq(taskParts.deviceId, device.id))
      await tx.update(tasks).set(over).where(eq(tasks.ownerId, tenant.userId))
      await transition(tx, 'settleRunning', server.clock.now(), isAnyOf([device.id]))
    })
    open()
    await endLost()
    await endLost()
    expect(await now()).toMatchObject({ state: 'running', phoneId: newPhone(), zoneId: south })
    expect(await quarantined()).toMatchObject([{ phoneId: device.phoneId, zoneId: shop.zoneId }])
    expect([await rented(shop.zoneId), await rented(south)]).toEqual([here, there + 1])
    expect([await lastMove(), await tenant.wallet()]).toMatchObject([{ hasMoved: true }, { beansCents: 30 }])
  })
})
