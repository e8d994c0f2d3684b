import type { DeviceRecord } from '@yunji/contract/devices/device/schema'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts'
import { deviceGrants, deviceGroups, devices } from '../../../tables/devices.ts'
import { createDevices } from '../../../testing/devices.ts'
import { useServer } from '../../../testing/use-server.ts'

const API = '/vmcloud/api'
const LIST = `${API}/device/getDeviceList`
const IDS = `${API}/device/getDeviceIds`
const INFO = `${API}/device/getDeviceInfo`
const RENAME = `${API}/device/updateDeviceName`

const server = await useServer()
const make = createDevices(server)

interface ListData {
  records: DeviceRecord[]
  page: number
  totalPage: number
  counts: Record<string, number>
  renewal: Record<string, number>
}
const listOf = async (token: string, query = '') => (await server.get(`${LIST}${query}`, { token })).data as ListData
const idsOf = async (token: string, query = '') => (await server.get(`${IDS}${query}`, { token })).data
const namesOf = async (token: string, query = '') => (await listOf(token, query)).records.map(({ name }) => name)

describe('the list', () => {
  it('shows a device with all that its card needs', async () => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId, { name: '星海远征 06' })
    expect((await listOf(token)).records).toEqual([
      {
        deviceId: device.id,
        name: '星海远征 06',
        state: 'running',
        groupId: device.groupId,
        groupName: '默认分组',
        goodsLevel: 3,
        version: '10/B',
        zoneName: '测试区',
        supplierType: 7,
        expiresAt: device.expiresAt.getTime(),
        remainingMs: 10 * DAY_MS,
        keptUntil: null,
        isMetered: false,
        isTrial: false,
        isAutoRenewed: false,
        buttons: [1, 2],
        cover: expect.stringMatching(/^\/covers\/[\w-]+\.jpg\?v=0$/),
        right: 'owner',
        note: '',
        tags: [],
      },
    ])
  })

  it('filters by version, name and group, and counts what the tabs show', async () => {
    const { userId, token } = await make.addPerson()
    const db = server.database.db
    const [games] = await db
      .insert(deviceGroups)
      .values({ userId, name: '游戏组', createdAt: server.clock.now() })
      .returning()
    await make.addDevice(userId, { name: '农场 100%' })
    await make.addDevice(userId, { name: '农场 2', version: '10/H', groupId: games?.id ?? 0 })
    await make.addDevice(userId, {
      name: '快到期',
      state: 'stopped',
      expiresAt: new Date(server.clock.now().getTime() + DAY_MS),
    })
    expect(await namesOf(token, '?version=2')).toEqual(['农场 2'])
    expect(await namesOf(token, '?name=%E5%86%9C%E5%9C%BA')).toEqual(['农场 100%', '农场 2'])
    expect(await namesOf(token, '?name=%25')).toEqual(['农场 100%'])
    expect(await namesOf(token, '?name=_')).toEqual([])
    expect(await namesOf(token, `?groupId=${games?.id}`)).toEqual(['农场 2'])
    const { counts } = await listOf(token, '?version=1')
    expect(counts).toEqual({ all: 3, '10/B': 2, '10/H': 1, running: 2 })
  })

  it('counts nothing as ending that is paid for by the hour', async () => {
    const { userId, token } = await make.addPerson()
    const paidUntil = new Date(server.clock.now().getTime() + DAY_MS / 24)
    await make.addDevice(userId, { isMetered: true, expiresAt: paidUntil })
    expect(await listOf(token)).toMatchObject({ counts: { all: 1 }, renewal: { expiringSoon: 0, expired: 0 } })
    const { data } = await server.get(`${API}/group/getGroupList`, { token })
    expect(data).toMatchObject({ records: [{ deviceCount: 1, expiringSoonCount: 0 }] })
  })

  it('counts own devices to renew, whatever the filter', async () => {
    const [owner, grantee] = [await make.addPerson(), await make.addPerson()]
    const soon = new Date(server.clock.now().getTime() + DAY_MS)
    const granted = await make.addDevice(owner.userId, { expiresAt: soon })
    await make.grant(granted.id, grantee.userId, 'control')
    await make.addDevice(owner.userId, { state: 'expired', expiresAt: server.clock.now() })
    await make.addDevice(owner.userId, { state: 'released', expiresAt: server.clock.now() })
    await make.addDevice(owner.userId)
    const renewal = { expiringSoon: 1, expired: 1 }
    expect(await listOf(owner.token)).toMatchObject({ renewal })
    expect(await listOf(owner.token, '?state=stopped&version=2&name=x&page=9')).toMatchObject({ records: [], renewal })
    expect(await listOf(grantee.token)).toMatchObject({ counts: { all: 1 }, renewal: { expiringSoon: 0, expired: 0 } })
  })

  it('filters by what its user can do about a device', async () => {
    const { userId, token } = await make.addPerson()
    const states = ['running', 'stopped', 'rebooting', 'creating', 'faulty', 'expired', 'released'] as const
    for (const state of states) await make.addDevice(userId, { name: state, state })
    expect(await namesOf(token, '?state=running')).toEqual(['running'])
    expect(await namesOf(token, '?state=stopped')).toEqual(['stopped'])
    expect(await namesOf(token, '?state=busy')).toEqual(['rebooting', 'creating'])
    expect(await namesOf(token, '?state=faulty')).toEqual(['faulty'])
    expect(await namesOf(token, '?state=expired')).toEqual(['expired'])
    expect(await listOf(token, '?state=busy&rows=1')).toMatchObject({ totalPage: 2, counts: { all: 2, running: 0 } })
    expect(await server.get(`${LIST}?state=released`, { token })).toMatchObject({ code: 1080 })
  })

  it('filters by owner', async () => {
    const [owner, grantee] = [await make.addPerson(), await make.addPerson()]
    const granted = await make.addDevice(owner.userId, { name: '别人的' })
    await make.addDevice(grantee.userId, { name: '自己的' })
    await make.grant(granted.id, grantee.userId, 'view')
    expect(await namesOf(grantee.token, '?owner=me')).toEqual(['自己的'])
    expect(await namesOf(grantee.token, '?owner=others')).toEqual(['别人的'])
    expect(await idsOf(grantee.token, '?owner=others')).toMatchObject({ owner: [], view: [granted.id] })
  })

  it('answers for given devices, and leaves out what the caller may not see', async () => {
    const [one, other] = [await make.addPerson(), await make.addPerson()]
    const [first, second] = [await make.addDevice(one.userId), await make.addDevice(one.userId)]
    const foreign = await make.addDevice(other.userId)
    const released = await make.addDevice(one.userId, { state: 'released' })
    const ask = (ids: string) => server.get(`${API}/device/getDevices?ids=${ids}`, { token: one.token })
    const { data } = await ask([second.id, foreign.id, released.id, first.id, 999_999_999].join())
    expect(data).toMatchObject({ records: [{ deviceId: first.id }, { deviceId: second.id }] })
    for (const ids of ['', 'x', '1,', '0', '1,,2', Array.from({ length: 101 }, (_, index) => index + 1).join()]) {
      expect((await ask(ids)).code).toBe(1080)
    }
  })

  it('pages, and an empty page is no failure', async () => {
    const { userId, token } = await make.addPerson()
    for (let index = 1; index <= 5; index += 1) await make.addDevice(userId, { name: `机 ${index}` })
    expect(await listOf(token, '?page=2&rows=2')).toMatchObject({ page: 2, totalPage: 3 })
    expect(await namesOf(token, '?page=2&rows=2')).toEqual(['机 3', '机 4'])
    expect(await listOf(token, '?page=9&rows=2')).toMatchObject({ records: [], page: 9, totalPage: 3 })
    expect(await server.get(`${LIST}?rows=101`, { token })).toMatchObject({ code: 1080 })
  })

  it("keeps to the caller's own and granted devices, released ones left out", async () => {
    const [owner, guest] = [await make.addPerson(), await make.addPerson()]
    const shared = await make.addDevice(owner.userId, { name: '给人看的' })
    await make.addDevice(owner.userId, { name: '自己的' })
    await make.addDevice(owner.userId, { name: '还掉的', state: 'released' })
    const grantId = await make.grant(shared.id, guest.userId, 'view')
    expect(await namesOf(owner.token)).toEqual(['给人看的', '自己的'])
    const [seen] = (await listOf(guest.token)).records
    expect(seen).toMatchObject({ deviceId: shared.id, right: 'view', buttons: [], groupName: '默认分组' })
    expect(seen?.groupId).not.toBe(shared.groupId)
    await server.database.db.update(deviceGrants).set({ state: 'revoked' }).where(eq(deviceGrants.id, grantId))
    expect(await namesOf(guest.token)).toEqual([])
  })
})

describe('the ids of a whole list', () => {
  it('are those of every page, by the right on them, and nobody else’s', async () => {
    const [owner, guest] = [await make.addPerson(), await make.addPerson()]
    const own: number[] = []
    for (let index = 1; index <= 12; index += 1) own.push((await make.addDevice(owner.userId)).id)
    await make.addDevice(owner.userId, { state: 'released' })
    const [shown = 0, lent = 0] = own
    await make.grant(shown, guest.userId, 'view')
    await make.grant(lent, guest.userId, 'control')
    const { id } = await make.addDevice(guest.userId)
    expect(await idsOf(owner.token)).toEqual({ owner: own, control: [], view: [] })
    expect(await idsOf(guest.token)).toEqual({ owner: [id], control: [lent], view: [shown] })
  })

  it('keep to the filter of the list', async () => {
    const { userId, token } = await make.addPerson()
    const farm = await make.addDevice(userId, { name: '农场 1', version: '10/H', state: 'stopped' })
    await make.addDevice(userId, { name: '农场 2' })
    await make.addDevice(userId, { name: '其他', version: '10/H', state: 'stopped' })
    const query = '?version=2&state=stopped&name=%E5%86%9C%E5%9C%BA'
    expect(await idsOf(token, query)).toEqual({ owner: [farm.id], control: [], view: [] })
    expect(await idsOf(token, `?groupId=${farm.groupId + 999}`)).toEqual({ owner: [], control: [], view: [] })
    expect(await server.get(`${IDS}?page=1`, { token })).toMatchObject({ code: 1080 })
    expect(await server.get(IDS)).toMatchObject({ code: 2017 })
  })
})

describe('a device of somebody else', () => {
  it('looks like one that was never there', async () => {
    const [owner, stranger] = [await make.addPerson(), await make.addPerson()]
    const device = await make.addDevice(owner.userId)
    const released = await make.addDevice(stranger.userId, { state: 'released' })
    const answers = await Promise.all(
      [device.id, 999_999_999, released.id].map((id) =>
        server.get(`${INFO}?deviceId=${id}`, { token: stranger.token }),
      ),
    )
    for (const [index, id] of [device.id, 999_999_999, released.id].entries()) {
      expect(answers[index]).toMatchObject({ code: 1031, msg: '获取设备失败', data: { deviceIds: [id] } })
    }
  })

  it('is not renamed by a grantee, however far the grant goes', async () => {
    const [owner, guest] = [await make.addPerson(), await make.addPerson()]
    const device = await make.addDevice(owner.userId, { name: '原名' })
    await make.grant(device.id, guest.userId, 'control')
    const body = { deviceId: device.id, name: '新名' }
    expect((await server.post(RENAME, body, { token: guest.token })).code).toBe(1031)
    expect(await namesOf(owner.token)).toEqual(['原名'])
    expect((await server.post(RENAME, body, { token: owner.token })).code).toBe(200)
    expect(await namesOf(owner.token)).toEqual(['新名'])
  })
})

describe('a name', () => {
  it.each(['', '   ', 'x'.repeat(21), 'a\u0000b', 'line\nbreak'])('%j is refused', async (name) => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId)
    expect((await server.post(RENAME, { deviceId: device.id, name }, { token })).code).toBe(1080)
  })

  it('is taken without the spaces around it', async () => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId)
    await server.post(RENAME, { deviceId: device.id, name: '  主号 ' }, { token })
    expect(await namesOf(token)).toEqual(['主号'])
  })
})

describe('apps', () => {
  it('are listed with those of the user first, from a running device only', async () => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId)
    const ask = () => server.get(`${API}/device/getAppList?deviceId=${device.id}`, { token })
    expect(((await ask()).data as { records: object[] }).records).toMatchObject([{ name: '便签' }, { name: '设置' }])
    await server.database.db.update(devices).set({ state: 'stopped' }).where(eq(devices.id, device.id))
    expect(await ask()).toMatchObject({ code: 1080, msg: '设备未运行' })
  })
})

it('the remaining time never goes below zero', async () => {
  const { userId, token } = await make.addPerson()
  await make.addDevice(userId, { expiresAt: new Date(server.clock.now().getTime() - MINUTE_MS) })
  expect((await listOf(token)).records[0]?.remainingMs).toBe(0)
})
