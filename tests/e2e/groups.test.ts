import { getDeviceList } from '@yunji/contract/devices/device/calls'
import { getGroupList } from '@yunji/contract/devices/group/calls'
import { withClient } from '@yunji/testkit/with-client'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { button, checkbox, confirmDialog, link, problemsOf, radio, sheet, text } from './page-elements.ts'
import { createPeople, type Person } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, pathOfPage, shownPage } from './visit.ts'

const system = useRunningSystem()
const people = createPeople(system)

let person: Person
let page: Page

beforeEach(async () => {
  person = await people.signUp()
  page = person.page
})

/** Stopped devices without a phone behind them. */
const addDevices = (count: number) =>
  withClient(system.databaseUrl(), async (client) => {
    await client.query(
      `insert into zones (code, name, created_at) values ('test', '测试区', now()) on conflict do nothing`,
    )
    await client.query(
      `insert into devices (owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, expires_at,
         state, created_at)
       select $1::bigint, g.id, (select min(id) from zones), '云机 ' || n, 3, '10/B', 7, 'group-' || $1::bigint || '-' || n,
         now() + interval '10 days', 'stopped', now()
       from generate_series(1, $2::int) n, device_groups g where g.user_id = $1::bigint and g.is_default`,
      [person.userId, count],
    )
  })

/** The card of a group, which begins with its name. */
const card = (name: string) => button(page, new RegExp(`^${name}`))
const device = (name: string) => checkbox(page, new RegExp(`^${name}(?!\\d)`))

const addGroup = async (name: string) => {
  await button(page, '新建分组').click()
  await sheet(page, '新建分组').getByRole('textbox', { name: '分组名称' }).fill(name)
  await sheet(page, '新建分组').getByRole('button', { name: '创建' }).click()
  await card(name).waitFor()
}

const groupNames = async () => {
  const { data } = await people.call(getGroupList, {}, person.token)
  return (data as { records: { name: string }[] }).records.map(({ name }) => name)
}

test('groups are created, renamed, ordered and deleted, and no device is lost', async () => {
  await addDevices(3)
  await page.goto('/pages/Group/index')
  await text(page, '3 台，0 台运行中').waitFor()
  await addGroup('游戏')
  await addGroup('直播')
  await addGroup('内容运营')

  await button(page, '新建分组').click()
  await sheet(page, '新建分组').getByRole('textbox', { name: '分组名称' }).fill('直播')
  await sheet(page, '新建分组').getByRole('button', { name: '创建' }).click()
  await sheet(page, '新建分组').getByText('已有同名的分组').waitFor()
  await page.keyboard.press('Escape')

  await button(page, '「直播」的更多操作').click()
  await sheet(page, '直播').getByRole('button', { name: '重命名' }).click()
  await sheet(page, '修改分组名称').getByRole('textbox', { name: '分组名称' }).fill('直播间')
  await sheet(page, '修改分组名称').getByRole('button', { name: '保存' }).click()
  await card('直播间').waitFor()

  await button(page, '排序').click()
  await button(page, '上移「内容运营」').click()
  await button(page, '下移「游戏」').click()
  await button(page, '完成排序').click()
  await button(page, '排序').waitFor()
  expect(await groupNames()).toEqual(['默认分组', '内容运营', '游戏', '直播间'])
  expect(await problemsOf(page)).toEqual([])

  await button(page, '「默认分组」的更多操作').click()
  expect(await sheet(page, '默认分组').getByRole('button', { name: '删除' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await button(page, '「游戏」的更多操作').click()
  await sheet(page, '游戏').getByRole('button', { name: '移入设备' }).click()
  await device('云机 1').click()
  await device('云机 2').click()
  expect(await problemsOf(page)).toEqual([])
  await button(page, '移到「游戏」').click()
  await card('游戏').getByText('2 台', { exact: true }).waitFor()

  await button(page, '「游戏」的更多操作').click()
  await sheet(page, '游戏').getByRole('button', { name: '删除' }).click()
  await confirmDialog(page).getByText('组内 2 台设备会移到默认分组').waitFor()
  await confirmDialog(page).getByRole('button', { name: '删除分组' }).click()
  await expect.poll(groupNames, LONG_TIMEOUT).toEqual(['默认分组', '内容运营', '直播间'])
  const { data } = await people.call(getDeviceList, {}, person.token)
  expect(data).toMatchObject({ counts: { all: 3 }, records: [{ groupName: '默认分组' }, {}, {}] })
})

test('home shows a group, all of its devices move on, and a deleted group is left', async () => {
  await addDevices(25)
  await page.goto('/pages/Group/index')
  await addGroup('游戏')
  await button(page, '「游戏」的更多操作').click()
  await sheet(page, '游戏').getByRole('button', { name: '移入设备' }).click()
  await device('云机 1').waitFor()
  await checkbox(page, '全选').click()
  await text(page, '已选 25 台').waitFor()
  await checkbox(page, '全选').click()
  await text(page, '已选 0 台').waitFor()
  await shownPage(page).getByRole('textbox', { name: '搜索设备名称' }).fill('云机 2')
  await expect.poll(() => checkbox(page, '云机').count(), LONG_TIMEOUT).toBe(7)
  await checkbox(page, '全选').click()
  await text(page, '已选 7 台').waitFor()
  await shownPage(page).getByRole('textbox', { name: '搜索设备名称' }).fill('没有的')
  await text(page, '没有符合条件的设备').waitFor()
  await button(page, '移到「游戏」').click()
  await card('游戏').getByText('7 台', { exact: true }).click()
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/Home/index')
  await button(page, '游戏').waitFor()
  await radio(page, /全部\s*7/).waitFor()

  await button(page, '游戏').click()
  await link(page, '管理').click()
  await button(page, '「游戏」的更多操作').click()
  await sheet(page, '游戏').getByRole('button', { name: '删除' }).click()
  await confirmDialog(page).getByRole('button', { name: '删除分组' }).click()
  await expect.poll(groupNames, LONG_TIMEOUT).toEqual(['默认分组'])
  await card('全部设备').click()
  await radio(page, /全部\s*25/).waitFor()
})

test('a single group offers to create another before devices are moved', async () => {
  await page.goto('/pages/Group/pages/MoveGroup')
  await link(page, '新建分组').click()
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/Group/index')
})
