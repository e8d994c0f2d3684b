import { MAX_EMPTY_RUNS, MAX_SCHEDULES, nextRunAt } from '@yunji/contract/devices/schedule/rules'
import type { ScheduleRecord } from '@yunji/contract/devices/schedule/schema'
import { eventually } from '@yunji/testkit/eventually'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, later, MINUTE_MS } from '../../../platform/clock.ts'
import { backups } from '../../../tables/backups.ts'
import { deviceGroups, devices, deviceTags } from '../../../tables/devices.ts'
import { users } from '../../../tables/identity.ts'
import { outbox } from '../../../tables/messages.ts'
import { deviceScheduleRuns, deviceSchedules } from '../../../tables/schedules.ts'
import { tasks } from '../../../tables/tasks.ts'
import { createDevices } from '../../../testing/devices.ts'
import { useServer } from '../../../testing/use-server.ts'

const server = await useServer()
const make = createDevices(server)
const { db, pool } = server.database
let keys = 0

beforeEach(async () => {
  server.supplier.failing.clear()
  server.supplier.commands.splice(0)
  // Schedules of other cases are not run here.
  await db.update(deviceSchedules).set({ nextAt: null })
})

interface Member {
  readonly userId: number
  readonly token: string
}

const daily = { repeat: 'daily', time: '03:00' }
const post = (path: string, body: object, { token }: Member, key?: string) =>
  server.post(`/vmcloud/api/schedule/${path}`, body, { token, ...(key && { headers: { 'idempotency-key': key } }) })
const create = (member: Member, body: object) =>
  post('create', { kind: 'reboot', ...daily, ...body }, member, `a-new-schedule-number-${(keys += 1)}`)
const created = async (member: Member, body: object): Promise<ScheduleRecord> => {
  const answer = await create(member, body)
  if (answer.code !== 200) throw new Error(answer.msg)
  return answer.data as ScheduleRecord
}
const list = async ({ token }: Member): Promise<ScheduleRecord[]> =>
  ((await server.get('/vmcloud/api/schedule/getList', { token })).data as { schedules: ScheduleRecord[] }).schedules
const only = async (member: Member): Promise<ScheduleRecord> => {
  const [first, ...others] = await list(member)
  expect(others).toEqual([])
  return first as ScheduleRecord
}
const run = async (): Promise<void> => server.periodicJobs.find(({ name }) => name === 'devices.runSchedules')?.run()
const runsOf = (scheduleId: number) =>
  db.select().from(deviceScheduleRuns).where(eq(deviceScheduleRuns.scheduleId, scheduleId))
const tasksOf = ({ userId }: Member) => db.select().from(tasks).where(eq(tasks.ownerId, userId))
const toldTo = async ({ userId }: Member): Promise<string[]> =>
  (await db.select({ event: outbox.event }).from(outbox).where(eq(outbox.userId, userId))).map(({ event }) => event)

/** Moves the clock to the next run of a schedule, and on. */
const goTo = ({ nextAt }: ScheduleRecord, lateMs = 1000): void =>
  void server.clock.advance((nextAt ?? 0) - server.clock.now().getTime() + lateMs)
const settled = (member: Member) =>
  eventually(async () => {
    await run()
    const record = await only(member)
    expect(record.lastRun?.result).not.toBe('working')
    return record
  })

const withDevices = async (count: number, fields: Parameters<typeof make.addDevice>[1] = {}) => {
  const member = await make.addPerson()
  const owned = []
  for (let at = 0; at < count; at += 1)
    owned.push(await make.addDevice(member.userId, { expiresAt: later(server.clock.now(), 400 * DAY_MS), ...fields }))
  return { member, owned, ids: owned.map(({ id }) => id) }
}

describe('a schedule', () => {
  it('stands in the list with its next run', async () => {
    const { member, ids } = await withDevices(2)
    const record = await created(member, { deviceIds: ids })
    const timing = { ...daily, repeat: 'daily', date: '', weekdays: [] } as const
    expect(record).toMatchObject({
      kind: 'reboot',
      target: 'devices',
      deviceIds: ids,
      targetName: '测试机',
      deviceCount: 2,
      state: 'active',
      nextAt: nextRunAt(timing, server.clock.now().getTime()),
      lastRun: null,
    })
    expect(await list(member)).toEqual([record])
  })

  it('is made once for one key', async () => {
    const { member, ids } = await withDevices(1)
    const body = { kind: 'clean', ...daily, deviceIds: ids }
    const answers = await Promise.all([1, 2, 3].map(() => post('create', body, member, 'the-same-schedule-again')))
    expect(new Set(answers.map(({ data }) => (data as ScheduleRecord).scheduleId)).size).toBe(1)
    expect(await list(member)).toHaveLength(1)
  })

  it('is made while every connection of the database makes another', async () => {
    const { member, ids } = await withDevices(1)
    const answers = await Promise.all(Array.from({ length: 40 }, () => create(member, { deviceIds: ids })))
    expect(answers.filter(({ code }) => code !== 200)).toEqual([])
    expect(await list(member)).toHaveLength(40)
  })

  it.each([
    ['no target', {}],
    ['two targets', { deviceIds: [1], tag: '挂机' }],
    ['a day without a date', { tag: '挂机', repeat: 'once' }],
    ['a week without days', { tag: '挂机', repeat: 'weekly' }],
    ['a day twice', { tag: '挂机', repeat: 'weekly', weekdays: [1, 1] }],
    ['a day that does not exist', { tag: '挂机', repeat: 'once', date: '2027-02-30' }],
    ['a time that does not exist', { tag: '挂机', time: '24:00' }],
    ['an app without its package', { tag: '挂机', kind: 'startApp' }],
    ['a package where there is no app', { tag: '挂机', packageName: 'com.example.app' }],
    ['a time that is over', { tag: '挂机', repeat: 'once', date: '2020-01-01' }],
    ['a time in ten years', { tag: '挂机', repeat: 'once', date: '2036-01-01' }],
  ])('with %s is refused', async (_, body) => {
    const { member } = await withDevices(0)
    const answer = await create(member, body)
    expect(answer).toMatchObject({ code: 1080, msg: expect.not.stringContaining('编号') })
    expect(await list(member)).toEqual([])
  })

  it('takes no device, group or schedule of somebody else, as if they were missing', async () => {
    const [owner, stranger] = [await withDevices(1), await withDevices(1)]
    const [group] = await db.select().from(deviceGroups).where(eq(deviceGroups.userId, owner.member.userId))
    const record = await created(owner.member, { deviceIds: owner.ids })
    await make.grant(owner.ids[0] ?? 0, stranger.member.userId, 'control')
    const devicesOf = async (id: number) => (await create(stranger.member, { deviceIds: [id] })).code
    expect(await devicesOf(owner.ids[0] ?? 0)).toBe(await devicesOf(999_999))
    const groupOf = async (groupId: number) => (await create(stranger.member, { groupId })).code
    expect(await groupOf(group?.id ?? 0)).toBe(await groupOf(999_999))
    const changes = [
      ['update', { kind: 'clean', ...daily, deviceIds: stranger.ids }],
      ['pause', { isPaused: true }],
      ['delete', {}],
    ] as const
    for (const [path, body] of changes) {
      const answer = async (scheduleId: number) => (await post(path, { scheduleId, ...body }, stranger.member)).code
      expect(await answer(record.scheduleId)).toBe(await answer(999_999))
    }
    expect(await list(stranger.member)).toEqual([])
    expect(await list(owner.member)).toEqual([record])
  })

  it('is one of fifty at most; one that has had its run makes room', async () => {
    const { member, ids } = await withDevices(1)
    const { scheduleId } = await created(member, { deviceIds: ids })
    const spare = Array.from({ length: MAX_SCHEDULES - 1 }, () => ({
      ownerId: member.userId,
      kind: 'reboot' as const,
      target: 'tag' as const,
      tag: '挂机',
      repeat: 'daily' as const,
      time: '03:00',
      nextAt: later(server.clock.now(), DAY_MS),
      createdAt: server.clock.now(),
    }))
    await db.insert(deviceSchedules).values(spare)
    expect(await create(member, { deviceIds: ids })).toMatchObject({ code: 1080, msg: expect.stringContaining('50') })
    await db.update(deviceSchedules).set({ nextAt: null }).where(eq(deviceSchedules.id, scheduleId))
    await created(member, { deviceIds: ids })
    expect((await list(member)).map((record) => record.scheduleId)).not.toContain(scheduleId)
  })

  it('is changed, paused, resumed and deleted', async () => {
    const { member, ids } = await withDevices(1)
    const { scheduleId } = await created(member, { deviceIds: ids })
    const change = { scheduleId, kind: 'stop', tag: '挂机', repeat: 'weekly', time: '22:30', weekdays: [5, 1] }
    const changed = (await post('update', change, member)).data as ScheduleRecord
    expect(changed).toMatchObject({ kind: 'stop', target: 'tag', tag: '挂机', deviceIds: [], weekdays: [1, 5] })
    const paused = (await post('pause', { scheduleId, isPaused: true }, member)).data as ScheduleRecord
    expect(paused).toMatchObject({ state: 'paused', nextAt: null, isPausedEmpty: false })
    goTo(changed)
    await run()
    expect(await runsOf(scheduleId)).toEqual([])
    const resumed = (await post('pause', { scheduleId, isPaused: false }, member)).data as ScheduleRecord
    expect(resumed.nextAt).toBeGreaterThan(server.clock.now().getTime())
    expect((await post('delete', { scheduleId }, member)).code).toBe(200)
    expect((await post('delete', { scheduleId }, member)).code).not.toBe(200)
    expect(await list(member)).toEqual([])
  })

  it('cannot be resumed when its day is over', async () => {
    const { member, ids } = await withDevices(1)
    const date = later(server.clock.now(), 2 * DAY_MS)
      .toISOString()
      .slice(0, 10)
    const record = await created(member, { deviceIds: ids, repeat: 'once', date })
    await post('pause', { scheduleId: record.scheduleId, isPaused: true }, member)
    goTo(record)
    const answer = await post('pause', { scheduleId: record.scheduleId, isPaused: false }, member)
    expect(answer).toMatchObject({ code: 1080, msg: '时间已过，请重新选择时间' })
  })
})

describe('a run', () => {
  it('begins one task for all devices, links to it and tells nothing of a success', async () => {
    const { member, ids } = await withDevices(3)
    const record = await created(member, { deviceIds: ids })
    goTo(record)
    await run()
    const [task, ...others] = await tasksOf(member)
    expect(others).toEqual([])
    expect(task).toMatchObject({ kind: 'reboot' })
    const after = await settled(member)
    expect(after.lastRun).toEqual({
      dueAt: record.nextAt,
      result: 'succeeded',
      doneCount: 3,
      failedCount: 0,
      reason: '',
      taskId: task?.id,
    })
    expect(after.nextAt).toBe((record.nextAt ?? 0) + DAY_MS)
    expect(await toldTo(member)).toEqual([])
  })

  it('backs up its devices, replacing failed backups, and each says that it was automatic', async () => {
    const { member, ids } = await withDevices(2)
    const failed = { userId: member.userId, deviceId: ids[0] ?? 0, deviceName: '测试机', partId: 987_654 }
    await db
      .insert(backups)
      .values({ ...failed, attempt: 1, state: 'failed', origin: 'manual', createdAt: new Date(0) })
    const record = await created(member, { kind: 'backup', deviceIds: ids })
    goTo(record)
    await run()
    expect((await settled(member)).lastRun).toMatchObject({ result: 'succeeded', doneCount: 2, failedCount: 0 })
    expect(await tasksOf(member)).toMatchObject([{ kind: 'backup' }])
    const made = await db.select().from(backups).where(eq(backups.userId, member.userId))
    expect(made.map(({ state, origin }) => `${state} ${origin}`)).toEqual(Array(2).fill('complete schedule'))
    expect(made.map(({ deviceId }) => deviceId).toSorted()).toEqual(ids.toSorted())
  })

  it('of two processes at once happens once', async () => {
    const { member, ids } = await withDevices(2)
    const record = await created(member, { deviceIds: ids })
    goTo(record)
    await Promise.all([run(), run(), run(), run()])
    expect(await runsOf(record.scheduleId)).toHaveLength(1)
    expect(await tasksOf(member)).toHaveLength(1)
    await settled(member)
  })

  it('that was written before its process died goes on where it stopped', async () => {
    const { member, ids } = await withDevices(3)
    const record = await created(member, { deviceIds: ids })
    const now = server.clock.now()
    const dueAt = new Date(record.nextAt ?? 0)
    const dead = { scheduleId: record.scheduleId, dueAt, state: 'open' as const, lastDeviceId: ids[0] ?? 0 }
    await db.insert(deviceScheduleRuns).values({ ...dead, deviceCount: 1, doneCount: 1, startedAt: now })
    await db
      .update(deviceSchedules)
      .set({ nextAt: later(dueAt, DAY_MS) })
      .where(eq(deviceSchedules.id, record.scheduleId))
    expect((await settled(member)).lastRun).toMatchObject({ result: 'succeeded', doneCount: 3 })
    const [task] = await tasksOf(member)
    const { rows } = await pool.query('select device_id::int as id from task_parts where task_id = $1 order by 1', [
      task?.id,
    ])
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(1))
  })

  it('finds the devices of its group and tag when it comes', async () => {
    const { member, owned, ids } = await withDevices(3)
    const groupId = owned[0]?.groupId ?? 0
    const record = await created(member, { groupId, kind: 'clean' })
    expect(record).toMatchObject({ target: 'group', deviceCount: 3 })
    await db.insert(deviceTags).values({ deviceId: ids[1] ?? 0, tag: '挂机' })
    await post('update', { scheduleId: record.scheduleId, kind: 'clean', ...daily, tag: '挂机' }, member)
    await db.insert(deviceTags).values({ deviceId: ids[2] ?? 0, tag: '挂机' })
    goTo(record)
    expect((await settled(member)).lastRun).toMatchObject({ result: 'succeeded', doneCount: 2 })
  })

  it('takes more devices than one command does', async () => {
    const { member, ids } = await withDevices(1, { state: 'stopped' })
    await pool.query(
      `insert into devices (owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, expires_at, state, created_at)
       select owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id || '-' || n, expires_at, state, created_at
       from devices, generate_series(1, 249) n where id = $1`,
      [ids[0]],
    )
    const [device] = await db
      .select()
      .from(devices)
      .where(eq(devices.id, ids[0] ?? 0))
    const record = await created(member, { groupId: device?.groupId, kind: 'reboot' })
    goTo(record)
    const { lastRun } = await settled(member)
    expect(lastRun).toMatchObject({ result: 'failed', failedCount: 250, taskId: null })
    expect(await toldTo(member)).toEqual(['scheduleFailed'])
  })

  it('says how many failed, and why, in one message', async () => {
    const { member, owned, ids } = await withDevices(3)
    server.supplier.failing.set(owned[1]?.phoneId ?? '', 'noSpace')
    await db
      .update(devices)
      .set({ state: 'stopped' })
      .where(eq(devices.id, ids[2] ?? 0))
    const record = await created(member, { deviceIds: ids, kind: 'clean' })
    goTo(record)
    const { lastRun } = await settled(member)
    expect(lastRun).toMatchObject({ result: 'partly', doneCount: 1, failedCount: 2 })
    expect(lastRun?.reason).not.toBe('')
    expect(await toldTo(member)).toEqual(['scheduleFailed'])
  })

  it('is no message where its owner cancelled the task', async () => {
    const { member, ids } = await withDevices(1)
    const { promise, resolve } = Promise.withResolvers<void>()
    server.supplier.blockedBy = promise
    const record = await created(member, { deviceIds: ids, kind: 'clean' })
    goTo(record)
    await run()
    const [task] = await tasksOf(member)
    await server.post('/vmcloud/api/task/cancelTask', { taskId: task?.id }, { token: member.token })
    resolve()
    expect((await settled(member)).lastRun).toMatchObject({ result: 'failed' })
    expect(await toldTo(member)).toEqual([])
  })

  it('that fails every day is told at first and then once a week', async () => {
    const { member, ids } = await withDevices(1, { state: 'stopped' })
    let record = await created(member, { deviceIds: ids })
    for (let day = 0; day < 15; day += 1) {
      goTo(record)
      record = await settled(member)
    }
    expect(await toldTo(member)).toEqual(['scheduleFailed', 'scheduleFailed', 'scheduleFailed'])
    await db
      .update(devices)
      .set({ state: 'running' })
      .where(eq(devices.id, ids[0] ?? 0))
    goTo(record)
    record = await settled(member)
    expect(record.lastRun).toMatchObject({ result: 'succeeded' })
    await db
      .update(devices)
      .set({ state: 'stopped' })
      .where(eq(devices.id, ids[0] ?? 0))
    goTo(record)
    await settled(member)
    expect(await toldTo(member)).toHaveLength(4)
  })

  it('that is late by more than fifteen minutes is missed, told once and not made up for', async () => {
    const { member, ids } = await withDevices(1)
    const record = await created(member, { deviceIds: ids })
    await created(member, { deviceIds: ids, kind: 'clean' })
    goTo(record, 3 * DAY_MS + 16 * MINUTE_MS)
    await run()
    await run()
    const records = await list(member)
    expect(records.map(({ lastRun }) => lastRun?.result)).toEqual(['missed', 'missed'])
    expect(records[0]?.nextAt).toBeGreaterThan(server.clock.now().getTime())
    expect(await runsOf(record.scheduleId)).toHaveLength(1)
    expect(await tasksOf(member)).toEqual([])
    expect(await toldTo(member)).toEqual(['scheduleMissed'])
  })

  it('that is late by fifteen minutes still begins', async () => {
    const { member, ids } = await withDevices(1)
    const record = await created(member, { deviceIds: ids })
    goTo(record, 15 * MINUTE_MS)
    await run()
    expect(await tasksOf(member)).toHaveLength(1)
    await settled(member)
  })

  it('of a single day ends the schedule', async () => {
    const { member, ids } = await withDevices(1)
    const date = later(server.clock.now(), 2 * DAY_MS)
      .toISOString()
      .slice(0, 10)
    goTo(await created(member, { deviceIds: ids, repeat: 'once', date, kind: 'clean' }))
    expect(await settled(member)).toMatchObject({ state: 'ended', nextAt: null, lastRun: { result: 'succeeded' } })
  })

  it('of an account that is frozen does nothing', async () => {
    const { member, ids } = await withDevices(1)
    const record = await created(member, { deviceIds: ids })
    await db.update(users).set({ frozenAt: server.clock.now() }).where(eq(users.id, member.userId))
    goTo(record)
    await run()
    expect(await tasksOf(member)).toEqual([])
    expect(await runsOf(record.scheduleId)).toMatchObject([{ state: 'missed', reason: '账号已冻结' }])
  })
})

describe('the power of devices', () => {
  it('is switched off and on, and each device is paid and told as by its owner', async () => {
    const { member, owned, ids } = await withDevices(2)
    const record = await created(member, { deviceIds: ids, kind: 'stop' })
    goTo(record)
    expect((await settled(member)).lastRun).toMatchObject({ result: 'succeeded', doneCount: 2, taskId: null })
    expect(await Promise.all(ids.map(make.stateOf))).toEqual(['stopped', 'stopped'])
    expect(owned.map(({ phoneId }) => server.supplier.off.has(phoneId))).toEqual([true, true])
    const change = { scheduleId: record.scheduleId, kind: 'start', ...daily, deviceIds: ids }
    goTo((await post('update', change, member)).data as ScheduleRecord)
    expect((await settled(member)).lastRun).toMatchObject({ result: 'succeeded', doneCount: 2 })
    expect(await Promise.all(ids.map(make.stateOf))).toEqual(['running', 'running'])
  })

  it('of a metered device is switched off every day without a message for each', async () => {
    const { member, ids } = await withDevices(2, { isMetered: true })
    goTo(await created(member, { deviceIds: ids, kind: 'stop' }))
    await settled(member)
    expect(await toldTo(member)).toEqual([])
  })
})

describe('an app', () => {
  const app = { kind: 'startApp', packageName: 'com.example.game', appName: '游戏' }

  it('is started on every running device', async () => {
    const { member, owned, ids } = await withDevices(3)
    await db
      .update(devices)
      .set({ state: 'stopped' })
      .where(eq(devices.id, ids[2] ?? 0))
    const record = await created(member, { deviceIds: ids, ...app })
    goTo(record)
    expect((await settled(member)).lastRun).toMatchObject({ result: 'partly', doneCount: 2, failedCount: 1 })
    const told = server.supplier.commands.flatMap(({ command, phoneIds }) =>
      command.kind === 'startApp' ? phoneIds.map((id) => `${id} ${command.packageName}`) : [],
    )
    expect(told.toSorted()).toEqual(
      owned
        .slice(0, 2)
        .map(({ phoneId }) => `${phoneId} com.example.game`)
        .toSorted(),
    )
  })
})

describe('devices that are gone', () => {
  it('leave a schedule with their transfer, and nobody else runs it on them', async () => {
    const [owner, friend] = [await withDevices(2), await withDevices(0)]
    const record = await created(owner.member, { deviceIds: owner.ids })
    const [group] = await db
      .select()
      .from(deviceGroups)
      .where(and(eq(deviceGroups.userId, friend.member.userId), deviceGroups.isDefault))
    await db
      .update(devices)
      .set({ ownerId: friend.member.userId, groupId: group?.id ?? 0 })
      .where(eq(devices.id, owner.ids[0] ?? 0))
    expect(await only(owner.member)).toMatchObject({ deviceIds: owner.ids.slice(1), deviceCount: 1 })
    goTo(record)
    expect((await settled(owner.member)).lastRun).toMatchObject({ result: 'succeeded', doneCount: 1 })
    expect(await make.stateOf(owner.ids[0] ?? 0)).toBe('running')
  })

  it('and a group that is deleted leave a schedule that says so, and pauses itself after a week of it', async () => {
    const { member } = await withDevices(1)
    const [group] = await db
      .insert(deviceGroups)
      .values({ userId: member.userId, name: '夜班', createdAt: server.clock.now() })
      .returning()
    const groupId = group?.id ?? 0
    let record = await created(member, { groupId })
    await server.post('/vmcloud/api/group/operateGroup', { operationType: 'delete', groupId }, { token: member.token })
    expect(await only(member)).toMatchObject({ groupId: null, deviceCount: 0, targetName: '' })
    for (let day = 0; day < MAX_EMPTY_RUNS; day += 1) {
      goTo(record)
      record = await settled(member)
      expect(record.lastRun?.result).toBe('nothing')
    }
    expect(record).toMatchObject({ state: 'paused', isPausedEmpty: true, nextAt: null })
    expect(await toldTo(member)).toEqual(['scheduleFailed', 'schedulePaused'])
  })
})
