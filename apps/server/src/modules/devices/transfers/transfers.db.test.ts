import type { TransferRecord } from '@yunji/contract/devices/transfer/schema'
import { eventually } from '@yunji/testkit/eventually'
import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, later } from '../../../platform/clock.ts'
import { deviceGrants, deviceGroups, devices, deviceTransferItems } from '../../../tables/devices.ts'
import { users } from '../../../tables/identity.ts'
import { messages } from '../../../tables/messages.ts'
import { autoRenewals } from '../../../tables/renewals.ts'
import { deviceScheduleDevices, deviceSchedules } from '../../../tables/schedules.ts'
import { taskParts, tasks } from '../../../tables/tasks.ts'
import { createDevices } from '../../../testing/devices.ts'
import { createPeople } from '../../../testing/people.ts'
import { openShop } from '../../../testing/shop.ts'
import { createTenant } from '../../../testing/tenant.ts'
import { useServer } from '../../../testing/use-server.ts'

const server = await useServer()
const shop = await openShop(server)
const make = createDevices(server)
const people = createPeople(server, 13_600_100_000)
const { db } = server.database

type Member = Awaited<ReturnType<typeof people.member>>

const call = (path: string, body: unknown, { token }: { token: string }) =>
  server.post(`/vmcloud/api/transfer/${path}`, body, { token })

/** Waits out the pause between two codes. */
const codeOf = async (sender: Member): Promise<string> => {
  server.clock.advance(61_000)
  return people.codeFor(sender.mobilePhone, 'transferDevice', sender.token)
}

const start = async (sender: Member, mobilePhone: string, ...deviceIds: number[]) =>
  call('start', { deviceIds, mobilePhone, code: await codeOf(sender) }, sender)

const started = async (sender: Member, mobilePhone: string, ...deviceIds: number[]): Promise<TransferRecord> => {
  const answer = await start(sender, mobilePhone, ...deviceIds)
  expect(answer).toMatchObject({ code: 200 })
  return answer.data as TransferRecord
}

const listOf = async ({ token }: { token: string }): Promise<TransferRecord[]> => {
  const { data } = await server.get('/vmcloud/api/transfer/getList', { token })
  return (data as { records: TransferRecord[] }).records
}

const rowOf = async (deviceId: number) => {
  const [device] = await db.select().from(devices).where(eq(devices.id, deviceId))
  return device as typeof devices.$inferSelect
}

const expire = () => server.periodicJobs.find(({ name }) => name === 'devices.expireTransfers')?.run()

const messagesOf = (userId: number) =>
  db.select().from(messages).where(eq(messages.userId, userId)).orderBy(messages.id)

describe('a transfer', () => {
  it('gives devices with everything on them to the holder of a number, and ends what was arranged for them', async () => {
    const [sender, receiver, guest] = [await people.member(), await people.member(), await people.member()]
    const first = await make.addDevice(sender.userId, { name: '星海远征 06' })
    const second = await make.addDevice(sender.userId, { name: '日常主号', state: 'stopped' })
    const grantId = await make.grant(first.id, guest.userId, 'control')
    await db.insert(autoRenewals).values({
      deviceId: first.id,
      userId: sender.userId,
      productId: shop.productId,
      payMethod: 4,
      nextTryAt: later(server.clock.now(), DAY_MS),
      createdAt: server.clock.now(),
    })
    const schedule = { kind: 'reboot', target: 'devices', repeat: 'daily', time: '03:00' } as const
    const [nightly] = await db
      .insert(deviceSchedules)
      .values({ ...schedule, ownerId: sender.userId, createdAt: server.clock.now() })
      .returning()
    await db.insert(deviceScheduleDevices).values({ scheduleId: nightly?.id ?? 0, deviceId: first.id })
    const { transferId } = await started(sender, receiver.mobilePhone, first.id, second.id)
    await eventually(async () =>
      expect(await messagesOf(receiver.userId)).toMatchObject([{ event: 'transferWaiting', messageType: 3 }]),
    )
    expect(await listOf(receiver)).toMatchObject([
      { transferId, side: 'received', state: 'waiting', peerName: '小云', devices: [{ name: '星海远征 06' }, {}] },
    ])
    expect(await call('accept', { transferId }, receiver)).toMatchObject({ code: 200, data: { state: 'accepted' } })
    const [group] = await db
      .select()
      .from(deviceGroups)
      .where(and(eq(deviceGroups.userId, receiver.userId), deviceGroups.isDefault))
    for (const old of [first, second]) {
      expect(await rowOf(old.id)).toEqual({ ...old, ownerId: receiver.userId, groupId: group?.id })
    }
    const [grant] = await db.select().from(deviceGrants).where(eq(deviceGrants.id, grantId))
    expect(grant?.state).toBe('revoked')
    expect(await db.$count(autoRenewals, eq(autoRenewals.deviceId, first.id))).toBe(0)
    expect(await db.$count(deviceScheduleDevices)).toBe(0)
    expect(await call('accept', { transferId }, receiver)).toMatchObject({ code: 200 })
    await eventually(async () =>
      expect(await messagesOf(sender.userId)).toMatchObject([{ event: 'transferEnded', messageType: 5 }]),
    )
    expect((await listOf(sender))[0]).toMatchObject({ side: 'sent', state: 'accepted', peerName: '' })
  })

  it('tells nothing of the account behind a number', async () => {
    const [sender, receiver] = [await people.member(), await people.member()]
    const [one, other] = [await make.addDevice(sender.userId), await make.addDevice(sender.userId)]
    const known = await started(sender, receiver.mobilePhone, one.id)
    const unknown = await started(sender, people.newPhone(), other.id)
    expect(Object.keys(unknown)).toEqual(Object.keys(known))
    expect([known.peerName, unknown.peerName]).toEqual(['', ''])
    expect(known.peerPhone).toMatch(/^\d{3}\*{4}\d{4}$/)
  })

  it('waits for a number that registers within the day', async () => {
    const sender = await people.member()
    const device = await make.addDevice(sender.userId)
    const mobilePhone = people.newPhone()
    const { transferId } = await started(sender, mobilePhone, device.id)
    server.clock.advance(20 * HOUR_MS)
    const { token, userId } = await people.logInBySms(mobilePhone)
    await eventually(async () =>
      expect((await messagesOf(userId)).map(({ event }) => event)).toContain('transferWaiting'),
    )
    expect(await call('accept', { transferId }, { token })).toMatchObject({ code: 200 })
    expect((await rowOf(device.id)).ownerId).toBe(userId)
  })

  it('is for whoever holds the number at the time', async () => {
    const [sender, former] = [await people.member(), await people.member()]
    const device = await make.addDevice(sender.userId)
    const { transferId } = await started(sender, former.mobilePhone, device.id)
    await db.update(users).set({ mobilePhone: people.newPhone() }).where(eq(users.id, former.userId))
    expect(await call('accept', { transferId }, former)).toMatchObject({ code: 1080, msg: '转移不存在或已结束' })
    const { token } = await people.logInBySms(former.mobilePhone)
    expect(await call('accept', { transferId }, { token })).toMatchObject({ code: 200 })
  })

  it('answers a repeated request with the transfer that stands', async () => {
    const [sender, receiver] = [await people.member(), await people.member()]
    const device = await make.addDevice(sender.userId)
    const body = { deviceIds: [device.id], mobilePhone: receiver.mobilePhone, code: await codeOf(sender) }
    const first = await call('start', body, sender)
    expect(await call('start', body, sender)).toMatchObject({ code: 200, data: first.data })
    expect(await db.$count(deviceTransferItems, eq(deviceTransferItems.deviceId, device.id))).toBe(1)
  })

  it('needs the code of its own purpose, once', async () => {
    const [sender, receiver] = [await people.member(), await people.member()]
    const [one, other] = [await make.addDevice(sender.userId), await make.addDevice(sender.userId)]
    const foreign = await people.codeFor(sender.mobilePhone, 'deleteAccount', sender.token)
    const body = { deviceIds: [one.id], mobilePhone: receiver.mobilePhone, code: foreign }
    expect(await call('start', body, sender)).toMatchObject({ code: 1006 })
    const code = await codeOf(sender)
    expect(await call('start', { ...body, code }, sender)).toMatchObject({ code: 200 })
    expect(await call('start', { ...body, deviceIds: [other.id], code }, sender)).toMatchObject({ code: 1006 })
  })

  it('needs a password, another number and own devices', async () => {
    const [member, other, newcomer] = [await people.member(), await people.member(), await people.newcomer()]
    const own = await make.addDevice(member.userId)
    const theirs = await make.addDevice(newcomer.userId)
    const body = { deviceIds: [own.id], mobilePhone: other.mobilePhone, code: '123456' }
    expect(await call('start', { ...body, deviceIds: [theirs.id] }, newcomer)).toMatchObject({ code: 1331 })
    expect(await call('start', { ...body, mobilePhone: member.mobilePhone }, member)).toMatchObject({
      code: 1080,
      msg: '不能转给自己的手机号',
    })
    await make.grant(own.id, other.userId, 'control')
    expect(await call('start', { ...body, mobilePhone: member.mobilePhone }, other)).toMatchObject({ code: 1031 })
    expect(await call('getDevices', { deviceIds: [own.id] }, other)).toMatchObject({ code: 1031 })
  })
})

describe('a device that cannot be transferred', () => {
  const reasonOf = async (fields: Parameters<typeof make.addDevice>[1]) => {
    const sender = await people.member()
    const good = await make.addDevice(sender.userId)
    const bad = await make.addDevice(sender.userId, { name: '这台', ...fields })
    const body = { deviceIds: [good.id, bad.id], mobilePhone: people.newPhone(), code: '123456' }
    const { code, msg } = await call('start', body, sender)
    expect(await db.$count(deviceTransferItems, eq(deviceTransferItems.deviceId, good.id))).toBe(0)
    return { code, msg }
  }

  it.each([
    ['is metered', { isMetered: true }, '按时计费'],
    ['has expired', { state: 'expired' as const }, '已到期'],
    ['is faulty', { state: 'faulty' as const }, '故障'],
    ['is backing up', { state: 'backingUp' as const }, '正在执行任务'],
    ['is being created', { state: 'creating' as const }, '正在执行任务'],
    ['ends within a day', { expiresAt: later(server.clock.now(), DAY_MS - 1) }, '不足 24 小时'],
  ])('refuses all of them in words when one %s', async (_title, fields, words) => {
    const { code, msg } = await reasonOf(fields)
    expect(code).toBe(1330)
    expect(msg).toMatch(new RegExp(`^这台：.*${words}`))
  })

  it('has an open order or was activated by a code today', async () => {
    const sender = await people.member()
    const tenant = createTenant(server, shop, sender)
    await tenant.fill('balance', 20_000)
    const { deviceId } = await tenant.rent(shop.productId)
    const refusalOf = async () => {
      const { data } = await call('getDevices', { deviceIds: [deviceId] }, sender)
      return (data as { devices: { refusal: string | null }[] }).devices[0]?.refusal
    }
    expect(await refusalOf()).toBeNull()
    await server.database.pool.query(
      `insert into orders (user_id, kind, title, lines, total_cents, payable_cents, purchase, created_at, expires_at)
       values ($1, 'renew', '续费', '[]', 100, 100, jsonb_build_object('deviceIds', jsonb_build_array($2::bigint)), $3, $4)`,
      [sender.userId, deviceId, server.clock.now(), later(server.clock.now(), HOUR_MS)],
    )
    expect(await refusalOf()).toBe('openOrder')
    await server.database.pool.query(`update orders set state = 'cancelled' where user_id = $1 and state = 'pending'`, [
      sender.userId,
    ])
    await server.database.pool.query(
      `insert into activation_codes (order_id, owner_id, product_id, digest, sealed_code, paid_cents, state, created_at,
         expires_at, used_at, used_by, used_for, device_id)
       select id, $1, $2, sha256('used'), 'sealed', 0, 'used', $3, $3, $3, $1, 'renewal', $4
       from orders where user_id = $1 limit 1`,
      [sender.userId, shop.productId, server.clock.now(), deviceId],
    )
    expect(await refusalOf()).toBe('codeUsed')
    server.clock.advance(DAY_MS)
    expect(await refusalOf()).toBeNull()
  })

  it('is on its way already, and is then neither deleted nor transferred again', async () => {
    const sender = await people.member()
    const device = await make.addDevice(sender.userId, { state: 'stopped' })
    const { transferId } = await started(sender, people.newPhone(), device.id)
    expect(await start(sender, people.newPhone(), device.id)).toMatchObject({ code: 1330 })
    const remove = () =>
      server.post('/vmcloud/api/device/deleteDevice', { deviceIds: [device.id] }, { token: sender.token })
    expect(await remove()).toMatchObject({
      data: { results: [{ code: 1080, msg: '设备正在转移中，请先取消转移' }] },
    })
    expect(await make.stateOf(device.id)).toBe('stopped')
    expect(await call('cancel', { transferId }, sender)).toMatchObject({ code: 200 })
    expect(await remove()).toMatchObject({ data: { results: [{ code: 200, state: 'released' }] } })
  })

  it('is not given back while it is on its way', async () => {
    const sender = await people.member()
    const tenant = createTenant(server, shop, sender)
    await tenant.fill('balance', 20_000)
    const { deviceId } = await tenant.rent(shop.productId)
    const { transferId } = await started(sender, people.newPhone(), deviceId)
    expect(await tenant.call('device/returnDevice', { deviceId })).toMatchObject({
      code: 1080,
      msg: '设备正在转移中，请先取消转移',
    })
    await call('cancel', { transferId }, sender)
    expect(await tenant.call('device/returnDevice', { deviceId })).toMatchObject({ code: 200 })
  })
})

describe('the end of a transfer', () => {
  it('is the cancellation until it is accepted', async () => {
    const [sender, receiver] = [await people.member(), await people.member()]
    const device = await make.addDevice(sender.userId)
    const { transferId } = await started(sender, receiver.mobilePhone, device.id)
    expect(await call('cancel', { transferId }, receiver)).toMatchObject({ code: 1080, msg: '转移不存在或已结束' })
    expect(await call('cancel', { transferId }, sender)).toMatchObject({ code: 200, data: { state: 'cancelled' } })
    expect(await call('accept', { transferId }, receiver)).toMatchObject({ code: 1080, msg: '转移已取消' })
    expect((await rowOf(device.id)).ownerId).toBe(sender.userId)
    await eventually(async () =>
      expect((await messagesOf(receiver.userId)).map(({ title }) => title)).toContain('设备转移已取消'),
    )
  })

  it('is the refusal of its receiver, and of nobody else', async () => {
    const [sender, receiver, stranger] = [await people.member(), await people.member(), await people.member()]
    const device = await make.addDevice(sender.userId)
    const { transferId } = await started(sender, receiver.mobilePhone, device.id)
    for (const path of ['accept', 'reject', 'cancel']) {
      expect(await call(path, { transferId }, stranger)).toMatchObject({ code: 1080, msg: '转移不存在或已结束' })
    }
    expect(await call('accept', { transferId }, sender)).toMatchObject({ code: 1080 })
    expect(await call('reject', { transferId }, receiver)).toMatchObject({ code: 200, data: { state: 'rejected' } })
    expect(await call('accept', { transferId }, receiver)).toMatchObject({ code: 1080, msg: '转移已拒绝' })
    expect(await listOf(stranger)).toEqual([])
  })

  it('comes by itself after 24 hours, to the millisecond', async () => {
    const [sender, receiver] = [await people.member(), await people.member()]
    const device = await make.addDevice(sender.userId)
    const { transferId } = await started(sender, receiver.mobilePhone, device.id)
    server.clock.advance(DAY_MS - 1)
    await expire()
    expect((await listOf(sender))[0]).toMatchObject({ state: 'waiting' })
    server.clock.advance(1)
    expect(await call('accept', { transferId }, receiver)).toMatchObject({ code: 1080, msg: '转移已过期' })
    await expire()
    expect((await listOf(sender))[0]).toMatchObject({ state: 'expired' })
    expect((await rowOf(device.id)).ownerId).toBe(sender.userId)
    for (const { userId } of [sender, receiver]) {
      await eventually(async () =>
        expect((await messagesOf(userId)).map(({ title }) => title)).toContain('设备转移已过期'),
      )
    }
    expect(await start(sender, receiver.mobilePhone, device.id)).toMatchObject({ code: 200 })
  })

  it('waits for a task of one of its devices', async () => {
    const [sender, receiver] = [await people.member(), await people.member()]
    const device = await make.addDevice(sender.userId, { name: '星海' })
    const { transferId } = await started(sender, receiver.mobilePhone, device.id)
    const now = server.clock.now()
    const [task] = await db
      .insert(tasks)
      .values({ ownerId: sender.userId, kind: 'reboot', state: 'working', createdAt: now, deadlineAt: now })
      .returning()
    await db.insert(taskParts).values({
      taskId: task?.id ?? 0,
      deviceId: device.id,
      deviceName: '星海',
      deviceStateCount: 0,
      deviceStateBefore: 'running',
      state: 'working',
      deadlineAt: later(now, DAY_MS),
    })
    expect(await call('accept', { transferId }, receiver)).toMatchObject({
      code: 1330,
      msg: '星海：设备正在执行任务，请稍后再试',
    })
    expect((await rowOf(device.id)).ownerId).toBe(sender.userId)
    await db.delete(taskParts).where(eq(taskParts.deviceId, device.id))
    expect(await call('accept', { transferId }, receiver)).toMatchObject({ code: 200 })
  })

  it('is not an acceptance when its sender was frozen meanwhile', async () => {
    const [sender, receiver] = [await people.member(), await people.member()]
    const device = await make.addDevice(sender.userId)
    const { transferId } = await started(sender, receiver.mobilePhone, device.id)
    await db.update(users).set({ frozenAt: server.clock.now() }).where(eq(users.id, sender.userId))
    expect(await call('accept', { transferId }, receiver)).toMatchObject({ code: 1330 })
    expect((await rowOf(device.id)).ownerId).toBe(sender.userId)
  })

  it.each(Array.from({ length: 6 }, (_, round) => [round]))(
    'is one of accept, reject and cancel, round %i',
    async () => {
      const [sender, receiver] = [await people.member(), await people.member()]
      const device = await make.addDevice(sender.userId)
      const { transferId } = await started(sender, receiver.mobilePhone, device.id)
      const answers = await Promise.all([
        call('accept', { transferId }, receiver),
        call('reject', { transferId }, receiver),
        call('cancel', { transferId }, sender),
      ])
      expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
      const isAccepted = answers[0]?.code === 200
      expect((await rowOf(device.id)).ownerId).toBe(isAccepted ? receiver.userId : sender.userId)
    },
  )

  it('is an obstacle to deleting either account until it comes', async () => {
    const [sender, receiver] = [await people.member(), await people.member()]
    const device = await make.addDevice(sender.userId)
    const { transferId } = await started(sender, receiver.mobilePhone, device.id)
    const obstacles = async ({ token }: Member) =>
      ((await server.get('/vmcloud/api/user/getDeletion', { token })).data as { obstacles: { kind: string }[] })
        ?.obstacles
    expect(await obstacles(receiver)).toEqual([{ kind: 'transfer', count: 1 }])
    expect((await obstacles(sender)).map(({ kind }) => kind)).toEqual(['device', 'transfer'])
    await call('reject', { transferId }, receiver)
    expect(await obstacles(receiver)).toEqual([])
  })
})
