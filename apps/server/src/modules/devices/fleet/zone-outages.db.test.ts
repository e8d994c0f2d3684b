import { deviceDeadlineMs } from '@yunji/contract/devices/device/machine'
import type * as calls from '@yunji/contract/operator/calls'
import type { CallData } from '@yunji/contract/wire/call'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { eventually } from '@yunji/testkit/eventually'
import { asc, eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, later, MINUTE_MS } from '../../../platform/clock.ts'
import { devices, quarantinedPhones, zones } from '../../../tables/devices.ts'
import { ledgerEntries } from '../../../tables/ledger.ts'
import { outbox } from '../../../tables/messages.ts'
import { createDevices } from '../../../testing/devices.ts'
import {
  METRICS_TOKEN,
  OPERATOR_TOKEN,
  restartServerHarness,
  type ServerHarness,
  startServerHarness,
} from '../../../testing/server-harness.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { createTenant, type Tenant } from '../../../testing/tenant.ts'

const HOUR_MS = 60 * MINUTE_MS
const STEP_MS = 30_000

const logged: { level: number; msg: string; [field: string]: unknown }[] = []
let server: ServerHarness
let shop: Shop
let make: ReturnType<typeof createDevices>
let tenant: Tenant
beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line) => void logged.push(JSON.parse(line)) })
  server = await startServerHarness({}, log)
  shop = await openShop(server)
  make = createDevices(server)
  const { userId } = await make.addPerson()
  // A second zone whose phones answer all the time.
  const elsewhere = await newZone()
  for (let phone = 0; phone < 2; phone += 1) await make.addDevice(userId, { ...elsewhere, ...FOR_YEARS })
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.supplier.failing.clear()
  server.supplier.isAway = false
  server.supplier.blockedBy = Promise.resolve()
  logged.length = 0
  tenant = createTenant(server, shop, await make.addPerson())
})

const FOR_YEARS = { expiresAt: new Date('2036-01-01') }
let lastZone = 0
const newZone = async () => {
  const code = `zone-${++lastZone}`
  const createdAt = server.clock.now()
  const [zone] = await server.database.db.insert(zones).values({ code, name: code, createdAt }).returning()
  return { zoneId: zone?.id ?? 0 }
}
/** Running devices in a new zone that has been seen. */
const ownZone = async (count: number, fields: Partial<typeof devices.$inferInsert> = {}) => {
  const zone = await newZone()
  const owned: (typeof devices.$inferSelect)[] = []
  for (let phone = 0; phone < count; phone += 1)
    owned.push(await make.addDevice(tenant.userId, { ...zone, ...FOR_YEARS, ...fields }))
  await pass(1)
  return owned
}
const runPeriodicJob = (jobName: string) =>
  server.periodicJobs.find((each) => each.name === jobName)?.run() ?? Promise.reject(new Error(jobName))
/** Advances the clock in steps, with every health and sweep round in each. */
const pass = async (steps: number, stepMs = STEP_MS): Promise<void> => {
  for (let step = 0; step < steps; step += 1) {
    server.clock.advance(stepMs)
    for (let check = 0; check < 3; check += 1) await runPeriodicJob('devices.checkHealth')
    for (const jobName of ['devices.sweep', 'tasks.sweep', 'devices.meterHours', 'devices.endQuarantines'])
      await runPeriodicJob(jobName)
  }
}
const statesOf = (owned: readonly { id: number }[]) => Promise.all(owned.map(({ id }) => make.stateOf(id)))
const phonesOf = async (owned: readonly { id: number }[]) =>
  (await Promise.all(owned.map(({ id }) => tenant.deviceOf(id)))).map(({ phoneId }) => phoneId)
const settled = (id: number, state: string) => eventually(async () => expect(await make.stateOf(id)).toBe(state))
const fail = (...owned: readonly { phoneId: string }[]) => {
  for (const { phoneId } of owned) server.supplier.failing.set(phoneId, 'unreachable')
}
const asOperator = { token: OPERATOR_TOKEN }
const zoneHealth = async ({ zoneId }: { zoneId: number }) => {
  const { data } = await server.get('/vmcloud/api/operator/getZoneHealth', asOperator)
  return (data as CallData<typeof calls.getZoneHealth>).records.find((zone) => zone.zoneId === zoneId)
}
const quarantined = (deviceId: number) =>
  server.database.db.select().from(quarantinedPhones).where(eq(quarantinedPhones.deviceId, deviceId))
const metrics = async () =>
  (await server.app.inject({ url: sideRoutes.metrics.path, headers: { authorization: `Bearer ${METRICS_TOKEN}` } }))
    .body

/** Until silent phones are faulty, and then past the deadline of that state. */
const passFaulty = async (): Promise<void> => {
  await pass(2)
  await pass(2, deviceDeadlineMs.faulty / 2)
  await pass(1)
}

it('an operator reads what is wrong with the set-up of phones', async () => {
  const problems = async () => {
    const { data } = await server.get('/vmcloud/api/operator/getZoneHealth', asOperator)
    return (data as CallData<typeof calls.getZoneHealth>).problems
  }
  expect(await problems()).toEqual([])
  server.supplier.problems = [{ problem: 'phoneNotErased', detail: 'a phone' }]
  const supplierType = server.supplier.type
  expect(await problems()).toEqual([{ supplierType, problem: 'phoneNotErased', detail: 'a phone' }])
  server.supplier.problems = []
})

describe('a supplier that is away', () => {
  it('costs nobody their phone, and nothing is decided about it', async () => {
    const owned = await ownZone(5)
    server.supplier.isAway = true
    await pass(7, 10 * MINUTE_MS)
    expect(await statesOf(owned)).toEqual(owned.map(() => 'running'))
    expect(await zoneHealth(owned[0] as { zoneId: number })).toMatchObject({
      isAway: true,
      isBreakerOpen: true,
      faulty: 0,
    })
    expect(await metrics()).toContain(`yunji_zone_away{zone="zone-${lastZone}",supplier="7"} 1`)
    server.supplier.isAway = false
    await pass(2)
    expect(await statesOf(owned)).toEqual(owned.map(() => 'running'))
    expect(await phonesOf(owned)).toEqual(owned.map(({ phoneId }) => phoneId))
    expect(server.supplier.provided).toEqual([])
    expect(server.supplier.released).toEqual([])
  })

  it('replaces no phone that was faulty before', async () => {
    const owned = await ownZone(20)
    const [broken] = owned
    if (!broken) throw new Error('no device')
    fail(broken)
    await pass(3)
    expect(await make.stateOf(broken.id)).toBe('faulty')
    server.supplier.isAway = true
    await pass(4, 10 * MINUTE_MS)
    expect(await make.stateOf(broken.id)).toBe('faulty')
    expect(logged.find(({ msg }) => msg.includes('manual decision required'))).toMatchObject({ isAway: true, left: 1 })
    server.supplier.isAway = false
    server.supplier.failing.clear()
    await pass(2)
    expect(await make.stateOf(broken.id)).toBe('running')
    expect(await phonesOf([broken])).toEqual([broken.phoneId])
  })

  it('leaves a device as it was when work on it fails', async () => {
    const [device] = await ownZone(1)
    if (!device) throw new Error('no device')
    server.supplier.isAway = true
    await tenant.call('device/sendCommand', { deviceIds: [device.id], command: 'Reboot' })
    await settled(device.id, 'running')
    expect((await tenant.deviceOf(device.id)).faultySince).toBeNull()
  })

  it('ends no rent, and what was left of it is there when the phones are back', async () => {
    const [soon, late] = await ownZone(2, { expiresAt: later(server.clock.now(), 10 * MINUTE_MS) })
    if (!soon || !late) throw new Error('no device')
    const lateEnd = later(server.clock.now(), 3 * HOUR_MS)
    await server.database.db.update(devices).set({ expiresAt: lateEnd }).where(eq(devices.id, late.id))
    server.supplier.isAway = true
    await pass(6, 10 * MINUTE_MS)
    expect(await statesOf([soon, late])).toEqual(['running', 'running'])
    server.supplier.isAway = false
    await pass(1)
    expect(await make.stateOf(soon.id)).toBe('running')
    const leftMs = (await tenant.deviceOf(soon.id)).expiresAt.getTime() - server.clock.now().getTime()
    expect(leftMs).toBeGreaterThan(8 * MINUTE_MS)
    expect(leftMs).toBeLessThanOrEqual(10 * MINUTE_MS)
    expect((await tenant.deviceOf(late.id)).expiresAt).toEqual(lateEnd)
    await pass(11, MINUTE_MS)
    expect(await make.stateOf(soon.id)).toBe('expired')
  })

  it('is not paid for by the hour', async () => {
    await tenant.fill('beans', 100_000)
    const { id: productId } = await tenant.productOf(1, true)
    const [metered] = await ownZone(1, { productId, isMetered: true, expiresAt: later(server.clock.now(), HOUR_MS) })
    if (!metered) throw new Error('no device')
    const hours = () => server.database.db.$count(ledgerEntries, eq(ledgerEntries.deviceId, metered.id))
    const before = await hours()
    server.supplier.isAway = true
    await pass(12, 10 * MINUTE_MS)
    expect(await hours()).toBe(before)
    expect(await make.stateOf(metered.id)).toBe('running')
    server.supplier.isAway = false
    await pass(1)
    expect(await hours()).toBeGreaterThan(before)
    const paidMs = (await tenant.deviceOf(metered.id)).expiresAt.getTime() - server.clock.now().getTime()
    expect(paidMs).toBeGreaterThan(HOUR_MS - 2 * STEP_MS)
  })
})

it('a process that starts while its supplier is away decides nothing about phones that it has never seen', async () => {
  const first = await startServerHarness()
  const people = createDevices(first)
  const { userId } = await people.addPerson()
  const owned = [
    await people.addDevice(userId, FOR_YEARS),
    await people.addDevice(userId, FOR_YEARS),
    await people.addDevice(userId, { expiresAt: later(first.clock.now(), HOUR_MS) }),
  ]
  const passRounds = async ({ periodicJobs, clock }: ServerHarness, times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      clock.advance(10 * MINUTE_MS)
      for (const { run } of periodicJobs) await run()
    }
  }
  await passRounds(first, 1)
  first.supplier.isAway = true
  await passRounds(first, 2)
  const second = await restartServerHarness(first)
  const found = () => second.database.db.select().from(devices).orderBy(asc(devices.id))
  // Past the deadline of a faulty phone, and past the end of a rental.
  await passRounds(second, 8)
  expect((await found()).map(({ state }) => state)).toEqual(owned.map(() => 'running'))
  const third = await restartServerHarness(second)
  third.supplier.isAway = false
  await passRounds(third, 1)
  const after = await third.database.db.select().from(devices).orderBy(asc(devices.id))
  expect(after.map(({ state, phoneId }) => [state, phoneId])).toEqual(owned.map(({ phoneId }) => ['running', phoneId]))
  expect([third.supplier.provided, third.supplier.released]).toEqual([[], []])
  await third.stop()
})

describe('many phones of a zone that do not answer', () => {
  it('are faulty, wait for a person who is called, and run again with what is on them', async () => {
    const owned = await ownZone(6)
    fail(...owned.slice(0, 3))
    await passFaulty()
    expect(await statesOf(owned.slice(0, 3))).toEqual(['faulty', 'faulty', 'faulty'])
    const [zone] = owned
    expect(logged.find(({ msg }) => msg.includes('manual decision required'))).toMatchObject({
      level: 50,
      zoneId: zone?.zoneId,
      faulty: 3,
      phones: 6,
      left: 3,
    })
    expect(await metrics()).toContain(`yunji_zone_breaker_open{zone="zone-${lastZone}",supplier="7"} 1`)
    expect(await zoneHealth(zone as { zoneId: number })).toMatchObject({
      faulty: 3,
      isBreakerOpen: true,
      isAway: false,
    })
    server.supplier.failing.clear()
    await pass(1)
    expect(await statesOf(owned)).toEqual(owned.map(() => 'running'))
    expect(await phonesOf(owned)).toEqual(owned.map(({ phoneId }) => phoneId))
    expect(await metrics()).toContain(`yunji_zone_breaker_open{zone="zone-${lastZone}",supplier="7"} 0`)
  })

  it('are replaced by a person', async () => {
    const owned = await ownZone(6)
    const [dead, back] = owned
    if (!dead || !back) throw new Error('no device')
    fail(...owned.slice(0, 3))
    await pass(3)
    const replace = async (...deviceIds: number[]) =>
      (await server.post('/vmcloud/api/operator/replaceFaultyDevices', { deviceIds }, asOperator)).data
    expect(await replace(dead.id, owned[5]?.id ?? 0)).toEqual({ deviceIds: [dead.id] })
    await settled(dead.id, 'running')
    expect((await tenant.deviceOf(dead.id)).phoneId).not.toBe(dead.phoneId)
    expect(server.supplier.released).not.toContain(dead.phoneId)
    // A phone that is back by then stays.
    server.supplier.failing.delete(back.phoneId)
    expect(await replace(back.id)).toEqual({ deviceIds: [back.id] })
    await settled(back.id, 'running')
    expect((await tenant.deviceOf(back.id)).phoneId).toBe(back.phoneId)
  })

  it('stop the replacing also where they break one after the other', async () => {
    const owned = await ownZone(10)
    for (const device of owned.slice(0, 4)) {
      fail(device)
      await pass(4)
    }
    await pass(2, deviceDeadlineMs.faulty / 2)
    const gone = await eventually(async () => {
      const phones = await phonesOf(owned)
      const replaced = owned.filter(({ phoneId }) => !phones.includes(phoneId))
      expect((await statesOf(owned)).filter((state) => state === 'replacing')).toEqual([])
      return replaced
    })
    expect(gone.length).toBeLessThanOrEqual(2)
  })
})

describe('a phone that stays away alone', () => {
  const replaceOne = async (fields: Partial<typeof devices.$inferInsert> = {}) => {
    const [device, ...others] = await ownZone(8, fields)
    if (!device) throw new Error('no device')
    fail(device)
    await passFaulty()
    await settled(device.id, 'running')
    const { phoneId } = await tenant.deviceOf(device.id)
    expect(phoneId).not.toBe(device.phoneId)
    return { device, phoneId, others }
  }

  it('is replaced, kept for a week with its place, and erased then', async () => {
    const { device } = await replaceOne()
    const [kept] = await quarantined(device.id)
    expect(kept).toMatchObject({ phoneId: device.phoneId, ownerId: tenant.userId })
    server.clock.advance(7 * DAY_MS - HOUR_MS)
    await runPeriodicJob('devices.endQuarantines')
    expect(await quarantined(device.id)).toHaveLength(1)
    expect(server.supplier.released).not.toContain(device.phoneId)
    server.clock.advance(HOUR_MS)
    await runPeriodicJob('devices.endQuarantines')
    await eventually(() => expect(server.supplier.released).toContain(device.phoneId))
    expect(await quarantined(device.id)).toEqual([])
  })

  it('keeps its place in the stock until it is erased, or its owner gives the device up', async () => {
    await tenant.fill('balance', 100_000)
    const { deviceIds } = await tenant.rent(shop.productId, 2)
    const [device] = await Promise.all(deviceIds.map((id) => tenant.deviceOf(id)))
    if (!device) throw new Error('no device')
    await pass(1)
    const { rented } = await shop.stock()
    fail(device)
    await passFaulty()
    await eventually(async () => expect(await quarantined(device.id)).toHaveLength(1))
    expect((await shop.stock()).rented).toBe(rented + 1)
    await tenant.call('device/stopDevice', { deviceIds: [device.id] })
    const { phoneId } = await tenant.deviceOf(device.id)
    await tenant.call('device/deleteDevice', { deviceIds: [device.id] })
    await eventually(() => expect(server.supplier.released).toEqual(expect.arrayContaining([device.phoneId, phoneId])))
    expect(await quarantined(device.id)).toEqual([])
    expect((await shop.stock()).rented).toBe(rented - 1)
  })

  it('comes back by the hand of an operator, and to nobody else', async () => {
    const { device, phoneId } = await replaceOne()
    const [kept] = await quarantined(device.id)
    const { data } = await server.get('/vmcloud/api/operator/getQuarantinedPhones?rows=100', asOperator)
    expect((data as CallData<typeof calls.getQuarantinedPhones>).records).toContainEqual({
      quarantineId: kept?.id,
      deviceId: device.id,
      ownerId: tenant.userId,
      zoneId: device.zoneId,
      phoneId: device.phoneId,
      quarantinedAt: kept?.quarantinedAt.getTime(),
      erasesAt: kept?.erasesAt.getTime(),
    })
    const restore = (quarantineId: number | undefined) =>
      server.post('/vmcloud/api/operator/restorePhone', { quarantineId }, asOperator)
    expect((await restore(999_999)).code).toBe(1080)
    server.supplier.failing.clear()
    expect((await restore(kept?.id)).code).toBe(200)
    await pass(1)
    expect(await make.stateOf(device.id)).toBe('running')
    expect((await tenant.deviceOf(device.id)).phoneId).toBe(device.phoneId)
    expect(await quarantined(device.id)).toMatchObject([{ phoneId }])
    const stranger = await make.addPerson()
    await server.database.db.update(devices).set({ ownerId: stranger.userId }).where(eq(devices.id, device.id))
    expect((await restore(kept?.id)).code).toBe(1080)
  })

  it('stays when it is back before there is another', async () => {
    const [device] = await ownZone(8)
    if (!device) throw new Error('no device')
    fail(device)
    await pass(3)
    server.clock.advance(deviceDeadlineMs.faulty)
    for (let check = 0; check < 3; check += 1) await runPeriodicJob('devices.checkHealth')
    server.supplier.failing.clear()
    const provided = [...server.supplier.provided]
    await runPeriodicJob('devices.sweep')
    await settled(device.id, 'running')
    expect(await phonesOf([device])).toEqual([device.phoneId])
    expect(server.supplier.provided).toEqual(provided)
    const told = await server.database.db.select().from(outbox).where(eq(outbox.userId, tenant.userId))
    expect(told.filter(({ event }) => event === 'taskEnded')).toEqual([])
  })

  it('stays when it is back while another is made, which goes back', async () => {
    const [device] = await ownZone(8)
    if (!device) throw new Error('no device')
    fail(device)
    const held = Promise.withResolvers<void>()
    server.supplier.blockedBy = held.promise
    await passFaulty()
    await settled(device.id, 'replacing')
    const { stateCount } = await tenant.deviceOf(device.id)
    await eventually(() => expect(server.supplier.waiting).toContain(`device-${device.id}-${stateCount}`))
    server.supplier.failing.clear()
    held.resolve()
    await settled(device.id, 'running')
    expect(await phonesOf([device])).toEqual([device.phoneId])
    await eventually(() => expect(server.supplier.released).toContain(`device-${device.id}-${stateCount}`))
    expect(server.supplier.released).not.toContain(device.phoneId)
    expect(await quarantined(device.id)).toEqual([])
  })

  it('loses no paid time', async () => {
    const { device } = await replaceOne({ expiresAt: later(server.clock.now(), 20 * MINUTE_MS) })
    const leftMs = (await tenant.deviceOf(device.id)).expiresAt.getTime() - server.clock.now().getTime()
    expect(leftMs).toBeGreaterThan(15 * MINUTE_MS)
  })
})
