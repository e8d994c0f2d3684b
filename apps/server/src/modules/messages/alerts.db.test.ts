import type { AlertSetting } from '@yunji/contract/messages/schema'
import { eventually } from '@yunji/testkit/eventually'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, later } from '../../platform/clock.ts'
import { digestRuns } from '../../tables/alerts.ts'
import { devices } from '../../tables/devices.ts'
import { users } from '../../tables/identity.ts'
import { messages, outbox } from '../../tables/messages.ts'
import { createDevices } from '../../testing/devices.ts'
import { addEvents } from '../../testing/messages.ts'
import { useServer } from '../../testing/use-server.ts'
import { digestWeek } from './send-digests.ts'

const server = await useServer()
const make = createDevices(server)
const { db } = server.database

beforeEach(async () => {
  await db.delete(digestRuns)
  await db.delete(devices)
})

const run = async (): Promise<void> => server.periodicJobs.find(({ name }) => name === 'messages.digest')?.run()
/** With a week behind the account. */
const addOldPerson = async () => {
  const person = await make.addPerson()
  const createdAt = later(server.clock.now(), -8 * DAY_MS)
  await db.update(users).set({ createdAt }).where(eq(users.id, person.userId))
  return person
}
const digestsOf = async (userId: number) =>
  (await db.select().from(outbox).where(eq(outbox.userId, userId))).filter(({ event }) => event === 'weeklyDigest')
const setAlert = (token: string, alert: string, isOn: boolean) =>
  server.post('/vmcloud/api/message/updateAlert', { alert, isOn }, { token })
const eventsOf = async (userId: number) =>
  (await db.select({ event: messages.event }).from(messages).where(eq(messages.userId, userId))).map(
    ({ event }) => event,
  )

describe('an alert', () => {
  it('is on until it is switched off, and each by itself', async () => {
    const { token } = await make.addPerson()
    const read = async () =>
      ((await server.get('/vmcloud/api/message/getMessageSettings', { token })).data as { alerts: AlertSetting[] })
        .alerts
    expect((await read()).map(({ isOn }) => isOn)).toEqual([true, true, true, true])
    await setAlert(token, 'stock', false)
    expect((await read()).filter(({ isOn }) => !isOn)).toEqual([{ alert: 'stock', isOn: false }])
    await setAlert(token, 'stock', true)
    expect((await read()).every(({ isOn }) => isOn)).toBe(true)
    expect((await setAlert(token, 'unknown', true)).code).toBe(1080)
  })

  it('that is off becomes no message, and everything else still does', async () => {
    const [one, other] = [await make.addPerson(), await make.addPerson()]
    await setAlert(one.token, 'schedule', false)
    for (const { userId } of [one, other])
      await addEvents(server, [
        { event: 'scheduleMissed', userId, key: `missed:${userId}`, payload: { name: '每天 03:00 重启', dueAt: 1 } },
        { event: 'recharged', userId, key: `recharged:${userId}`, payload: { what: 'balance', amountCents: 100 } },
      ])
    await eventually(async () => expect(await eventsOf(other.userId)).toEqual(['scheduleMissed', 'recharged']))
    await eventually(async () => expect(await eventsOf(one.userId)).toEqual(['recharged']))
    const waiting = await db.select().from(outbox).where(eq(outbox.userId, one.userId))
    expect(waiting.every(({ deliveredAt }) => deliveredAt !== null)).toBe(true)
  })
})

describe('the week of a digest', () => {
  it.each([
    ['2026-11-16T01:59:59Z', '2026-11-09'],
    ['2026-11-16T02:00:00Z', '2026-11-16'],
    ['2026-11-22T16:00:00Z', '2026-11-16'],
    ['2026-11-23T02:00:00Z', '2026-11-23'],
    ['2027-01-01T00:00:00Z', '2026-12-28'],
  ])('at %s began on %s', (at, week) => expect(digestWeek(Date.parse(at))).toBe(week))
})

describe('a digest', () => {
  it('counts devices, ends, failed tasks and beans, once a week', async () => {
    const { userId } = await addOldPerson()
    const now = server.clock.now()
    const device = await make.addDevice(userId, { expiresAt: later(now, 3 * DAY_MS) })
    await make.addDevice(userId, { expiresAt: later(now, 30 * DAY_MS) })
    await make.addDevice(userId, { state: 'released' })
    await server.database.pool.query(
      `insert into tasks (owner_id, kind, state, created_at, deadline_at, ended_at)
       select $1, 'reboot', state, $2, $2, $2 from unnest(array['failed', 'succeeded']) state`,
      [userId, now],
    )
    await Promise.all([run(), run()])
    await run()
    expect(await digestsOf(userId)).toMatchObject([{ key: expect.stringContaining('weeklyDigest') }])
    await eventually(async () => expect(await eventsOf(userId)).toEqual(['weeklyDigest']))
    const [message] = await db.select().from(messages).where(eq(messages.userId, userId))
    expect(message?.content).toBe('你有 2 台云手机，其中 1 台 7 天内到期；过去 7 天有 1 个任务未完成；云豆余额 0。')
    server.clock.advance(7 * DAY_MS)
    await db
      .update(devices)
      .set({ expiresAt: later(server.clock.now(), 30 * DAY_MS) })
      .where(eq(devices.id, device.id))
    await run()
    expect(await digestsOf(userId)).toHaveLength(2)
  })

  it('is not sent twice by a server that died before it wrote how far it came', async () => {
    const { userId } = await addOldPerson()
    await make.addDevice(userId)
    await run()
    await db.delete(digestRuns)
    await run()
    expect(await digestsOf(userId)).toHaveLength(1)
  })

  it('tells nobody of a week before the account', async () => {
    const { userId } = await make.addPerson()
    await make.addDevice(userId)
    await run()
    expect(await digestsOf(userId)).toEqual([])
  })

  it('goes to nobody without devices, frozen or erased', async () => {
    const [without, frozen, erased] = [await addOldPerson(), await addOldPerson(), await addOldPerson()]
    for (const { userId } of [frozen, erased]) await make.addDevice(userId)
    await db.update(users).set({ frozenAt: server.clock.now() }).where(eq(users.id, frozen.userId))
    await db.update(users).set({ erasedAt: server.clock.now() }).where(eq(users.id, erased.userId))
    await run()
    for (const { userId } of [without, frozen, erased]) expect(await digestsOf(userId)).toEqual([])
  })

  it('reaches thousands of accounts a part at a time', async () => {
    const { userId } = await addOldPerson()
    const { id } = await make.addDevice(userId)
    await server.database.pool.query(
      `with made as (insert into users (name, created_at) select '用户', now() - interval '1 year' from generate_series(1, 1200) returning id)
       insert into devices (owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, expires_at, state, created_at)
       select made.id, d.group_id, d.zone_id, d.name, d.goods_level, d.version, d.supplier_type, 'digest-' || made.id, d.expires_at, d.state, d.created_at
       from made, devices d where d.id = $1`,
      [id],
    )
    const week = digestWeek(server.clock.now().getTime())
    const sent = () => db.$count(outbox, eq(outbox.event, 'weeklyDigest'))
    const before = await sent()
    await run()
    expect(await sent()).toBe(before + 500)
    await run()
    await run()
    expect(await sent()).toBe(before + 1201)
    expect(await db.select().from(digestRuns).where(eq(digestRuns.week, week))).toMatchObject([
      { endedAt: server.clock.now() },
    ])
  })
})
