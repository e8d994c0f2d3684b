import { expect, test } from 'vitest'
import { hosts } from '../stories/client.ts'
import { type Person, useClients } from '../stories/clients.ts'
import { button, checkbox, link, problemsOf, radio, sheet, tab, tapWhenReady, text } from './page-elements.ts'
import { LONG_TIMEOUT, pathOfPage, shownPage } from './visit.ts'

const clients = useClients()

/** Stopped devices without a phone behind them, all with a tag. */
const addDevices = async ({ userId }: Person, count: number) => {
  await clients.database(
    `insert into zones (code, name, created_at) values ('test', '测试区', now()) on conflict do nothing`,
  )
  await clients.database(
    `with made as (
       insert into devices (owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, expires_at,
         state, is_power_on, created_at)
       select $1::bigint, g.id, (select min(id) from zones), '云机 ' || n, 3, '10/B', 7, 'plan-' || $1::bigint || '-' || n,
         now() + interval '10 days', 'stopped', false, now()
       from generate_series(1, $2::int) n, device_groups g where g.user_id = $1::bigint and g.is_default returning id
     )
     insert into device_tags select id, '挂机' from made`,
    [userId, count],
  )
}

/** Makes every schedule of a person due, and waits for the end of its run. */
const runSchedules = async ({ userId }: Person) => {
  await clients.database('update device_schedules set next_at = now() where owner_id = $1', [userId])
  const states = async () => {
    const runs = await clients.database<{ state: string }>(
      `select r.state from device_schedule_runs r join device_schedules s on s.id = r.schedule_id where s.owner_id = $1`,
      [userId],
    )
    return runs.map(({ state }) => state)
  }
  await expect.poll(states, LONG_TIMEOUT).toEqual(['ended'])
}

test.for(hosts)(
  'a schedule is made, says its next run, is paused, resumed, changed, run and deleted: %s',
  async (host) => {
    const person = await clients.signUp()
    await addDevices(person, 2)
    const client = await clients.open(host, person)
    await client.open('Home/index')
    await client.tap('更多')
    await client.tap('定时任务')
    await client.at('Device/schedules')
    await client.see(/^下次运行：(今天|明天) 03:00（北京时间）$/)
    // Of the two, the device that the page was opened for.
    expect(await client.read(/^云机 \d$/)).toMatch(/^云机/)
    await client.inspect()
    await client.tap('创建')
    await client.see(/^下次 (今天|明天) 03:00$/)
    await client.inspect()

    await client.tap('重启：运行')
    await client.see('已暂停')
    await client.choose('重启：运行')
    await client.see(/^下次 /)

    await client.tap('编辑')
    await client.choose('关机')
    await client.choose('每周')
    await client.choose('周五')
    await client.inspect()
    await client.tap('保存')
    await client.see('每周一、五 03:00')
    await runSchedules(person)

    await client.tap('删除')
    await client.see('以后不再运行')
    await client.confirm('删除')
    await client.see('还没有定时任务')
    await client.inspect()
    expect(client.takeErrors()).toEqual([])
  },
)

test('a schedule of a tag shows what came of its run', async () => {
  const person = await clients.signUp()
  await addDevices(person, 2)
  const { page, takeErrors } = await clients.open('H5', person)
  await page.goto('/pages/Device/schedules')
  await button(page, '新建定时任务').click(LONG_TIMEOUT)
  await tab(page, '标签').click()
  await button(page, /^标签：/).click(LONG_TIMEOUT)
  await sheet(page, '标签').getByText('挂机（2 台）').click()
  await tapWhenReady(page, '创建')
  await text(page, '标签「挂机」· 2 台').waitFor(LONG_TIMEOUT)
  await runSchedules(person)
  await page.reload()
  await text(page, /^上次 今天 \d\d:\d\d：2 台未完成：/).waitFor(LONG_TIMEOUT)
  await page.goto('/pages/user/messageList?messageType=4')
  await text(page, '定时任务未完成').waitFor(LONG_TIMEOUT)
  await button(page, '查看定时任务').click()
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/Device/schedules')
  expect(takeErrors()).toEqual([])
})

test('an app is chosen by its package for a single day, and several devices are chosen on their page', async () => {
  const person = await clients.signUp()
  await addDevices(person, 3)
  const { page, takeErrors } = await clients.open('H5', person)
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
  expect(takeErrors()).toEqual([])
})
