import type { Availability, Interruption } from '@yunji/contract/devices/availability/schema'
import { eventually } from '@yunji/testkit/eventually'
import { asc, eq, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '../../../platform/clock.ts'
import { deviceInterruptions, maintenanceWindows, zoneOutages } from '../../../tables/availability.ts'
import { devices, zoneSightings, zones } from '../../../tables/devices.ts'
import { messages } from '../../../tables/messages.ts'
import { settings } from '../../../tables/platform.ts'
import { createDevices } from '../../../testing/devices.ts'
import { OPERATOR_TOKEN } from '../../../testing/server-harness.ts'
import { useServer } from '../../../testing/use-server.ts'
import { isAnyOf, transition } from '../fleet/index.ts'
import { recordSighting } from '../fleet/record-sighting.ts'

const server = await useServer()
const make = createDevices(server)
const { db } = server.database
const OPERATOR = '/vmcloud/api/operator'
const SUPPLIER = 7

let person = { userId: 0, token: '' }
let zoneId = 0
let last = 0

beforeEach(async () => {
  await db.delete(settings)
  await db.delete(maintenanceWindows)
  person = await make.addPerson()
  const code = `ledger-${++last}`
  const [zone] = await db.insert(zones).values({ code, name: code, createdAt: server.clock.now() }).returning()
  zoneId = zone?.id ?? 0
})

const pass = (milliseconds: number) => server.clock.advance(milliseconds)
const now = () => server.clock.now()
const run = async (job: string): Promise<void> => server.periodicJobs.find(({ name }) => name === job)?.run()
const settle = () => run('availability.settle')
const operate = (name: string, body: object) => server.post(`${OPERATOR}/${name}`, body, { token: OPERATOR_TOKEN })
/** A device in use for a day. */
const add = (fields: Partial<typeof devices.$inferInsert> = {}) =>
  make.addDevice(person.userId, {
    zoneId,
    supplierType: SUPPLIER,
    expiresAt: later(now(), 100 * DAY_MS),
    firstStartedAt: later(now(), -DAY_MS),
    ...fields,
  })
const move = (id: number, event: Parameters<typeof transition>[1]) =>
  db.transaction((tx) => transition(tx, event, now(), isAnyOf([id])))
const away = async (id: number, milliseconds: number): Promise<void> => {
  await move(id, 'breakDown')
  pass(milliseconds)
  await move(id, 'settleRunning')
}
const rowsOf = (id: number) =>
  db.select().from(deviceInterruptions).where(eq(deviceInterruptions.deviceId, id)).orderBy(asc(deviceInterruptions.id))
const expiryOf = async (id: number): Promise<number> => {
  const [row] = await db.select().from(devices).where(eq(devices.id, id))
  return row?.expiresAt.getTime() ?? 0
}
const hoursGiven = async (device: typeof devices.$inferSelect) =>
  ((await expiryOf(device.id)) - device.expiresAt.getTime()) / HOUR_MS
/** The zone was seen now, lost, and is seen again after that time. */
const loseZone = async (milliseconds: number): Promise<void> => {
  const zone = { supplierType: SUPPLIER, zoneId }
  await db.insert(zoneSightings).values({ ...zone, seenAt: now() })
  pass(milliseconds)
  const { database, clock } = server
  await recordSighting({ database, clock, log: server.log }, zone)
}

describe('an interruption', () => {
  it('is recorded with the change itself: a fault is ours, an act of the owner is theirs', async () => {
    const { id } = await add()
    const start = now()
    await away(id, 7 * MINUTE_MS)
    await move(id, 'reboot')
    pass(MINUTE_MS)
    await move(id, 'settleRunning')
    await move(id, 'stop')
    expect(await rowsOf(id)).toMatchObject([
      {
        cause: 'unreachable',
        fault: 'ours',
        startedAt: start,
        endedAt: later(start, 7 * MINUTE_MS),
        ownerId: person.userId,
      },
      { cause: 'rebooting', fault: 'customer', endedAt: later(start, 8 * MINUTE_MS) },
      { cause: 'stopped', fault: 'customer', startedAt: later(start, 8 * MINUTE_MS), endedAt: null },
    ])
  })

  it('is support’s where an operator stops or reboots the device, and gives nothing back by itself', async () => {
    const [stopped, rebooted] = [await add(), await add()]
    expect((await operate('stopDevices', { deviceIds: [stopped.id] })).data).toEqual({ deviceIds: [stopped.id] })
    expect((await operate('rebootDevices', { deviceIds: [rebooted.id] })).data).toEqual({ deviceIds: [rebooted.id] })
    expect(await rowsOf(stopped.id)).toMatchObject([{ cause: 'stopped', fault: 'support' }])
    expect(await rowsOf(rebooted.id)).toMatchObject([{ cause: 'rebooting', fault: 'support' }])
    pass(HOUR_MS)
    await move(stopped.id, 'start')
    await settle()
    expect(await hoursGiven(stopped)).toBe(0)
    // Of the same connection, and not the operator's.
    await move(stopped.id, 'stop')
    expect((await rowsOf(stopped.id)).at(-1)).toMatchObject({ cause: 'stopped', fault: 'customer' })
  })

  it('lasts through the attempts to mend it', async () => {
    const { id } = await add()
    await move(id, 'breakDown')
    pass(30 * MINUTE_MS)
    await move(id, 'replace')
    pass(10 * MINUTE_MS)
    await move(id, 'settleRunning')
    const [row, ...others] = await rowsOf(id)
    expect([(row?.endedAt?.getTime() ?? 0) - (row?.startedAt.getTime() ?? 0), others]).toEqual([40 * MINUTE_MS, []])
  })

  it('is the owner’s where debugging was switched off on the phone', async () => {
    const { id } = await add()
    await move(id, 'breakDown')
    await db.update(devices).set({ adbRefusedSince: now() }).where(eq(devices.id, id))
    pass(HOUR_MS)
    await move(id, 'settleRunning')
    expect(await rowsOf(id)).toMatchObject([{ cause: 'refused', fault: 'customer' }])
  })

  it('of a trial, or of a phone that was never handed over, is none', async () => {
    const [trial, fresh] = [await add({ isTrial: true }), await add({ firstStartedAt: null })]
    for (const { id } of [trial, fresh]) await away(id, HOUR_MS)
    expect(await rowsOf(trial.id)).toEqual([])
    expect(await rowsOf(fresh.id)).toEqual([])
  })
})

describe('time is given back', () => {
  it('once, however often it is tried and by however many', async () => {
    const device = await add()
    await away(device.id, 31 * MINUTE_MS)
    await Promise.all([settle(), settle(), settle()])
    for (let round = 0; round < 20; round += 1) {
      pass(10 * MINUTE_MS)
      await settle()
    }
    expect(await hoursGiven(device)).toBe(2)
    expect(await rowsOf(device.id)).toMatchObject([{ creditedSeconds: 7200, countedSeconds: 31 * 60 }])
    await eventually(async () => {
      const [message, ...others] = await db.select().from(messages).where(eq(messages.userId, person.userId))
      expect(message).toMatchObject({ title: '中断时间已补偿', deviceId: device.id })
      expect(others).toEqual([])
    })
  })

  it('for short ones when they add up in a day, in China, and not before', async () => {
    const device = await add()
    // 00:30 in China, so that the four are of one day.
    const dayMs = DAY_MS
    pass(dayMs - ((now().getTime() + 8 * HOUR_MS) % dayMs) + 30 * MINUTE_MS)
    for (let time = 0; time < 3; time += 1) {
      await away(device.id, 9 * MINUTE_MS)
      await settle()
      pass(HOUR_MS)
    }
    expect(await hoursGiven(device)).toBe(0)
    await away(device.id, 4 * MINUTE_MS)
    await settle()
    expect(await hoursGiven(device)).toBe(2)
    pass(DAY_MS)
    await away(device.id, 9 * MINUTE_MS)
    await settle()
    expect(await hoursGiven(device)).toBe(2)
  })

  it('not for what the owner did, nor to devices by the hour or released ones', async () => {
    const [own, metered, released] = [await add(), await add({ isMetered: true }), await add()]
    await move(own.id, 'stop')
    pass(5 * HOUR_MS)
    await move(own.id, 'start')
    for (const { id } of [metered, released]) await away(id, HOUR_MS)
    await db.update(devices).set({ state: 'released' }).where(eq(devices.id, released.id))
    await settle()
    expect(await Promise.all([own, metered, released].map(hoursGiven))).toEqual([0, 0, 0])
    expect(await rowsOf(metered.id)).toMatchObject([{ creditedSeconds: 0, settledAt: now() }])
  })

  it('no more than the cap, and less what a rental that ended meanwhile got back by itself', async () => {
    const long = await add()
    await away(long.id, 60 * HOUR_MS)
    const ending = await add({ expiresAt: later(now(), 30 * MINUTE_MS) })
    await away(ending.id, 3 * HOUR_MS)
    const restored = (await expiryOf(ending.id)) - ending.expiresAt.getTime()
    await settle()
    expect(await hoursGiven(long)).toBe(72)
    expect(restored).toBe(3 * HOUR_MS)
    expect(await hoursGiven(ending)).toBe(6)
  })

  it('within a month no more than its cap for faults of the phone alone, unless an operator has looked', async () => {
    const device = await add()
    for (let night = 0; night < 5; night += 1) {
      await away(device.id, 12 * HOUR_MS)
      await settle()
      pass(12 * HOUR_MS)
    }
    expect(await hoursGiven(device)).toBe(72)
    await loseZone(HOUR_MS)
    await run('availability.recordOutages')
    await settle()
    expect(await hoursGiven(device)).toBe(74)
    const rows = await rowsOf(device.id)
    const capped = rows.find(({ creditedSeconds, cause }) => cause === 'unreachable' && creditedSeconds === 0)
    const verdict = { interruptionId: capped?.id, fault: 'ours', reason: '主机故障，已核实' }
    expect(await operate('correctInterruption', verdict)).toMatchObject({ code: 200 })
    await settle()
    expect(await hoursGiven(device)).toBeGreaterThan(74)
    pass(31 * DAY_MS)
    const before = await hoursGiven(device)
    await away(device.id, 12 * HOUR_MS)
    await settle()
    expect((await hoursGiven(device)) - before).toBe(24)
  })

  it('to a device that has expired and is kept: it runs again', async () => {
    const device = await add({ expiresAt: later(now(), HOUR_MS) })
    await away(device.id, 20 * MINUTE_MS)
    pass(HOUR_MS)
    await db
      .update(devices)
      .set({ state: 'expired', stateDeadline: later(now(), HOUR_MS) })
      .where(eq(devices.id, device.id))
    await settle()
    expect(await make.stateOf(device.id)).toBe('running')
    expect(await expiryOf(device.id)).toBe(now().getTime() + HOUR_MS)
  })

  it('beside renewals, to the second', async () => {
    const device = await add()
    await away(device.id, 31 * MINUTE_MS)
    const renew = () =>
      db.transaction(async (tx) => {
        const [row] = await tx.select().from(devices).where(eq(devices.id, device.id)).for('update')
        await tx
          .update(devices)
          .set({ expiresAt: later(row?.expiresAt ?? now(), DAY_MS) })
          .where(eq(devices.id, device.id))
      })
    await Promise.all([renew(), settle(), renew(), settle(), renew()])
    expect(await hoursGiven(device)).toBe(3 * 24 + 2)
  })

  it('by the rule of the operator; a broken one counts as none', async () => {
    const rule = {
      isOn: true,
      minutesAtOnce: 1,
      minutesPerDay: 1,
      factor: 5,
      maxHoursPerDay: 4,
      maxPhoneHoursPerMonth: 72,
    }
    expect((await operate('setAvailabilityRule', rule)).code).toBe(200)
    const device = await add()
    await away(device.id, HOUR_MS)
    await settle()
    expect(await hoursGiven(device)).toBe(4)
    await db.update(settings).set({ value: { factor: 'many' } })
    const { data } = await server.get(`${OPERATOR}/getAvailabilityRule`, { token: OPERATOR_TOKEN })
    expect(data).toMatchObject({ factor: 2 })
  })

  it('stays out where work was announced before', async () => {
    const device = await add()
    const startsAt = later(now(), MINUTE_MS).getTime()
    const window = { zoneId, startsAt, endsAt: startsAt + HOUR_MS, reason: '升级网络' }
    expect((await operate('planMaintenance', window)).code).toBe(200)
    expect((await operate('planMaintenance', window)).code).toBe(1080)
    pass(5 * MINUTE_MS)
    expect((await operate('planMaintenance', { ...window, startsAt: startsAt + 1 })).code).toBe(1080)
    await away(device.id, 30 * MINUTE_MS)
    await settle()
    expect(await rowsOf(device.id)).toMatchObject([{ fault: 'planned', countedSeconds: 0 }])
    expect(await hoursGiven(device)).toBe(0)
  })
})

describe('an outage of a zone', () => {
  it('is recorded for every device in use, in batches, once', async () => {
    const phones: (typeof devices.$inferSelect)[] = []
    for (let phone = 0; phone < 5; phone += 1) phones.push(await add())
    const stopped = await add()
    await move(stopped.id, 'stop')
    const ending = await add({ expiresAt: later(now(), 10 * MINUTE_MS) })
    const start = now()
    await loseZone(HOUR_MS)
    await Promise.all([run('availability.recordOutages'), run('availability.recordOutages')])
    await run('availability.recordOutages')
    for (const { id } of phones)
      expect(await rowsOf(id)).toMatchObject([{ cause: 'zone', fault: 'ours', startedAt: start, endedAt: now() }])
    expect(await rowsOf(stopped.id)).toMatchObject([{ cause: 'stopped' }])
    expect(await rowsOf(ending.id)).toMatchObject([{ cause: 'zone', restoredSeconds: 3600 }])
    const [outage] = await db.select().from(zoneOutages).where(eq(zoneOutages.zoneId, zoneId))
    expect(outage?.recordedAt).toEqual(now())
    await settle()
    expect(await Promise.all([...phones, ending].map(hoursGiven))).toEqual([2, 2, 2, 2, 2, 2])
    await eventually(async () => {
      const told = await db.select().from(messages).where(eq(messages.userId, person.userId))
      expect(told).toHaveLength(1)
      expect(told[0]?.content).toContain('等 6 台设备')
    })
  })

  it('one device that cannot be written or settled stops no other', async () => {
    const [good, broken] = [await add(), await add()]
    await db.execute(`create function refuse_ledger() returns trigger language plpgsql as $$
      begin if new.device_id = ${broken.id} and new.settled_at is not null then raise exception 'broken'; end if; return new; end $$;
      create trigger refuse_ledger before update on device_interruptions for each row execute function refuse_ledger()`)
    await away(good.id, 0)
    for (const { id } of [good, broken]) await move(id, 'breakDown')
    pass(HOUR_MS)
    for (const { id } of [good, broken]) await move(id, 'settleRunning')
    await settle()
    await db.execute(`drop trigger refuse_ledger on device_interruptions`)
    expect(await Promise.all([good, broken].map(hoursGiven))).toEqual([2, 0])
  })
})

describe('its readers', () => {
  it('are the owner, for the own time, and nobody else', async () => {
    const device = await add()
    await away(device.id, 12 * MINUTE_MS)
    await settle()
    const of = async (name: string, token = person.token) =>
      server.get(`/vmcloud/api/availability/${name}?deviceId=${device.id}`, { token })
    const { data } = await of('getAvailability')
    expect(data as Availability).toMatchObject({ lostSeconds: 720, creditedSeconds: 3600, isMetered: false })
    expect((data as Availability).availableBasisPoints).toBeLessThan(10_000)
    const list = (await of('getInterruptions')).data as { records: Interruption[] }
    expect(list.records).toMatchObject([{ cause: 'unreachable', fault: 'ours', creditedSeconds: 3600 }])
    const other = await make.addPerson()
    expect((await of('getInterruptions', other.token)).code).not.toBe(200)
    await db.update(devices).set({ ownerId: other.userId }).where(eq(devices.id, device.id))
    expect((await of('getInterruptions', other.token)).data).toMatchObject({ records: [] })
  })

  it('an operator corrects whose fault it was: time is given then, and never taken', async () => {
    const device = await add()
    await move(device.id, 'reboot')
    pass(40 * MINUTE_MS)
    await move(device.id, 'settleRunning')
    await settle()
    expect(await hoursGiven(device)).toBe(0)
    const [row] = await rowsOf(device.id)
    const correct = (fault: string) =>
      operate('correctInterruption', { interruptionId: row?.id, fault, reason: '重启卡住是平台故障' })
    expect((await correct('ours')).code).toBe(200)
    await settle()
    await settle()
    expect(await hoursGiven(device)).toBe(2)
    await correct('customer')
    await settle()
    await correct('ours')
    await settle()
    expect(await hoursGiven(device)).toBe(2)
    const found = (
      await server.get(`${OPERATOR}/getInterruptions?deviceId=${device.id}&fault=ours`, { token: OPERATOR_TOKEN })
    ).data as { records: Interruption[] }
    expect(found.records).toMatchObject([{ correction: '重启卡住是平台故障' }])
    const listed = (state: string) =>
      server.get(`${OPERATOR}/getInterruptions?deviceId=${device.id}${state}`, { token: OPERATOR_TOKEN })
    expect((await listed('&state=open')).data).toMatchObject({ records: [] })
    expect((await listed('')).data).toMatchObject({ records: [{ fault: 'ours' }] })
    expect((await operate('correctInterruption', { interruptionId: 999_999, fault: 'ours', reason: '无' })).code).toBe(
      1080,
    )
  })

  it('a ticket keeps the interruption that it was opened from', async () => {
    const device = await add()
    await away(device.id, 12 * MINUTE_MS)
    const [row] = await rowsOf(device.id)
    const open = async (token: string) =>
      server.post(
        '/vmcloud/api/customer/customerService/openTicket',
        { kind: 'device', content: '又断了', deviceId: device.id, interruptionId: row?.id },
        { token, headers: { 'idempotency-key': `ledger-ticket-${++last}-of-this-test` } },
      )
    const { ticketId } = (await open(person.token)).data as { ticketId: number }
    const { data } = await server.get(`/vmcloud/api/customer/customerService/getTicket?ticketId=${ticketId}`, {
      token: person.token,
    })
    expect(data).toMatchObject({ context: { interruption: { interruptionId: row?.id, cause: 'unreachable' } } })
    expect((await open((await make.addPerson()).token)).code).toBe(1080)
  })
})

it('old rows go, open ones stay', async () => {
  const [old, open] = [await add(), await add()]
  await away(old.id, MINUTE_MS)
  await move(open.id, 'stop')
  pass(181 * DAY_MS)
  await server.runJob('maintenance.sweep')
  const left = await db
    .select()
    .from(deviceInterruptions)
    .where(inArray(deviceInterruptions.deviceId, [old.id, open.id]))
  expect(left).toMatchObject([{ deviceId: open.id, endedAt: null }])
})
