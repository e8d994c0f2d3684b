import { sendCommand } from '@yunji/contract/devices/device/calls'
import { DeviceCommand } from '@yunji/contract/devices/device/enums'
import { getTaskList } from '@yunji/contract/devices/task/calls'
import { getMessageSettings, getMessageSummary, updateMessageSetting } from '@yunji/contract/messages/calls'
import { withClient } from '@yunji/testkit/with-client'
import { describe, expect, test } from 'vitest'
import { fillWallet } from '../support/wallet.ts'
import { button, holdTaskNews, link, payBy, problemsOf, sheet, tapWhenReady, text } from './page-elements.ts'
import { createPeople, type Person } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, pathOfPage, shownPage } from './visit.ts'

const system = useRunningSystem({ env: { YUNJI_PHONES: 'virtual' } })
const people = createPeople(system)

const DEVICE = '星海远征 06'
const TASKS = '/pages/Task/index'
const MESSAGES = '/pages/user/message'
const RENEWALS = '/pages/user/messageList?messageType=2'

const query = (sql: string, values: readonly unknown[]) =>
  withClient(system.databaseUrl(), (client) => client.query(sql, [...values]))

let written = 0

/** Inserts a message and its count as the server does, and notifies live clients. */
const addMessage = async ({ userId }: Person, title: string, { hasLink = true } = {}): Promise<void> => {
  written += 1
  await query(
    `with counted as (
       insert into message_counts (user_id, renewal, last_message_at) values ($1, 1, now())
       on conflict (user_id) do update set renewal = message_counts.renewal + 1, last_message_at = now()
     ), told as (
       insert into messages
         (user_id, outbox_id, event, message_type, counter, title, content, summary, link, link_text, created_at)
       values ($1, $2, 'deviceExpiring', 2, 'renewal', $3::text, $3::text || '的全文', $3::text,
         case when $4 then '/pages/Renew/index?deviceId=1' else '' end, case when $4 then '立即续费' else '' end,
         date_trunc('milliseconds', clock_timestamp()))
     ) select pg_notify('live', $1::text || ' unread')`,
    [userId, 1_000_000 + written, title, hasLink],
  )
}

describe('a task', () => {
  test('is begun on Home, which shows how far it is, and stands in the task centre when it is done', async () => {
    const { page, takeErrors } = await people.logInAsDemo()
    await page.goto('/')
    await button(page, '重启').click()
    await page.getByRole('alertdialog').getByRole('button', { name: '重启' }).click()
    await text(page, new RegExp(`「${DEVICE}」重启 \\d+%`)).waitFor()
    await text(page, '重启已完成').waitFor()

    await link(page, '我的').click()
    await link(page, /^任务中心/).click()
    await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe(TASKS)
    await button(page, new RegExp(`^重启 已完成 ${DEVICE}`)).click()
    await sheet(page, '任务详情').getByText('结束时间').waitFor()
    expect(await problemsOf(page)).toEqual([])
    expect(takeErrors()).toEqual([])
  })

  test('that ends before the page can ask for it is announced all the same', async () => {
    const { page, takeErrors } = await people.logInAsDemo()
    const release = await holdTaskNews(page)
    await page.goto('/')
    await button(page, '重启').click()
    await page.getByRole('alertdialog').getByRole('button', { name: '重启' }).click()
    await text(page, `「${DEVICE}」重启 0%`).waitFor()
    const states = async () => (await query('select state from tasks order by id desc limit 1', [])).rows
    await expect.poll(states, LONG_TIMEOUT).toEqual([{ state: 'succeeded' }])
    release()
    await text(page, '重启已完成').waitFor()
    expect(takeErrors()).toEqual([])
  })

  test('that is begun elsewhere appears by itself, and ends under the eyes of whoever watches', async () => {
    const { page, token, userId, takeErrors } = await people.logInAsDemo()
    await page.goto(TASKS)
    await shownPage(page).getByRole('tab', { name: '全部' }).waitFor()
    const { rows } = await query('select id::int from devices where owner_id = $1 order by id limit 2', [userId])
    const deviceIds = (rows as { id: number }[]).map(({ id }) => id)
    const { data } = await people.call(sendCommand, { deviceIds, command: DeviceCommand.clean }, token)
    expect(data).toMatchObject({ taskId: expect.any(Number) })
    await text(page, / 等 2 台$/).waitFor()
    await text(page, '成功 2 台').waitFor()
    expect(takeErrors()).toEqual([])
  })

  test('that failed says why, and is tried again from where a link leads', async () => {
    const person = await people.logInAsDemo()
    const { page, userId } = person
    const { rows } = await query(
      `with task as (
         insert into tasks (owner_id, kind, state, created_at, deadline_at, ended_at)
         values ($1, 'reboot', 'failed', now() - interval '5 minutes', now(), now()) returning id
       ) insert into task_parts (task_id, device_id, device_name, device_state_count, device_state_before, state, reason,
           deadline_at, ended_at)
         select task.id, d.id, d.name, 0, 'running', 'failed', '手机没有响应，请稍后重试', now(), now()
         from task, (select id, name from devices order by id limit 1) d
         returning task_id::int`,
      [userId],
    )
    const { task_id: taskId } = rows[0] as { task_id: number }
    await page.goto(`${TASKS}?taskId=${taskId}`)
    const details = sheet(page, '任务详情')
    await details.getByText('手机没有响应，请稍后重试').waitFor()
    await details.getByRole('button', { name: '重试' }).click()
    await details.getByText('已完成').waitFor()
    await details.getByRole('button', { name: '查看原任务' }).click()
    await details.getByText('手机没有响应，请稍后重试').waitFor()
    await expect.poll(() => details.getByRole('button', { name: '重试', exact: true }).count()).toBe(0)
    await details.getByRole('button', { name: '关闭' }).click()
    await shownPage(page).getByRole('tab', { name: '失败' }).click()
    await text(page, '手机没有响应，请稍后重试').waitFor()
    await shownPage(page)
      .getByRole('tab', { name: /^进行中/ })
      .click()
    await text(page, '没有进行中的任务').waitFor()
  })

  test('of nobody says so, and a list that cannot be read comes with the retry', async () => {
    const { page } = await people.signUp()
    await page.goto(`${TASKS}?taskId=999999999`)
    await sheet(page, '任务详情').getByText('无法打开').waitFor()
    await sheet(page, '任务详情').getByRole('button', { name: '关闭' }).click()
    await text(page, '还没有任务').waitFor()
    await page.route(`**${getTaskList.path}*`, (route) => route.abort())
    await page.goto(TASKS)
    await text(page, '网络连接失败，请检查网络后重试').waitFor()
    await page.unroute(`**${getTaskList.path}*`)
    await button(page, '重试').click()
    await expect.poll(() => text(page, '还没有任务').isVisible(), LONG_TIMEOUT).toBe(true)
  })
})

describe('messages', () => {
  test('are counted everywhere, read by being opened, put off, and all at once', async () => {
    const person = await people.signUp()
    const { page, takeErrors } = person
    for (const title of ['一号机快到期了', '二号机快到期了', '三号机快到期了']) await addMessage(person, title)
    await page.goto('/')
    await link(page, '消息中心，3 条未读').click()
    await link(page, /^3 条未读 续费提醒/).waitFor()
    await link(page, /^3 条未读 续费提醒.*三号机快到期了$/).click()
    await shownPage(page).getByRole('heading', { name: '续费提醒' }).waitFor()

    await button(page, /^未读 一号机/).click()
    await sheet(page, '续费提醒').getByText('一号机快到期了的全文').waitFor()
    expect(await problemsOf(page)).toEqual([])
    await sheet(page, '续费提醒').getByRole('button', { name: '关闭' }).click()
    await button(page, /^一号机/).waitFor()
    await button(page, '稍后').first().click()
    await expect.poll(() => button(page, /^未读/).count(), LONG_TIMEOUT).toBe(1)
    await button(page, '返回').click()
    await link(page, /^1 条未读 续费提醒/).waitFor()
    await button(page, '全部已读').click()
    await link(page, /^续费提醒.*三号机/).waitFor()
    await button(page, '返回').click()
    await link(page, '消息中心').waitFor()
    expect((await people.call(getMessageSummary, {}, person.token)).data).toMatchObject({
      types: expect.arrayContaining([expect.objectContaining({ messageType: 2, unreadCount: 0 })]),
    })
    expect(takeErrors()).toEqual([])
  })

  test('of one order of several phones are one, with the phones in it', async () => {
    const person = await people.signUp()
    const { page, takeErrors } = person
    await fillWallet(system.databaseUrl(), person.userId, 'beans', 100_000)
    await page.goto('/pages/create/buyGoods?goodId=1&goodTime=24&quantity=4')
    await shownPage(page).getByRole('checkbox').click()
    await tapWhenReady(page, '提交订单')
    await payBy(page, 'beans')
    await link(page, /^续费提醒会发短信到 \d{3}\*{4}\d{4}/).waitFor()
    const ready = async () =>
      (await query('select count(*)::int from devices where owner_id = $1 and state = $2', [person.userId, 'running']))
        .rows
    await expect.poll(ready, LONG_TIMEOUT).toEqual([{ count: 4 }])

    await page.goto(MESSAGES)
    await link(page, /^1 条未读 设备创建.*4 台云手机已创建完成/).click()
    await text(page, '还有 1 台，点开查看').waitFor()
    expect(await problemsOf(page)).toEqual([])
    await button(page, /^未读 4 台云手机已就绪/).click()
    const phones = sheet(page, '设备创建').getByRole('link')
    await expect.poll(() => phones.count(), LONG_TIMEOUT).toBe(4)
    expect(await problemsOf(page)).toEqual([])
    await phones.last().click()
    await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/webView/web_instance')
    await page.goto(MESSAGES)
    await link(page, /^设备创建.*4 台云手机已创建完成/).waitFor()
    expect(takeErrors()).toEqual([])
  })

  test('show one time zone, that of their text, wherever they are read', async () => {
    const { userId, token } = await people.logInAsDemo()
    const { rows } = await query(
      `with phone as (select id, expires_at from devices where owner_id = $1 order by id limit 1), counted as (
         insert into message_counts (user_id, renewal, last_message_at) values ($1, 1, now())
         on conflict (user_id) do update set renewal = message_counts.renewal + 1, last_message_at = now()
       ), told as (
         insert into messages (user_id, outbox_id, event, message_type, counter, title, content, summary, device_id, created_at)
         select $1, 900001, 'deviceExpiring', 2, 'renewal', '设备即将到期', '全文', '全文', id, now() from phone
       ) select to_char(expires_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as china from phone`,
      [userId],
    )
    const { china } = rows[0] as { china: string }
    const { page } = await people.visitAs(userId, token, { timezoneId: 'America/New_York' })
    await page.goto(RENEWALS)
    await text(page, `到期 ${china}`).waitFor()
    await expect.poll(() => text(page, /^到期 /).allTextContents()).toContain(`到期 ${china}`)
  })

  test('lead where they say, and are read by it', async () => {
    const person = await people.signUp()
    await addMessage(person, '四号机快到期了')
    const { page } = person
    await page.goto(RENEWALS)
    await button(page, '立即续费').click()
    await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/Renew/index')
    await page.goBack()
    await button(page, /^四号机/).waitFor()
  })

  test('are deleted one by one or several at once, after a question', async () => {
    const person = await people.signUp()
    const { page } = person
    for (const title of ['甲', '乙', '丙', '丁']) await addMessage(person, title, { hasLink: false })
    await page.goto(RENEWALS)
    await button(page, /^未读 甲/).click()
    await sheet(page, '续费提醒').getByRole('button', { name: '删除' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
    await expect.poll(() => button(page, /甲的全文/).count(), LONG_TIMEOUT).toBe(0)

    await button(page, '管理').click()
    expect(await problemsOf(page)).toEqual([])
    await shownPage(page)
      .getByRole('checkbox', { name: /乙的全文/ })
      .click()
    await shownPage(page)
      .getByRole('checkbox', { name: /丙的全文/ })
      .click()
    await shownPage(page).getByRole('heading', { name: '已选 2 条' }).waitFor()
    await button(page, '删除 2 条').click()
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
    await button(page, /丁的全文/).waitFor()
    await expect.poll(() => button(page, /[乙丙]的全文/).count(), LONG_TIMEOUT).toBe(0)
    await page.reload()
    await button(page, /丁的全文/).waitFor()
    await expect.poll(() => button(page, /[甲乙丙]的全文/).count()).toBe(0)
  })

  test('that are read in one tab are read in the other, and new ones are offered', async () => {
    const person = await people.signUp()
    await addMessage(person, '五号机快到期了')
    const { page, context, takeErrors } = person
    await page.goto(RENEWALS)
    await button(page, /^未读 五号机/).waitFor()
    const other = await context.newPage()
    await other.goto(MESSAGES)
    await link(other, /^1 条未读 续费提醒/).waitFor()
    await button(page, /^未读 五号机/).click()
    await link(other, /^续费提醒.*五号机/).waitFor()
    await addMessage(person, '六号机快到期了')
    await link(other, /^1 条未读 续费提醒.*六号机/).waitFor()
    await sheet(page, '续费提醒').getByRole('button', { name: '关闭' }).click()
    await button(page, '有新消息，点此查看').click()
    await button(page, /^未读 六号机/).waitFor()
    expect(takeErrors()).toEqual([])
  })

  test('of a user who has none, and a centre that cannot be read', async () => {
    const { page } = await people.signUp()
    await page.goto(MESSAGES)
    await text(page, '没有新消息').waitFor()
    await page.route(`**${getMessageSummary.path}*`, (route) => route.abort())
    await page.reload()
    await text(page, '加载失败').waitFor()
    await page.unroute(`**${getMessageSummary.path}*`)
    await button(page, '重试').click()
    await expect.poll(() => text(page, '没有新消息').isVisible(), LONG_TIMEOUT).toBe(true)
  })

  test('come in the ways that are set; what could not be set is as it was', async () => {
    const { page, token } = await people.signUp()
    await page.goto('/pages/user/messageSet')
    const sms = shownPage(page).getByRole('switch', { name: '续费提醒的短信' })
    const isOn = async () => (await sms.getAttribute('aria-checked')) === 'true'
    await sms.waitFor()
    const before = await isOn()
    expect(before).toBe(true)
    await sms.click()
    await expect
      .poll(async () => (await people.call(getMessageSettings, {}, token)).data, LONG_TIMEOUT)
      .toMatchObject({
        settings: expect.arrayContaining([expect.objectContaining({ messageType: 2, isSentBySms: !before })]),
      })
    await page.route(`**${updateMessageSetting.path}*`, (route) => route.abort())
    await sms.click()
    await page.getByText('网络连接失败，请检查网络后重试').waitFor()
    await expect.poll(isOn, LONG_TIMEOUT).toBe(!before)
  })
})
