import { MAX_KEPT_ALIVE, MAX_KEPT_FILES } from '@yunji/contract/devices/app/rules'
import type { AppFile, BegunAppTask, CommonApp } from '@yunji/contract/devices/app/schema'
import type { TaskInfo } from '@yunji/contract/devices/task/schema'
import { header } from '@yunji/contract/wire/request'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { eventually } from '@yunji/testkit/eventually'
import { and, eq, isNull } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../platform/clock.ts'
import { appFiles, deviceGrants, devices, deviceUses, keptAliveApps } from '../../../tables/devices.ts'
import { taskParts } from '../../../tables/tasks.ts'
import { createDevices } from '../../../testing/devices.ts'
import { useServer } from '../../../testing/use-server.ts'

const server = await useServer()
const make = createDevices(server)
const { db } = server.database
type Person = Awaited<ReturnType<typeof make.addPerson>>
type Device = typeof devices.$inferSelect
let person: Person
let device: Device
let lastKey = 0
let lastAddress = 0

beforeEach(async () => {
  person = await make.addPerson()
  device = await make.addDevice(person.userId)
})
afterEach(() => {
  server.supplier.failing.clear()
  server.supplier.blockedBy = Promise.resolve()
})

const NOTES = { packageName: 'com.example.notes', appName: '便签' }

const call = (name: string, input: object, { token }: Person = person) =>
  server.post(`/vmcloud/api/app/${name}`, input, {
    token,
    headers: { 'idempotency-key': `app-task-of-the-test-${++lastKey}` },
  })
const begin = async (name: string, input: object, who = person): Promise<BegunAppTask> =>
  (await call(name, input, who)).data as BegunAppTask

const upload = async (name: string, content: Buffer | string, { token }: Person = person, type = 'application/x') => {
  const answer = await server.app.inject({
    method: 'POST',
    url: `${sideRoutes.appFile.path}?name=${encodeURIComponent(name)}`,
    headers: { [header.token]: token, 'content-type': type, 'content-length': String(Buffer.byteLength(content)) },
    payload: content,
    remoteAddress: `10.9.0.${(++lastAddress % 250) + 1}`,
  })
  return answer.json<{ code: number; msg: string; data: AppFile }>()
}
const fileOf = async (name = '游戏.apk', content = 'apk', who = person) =>
  (await upload(name, content, who)).data.fileId

const taskInfo = async (taskId: number | null, { token } = person): Promise<TaskInfo> =>
  (await server.get(`/vmcloud/api/task/getTaskInfo?taskId=${taskId}`, { token })).data as TaskInfo
const ended = (taskId: number | null, who = person) =>
  eventually(async () => {
    const info = await taskInfo(taskId, who)
    expect(info.endedAt).not.toBeNull()
    return info
  })
const stateOf = async ({ id }: Device) => (await db.select().from(devices).where(eq(devices.id, id)))[0]?.state
const commandsTo = ({ phoneId }: Device) =>
  server.supplier.commands.filter(({ phoneIds }) => phoneIds.includes(phoneId)).map(({ command }) => command)

describe('a task about an app', () => {
  it('runs on many phones, which stay in use meanwhile, and tells of each', async () => {
    const second = await make.addDevice(person.userId)
    const gate = Promise.withResolvers<void>()
    server.supplier.blockedBy = gate.promise
    const { taskId, refusals } = await begin('startApp', { deviceIds: [device.id, second.id], ...NOTES })
    expect(refusals).toEqual([])
    await eventually(() => expect(commandsTo(device)).toEqual([{ kind: 'startApp', packageName: NOTES.packageName }]))
    expect(await stateOf(device)).toBe('running')
    expect(await taskInfo(taskId)).toMatchObject({ kind: 'startApp', subject: '便签', deviceCount: 2, endedAt: null })
    gate.resolve()
    expect(await ended(taskId)).toMatchObject({ state: 'succeeded', succeededCount: 2 })
    expect(await stateOf(device)).toBe('running')
  })

  it('goes beside a restart of the phone, and leaves its state to that', async () => {
    const gate = Promise.withResolvers<void>()
    server.supplier.blockedBy = gate.promise
    const { taskId } = await begin('startApp', { deviceIds: [device.id], ...NOTES })
    const reboot = await server.post(
      '/vmcloud/api/device/sendCommand',
      { deviceIds: [device.id], command: 'Reboot' },
      { token: person.token },
    )
    expect(reboot).toMatchObject({ data: { results: [{ code: 200, state: 'rebooting' }] } })
    gate.resolve()
    await ended(taskId)
    await eventually(async () => expect(await stateOf(device)).toBe('running'))
  })

  it('of a file that is deleted meanwhile ends on every phone, in words where it came too late', async () => {
    const others = await Promise.all(Array.from({ length: 19 }, () => make.addDevice(person.userId)))
    const fileId = await fileOf()
    const gate = Promise.withResolvers<void>()
    server.supplier.blockedBy = gate.promise
    const opened = server.supplier.openConnections
    const { taskId } = await begin('sendFile', { deviceIds: [device, ...others].map(({ id }) => id), fileId })
    await eventually(() => expect(server.supplier.openConnections).toBeGreaterThan(opened))
    expect(await call('deleteFile', { fileId })).toMatchObject({ code: 200 })
    gate.resolve()
    const { parts, state } = await ended(taskId)
    expect(state).toBe('failed')
    // Those that had begun to read get all of it.
    const done = parts.filter((part) => part.state === 'succeeded')
    const late = parts.filter((part) => part.reason === '文件已过期或已删除，请重新上传')
    expect([done.length > 0, late.length > 0, done.length + late.length]).toEqual([true, true, 20])
    await eventually(() => expect(server.supplier.openConnections).toBe(opened))
    expect(await call('sendFile', { deviceIds: [device.id], fileId })).toMatchObject({
      code: 1080,
      msg: '文件已过期或已删除，请重新上传',
    })
  })

  it('is retried for the phones that failed, with the same app', async () => {
    const second = await make.addDevice(person.userId)
    server.supplier.failing.set(second.phoneId, 'unreachable')
    const { taskId } = await begin('uninstallApp', { deviceIds: [device.id, second.id], ...NOTES })
    expect(await ended(taskId)).toMatchObject({ state: 'failed', succeededCount: 1, failedCount: 1, canRetry: true })
    server.supplier.failing.clear()
    const { data } = await server.post(
      '/vmcloud/api/task/retryTask',
      { taskId },
      { token: person.token, headers: { 'idempotency-key': `retry-of-the-test-${taskId}` } },
    )
    const again = await ended((data as TaskInfo).taskId)
    expect(again).toMatchObject({ state: 'succeeded', deviceCount: 1, subject: '便签', retryOf: taskId })
    expect(commandsTo(second).at(-1)).toEqual({ kind: 'uninstall', packageName: NOTES.packageName })
    expect(commandsTo(device)).toHaveLength(1)
  })

  it('that removes an app which is not there has nothing left to do', async () => {
    server.supplier.failing.set(device.phoneId, 'absentPackage')
    const { taskId } = await begin('uninstallApp', { deviceIds: [device.id], ...NOTES })
    expect(await ended(taskId)).toMatchObject({ state: 'succeeded' })
  })

  it('names the phones that did not take it, and why', async () => {
    const stopped = await make.addDevice(person.userId, { state: 'stopped' })
    const { taskId, refusals } = await begin('startApp', { deviceIds: [device.id, stopped.id], ...NOTES })
    expect(refusals).toEqual([{ deviceId: stopped.id, code: expect.any(Number), msg: expect.stringMatching(/./) }])
    expect(await ended(taskId)).toMatchObject({ deviceCount: 1 })
    expect(await begin('startApp', { deviceIds: [stopped.id], ...NOTES })).toMatchObject({ taskId: null })
  })

  it('takes the right that it needs, and is told to the owner', async () => {
    const [viewer, helper] = [await make.addPerson(), await make.addPerson()]
    await make.grant(device.id, viewer.userId, 'view')
    await make.grant(device.id, helper.userId, 'control')
    const deviceIds = [device.id]
    expect(await begin('startApp', { deviceIds, ...NOTES }, viewer)).toMatchObject({ taskId: null })
    expect(await begin('uninstallApp', { deviceIds, ...NOTES }, helper)).toMatchObject({ taskId: null })
    const { taskId } = await begin('startApp', { deviceIds, ...NOTES }, helper)
    expect(await ended(taskId, helper)).toMatchObject({ state: 'succeeded' })
    expect(await db.select().from(deviceUses).where(eq(deviceUses.ownerId, person.userId))).toMatchObject([
      { userId: helper.userId, action: 'command', detail: '打开应用 便签' },
    ])
    const stranger = await make.addPerson()
    expect(await call('startApp', { deviceIds, ...NOTES }, stranger)).toMatchObject({ code: 1031 })
  })

  it('stops when the right ends while it waits', async () => {
    const helper = await make.addPerson()
    await make.grant(device.id, helper.userId, 'control')
    const gate = Promise.withResolvers<void>()
    server.supplier.blockedBy = gate.promise
    const fileId = await (async () => {
      await make.addDevice(helper.userId)
      return fileOf('游戏.apk', 'secret', helper)
    })()
    const { taskId } = await begin('sendFile', { deviceIds: [device.id], fileId }, helper)
    await eventually(async () => expect(await taskInfo(taskId, helper)).toMatchObject({ state: 'working' }))
    await db.update(deviceGrants).set({ state: 'revoked' }).where(eq(deviceGrants.deviceId, device.id))
    expect(await ended(taskId, helper)).toMatchObject({ state: 'failed' })
    gate.resolve()
    const received = server.supplier.pushed.filter(({ bytes }) => bytes.toString() === 'secret')
    expect(received).toEqual([])
  })
})

describe('a file', () => {
  it('is uploaded once, and installed or stored on every phone', async () => {
    const second = await make.addDevice(person.userId)
    const deviceIds = [device.id, second.id]
    const apk = await begin('sendFile', { deviceIds, fileId: await fileOf('游戏.apk', 'an app') })
    expect(await ended(apk.taskId)).toMatchObject({ kind: 'installApp', subject: '游戏.apk', succeededCount: 2 })
    const photo = await begin('sendFile', { deviceIds, fileId: await fileOf('../照片.jpg', 'a photo') })
    expect(await ended(photo.taskId)).toMatchObject({ kind: 'uploadFile', succeededCount: 2 })
    const contents = server.supplier.pushed.map(({ path, bytes }) => [path, bytes.toString()])
    expect(contents.filter(([path, text]) => path === null && text === 'an app')).toHaveLength(2)
    expect(contents.filter(([path]) => path === '/sdcard/Download/_照片.jpg')).toHaveLength(2)
  })

  it('comes from a mini-program as the file of a form, in whatever pieces', async () => {
    const content = Buffer.concat([
      Buffer.alloc(70_000, 'x'),
      Buffer.from('\r\n--other\r\n'),
      Buffer.alloc(70_000, 'y'),
    ])
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.apk"\r\n\r\n'
    const form = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')])
    const type = 'multipart/form-data; boundary=b'
    const { data } = await upload('a.apk', form, person, type)
    expect(data).toMatchObject({ name: 'a.apk', sizeBytes: content.length })
    const { taskId } = await begin('sendFile', { deviceIds: [device.id], fileId: data.fileId })
    await ended(taskId)
    expect(server.supplier.pushed.at(-1)?.bytes.equals(content)).toBe(true)
    for (const broken of [form.subarray(0, -12), Buffer.from('--b\r\nx: y\r\n\r\nz\r\n--b--'), Buffer.from('nothing')])
      expect(await upload('a.apk', broken, person, type)).toMatchObject({ code: 1080 })
    expect(await db.$count(appFiles, eq(appFiles.userId, person.userId))).toBe(1)
  })

  it('of somebody else, or gone, is not sent', async () => {
    const other = await make.addPerson()
    await make.addDevice(other.userId)
    const theirs = await fileOf('a.apk', 'theirs', other)
    expect(await call('sendFile', { deviceIds: [device.id], fileId: theirs })).toMatchObject({ code: 1080 })
    expect(await call('deleteFile', { fileId: theirs })).toMatchObject({ code: 200 })
    expect(await db.$count(appFiles, eq(appFiles.id, theirs))).toBe(1)
    const mine = await fileOf()
    expect(await call('deleteFile', { fileId: mine })).toMatchObject({ code: 200 })
    expect(await call('sendFile', { deviceIds: [device.id], fileId: mine })).toMatchObject({ code: 1080 })
  })

  it('is listed for three days, and then deleted', async () => {
    const fileId = await fileOf()
    const list = async () =>
      ((await server.get('/vmcloud/api/app/getFileList', { token: person.token })).data as { records: AppFile[] })
        .records
    expect(await list()).toMatchObject([{ fileId, name: '游戏.apk', sizeBytes: 3 }])
    server.clock.advance(3 * DAY_MS + 1)
    expect(await list()).toEqual([])
    await server.jobList.find(({ name }) => name === 'apps.sweepFiles')?.run({} as never)
    expect(await db.$count(appFiles, eq(appFiles.userId, person.userId))).toBe(0)
  })

  it('is refused without a name, without content, without a phone, and beyond what is kept', async () => {
    expect(await upload('..', 'x')).toMatchObject({ code: 1080 })
    expect(await upload('a.apk', '')).toMatchObject({ code: 1029 })
    const visitor = await make.addPerson()
    expect(await upload('a.apk', 'x', visitor)).toMatchObject({ code: 1080, msg: '还没有可以使用的云手机' })
    for (let index = 0; index < MAX_KEPT_FILES; index += 1) await fileOf(`${index}.txt`)
    expect(await upload('more.txt', 'x')).toMatchObject({ code: 1080, msg: expect.stringContaining('最多保留 10 个') })
  })
})

describe('apps of several phones', () => {
  it('are united, with their number of phones', async () => {
    const second = await make.addDevice(person.userId)
    const away = await make.addDevice(person.userId)
    server.supplier.failing.set(away.phoneId, 'unreachable')
    await call('setKeptAlive', { deviceIds: [device.id], packageName: NOTES.packageName, isOn: true })
    const ids = [device.id, second.id, away.id].join()
    const { data } = await server.get(`/vmcloud/api/app/getCommonApps?deviceIds=${ids}`, { token: person.token })
    const { records, answeredCount } = data as { records: CommonApp[]; answeredCount: number }
    expect(answeredCount).toBe(2)
    expect(records).toMatchObject([
      { packageName: NOTES.packageName, isSystem: false, deviceCount: 2, keptAliveCount: 1 },
      { packageName: 'com.android.settings', isSystem: true, deviceCount: 2, keptAliveCount: 0 },
    ])
  })
})

describe('an app that is kept alive', () => {
  const round = () => server.periodicJobs.find(({ name }) => name === 'devices.keepAlive')?.run()
  const keep = (isOn = true, packageName = NOTES.packageName) =>
    call('setKeptAlive', { deviceIds: [device.id], packageName, isOn })
  const changeState = () =>
    db
      .update(devices)
      .set({ stateCount: device.stateCount + 1 })
      .where(eq(devices.id, device.id))
      .returning()
      .then(([row]) => (device = row as Device))
  const restart = async () => {
    server.supplier.restarts.set(device.phoneId, (server.supplier.restarts.get(device.phoneId) ?? 0) + 1)
    await changeState()
  }

  it('starts after each start of its phone, and not otherwise', async () => {
    await keep()
    await round()
    expect(commandsTo(device)).toEqual([])
    await changeState()
    await round()
    expect(commandsTo(device)).toEqual([])
    await restart()
    await round()
    await round()
    expect(commandsTo(device)).toEqual([{ kind: 'startApp', packageName: NOTES.packageName }])
    await keep(false)
    await restart()
    await round()
    expect(commandsTo(device)).toHaveLength(1)
  })

  it('waits for a phone that is away, and is forgotten when it is no longer there', async () => {
    await keep()
    await round()
    await restart()
    server.supplier.failing.set(device.phoneId, 'unreachable')
    await round()
    server.supplier.failing.set(device.phoneId, 'absentPackage')
    await round()
    expect(await db.$count(keptAliveApps, eq(keptAliveApps.deviceId, device.id))).toBe(0)
  })

  it('is one of a few, of the owner, and ends with the device', async () => {
    for (let index = 0; index < MAX_KEPT_ALIVE; index += 1)
      expect(await keep(true, `com.example.a${index}`)).toMatchObject({ code: 200 })
    expect(await keep()).toMatchObject({ code: 1080, msg: expect.stringContaining('最多 5 个应用') })
    const helper = await make.addPerson()
    await make.grant(device.id, helper.userId, 'control')
    const input = { deviceIds: [device.id], packageName: 'com.example.a0', isOn: false }
    expect((await call('setKeptAlive', input, helper)).code).not.toBe(200)
    expect(await db.$count(keptAliveApps, eq(keptAliveApps.deviceId, device.id))).toBe(MAX_KEPT_ALIVE)
    await db.update(devices).set({ state: 'released' }).where(eq(devices.id, device.id))
    await round()
    expect(await db.$count(keptAliveApps, eq(keptAliveApps.deviceId, device.id))).toBe(0)
  })
})

it('leaves no part open', async () => {
  await eventually(async () =>
    expect(await db.$count(taskParts, and(isNull(taskParts.endedAt), taskParts.isBeside))).toBe(0),
  )
})
