import { type TaskInfo, type TaskRecord, taskInfo } from '@yunji/contract/devices/task/schema'
import { eventually } from '@yunji/testkit/eventually'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { devices } from '../../../tables/devices.ts'
import { createDevices } from '../../../testing/devices.ts'
import { useServer } from '../../../testing/use-server.ts'

const SEND = '/vmcloud/api/device/sendCommand'
const TASK = '/vmcloud/api/task'

const server = await useServer()
const make = createDevices(server)
beforeEach(() => {
  server.supplier.failing.clear()
  server.supplier.commands.length = 0
  server.supplier.blockedBy = Promise.resolve()
})

const send = async (token: string, deviceIds: readonly number[], command: string) =>
  (await server.post(SEND, { deviceIds, command }, { token })).data as {
    taskId: number | null
    results: { code: number }[]
  }
const begin = async (token: string, deviceIds: readonly number[], command = 'Reboot'): Promise<number> =>
  (await send(token, deviceIds, command)).taskId ?? 0
const infoOf = async (token: string, taskId: number): Promise<TaskInfo> =>
  (await server.get(`${TASK}/getTaskInfo?taskId=${taskId}`, { token })).data as TaskInfo
const list = async (token: string, query = '') =>
  (await server.get(`${TASK}/getTaskList${query}`, { token })).data as {
    records: TaskRecord[]
    totalPage: number
    activeCount: number
  }
const over = (token: string, taskId: number, state: TaskInfo['state']) =>
  eventually(async () => expect(await infoOf(token, taskId)).toMatchObject({ state }))
let lastKey = 0
const retry = (token: string, taskId: number, key = `retry-key-${++lastKey}`) =>
  server.post(`${TASK}/retryTask`, { taskId }, { token, headers: { 'idempotency-key': key } })
const cancel = (token: string, taskId: number) => server.post(`${TASK}/cancelTask`, { taskId }, { token })
/** Blocks all phones until the returned function is called. */
const hold = () => {
  const held = Promise.withResolvers<void>()
  server.supplier.blockedBy = held.promise
  return held.resolve
}
/** A user with `count` devices. */
const withDevices = async (count: number) => {
  const person = await make.addPerson()
  const owned = []
  for (let index = 0; index < count; index += 1) owned.push(await make.addDevice(person.userId))
  return { ...person, owned, ids: owned.map(({ id }) => id) }
}

describe('a command that takes long', () => {
  it('is one task of all its devices, and shows how each of them goes', async () => {
    const { token, owned, ids } = await withDevices(3)
    const goOn = hold()
    const taskId = await begin(token, ids)
    await eventually(async () =>
      expect((await infoOf(token, taskId)).parts.map(({ step }) => step)).toContain('重启手机'),
    )
    const under = await infoOf(token, taskId)
    expect(taskInfo.safeParse(under).success).toBe(true)
    expect(under).toMatchObject({ kind: 'reboot', state: 'working', deviceCount: 3, deviceId: ids[0], canRetry: false })
    server.supplier.failing.set(owned[1]?.phoneId ?? '', 'noSpace')
    goOn()
    await over(token, taskId, 'failed')
    const after = await infoOf(token, taskId)
    expect(after.parts.map(({ state, reason }) => [state, reason])).toEqual([
      ['succeeded', ''],
      ['failed', '设备存储空间不足'],
      ['succeeded', ''],
    ])
    expect(after).toMatchObject({ progress: 100, succeededCount: 2, failedCount: 1, canRetry: true, canCancel: false })
    expect(after.reason).toBe('设备存储空间不足')
  })

  it('leaves out devices that cannot take it, and is no task when none can', async () => {
    const { userId, token, ids } = await withDevices(1)
    const busy = await make.addDevice(userId, { state: 'backingUp' })
    const { taskId, results } = await send(token, [...ids, busy.id], 'CleanVm')
    expect(results.map(({ code }) => code)).toEqual([200, 1034])
    await over(token, taskId ?? 0, 'succeeded')
    expect((await infoOf(token, taskId ?? 0)).deviceCount).toBe(1)
    expect((await send(token, [busy.id], 'CleanVm')).taskId).toBeNull()
  })

  it('restarts a phone once, also when a worker before had sent the command', async () => {
    const { token, owned, ids } = await withDevices(1)
    const goOn = hold()
    const taskId = await begin(token, ids)
    await eventually(() => expect(server.supplier.commands).toHaveLength(1))
    server.supplier.restarts.set(owned[0]?.phoneId ?? '', 1)
    const { rows } = await server.database.pool.query('select id from task_parts where task_id = $1', [taskId])
    const taken = server.tasks.jobs[0]?.run({ partId: Number(rows[0].id) })
    goOn()
    await taken
    expect(await infoOf(token, taskId)).toMatchObject({ state: 'succeeded' })
    expect(server.supplier.commands).toHaveLength(1)
  })
})

describe('the list', () => {
  it('shows the newest first, in pages, and can be narrowed', async () => {
    const { token, owned, ids } = await withDevices(2)
    const first = await begin(token, ids.slice(0, 1))
    await over(token, first, 'succeeded')
    server.supplier.failing.set(owned[1]?.phoneId ?? '', 'lost')
    const second = await begin(token, ids.slice(1))
    await over(token, second, 'failed')
    const goOn = hold()
    const third = await begin(token, ids.slice(0, 1), 'CleanVm')
    expect((await list(token)).records.map(({ taskId }) => taskId)).toEqual([third, second, first])
    expect(await list(token, '?page=2&rows=2')).toMatchObject({
      records: [{ taskId: first }],
      totalPage: 2,
      activeCount: 1,
    })
    expect((await list(token, '?filter=active')).records.map(({ taskId }) => taskId)).toEqual([third])
    expect((await list(token, '?filter=failed')).records.map(({ taskId }) => taskId)).toEqual([second])
    const ofKinds = async (kinds: string, more = '') => {
      const { records, activeCount } = await list(token, `?kinds=${kinds}${more}`)
      return [records.map(({ taskId }) => taskId), activeCount]
    }
    expect(await ofKinds('reboot,clean')).toEqual([[third, second, first], 1])
    expect(await ofKinds('backup,restore')).toEqual([[], 0])
    expect(await ofKinds('backup,reboot', '&filter=failed')).toEqual([[second], 0])
    for (const kinds of ['', 'nothing', 'reboot,', 'reboot;clean'])
      expect(await server.get(`${TASK}/getTaskList?kinds=${kinds}`, { token })).toMatchObject({ code: 1080 })
    goOn()
    await over(token, third, 'succeeded')
  })

  it('is empty for whoever did nothing, and foreign tasks look like missing ones', async () => {
    const { token, ids } = await withDevices(1)
    const taskId = await begin(token, ids)
    const other = await make.addPerson()
    expect(await list(other.token)).toMatchObject({ records: [], activeCount: 0 })
    for (const id of [taskId, 999_999]) {
      expect((await server.get(`${TASK}/getTaskInfo?taskId=${id}`, { token: other.token })).code).toBe(1028)
      expect((await cancel(other.token, id)).code).toBe(1028)
      expect((await retry(other.token, id)).code).toBe(1028)
    }
    await over(token, taskId, 'succeeded')
  })
})

describe('cancelling', () => {
  it('ends a cleaning under way, and its device runs', async () => {
    const { token, ids } = await withDevices(1)
    const goOn = hold()
    const taskId = await begin(token, ids, 'CleanVm')
    await eventually(() => expect(server.supplier.commands).toHaveLength(1))
    expect(await infoOf(token, taskId)).toMatchObject({ canCancel: true })
    const answer = (await cancel(token, taskId)).data as TaskInfo
    expect(answer).toMatchObject({ canCancel: false, step: '正在撤回' })
    goOn()
    await over(token, taskId, 'interrupted')
    expect(await infoOf(token, taskId)).toMatchObject({ reason: '已取消', canRetry: true })
    expect(await make.stateOf(ids[0] ?? 0)).toBe('running')
    expect((await cancel(token, taskId)).code).toBe(1072)
  })

  it('is refused once a phone is being reset', async () => {
    const { token, ids } = await withDevices(1)
    const goOn = hold()
    const taskId = await begin(token, ids, 'DeepCleanVm')
    await eventually(() => expect(server.supplier.commands).toHaveLength(1))
    expect(await cancel(token, taskId)).toMatchObject({ code: 1080, msg: '任务已进行到不能取消的步骤' })
    goOn()
    await over(token, taskId, 'succeeded')
  })
})

describe('trying again', () => {
  /** A task of two devices of which the second has failed. */
  const halfFailed = async () => {
    const person = await withDevices(2)
    server.supplier.failing.set(person.owned[1]?.phoneId ?? '', 'noSpace')
    const taskId = await begin(person.token, person.ids, 'CleanVm')
    await over(person.token, taskId, 'failed')
    await eventually(async () => expect(await make.stateOf(person.ids[1] ?? 0)).toBe('faulty'))
    server.supplier.failing.clear()
    await server.database.db
      .update(devices)
      .set({ state: 'running', stateDeadline: null })
      .where(eq(devices.id, person.ids[1] ?? 0))
    return { ...person, taskId }
  }

  it('is a new task of what failed, once, and the two know each other', async () => {
    const { token, ids, taskId } = await halfFailed()
    const again = (await retry(token, taskId, 'the-same-key')).data as TaskInfo
    expect(again).toMatchObject({ kind: 'clean', retryOf: taskId, deviceCount: 1, deviceId: ids[1] })
    expect((await retry(token, taskId, 'the-same-key')).data).toMatchObject({ taskId: again.taskId })
    expect(await retry(token, taskId)).toMatchObject({ code: 1080, data: { taskId: again.taskId } })
    expect(await infoOf(token, taskId)).toMatchObject({ retriedBy: again.taskId, canRetry: false })
    await over(token, again.taskId, 'succeeded')
  })

  it('of many at once happens once', async () => {
    const { token, taskId } = await halfFailed()
    const codes = await Promise.all(Array.from({ length: 5 }, async () => (await retry(token, taskId)).code))
    expect(codes.toSorted()).toEqual([1080, 1080, 1080, 1080, 200].toSorted())
  })

  it('is refused while it goes on, and when there is nothing to try', async () => {
    const { token, ids } = await withDevices(1)
    const goOn = hold()
    const taskId = await begin(token, ids)
    expect((await retry(token, taskId)).code).toBe(1080)
    goOn()
    await over(token, taskId, 'succeeded')
    expect(await retry(token, taskId)).toMatchObject({ code: 1080, msg: '任务已成功，无需重试' })
  })

  it('answers why when no device can take it, and can be asked for again then', async () => {
    const { token, ids, taskId } = await halfFailed()
    const busy = (state: 'backingUp' | 'running') =>
      server.database.db
        .update(devices)
        .set({ state, stateDeadline: state === 'running' ? null : server.clock.now() })
        .where(eq(devices.id, ids[1] ?? 0))
    await busy('backingUp')
    expect((await retry(token, taskId)).code).toBe(1034)
    expect(await infoOf(token, taskId)).toMatchObject({ canRetry: true })
    await busy('running')
    expect((await retry(token, taskId)).code).toBe(200)
  })

  it('keeps what it cannot begin now as failed, so that it can be tried once more', async () => {
    const { token, owned, ids } = await withDevices(2)
    for (const { phoneId } of owned) server.supplier.failing.set(phoneId, 'noSpace')
    const taskId = await begin(token, ids)
    await over(token, taskId, 'failed')
    server.supplier.failing.clear()
    await eventually(async () => expect(await make.stateOf(ids[1] ?? 0)).toBe('faulty'))
    await server.database.db
      .update(devices)
      .set({ state: 'restoring' })
      .where(eq(devices.id, ids[1] ?? 0))
    const again = (await retry(token, taskId)).data as TaskInfo
    expect(again.parts.map(({ state, reason }) => `${state} ${reason}`)).toEqual(['waiting ', 'failed 设备正在恢复'])
    await over(token, again.taskId, 'failed')
    expect(await infoOf(token, again.taskId)).toMatchObject({ canRetry: true, failedCount: 1 })
  })

  it('replaces no phone that has come back meanwhile', async () => {
    const { token, owned, ids, taskId } = await halfFailed()
    await server.database.pool.query(`update tasks set kind = 'replace' where id = $1`, [taskId])
    expect(await retry(token, taskId)).toMatchObject({ code: 1080, msg: '设备已经恢复，不需要更换' })
    await server.database.db
      .update(devices)
      .set({ state: 'faulty', faultySince: server.clock.now(), stateDeadline: server.clock.now() })
      .where(eq(devices.id, ids[1] ?? 0))
    server.supplier.failing.set(owned[1]?.phoneId ?? '', 'lost')
    expect(await retry(token, taskId)).toMatchObject({ code: 200, data: { kind: 'replace', deviceId: ids[1] } })
  })

  it('needs the right that the work needs', async () => {
    const owner = await withDevices(1)
    const guest = await make.addPerson()
    await make.grant(owner.ids[0] ?? 0, guest.userId, 'control')
    server.supplier.failing.set(owner.owned[0]?.phoneId ?? '', 'lost')
    const taskId = await begin(guest.token, owner.ids)
    await over(guest.token, taskId, 'failed')
    expect((await list(owner.token)).records).toEqual([])
    await server.database.pool.query(`update device_grants set state = 'revoked' where grantee_id = $1`, [guest.userId])
    expect((await retry(guest.token, taskId)).code).toBe(1031)
  })
})

describe('a device that is replaced', () => {
  it.each([
    ['erases the new phone when it does not work out', 'commandFailed', true],
    ['has nothing to erase when there is no phone', 'noStock', false],
  ] as const)('%s', async (_, kind, isErased) => {
    const { token, owned, ids } = await withDevices(1)
    const [device] = owned
    if (!device) throw new Error('no device')
    const phoneId = `device-${device.id}-${device.stateCount + 1}`
    server.supplier.failing.set(`provision ${phoneId}`, kind)
    const taskId = await server.database.db.transaction(async (tx) => {
      const [busy] = await tx
        .update(devices)
        .set({ state: 'replacing', stateCount: device.stateCount + 1, stateDeadline: server.clock.now() })
        .where(eq(devices.id, device.id))
        .returning()
      if (!busy) throw new Error('no device')
      return server.tasks.begin(tx, {
        kind: 'replace',
        ownerId: busy.ownerId,
        devices: [{ device: busy, before: 'running' }],
      })
    })
    await over(token, taskId, 'failed')
    const { rows } = await server.database.pool.query(
      `select from pgboss.job where name = 'device.erase' and data ->> 'phoneId' = $1`,
      [phoneId],
    )
    expect(rows).toHaveLength(isErased ? 1 : 0)
    await eventually(() => expect(server.supplier.released.includes(phoneId)).toBe(isErased))
    expect(await make.stateOf(ids[0] ?? 0)).toBe('running')
  })
})
