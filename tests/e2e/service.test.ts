import { answerTicket } from '@yunji/contract/operator/service-calls'
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
  await button(page, '关闭工单').click()
  await confirmDialog(page).getByRole('button', { name: '关闭工单' }).click()
  await radio(page, '5 星').click(LONG_TIMEOUT)
  await button(page, '提交评价').click()
  await text(page, /^你的评价$/).waitFor(LONG_TIMEOUT)
})

test('somebody without a login proves a number and opens a ticket', async () => {
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
})
