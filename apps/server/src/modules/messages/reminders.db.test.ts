import { MESSAGES_KEPT_DAYS, MessageType, noUnread } from '@yunji/contract/messages/rules'
import { eventually } from '@yunji/testkit/eventually'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { DAY_MS, later } from '../../platform/clock.ts'
import { devices as deviceTable } from '../../tables/devices.ts'
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
  expect(summary).toMatchObject({ unreadCount: 4, latest: { title: '云端农场 02 已到期，保留 2 小时' } })
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

it('says nothing at the beginning of a rent that is shorter than the reminder', async () => {
  const who = await owner(20 * HOUR_MS)
  expect(await who.listTitles()).toEqual([])
  server.clock.advance(18 * HOUR_MS)
  expect(await who.listTitles()).toEqual(['设备即将到期'])
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
