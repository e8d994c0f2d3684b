import { answerTicket } from '@yunji/contract/operator/service-calls'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { withClient } from '@yunji/testkit/with-client'
import { expect, test } from 'vitest'
import { fillCode } from './login-steps.ts'
import { button, confirmDialog, link, problemsOf, radio, text } from './page-elements.ts'
import { createPeople } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, pathOfPage, shownPage } from './visit.ts'

const OPERATOR_TOKEN = 'operator-token-of-the-service-suite'
const system = useRunningSystem({ env: { YUNJI_OPERATOR_TOKEN: OPERATOR_TOKEN } })
const people = createPeople(system)
const SERVICE = '/pages/CustomerService/index'

const lastTicketId = async (): Promise<number> => {
  const { rows } = await withClient(system.databaseUrl(), (client) =>
    client.query<{ id: string }>('select id from service_tickets order by id desc limit 1'),
  )
  return Number(rows[0]?.id ?? 0)
}

/** 20 by 20 pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABQAAAAUCAIAAAAC64paAAAAGklEQVR42mMwSLhANmIY1TyqeVTzqOaB1QwA43cmH+8dXSYAAAAASUVORK5CYII=',
  'base64',
)

const sendOperatorPicture = async (): Promise<string> => {
  const response = await fetch(system.url() + sideRoutes.operatorTicketPicture.path, {
    method: 'POST',
    headers: { token: OPERATOR_TOKEN, 'content-type': 'image/png' },
    body: PNG,
  })
  return ((await response.json()) as { data: { attachmentId: string } }).data.attachmentId
}

test('a question is found, a ticket opened, answered, closed and rated', async () => {
  const { page } = await people.signUp()
  await page.goto(system.url() + SERVICE)
  await shownPage(page).getByLabel('搜索常见问题').fill('画面好卡')
  await link(page, '画面卡顿、延迟高怎么办？').click(LONG_TIMEOUT)
  await text(page, '这篇有帮助吗？').waitFor(LONG_TIMEOUT)
  await button(page, '有帮助').click()
  await button(page, '已选有帮助').waitFor(LONG_TIMEOUT)
  expect(await problemsOf(page)).toEqual([])

  await link(page, '没有解决？提交工单').click()
  await radio(page, '画面与操作').click(LONG_TIMEOUT)
  await shownPage(page)
    .getByLabel(/^问题描述，/)
    .fill('画面一直很卡')
  await text(page, '这些回答可能有帮助').waitFor(LONG_TIMEOUT)
  expect(await problemsOf(page)).toEqual([])
  await button(page, '提交').click()
  await text(page, '等待回复').waitFor(LONG_TIMEOUT)
  expect(pathOfPage(page)).toBe(SERVICE)
  expect(await problemsOf(page)).toEqual([])

  const answer = { ticketId: await lastTicketId(), operatorName: '小云', content: '请换一个区域试试' }
  expect((await people.call(answerTicket, answer, OPERATOR_TOKEN)).code).toBe(200)
  await text(page, '请换一个区域试试').waitFor(LONG_TIMEOUT)
  await page.goto(`${system.url()}/pages/Home/user`)
  await text(page, '联系客服').waitFor(LONG_TIMEOUT)
  // Read where it was shown.
  expect(await link(page, /工单有新回复/).count()).toBe(0)
  const shown = { ...answer, content: '像图里这样', attachmentIds: [await sendOperatorPicture()] }
  expect((await people.call(answerTicket, shown, OPERATOR_TOKEN)).code).toBe(200)
  await page.reload()
  await link(page, '联系客服，1 个工单有新回复').click(LONG_TIMEOUT)
  await link(page, /画面一直很卡/).click(LONG_TIMEOUT)
  await button(page, '查看第 1 张图片').click(LONG_TIMEOUT)
  const picture = page.getByRole('img', { name: '工单图片' })
  await picture.waitFor(LONG_TIMEOUT)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), LONG_TIMEOUT).toBe(20)
  await page.keyboard.press('Escape')
  await picture.waitFor({ state: 'detached' })
  await button(page, '关闭工单').click()
  await confirmDialog(page).getByRole('button', { name: '关闭工单' }).click()
  await radio(page, '5 星').click(LONG_TIMEOUT)
  await button(page, '提交评价').click()
  await text(page, /^你的评价$/).waitFor(LONG_TIMEOUT)
})

test('a screen that cannot be opened leads to a ticket about its device', async () => {
  const { page, userId } = await people.signUp()
  const { rows } = await withClient(system.databaseUrl(), async (client) => {
    await client.query(`insert into zones (code, name, created_at) values ('test', '测试区', now())`)
    return client.query<{ id: string }>(
      `insert into devices (owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, expires_at,
         state, is_power_on, created_at)
       select user_id, id, (select min(id) from zones), '打不开的云机', 3, '10/B', 7, 'service-1', now() + interval '9 days',
         'stopped', false, now()
       from device_groups where user_id = $1 and is_default returning id`,
      [userId],
    )
  })
  const deviceId = Number(rows[0]?.id)
  await page.goto(`${system.url()}/pages/webView/web_instance?deviceId=${deviceId}`)
  await text(page, '无法打开云手机').waitFor(LONG_TIMEOUT)
  await link(page, '遇到问题，联系客服').click()
  await text(page, '会附上这台设备的状态、最近的任务和画面数据').waitFor(LONG_TIMEOUT)
  expect(await radio(page, '画面与操作').getAttribute('aria-checked')).toBe('true')
  await shownPage(page)
    .getByLabel(/^问题描述，/)
    .fill('打不开')
  await button(page, '提交').click()
  await text(page, '打不开的云机').waitFor(LONG_TIMEOUT)
})

test('somebody without a login proves a number, opens a ticket, closes and rates it', async () => {
  const { page } = await system.visit()
  await page.goto(`${system.url()}/pages/login/login`)
  await link(page, '登录遇到问题？').click(LONG_TIMEOUT)
  await link(page, '提交工单').click(LONG_TIMEOUT)
  const phone = '13900077001'
  await button(page, '验证').waitFor(LONG_TIMEOUT)
  await fillCode(page, phone, people.lastCode)
  await button(page, '验证').click()
  await shownPage(page)
    .getByLabel(/^问题描述，/)
    .fill('我的账号登录不上')
  expect(await problemsOf(page)).toEqual([])
  await button(page, '提交').click()
  await text(page, '等待回复').waitFor(LONG_TIMEOUT)
  await button(page, '关闭工单').click()
  await confirmDialog(page).getByRole('button', { name: '关闭工单' }).click()
  await radio(page, '4 星').click(LONG_TIMEOUT)
  await button(page, '提交评价').click()
  await text(page, /^你的评价$/).waitFor(LONG_TIMEOUT)
  expect(await problemsOf(page)).toEqual([])
})
