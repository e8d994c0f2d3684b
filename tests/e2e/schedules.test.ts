import { withClient } from '@yunji/testkit/with-client'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import {
  button,
  checkbox,
  chooseForDevice,
  confirmDialog,
  link,
  problemsOf,
  radio,
  sheet,
  tab,
  tapWhenReady,
  text,
} from './page-elements.ts'
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

const query = (statement: string, values: unknown[] = []) =>
  withClient(system.databaseUrl(), (client) => client.query(statement, values))

/** Stopped devices without a phone behind them, all with a tag. */
const addDevices = async (count: number) => {
  await query(`insert into zones (code, name, created_at) values ('test', '测试区', now()) on conflict do nothing`)
  await query(
    `with made as (
       insert into devices (owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, expires_at,
         state, is_power_on, created_at)
       select $1::bigint, g.id, (select min(id) from zones), '云机 ' || n, 3, '10/B', 7, 'plan-' || $1::bigint || '-' || n,
         now() + interval '10 days', 'stopped', false, now()
       from generate_series(1, $2::int) n, device_groups g where g.user_id = $1::bigint and g.is_default returning id
     )
     insert into device_tags select id, '挂机' from made`,
    [person.userId, count],
  )
}

/** Makes every schedule due now. */
const becomeDue = () => query('update device_schedules set next_at = now() where owner_id = $1', [person.userId])

test('a schedule is made for a device, says its next run, is paused, resumed, changed and deleted', async () => {
  await addDevices(2)
  await chooseForDevice(page, '定时任务')
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/Device/schedules')
  await text(page, /^下次运行：(今天|明天) 03:00（北京时间）$/).waitFor(LONG_TIMEOUT)
  await expect.poll(() => text(page, /^云机 \d$/).count(), LONG_TIMEOUT).toBe(1)
  expect(await problemsOf(page)).toEqual([])
  await tapWhenReady(page, '创建')
  await text(page, /^下次 (今天|明天) 03:00$/).waitFor(LONG_TIMEOUT)
  expect(await problemsOf(page)).toEqual([])

  const running = shownPage(page).getByRole('switch', { name: '重启：运行' })
  await running.click()
  await text(page, '已暂停').first().waitFor(LONG_TIMEOUT)
  expect(await running.isChecked()).toBe(false)
  await running.click()
  await text(page, /^下次 /).waitFor(LONG_TIMEOUT)

  await button(page, '编辑').click()
  await radio(page, '关机').click()
  await tab(page, '每周').click()
  await checkbox(page, '周五').click()
  expect(await problemsOf(page)).toEqual([])
  await tapWhenReady(page, '保存')
  await text(page, '每周一、五 03:00').waitFor(LONG_TIMEOUT)

  await button(page, '删除').click()
  await confirmDialog(page).getByRole('button', { name: '删除' }).click()
  await text(page, '还没有定时任务').waitFor(LONG_TIMEOUT)
  expect(await problemsOf(page)).toEqual([])
  expect(person.takeErrors()).toEqual([])
})

test('a schedule of a tag runs when it is due and shows what came of it', async () => {
  await addDevices(2)
  await page.goto('/pages/Device/schedules')
  await button(page, '新建定时任务').click(LONG_TIMEOUT)
  await tab(page, '标签').click()
  await button(page, /^标签：/).click(LONG_TIMEOUT)
  await sheet(page, '标签').getByText('挂机（2 台）').click()
  await tapWhenReady(page, '创建')
  await text(page, '标签「挂机」· 2 台').waitFor(LONG_TIMEOUT)
  await becomeDue()
  await expect
    .poll(async () => {
      await page.reload()
      return text(page, /^上次 今天 \d\d:\d\d：2 台未完成：/).isVisible()
    }, LONG_TIMEOUT)
    .toBe(true)
  await page.goto('/pages/user/messageList?messageType=4')
  await text(page, '定时任务未完成').waitFor(LONG_TIMEOUT)
  await button(page, '查看定时任务').click()
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/Device/schedules')
  expect(person.takeErrors()).toEqual([])
})

test('an app is chosen by its package for a single day, and several devices are chosen on their page', async () => {
  await addDevices(3)
  await page.goto('/pages/Device/schedules')
  await button(page, '新建定时任务').click(LONG_TIMEOUT)
  await link(page, '选择').click()
  await checkbox(page, /^云机 1/).click(LONG_TIMEOUT)
  await checkbox(page, /^云机 3/).click()
  await button(page, '确定').click()
  await text(page, /云机 1/).waitFor(LONG_TIMEOUT)
  await radio(page, '打开应用').click()
  const field = shownPage(page).getByRole('textbox', { name: '应用包名' })
  await field.fill('no')
  await text(page, '包名的格式不对').waitFor()
  await field.fill('com.example.game')
  await tab(page, '只一次').click()
  expect(await problemsOf(page)).toEqual([])
  await tapWhenReady(page, '创建')
  await text(page, '打开应用「com.example.game」').waitFor(LONG_TIMEOUT)
  await text(page, '下次 明天 03:00').waitFor()
  expect(person.takeErrors()).toEqual([])
})
