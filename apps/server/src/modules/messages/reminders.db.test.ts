import { MESSAGES_KEPT_DAYS, MessageType, noUnread } from '@yunji/contract/messages/rules'
import { eventually } from '@yunji/testkit/eventually'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { DAY_MS, later } from '../../platform/clock.ts'
import { devices as deviceTable } from '../../tables/devices.ts'
import { orders } from '../../tables/orders.ts'
import { spaceGrants } from '../../tables/recharge.ts'
import { spaceUsage } from '../../tables/space.ts'
import { createDevices } from '../../testing/devices.ts'
import { addEvents, createReader, rechargeOf, recount } from '../../testing/messages.ts'
import { createPeople } from '../../testing/people.ts'
import { useServer } from '../../testing/use-server.ts'
import { remind } from './remind-owners.ts'
import { sweepMessagesJob } from './sweep-messages.ts'

const HOUR_MS = DAY_MS / 24

const server = await useServer()
const people = createPeople(server, 13_600_000_000)

const owner = async (leftMs: number) => {
  const { userId, token } = await people.member()
  const { id } = await createDevices(server).addDevice(userId, {
    name: '云端农场 02',
    expiresAt: later(server.clock.now(), leftMs),
  })
  const reader = createReader(server, token)
  const listTitles = async (): Promise<string[]> => {
    await remind(server)
    await remind(server)
    await addEvents(server, [rechargeOf(userId)])
    await eventually(async () => {
      const { rows } = await server.database.pool.query('select 1 from outbox where delivered_at is null')
      expect(rows).toEqual([])
    })
    const { records } = await reader.list(MessageType.renewalReminder)
    return records.map(({ title }) => title).toReversed()
  }
  return { ...reader, deviceId: id, listTitles }
}

it('reminds three days, one day and two hours before the end, and tells of the end, each once', async () => {
  const who = await owner(10 * DAY_MS)
  expect(await who.listTitles()).toEqual([])
  server.clock.advance(7 * DAY_MS)
  expect(await who.listTitles()).toHaveLength(1)
  server.clock.advance(2 * DAY_MS - 1)
  expect(await who.listTitles()).toHaveLength(1)
  server.clock.advance(1)
  expect(await who.listTitles()).toHaveLength(2)
  server.clock.advance(22 * HOUR_MS)
  expect(await who.listTitles()).toHaveLength(3)
  server.clock.advance(2 * HOUR_MS)
  await server.database.db
    .update(deviceTable)
    .set({ state: 'expired', stateDeadline: later(server.clock.now(), 2 * HOUR_MS) })
    .where(eq(deviceTable.id, who.deviceId))
  expect(await who.listTitles()).toEqual([...Array(3).fill('设备即将到期'), '设备已到期'])
  const summary = (await who.summary())[1]
  expect(summary).toMatchObject({ unreadCount: 1, latest: { title: '云端农场 02 已到期，保留 2 小时' } })
  const { records } = await who.list(MessageType.renewalReminder)
  expect(records[1]).toMatchObject({ link: `/pages/Renew/index?deviceId=${who.deviceId}`, linkText: '立即续费' })
})

it('reminds anew after a renewal, and late only of what is nearest', async () => {
  const who = await owner(10 * DAY_MS)
  server.clock.advance(9 * DAY_MS + HOUR_MS)
  expect(await who.listTitles()).toEqual(['设备即将到期'])
  const expiresAt = later(server.clock.now(), 2 * DAY_MS)
  await server.database.db.update(deviceTable).set({ expiresAt }).where(eq(deviceTable.id, who.deviceId))
  expect(await who.listTitles()).toHaveLength(2)
})

/** A paid order of cloud space, as plans need one. */
const addOrder = async (userId: number): Promise<number> => {
  const now = server.clock.now()
  const paid = { state: 'fulfilled', payMethod: 3, createdAt: now, expiresAt: now, paidAt: now, endedAt: now }
  const money = { lines: [], totalCents: 1, payableCents: 1, purchase: {} }
  const [order] = await server.database.db
    .insert(orders)
    .values({ userId, kind: 'space', title: '云空间', ...money, ...paid } as never)
    .returning({ id: orders.id })
  return order?.id ?? 0
}

it('reminds of the end of a cloud space plan a week and a day before, each once, with what will not fit', async () => {
  const who = await owner(400 * DAY_MS)
  const { db } = server.database
  const userId = (await db.select().from(deviceTable).where(eq(deviceTable.id, who.deviceId)))[0]?.ownerId ?? 0
  const startsAt = server.clock.now()
  const grant = { userId, startsAt, endsAt: later(startsAt, 30 * DAY_MS) }
  await db.insert(spaceGrants).values([
    { ...grant, orderId: await addOrder(userId), sizeGb: 100 },
    // Shorter than the reminder.
    { ...grant, orderId: await addOrder(userId), sizeGb: 5, endsAt: later(startsAt, 20 * HOUR_MS) },
  ])
  await db.insert(spaceUsage).values({ userId, fileBytes: 2 * 1024 ** 3, backupBytes: 1024 ** 3 })
  expect(await who.listTitles()).toEqual([])
  server.clock.advance(23 * DAY_MS)
  expect(await who.listTitles()).toEqual(['云空间套餐即将到期'])
  server.clock.advance(6 * DAY_MS)
  expect(await who.listTitles()).toEqual(Array(2).fill('云空间套餐即将到期'))
  const [latest] = (await who.list(MessageType.renewalReminder)).records
  expect(latest?.content).toMatch(/^100 GB .*届时会超出容量 2\.00 GB/)
  server.clock.advance(DAY_MS)
  expect(await who.listTitles()).toHaveLength(2)
})

it('says nothing at the beginning of a rent that is shorter than the reminder', async () => {
  const who = await owner(20 * HOUR_MS)
  expect(await who.listTitles()).toEqual([])
  server.clock.advance(18 * HOUR_MS)
  expect(await who.listTitles()).toEqual(['设备即将到期'])
})

it('reminds of phones that end together in one message with all of them, once each', async () => {
  const who = await owner(10 * DAY_MS)
  const { rows } = await server.database.pool.query<{ owner_id: string; expires_at: Date }>(
    'select owner_id, expires_at from devices where id = $1',
    [who.deviceId],
  )
  const [{ owner_id: ownerId, expires_at: expiresAt } = { owner_id: '0', expires_at: new Date(0) }] = rows
  const add = (name: string, end: Date) => createDevices(server).addDevice(Number(ownerId), { name, expiresAt: end })
  const second = await add('云端农场 03', later(expiresAt, 5_000))
  const other = await add('云端农场 04', later(expiresAt, HOUR_MS))
  server.clock.advance(7 * DAY_MS + HOUR_MS)
  expect(await who.listTitles()).toEqual(['设备即将到期', '设备即将到期'])
  expect(await who.listTitles()).toHaveLength(2)
  const { records } = await who.list(MessageType.renewalReminder)
  const both = records.find(({ others }) => others.length > 0)
  expect(both).toMatchObject({
    content: expect.stringContaining('云端农场 02 等 2 台设备将于'),
    link: `/pages/Renew/index?deviceIds=${who.deviceId},${second.id}`,
    device: { deviceId: who.deviceId },
    others: [{ deviceId: second.id, name: '云端农场 03' }],
  })
  expect(records.find((record) => record !== both)).toMatchObject({ device: { deviceId: other.id }, others: [] })
  expect((await who.summary())[1]).toMatchObject({ unreadCount: 2 })
})

it('counts the latest reminder of a device only, and one about several until each of them has a later one', async () => {
  const { userId, token } = await people.member()
  const reader = createReader(server, token)
  const made = createDevices(server)
  const devices = [await made.addDevice(userId), await made.addDevice(userId)]
  const [first, second] = devices.map(({ id }) => ({ deviceId: id, deviceName: '云端农场' }))
  if (!first || !second) throw new Error('no devices')
  const remindOf = (phone: object, leftMs: number, minute: number) => {
    const expiresAt = server.clock.now().getTime() + minute * 60_000
    const payload = { ...first, ...phone, expiresAt, remainingMs: leftMs }
    return { event: 'deviceExpiring', userId, key: `reminder:${userId}:${leftMs}:${minute}`, payload } as const
  }
  const delivered = async (count: number) =>
    eventually(async () => expect((await reader.list(MessageType.renewalReminder)).records).toHaveLength(count))
  const unread = async () => {
    const counts = await recount(server, userId)
    expect((await reader.unread()).longNotice).toBe(counts.unread.longNotice)
    return counts.unread.longNotice
  }

  await addEvents(server, [remindOf({ others: [second] }, 3 * DAY_MS, 1)])
  await delivered(1)
  await addEvents(server, [remindOf(first, DAY_MS, 2)])
  await delivered(2)
  expect(await unread()).toBe(2)
  await addEvents(server, [remindOf(second, DAY_MS, 3)])
  await delivered(3)
  expect(await unread()).toBe(2)

  // An event that is committed late has an earlier number: its message comes last and is out of date.
  const late = await server.database.pool.connect()
  try {
    const { key, event, payload } = remindOf(second, 3 * HOUR_MS, 4)
    await late.query('begin')
    await late.query('insert into outbox (event, user_id, key, facts, created_at) values ($1, $2, $3, $4, now())', [
      event,
      userId,
      key,
      payload,
    ])
    await addEvents(server, [remindOf(second, HOUR_MS, 5)])
    await delivered(4)
    await late.query('commit')
  } finally {
    late.release(true)
  }
  await addEvents(server, [rechargeOf(userId)])
  await delivered(5)
  expect(await unread()).toBe(2)
  const { records } = await reader.list(MessageType.renewalReminder)
  const remindedOf = records.filter(({ isRead }) => !isRead).map(({ device, title }) => [device?.deviceId, title])
  expect(remindedOf).toEqual([
    [second.deviceId, '设备即将到期'],
    [first.deviceId, '设备即将到期'],
  ])
  expect(records.map(({ isRead }) => isRead)).toEqual([1, 0, 1, 0, 1])
})

it('drops messages after ninety days, and takes them out of the counts', async () => {
  const { userId, token } = await people.member()
  await addEvents(server, [rechargeOf(userId), rechargeOf(userId)])
  const unread = async (count: number) =>
    eventually(async () => expect((await recount(server, userId)).unread.longAll).toBe(count))
  await unread(2)
  server.clock.advance(MESSAGES_KEPT_DAYS * DAY_MS)
  const sweep = () => sweepMessagesJob({ ...server, live: server.live }).run({} as never)
  await sweep()
  await unread(2)
  await addEvents(server, [rechargeOf(userId)])
  await unread(3)
  server.clock.advance(1)
  await sweep()
  await unread(1)
  expect(await recount(server, userId)).toMatchObject({ unread: { ...noUnread, longSettlement: 1, longAll: 1 } })
  const { rows } = await server.database.pool.query('select settlement from message_counts where user_id = $1', [
    userId,
  ])
  expect(rows).toEqual([{ settlement: 1 }])
  expect(token).not.toBe('')
})
