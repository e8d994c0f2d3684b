import { MAX_TAGS, MAX_TAGS_PER_DEVICE } from '@yunji/contract/devices/device/rules'
import type { DeviceRecord } from '@yunji/contract/devices/device/schema'
import { describe, expect, it } from 'vitest'
import { deviceTags } from '../../../tables/devices.ts'
import { createDevices } from '../../../testing/devices.ts'
import { useServer } from '../../../testing/use-server.ts'

const API = '/vmcloud/api/device'

const server = await useServer()
const make = createDevices(server)

const recordsOf = async (token: string, query = '') =>
  ((await server.get(`${API}/getDeviceList${query}`, { token })).data as { records: DeviceRecord[] }).records
const tagsOf = async (token: string) => (await server.get(`${API}/getTagList`, { token })).data
const setNote = (token: string, deviceId: number, note: unknown) =>
  server.post(`${API}/updateDeviceNote`, { deviceId, note }, { token })
const setTags = (token: string, body: object) => server.post(`${API}/updateDeviceTags`, body, { token })

describe('a note', () => {
  it('is kept without outer spaces, and can be emptied', async () => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId)
    expect(await setNote(token, device.id, ' 主号，别动 ')).toMatchObject({ code: 200 })
    expect(await recordsOf(token)).toMatchObject([{ note: '主号，别动' }])
    await setNote(token, device.id, '')
    expect(await recordsOf(token)).toMatchObject([{ note: '' }])
  })

  it.each([['字'.repeat(101)], ['a\u200Bb'], ['a\nb'], [null], [7]])('refuses %j', async (note) => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId)
    expect((await setNote(token, device.id, note)).code).toBe(1080)
    expect(await recordsOf(token)).toMatchObject([{ note: '' }])
  })

  it('is neither seen, found nor changed by anybody else', async () => {
    const [owner, grantee] = [await make.addPerson(), await make.addPerson()]
    const device = await make.addDevice(owner.userId)
    await setNote(owner.token, device.id, '密钥在抽屉')
    await setTags(owner.token, { deviceIds: [device.id], add: ['私人'] })
    await make.grant(device.id, grantee.userId, 'control')
    expect(await recordsOf(grantee.token)).toMatchObject([{ deviceId: device.id, note: '', tags: [] }])
    expect(await recordsOf(grantee.token, `?name=${encodeURIComponent('抽屉')}`)).toEqual([])
    expect(await recordsOf(grantee.token, `?name=${encodeURIComponent('私人')}`)).toEqual([])
    expect(await recordsOf(grantee.token, `?tag=${encodeURIComponent('私人')}`)).toEqual([])
    expect((await setNote(grantee.token, device.id, '我的')).code).toBe(1031)
    expect((await setTags(grantee.token, { deviceIds: [device.id], remove: ['私人'] })).code).toBe(1031)
    expect(await recordsOf(owner.token)).toMatchObject([{ note: '密钥在抽屉', tags: ['私人'] }])
  })
})

describe('tags', () => {
  it('are added to and removed from many devices, and count them', async () => {
    const { userId, token } = await make.addPerson()
    const [one, two] = [await make.addDevice(userId), await make.addDevice(userId)]
    await make.addDevice(userId)
    const deviceIds = [one.id, two.id]
    expect((await setTags(token, { deviceIds, add: ['直播', '主号', '直播'] })).code).toBe(200)
    expect((await setTags(token, { deviceIds: [two.id], add: ['备用'], remove: ['主号'] })).code).toBe(200)
    expect(await recordsOf(token)).toMatchObject([{ tags: ['主号', '直播'] }, { tags: ['备用', '直播'] }, { tags: [] }])
    expect(await tagsOf(token)).toEqual({
      tags: [
        { tag: '主号', deviceCount: 1 },
        { tag: '备用', deviceCount: 1 },
        { tag: '直播', deviceCount: 2 },
      ],
    })
  })

  it('filter the list and are found by the search', async () => {
    const { userId, token } = await make.addPerson()
    const [one] = [await make.addDevice(userId), await make.addDevice(userId)]
    await setTags(token, { deviceIds: [one.id], add: ['直播'] })
    await setNote(token, one.id, '电商 100%')
    for (const query of ['tag=直播', 'name=直', 'name=电商', 'name=100%25']) {
      expect(await recordsOf(token, `?${encodeURI(query).replace('%2525', '%25')}`)).toMatchObject([
        { deviceId: one.id },
      ])
    }
    expect(await recordsOf(token, `?${encodeURI('tag=直')}`)).toEqual([])
  })

  it('are at most five on a device: then none of the call is done', async () => {
    const { userId, token } = await make.addPerson()
    const [one, two] = [await make.addDevice(userId), await make.addDevice(userId)]
    await setTags(token, { deviceIds: [two.id], add: ['1', '2', '3', '4', '5'] })
    const answer = await setTags(token, { deviceIds: [one.id, two.id], add: ['6'] })
    expect(answer).toMatchObject({ code: 1080, msg: `每台设备最多 ${MAX_TAGS_PER_DEVICE} 个标签` })
    expect(await recordsOf(token)).toMatchObject([{ tags: [] }, { tags: ['1', '2', '3', '4', '5'] }])
    expect((await setTags(token, { deviceIds: [two.id], add: ['6'], remove: ['1'] })).code).toBe(200)
  })

  it('are at most a hundred kinds in an account', async () => {
    const { userId, token } = await make.addPerson()
    const devices = await Promise.all(Array.from({ length: MAX_TAGS / 5 }, () => make.addDevice(userId)))
    const rows = devices.flatMap(({ id: deviceId }, index) =>
      Array.from({ length: 5 }, (_, number) => ({ deviceId, tag: `${index}-${number}` })),
    )
    await server.database.db.insert(deviceTags).values(rows)
    const another = await make.addDevice(userId)
    const answer = await setTags(token, { deviceIds: [another.id], add: ['新的'] })
    expect(answer).toMatchObject({ code: 1080, msg: `最多可以使用 ${MAX_TAGS} 种标签` })
    expect((await setTags(token, { deviceIds: [another.id], add: ['0-0'] })).code).toBe(200)
  })

  it.each([
    { add: [''] },
    { add: ['十三个字的标签是不可以的呀'] },
    { add: ['a', 'b', 'c', 'd', 'e', 'f'] },
    { add: ['a\u200Bb'] },
  ])('refuse %j', async (change) => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId)
    expect((await setTags(token, { deviceIds: [device.id], ...change })).code).toBe(1080)
    expect(await tagsOf(token)).toEqual({ tags: [] })
  })
})
