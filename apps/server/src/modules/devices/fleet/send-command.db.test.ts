import type { DeviceState } from '@yunji/contract/devices/device/enums'
import { deviceDeadlineMs } from '@yunji/contract/devices/device/machine'
import { eventually } from '@yunji/testkit/eventually'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../platform/clock.ts'
import { createDevices } from '../../../testing/devices.ts'
import { useServer } from '../../../testing/use-server.ts'

const SEND = '/vmcloud/api/device/sendCommand'

const server = await useServer()
const make = createDevices(server)
beforeEach(() => {
  server.supplier.failing.clear()
  server.supplier.commands.length = 0
  server.supplier.blockedBy = Promise.resolve()
})

interface Result {
  deviceId: number
  code: number
  msg: string
  state: DeviceState
}
const send = async (token: string, body: object): Promise<Result[]> =>
  ((await server.post(SEND, body, { token })).data as { results: Result[] }).results
const settled = (deviceId: number, state: DeviceState) =>
  eventually(async () => expect(await make.stateOf(deviceId)).toBe(state))
const runPeriodicJob = (jobName: string) =>
  server.periodicJobs.find((each) => each.name === jobName)?.run() ?? Promise.reject()
const sweep = () => runPeriodicJob('devices.sweep')
/** Running devices are probed in every third round. */
const lookAtHealth = async () => {
  for (let rounds = 0; rounds < 3; rounds += 1) await runPeriodicJob('devices.checkHealth')
}

describe('a long command', () => {
  it.each([
    ['Reboot', 'rebooting', 'reboot'],
    ['CleanVm', 'cleaning', 'clearCaches'],
    ['DeepCleanVm', 'cleaning', 'factoryReset'],
  ] as const)('%s makes the device %s until the phone is back', async (command, busy, kind) => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId)
    const held = Promise.withResolvers<void>()
    server.supplier.blockedBy = held.promise
    const [result] = await send(token, { deviceIds: [device.id], command })
    expect(result).toMatchObject({ deviceId: device.id, code: 200, state: busy })
    await eventually(() => expect(server.supplier.commands.at(-1)?.command).toEqual({ kind }))
    expect(await make.stateOf(device.id)).toBe(busy)
    held.resolve()
    await settled(device.id, 'running')
  })

  it('is taken once by a device that is asked many times at once', async () => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId)
    const held = Promise.withResolvers<void>()
    server.supplier.blockedBy = held.promise
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(token, { deviceIds: [device.id], command: 'Reboot' })),
    )
    const codes = answers.map(([result]) => result?.code)
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect(codes.filter((code) => code === 1065)).toHaveLength(9)
    held.resolve()
    await settled(device.id, 'running')
    expect(server.supplier.commands).toHaveLength(1)
  })

  it('leaves a device faulty when its phone does not come back', async () => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId)
    server.supplier.failing.set(device.phoneId, 'lost')
    await send(token, { deviceIds: [device.id], command: 'Reboot' })
    await settled(device.id, 'faulty')
    expect(await make.stateOf(device.id)).toBe('faulty')
  })

  it('that ends after its device was settled otherwise changes nothing', async () => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId)
    const held = Promise.withResolvers<void>()
    server.supplier.blockedBy = held.promise
    await send(token, { deviceIds: [device.id], command: 'Reboot' })
    await eventually(() => expect(server.supplier.commands).toHaveLength(1))
    server.clock.advance(deviceDeadlineMs.rebooting)
    await sweep()
    expect(await make.stateOf(device.id)).toBe('faulty')
    held.resolve()
    await eventually(async () => {
      const { rows } = await server.database.pool.query(
        `select state from pgboss.job where name = 'task.part' order by created_on desc limit 1`,
      )
      expect(rows).toEqual([{ state: 'completed' }])
    })
    expect(await make.stateOf(device.id)).toBe('faulty')
  })
})

describe('many devices at once', () => {
  it('answer each for itself', async () => {
    const { userId, token } = await make.addPerson()
    const states = ['running', 'stopped', 'backingUp', 'restoring', 'faulty', 'expired'] as const
    const all = []
    for (const state of states) all.push(await make.addDevice(userId, { state }))
    const results = await send(token, { deviceIds: all.map(({ id }) => id), command: 'CleanMem' })
    expect(results.map(({ code, msg }) => `${code} ${msg}`)).toEqual([
      '200 成功',
      '1080 设备未运行',
      '1034 设备正在备份',
      '1035 设备正在恢复',
      '1031 获取设备失败',
      '1080 设备未运行',
    ])
  })

  it('are all left alone when one of them is foreign', async () => {
    const [mine, other] = [await make.addPerson(), await make.addPerson()]
    const own = await make.addDevice(mine.userId)
    const foreign = await make.addDevice(other.userId)
    const body = { deviceIds: [own.id, foreign.id], command: 'Reboot' }
    expect(await server.post(SEND, body, { token: mine.token })).toMatchObject({
      code: 1031,
      data: { deviceIds: [foreign.id] },
    })
    expect(await make.stateOf(own.id)).toBe('running')
  })

  it('are cut to the batches that the supplier takes', async () => {
    const { userId, token } = await make.addPerson()
    const all = []
    for (let index = 0; index < 5; index += 1) all.push(await make.addDevice(userId))
    await send(token, { deviceIds: all.map(({ id }) => id), command: 'CleanMem' })
    expect(server.supplier.commands.map(({ phoneIds }) => phoneIds.length)).toEqual([2, 2, 1])
  })
})

describe('rights', () => {
  it('let a guest in control reboot and open pages, and never clean', async () => {
    const [owner, guest] = [await make.addPerson(), await make.addPerson()]
    const device = await make.addDevice(owner.userId)
    await make.grant(device.id, guest.userId, 'control')
    const codeOf = async (body: object) => (await send(guest.token, { deviceIds: [device.id], ...body }))[0]?.code
    expect(await codeOf({ command: 'OpenUrl', url: 'https://example.com/' })).toBe(200)
    for (const command of ['CleanMem', 'CleanVm', 'DeepCleanVm']) expect(await codeOf({ command })).toBe(1080)
    expect(await codeOf({ command: 'Uninstall', packageName: 'com.example.app' })).toBe(1080)
    expect(server.supplier.commands.map(({ command }) => command.kind)).toEqual(['openUrl'])
    expect(await make.stateOf(device.id)).toBe('running')
  })

  it('let a guest who may look only look', async () => {
    const [owner, guest] = [await make.addPerson(), await make.addPerson()]
    const device = await make.addDevice(owner.userId)
    await make.grant(device.id, guest.userId, 'view')
    const [reboot] = await send(guest.token, { deviceIds: [device.id], command: 'Reboot' })
    expect(reboot).toMatchObject({ code: 1080, msg: '没有该设备的操作权限' })
    const [cover] = await send(guest.token, { deviceIds: [device.id], command: 'GetVmCover' })
    expect(cover).toMatchObject({ code: 200 })
  })
})

describe('arguments', () => {
  it('answers 1090 for a package that is not there', async () => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId)
    server.supplier.failing.set(device.phoneId, 'absentPackage')
    const uninstall = { command: 'Uninstall', packageName: 'com.no.app' }
    const alone = await server.post(SEND, { deviceIds: [device.id], ...uninstall }, { token })
    expect(alone).toMatchObject({ code: 1090, msg: '应用不存在', data: { results: [{ code: 1090 }] } })
    const other = await make.addDevice(userId)
    const [result] = await send(token, { deviceIds: [device.id, other.id], ...uninstall })
    expect(result).toMatchObject({ code: 1090, msg: '应用不存在' })
  })

  it.each([
    { command: 'OpenUrl' },
    { command: 'OpenUrl', url: 'file:///sdcard/' },
    { command: 'OpenUrl', url: 'javascript:alert(1)' },
    { command: 'Reboot', url: 'https://example.com/' },
    { command: 'Uninstall' },
    { command: 'Uninstall', packageName: 'com.x;reboot' },
    { command: 'Format' },
  ])('refuses %j', async (body) => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId)
    expect((await server.post(SEND, { deviceIds: [device.id], ...body }, { token })).code).toBe(1080)
    expect(server.supplier.commands).toEqual([])
  })
})

describe('the sweep', () => {
  it.each([
    ['creating', 'faulty'],
    ['rebooting', 'faulty'],
    ['cleaning', 'faulty'],
    ['backingUp', 'faulty'],
    ['restoring', 'faulty'],
    ['replacing', 'faulty'],
    ['changingZone', 'faulty'],
    ['changingConfiguration', 'faulty'],
    ['updating', 'faulty'],
    ['expired', 'released'],
  ] as const)('never leaves a device %s past its deadline', async (state, after) => {
    const { userId } = await make.addPerson()
    const device = await make.addDevice(userId, { state })
    server.clock.advance(deviceDeadlineMs[state] - 30_000)
    await sweep()
    expect(await make.stateOf(device.id)).toBe(state)
    server.clock.advance(30_000)
    await sweep()
    expect(await make.stateOf(device.id)).toBe(after)
  })

  it('expires a device whose time is used up', async () => {
    const { userId } = await make.addPerson()
    const device = await make.addDevice(userId)
    server.clock.advance(10 * DAY_MS)
    await sweep()
    expect(await make.stateOf(device.id)).toBe('expired')
  })
})

describe('health', () => {
  it('makes a running device faulty when its phone stays away, and runs it again when it is back', async () => {
    const { userId } = await make.addPerson()
    const device = await make.addDevice(userId)
    server.supplier.failing.set(device.phoneId, 'unreachable')
    await lookAtHealth()
    expect(await make.stateOf(device.id)).toBe('running')
    await lookAtHealth()
    expect(await make.stateOf(device.id)).toBe('faulty')
    server.supplier.failing.clear()
    await runPeriodicJob('devices.checkHealth')
    await runPeriodicJob('devices.checkHealth')
    expect(await make.stateOf(device.id)).toBe('running')
  })
})
