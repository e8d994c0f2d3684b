import { expect, test } from 'vitest'
import { hosts } from '../stories/client.ts'
import { useClients } from '../stories/clients.ts'
import { addStoppedDevices } from '../support/stopped-devices.ts'
import { LONG_TIMEOUT } from './visit.ts'

const clients = useClients()

const devicesIn = async (userId: number, group: string): Promise<number> => {
  const [row] = await clients.database<{ count: number }>(
    `select count(*)::int from devices d join device_groups g on g.id = d.group_id where g.user_id = $1 and g.name = $2`,
    [userId, group],
  )
  return row?.count ?? 0
}

/** Names in the order of the page. */
const groupsOf = async (userId: number): Promise<string[]> => {
  const rows = await clients.database<{ name: string }>(
    'select name from device_groups where user_id = $1 order by is_default desc, position, id',
    [userId],
  )
  return rows.map(({ name }) => name)
}

const COUNT = 25

test.for(hosts)(
  'groups are made, ordered, filled, shown at home and deleted, and no device is lost: %s',
  async (host) => {
    const person = await clients.signUp()
    const { userId } = person
    await addStoppedDevices(clients.databaseUrl(), userId, COUNT)
    const client = await clients.open(host, person)

    // A single group offers to create another before devices are moved.
    await client.open('Group/pages/MoveGroup')
    await client.tap('新建分组')
    await client.at('Group/index')
    await client.see('25 台，0 台运行中')
    for (const name of ['游戏', '直播', '内容运营']) {
      await client.tap('新建分组')
      await client.fill('请输入分组名称', name)
      await client.tap('创建')
      await client.see(name)
    }
    await client.tap('新建分组')
    await client.fill('请输入分组名称', '直播')
    await client.tap('创建')
    await client.see('已有同名的分组')
    await client.dismiss()

    await client.tap('「直播」的更多操作')
    await client.tap('重命名')
    await client.see('修改分组名称')
    await client.fill('请输入分组名称', '直播间')
    await client.tap('保存')
    await client.see('直播间')

    await client.tap('排序')
    await client.tap('上移「内容运营」')
    await client.tap('下移「游戏」')
    await client.tap('完成排序')
    await client.see('排序')
    expect(await groupsOf(userId)).toEqual(['默认分组', '内容运营', '游戏', '直播间'])
    await client.inspect()

    await client.tap('「默认分组」的更多操作')
    await client.see('重命名')
    await client.miss('删除')
    await client.dismiss()
    await client.tap('「游戏」的更多操作')
    await client.tap('移入设备')
    await client.at('Group/pages/MoveGroup')
    await client.see('云机 1')
    await client.tap('全选')
    await client.see('已选 25 台')
    await client.tap('全选')
    await client.see('已选 0 台')
    await client.fill('搜索设备名称', '云机 2')
    await client.miss('云机 1')
    await client.choose('云机 2')
    await client.see('已选 1 台')
    await client.tap('全选')
    await client.see('已选 7 台')
    await client.inspect()
    await client.fill('搜索设备名称', '没有的')
    await client.see('没有符合条件的设备')
    await client.tap('移到「游戏」')
    await client.at('Group/index')
    await client.see(/^7 台$/)
    expect(await devicesIn(userId, '游戏')).toBe(7)

    await client.tap('游戏')
    await client.at('Home/index')
    await client.see(/^全部\s*7$/)
    await client.tap('游戏')
    await client.tap('管理')
    await client.at('Group/index')
    await client.tap('「游戏」的更多操作')
    await client.tap('删除')
    await client.see('组内 7 台设备会移到默认分组')
    await client.confirm('删除分组')
    await expect.poll(() => groupsOf(userId), LONG_TIMEOUT).toEqual(['默认分组', '内容运营', '直播间'])
    expect(await devicesIn(userId, '默认分组')).toBe(COUNT)
    await client.tap('全部设备')
    await client.at('Home/index')
    await client.see(/^全部\s*25$/)
    expect(client.takeErrors()).toEqual([])
  },
)
