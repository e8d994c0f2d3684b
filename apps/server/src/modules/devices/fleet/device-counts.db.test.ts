import type { DeviceState } from '@yunji/contract/devices/device/enums'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { deviceCounts, deviceGroups, devices } from '../../../tables/devices.ts'
import { createDevices } from '../../../testing/devices.ts'
import { useServer } from '../../../testing/use-server.ts'

const LIST = '/vmcloud/api/device/getDeviceList'

const server = await useServer()
const make = createDevices(server)
const { db } = server.database

const countsOf = async (token: string, query = '') => {
  const { data } = await server.get(`${LIST}${query}`, { token })
  return (data as { counts: Record<string, number> }).counts
}

const mergeCounts = () => server.periodicJobs.find(({ name }) => name === 'devices.mergeCounts')?.run()

const rowsOf = (ownerId: number) => db.$count(deviceCounts, eq(deviceCounts.ownerId, ownerId))

/** States that end by themselves have a deadline. */
const inState = (state: DeviceState) => ({
  state,
  stateDeadline: ['running', 'stopped', 'released'].includes(state) ? null : new Date('2099-01-01'),
})

const addGroup = async (userId: number) => {
  const [group] = await db
    .insert(deviceGroups)
    .values({ userId, name: '游戏组', createdAt: server.clock.now() })
    .returning()
  return group?.id ?? 0
}

describe('kept counts of devices', () => {
  it('follow every change of a device', async () => {
    const { userId, token } = await make.addPerson()
    const groupId = await addGroup(userId)
    const ids: number[] = []
    for (let count = 0; count < 6; count += 1) ids.push((await make.addDevice(userId)).id)
    expect(await countsOf(token)).toEqual({ all: 6, '10/B': 6, '10/H': 0, running: 6 })

    const [first = 0, second = 0, third = 0, ...others] = ids
    await db
      .update(devices)
      .set({ groupId })
      .where(inArray(devices.id, [first, second]))
    await db.update(devices).set({ state: 'stopped', version: '10/H' }).where(eq(devices.id, second))
    await db.update(devices).set({ state: 'released' }).where(eq(devices.id, third))
    await db.update(devices).set({ name: '不变' }).where(eq(devices.id, first))
    expect(await countsOf(token)).toEqual({ all: 5, '10/B': 4, '10/H': 1, running: 4 })
    expect(await countsOf(token, `?groupId=${groupId}`)).toEqual({ all: 2, '10/B': 1, '10/H': 1, running: 1 })
    expect(await countsOf(token, '?state=stopped')).toEqual({ all: 1, '10/B': 0, '10/H': 1, running: 0 })
    expect(await countsOf(token, '?owner=others')).toMatchObject({ all: 0 })

    await db.delete(devices).where(inArray(devices.id, others))
    expect(await countsOf(token)).toMatchObject({ all: 2 })
  })

  it('go with a device to its new owner', async () => {
    const [from, to] = [await make.addPerson(), await make.addPerson()]
    const device = await make.addDevice(from.userId)
    const [group] = await db.select().from(deviceGroups).where(eq(deviceGroups.userId, to.userId))
    await db
      .update(devices)
      .set({ ownerId: to.userId, groupId: group?.id ?? 0 })
      .where(eq(devices.id, device.id))
    expect([await countsOf(from.token), await countsOf(to.token)]).toMatchObject([{ all: 0 }, { all: 1 }])
  })

  it('stay the same when they are merged, in few rows', async () => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId)
    await make.addDevice(userId, { version: '10/H' })
    for (let time = 0; time < 10; time += 1)
      for (const state of ['rebooting', 'running'] as const)
        await db.update(devices).set(inState(state)).where(eq(devices.id, device.id))
    const before = await countsOf(token)
    expect(await rowsOf(userId)).toBe(42)
    await mergeCounts()
    expect(await rowsOf(userId)).toBe(2)
    await mergeCounts()
    expect([await countsOf(token), await rowsOf(userId)]).toEqual([before, 2])
  })

  it('keep no row of an owner without devices', async () => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId)
    await db.update(devices).set({ state: 'released' }).where(eq(devices.id, device.id))
    await mergeCounts()
    expect([await rowsOf(userId), await countsOf(token)]).toMatchObject([0, { all: 0 }])
  })

  it('let two changes of one owner go on at the same time, and a merge beside them', async () => {
    const { userId, token } = await make.addPerson()
    const [one, two] = [await make.addDevice(userId), await make.addDevice(userId)]
    await db.transaction(async (tx) => {
      await tx.update(devices).set({ state: 'stopped' }).where(eq(devices.id, one.id))
      // Waits for nothing of the open transaction, or times out.
      await db.transaction(async (other) => {
        await other.execute(sql`set local lock_timeout = '2s'`)
        await other.update(devices).set({ state: 'stopped' }).where(eq(devices.id, two.id))
      })
      await mergeCounts()
    })
    await mergeCounts()
    expect(await countsOf(token)).toMatchObject({ all: 2, running: 0 })
  })

  it('agree with the devices after changes at random', async () => {
    const { userId, token } = await make.addPerson()
    const groupId = await addGroup(userId)
    for (let count = 0; count < 8; count += 1) await make.addDevice(userId)
    const states = ['running', 'stopped', 'faulty', 'expired', 'released', 'rebooting'] as const
    for (let step = 0; step < 30; step += 1) {
      const state = states[(step * 7 + 3) % states.length] ?? 'running'
      await db
        .update(devices)
        .set({ ...inState(state), version: step % 3 === 0 ? '10/H' : '10/B', ...(step % 5 === 0 && { groupId }) })
        .where(and(eq(devices.ownerId, userId), sql`${devices.id} % ${2 + (step % 4)} = ${step % 2}`))
      if (step % 7 === 0) await mergeCounts()
    }
    const real = await db.$count(devices, and(eq(devices.ownerId, userId), ne(devices.state, 'released')))
    const running = await db.$count(devices, and(eq(devices.ownerId, userId), eq(devices.state, 'running')))
    expect(await countsOf(token)).toMatchObject({ all: real, running })
  })
})
