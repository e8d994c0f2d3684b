import { eventually } from '@yunji/testkit/eventually'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS, later, MINUTE_MS } from '../../../platform/clock.ts'
import { deviceFaultAlerts } from '../../../tables/alerts.ts'
import { devices } from '../../../tables/devices.ts'
import { messages, outbox } from '../../../tables/messages.ts'
import { createDevices } from '../../../testing/devices.ts'
import { useServer } from '../../../testing/use-server.ts'

const server = await useServer()
const make = createDevices(server)
const { db } = server.database

beforeEach(async () => {
  await db.delete(deviceFaultAlerts)
  await db.update(devices).set({ state: 'running', faultySince: null, stateDeadline: null })
})

const run = async (): Promise<void> => server.periodicJobs.find(({ name }) => name === 'devices.announceFaults')?.run()
const toldTo = async (userId: number) =>
  (await db.select().from(outbox).where(eq(outbox.userId, userId)).orderBy(outbox.id)).map(({ event }) => event)
const breakDown = (id: number, fields: Partial<typeof devices.$inferInsert> = {}) =>
  db
    .update(devices)
    .set({ state: 'faulty', faultySince: server.clock.now(), stateDeadline: new Date('2099-01-01'), ...fields })
    .where(eq(devices.id, id))
const comeBack = (id: number, fields: Partial<typeof devices.$inferInsert> = {}) =>
  db
    .update(devices)
    .set({ state: 'running', faultySince: null, stateDeadline: null, ...fields })
    .where(eq(devices.id, id))
const pass = (milliseconds: number) => server.clock.advance(milliseconds)

const owner = async (count = 1) => {
  const { userId, token } = await make.addPerson()
  const ids: number[] = []
  for (let at = 0; at < count; at += 1)
    ids.push((await make.addDevice(userId, { expiresAt: later(server.clock.now(), 10_000 * HOUR_MS) })).id)
  return { userId, token, ids, id: ids[0] ?? 0 }
}

describe('a phone that breaks', () => {
  it('is told after three minutes, once, and told again when it is back', async () => {
    const { userId, id } = await owner()
    await breakDown(id)
    pass(2 * MINUTE_MS)
    await run()
    expect(await toldTo(userId)).toEqual([])
    pass(MINUTE_MS)
    await run()
    await run()
    pass(HOUR_MS)
    await run()
    expect(await toldTo(userId)).toEqual(['deviceFault'])
    await comeBack(id)
    await run()
    await run()
    expect(await toldTo(userId)).toEqual(['deviceFault', 'deviceRecovered'])
  })

  it('that breaks and comes back again and again is told once in six hours', async () => {
    const { userId, id } = await owner()
    for (let time = 0; time < 8; time += 1) {
      await breakDown(id)
      pass(5 * MINUTE_MS)
      await run()
      await comeBack(id)
      pass(5 * MINUTE_MS)
      await run()
    }
    expect(await toldTo(userId)).toEqual(['deviceFault', 'deviceRecovered'])
    await breakDown(id)
    pass(6 * HOUR_MS)
    await run()
    expect(await toldTo(userId)).toHaveLength(3)
  })

  it('shares its message with the others of its owner, and not with those of somebody else', async () => {
    const [one, other] = [await owner(60), await owner()]
    for (const id of [...one.ids, other.id]) await breakDown(id)
    pass(4 * MINUTE_MS)
    await Promise.all([run(), run()])
    expect(await toldTo(one.userId)).toEqual(['deviceFault'])
    await eventually(async () => {
      const [message] = await db.select().from(messages).where(eq(messages.userId, one.userId))
      expect(message).toMatchObject({ deviceId: one.id, otherDeviceIds: one.ids.slice(1, 50) })
      expect(message?.content).toContain('等 60 台设备')
    })
    expect(await toldTo(other.userId)).toEqual(['deviceFault'])
  })

  it('soon after another of its owner waits for the next message', async () => {
    const { userId, ids } = await owner(3)
    await breakDown(ids[0] ?? 0)
    pass(4 * MINUTE_MS)
    await run()
    await breakDown(ids[1] ?? 0)
    await breakDown(ids[2] ?? 0)
    pass(4 * MINUTE_MS)
    await run()
    expect(await toldTo(userId)).toEqual(['deviceFault'])
    pass(7 * MINUTE_MS)
    await run()
    expect(await toldTo(userId)).toEqual(['deviceFault', 'deviceFault'])
  })

  it('because it refuses ADB has its own message, and one that is replaced too', async () => {
    const { userId, ids } = await owner(2)
    await breakDown(ids[0] ?? 0, { adbRefusedSince: server.clock.now() })
    await breakDown(ids[1] ?? 0)
    pass(4 * MINUTE_MS)
    await run()
    expect(await toldTo(userId)).toEqual(['deviceFault'])
    await comeBack(ids[1] ?? 0, { phoneId: `new-phone-${ids[1]}` })
    await run()
    expect(await toldTo(userId)).toEqual(['deviceFault'])
    expect(await db.select().from(deviceFaultAlerts)).toMatchObject([{ backAt: server.clock.now() }])
  })

  it('and has another owner when it is back is told to nobody', async () => {
    const [one, other] = [await owner(), await owner(0)]
    await breakDown(one.id)
    pass(4 * MINUTE_MS)
    await run()
    await comeBack(one.id, { ownerId: other.userId })
    await run()
    expect([await toldTo(one.userId), await toldTo(other.userId)]).toEqual([['deviceFault'], []])
    expect(await db.select().from(deviceFaultAlerts)).toEqual([])
  })
})
