import { MAX_GROUPS } from '@yunji/contract/devices/group/schema'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { deviceGroups, devices } from '../../../tables/devices.ts'
import { createDevices } from '../../../testing/devices.ts'
import { useServer } from '../../../testing/use-server.ts'

const LIST = '/vmcloud/api/group/getGroupList'
const OPERATE = '/vmcloud/api/group/operateGroup'
const MOVE = '/vmcloud/api/group/moveDevices'

const server = await useServer()
const make = createDevices(server)

interface Group {
  groupId: number
  name: string
  isDefault: boolean
  deviceCount: number
  busyCount: number
  covers: string[]
}

const groupsOf = async (token: string) =>
  ((await server.get(`${LIST}?rows=100`, { token })).data as { records: Group[] }).records
const namesOf = async (token: string) => (await groupsOf(token)).map(({ name }) => name)
const operate = (token: string, body: object) => server.post(OPERATE, body, { token })
const createGroup = async (token: string, name: string): Promise<number> => {
  const { code, data } = await operate(token, { operationType: 'create', name })
  expect(code).toBe(200)
  return (data as { groupId: number }).groupId
}
const groupOf = async (deviceId: number) => {
  const [device] = await server.database.db.select().from(devices).where(eq(devices.id, deviceId))
  return device?.groupId
}

describe('groups', () => {
  it.each([{}, { operationType: '' }, { operationType: null }, { operationType: '', name: '游戏' }])(
    'need an operation type: %j answers 1018',
    async (body) => {
      const { token } = await make.addPerson()
      expect(await operate(token, body)).toMatchObject({ code: 1018, msg: '分组操作类型不能为空' })
    },
  )

  it.each([
    { operationType: 'merge' },
    { operationType: 'create' },
    { operationType: 'create', name: '   ' },
    { operationType: 'create', name: '一二三四五六七八九十一二三' },
    { operationType: 'create', name: 'a\u200Bb' },
    { operationType: 'rename', name: '游戏' },
    { operationType: 'delete' },
    { operationType: 'order' },
    { operationType: 'order', groupIds: Array.from({ length: MAX_GROUPS + 1 }, (_, index) => index + 1) },
  ])('refuse %j', async (body) => {
    const { token } = await make.addPerson()
    expect((await operate(token, body)).code).toBe(1080)
    expect(await namesOf(token)).toEqual(['默认分组'])
  })

  it('are created after the others, with trimmed names of up to 12 characters', async () => {
    const { token } = await make.addPerson()
    await createGroup(token, ' 游戏挂机组 ')
    await createGroup(token, '一二三四五六七八九十一二')
    expect(await namesOf(token)).toEqual(['默认分组', '游戏挂机组', '一二三四五六七八九十一二'])
  })

  it('have names of their own within an account', async () => {
    const [one, other] = [await make.addPerson(), await make.addPerson()]
    const games = await createGroup(one.token, '游戏')
    await createGroup(other.token, '游戏')
    const doubled = { code: 1080, msg: '已有同名的分组，请换一个名称' }
    expect(await operate(one.token, { operationType: 'create', name: '游戏' })).toMatchObject(doubled)
    expect(await operate(one.token, { operationType: 'create', name: '默认分组' })).toMatchObject(doubled)
    const live = await createGroup(one.token, '直播')
    expect(await operate(one.token, { operationType: 'rename', groupId: live, name: '游戏' })).toMatchObject(doubled)
    expect((await operate(one.token, { operationType: 'rename', groupId: games, name: '游戏' })).code).toBe(200)
  })

  it('are at most a hundred, also when many are created at once', async () => {
    const { userId, token } = await make.addPerson()
    const rows = Array.from({ length: MAX_GROUPS - 3 }, (_, index) => ({
      userId,
      name: `第 ${index} 组`,
      createdAt: server.clock.now(),
    }))
    await server.database.db.insert(deviceGroups).values(rows)
    const answers = await Promise.all(
      ['甲', '乙', '丙', '丁'].map((name) => operate(token, { operationType: 'create', name })),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(2)
    expect(await groupsOf(token)).toHaveLength(MAX_GROUPS)
  })

  it('are renamed, the default one too', async () => {
    const { token } = await make.addPerson()
    const [standard] = await groupsOf(token)
    await operate(token, { operationType: 'rename', groupId: standard?.groupId, name: '我的手机' })
    expect(await groupsOf(token)).toMatchObject([{ name: '我的手机', isDefault: true }])
  })

  it('are ordered as their owner wants, after the default one', async () => {
    const { token } = await make.addPerson()
    const ids = [await createGroup(token, '甲'), await createGroup(token, '乙'), await createGroup(token, '丙')]
    const [first = 0, second = 0, third = 0] = ids
    expect((await operate(token, { operationType: 'order', groupIds: [third, first, second] })).code).toBe(200)
    await createGroup(token, '丁')
    expect(await namesOf(token)).toEqual(['默认分组', '丙', '甲', '乙', '丁'])
  })

  it('refuse an order that is not of the groups that stand', async () => {
    const { token } = await make.addPerson()
    const [standard] = await groupsOf(token)
    const [first, second] = [await createGroup(token, '甲'), await createGroup(token, '乙')]
    const orders = [[first], [first, first], [first, second, second], [standard?.groupId, first], [first, second + 999]]
    for (const groupIds of orders) {
      expect(await operate(token, { operationType: 'order', groupIds })).toMatchObject({
        code: 1080,
        msg: '分组已有变化，请刷新后再排序',
      })
    }
    expect(await namesOf(token)).toEqual(['默认分组', '甲', '乙'])
  })

  it('give their devices to the default group when they are deleted, released ones too', async () => {
    const { userId, token } = await make.addPerson()
    const [standard] = await groupsOf(token)
    const groupId = await createGroup(token, '游戏')
    const one = await make.addDevice(userId, { groupId })
    const released = await make.addDevice(userId, { groupId, state: 'released' })
    expect((await operate(token, { operationType: 'delete', groupId })).code).toBe(200)
    expect(await groupOf(one.id)).toBe(standard?.groupId)
    expect(await groupOf(released.id)).toBe(standard?.groupId)
    expect(await groupsOf(token)).toMatchObject([{ deviceCount: 1 }])
    expect((await operate(token, { operationType: 'delete', groupId })).code).toBe(1080)
  })

  it('keep the default one', async () => {
    const { token } = await make.addPerson()
    const [standard] = await groupsOf(token)
    const answer = await operate(token, { operationType: 'delete', groupId: standard?.groupId })
    expect(answer).toMatchObject({ code: 1080, msg: '默认分组不能删除' })
    expect(await groupsOf(token)).toHaveLength(1)
  })

  it('count their devices and show the first of them', async () => {
    const { userId, token } = await make.addPerson()
    const groupId = await createGroup(token, '游戏')
    for (const state of ['running', 'cleaning', 'stopped', 'running', 'released'] as const) {
      await make.addDevice(userId, { groupId, state })
    }
    const [, games] = await groupsOf(token)
    expect(games).toMatchObject({ deviceCount: 4, runningCount: 2, busyCount: 1, expiringSoonCount: 0 })
    expect(games?.covers).toHaveLength(3)
  })

  it('of somebody else look as if they were not there, and stay as they are', async () => {
    const [one, other] = [await make.addPerson(), await make.addPerson()]
    const groupId = await createGroup(one.token, '游戏')
    const mine = await make.addDevice(other.userId)
    const requests = [
      operate(other.token, { operationType: 'rename', groupId, name: '我的了' }),
      operate(other.token, { operationType: 'delete', groupId }),
      server.post(MOVE, { groupId, deviceIds: [mine.id] }, { token: other.token }),
      operate(other.token, { operationType: 'delete', groupId: groupId + 999_999 }),
    ]
    for (const answer of await Promise.all(requests)) {
      expect(answer).toMatchObject({ code: 1080, msg: '内容不存在或已被删除' })
    }
    expect(await namesOf(one.token)).toEqual(['默认分组', '游戏'])
    expect(await groupOf(mine.id)).toBe(mine.groupId)
  })
})

describe('devices', () => {
  it('move to a group, and are counted once', async () => {
    const { userId, token } = await make.addPerson()
    const groupId = await createGroup(token, '游戏')
    const [one, two] = [await make.addDevice(userId), await make.addDevice(userId)]
    const move = () => server.post(MOVE, { groupId, deviceIds: [one.id, two.id, two.id] }, { token })
    expect(await move()).toMatchObject({ code: 200, data: { movedCount: 2 } })
    expect(await move()).toMatchObject({ code: 200, data: { movedCount: 0 } })
    expect(await groupOf(two.id)).toBe(groupId)
  })

  it('of somebody else, also granted ones, do not move, and none of the others either', async () => {
    const [owner, grantee] = [await make.addPerson(), await make.addPerson()]
    const groupId = await createGroup(grantee.token, '游戏')
    const [granted, own] = [await make.addDevice(owner.userId), await make.addDevice(grantee.userId)]
    await make.grant(granted.id, grantee.userId, 'control')
    const answer = await server.post(MOVE, { groupId, deviceIds: [own.id, granted.id] }, { token: grantee.token })
    expect(answer.code).toBe(1031)
    expect([await groupOf(granted.id), await groupOf(own.id)]).toEqual([granted.groupId, own.groupId])
  })
})
