import type { OperatorRole } from '@yunji/contract/wire/operator-roles'
import { withClient } from '@yunji/testkit/with-client'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createConsole } from './console-visit.ts'
import { button as clientButton, text } from './page-elements.ts'
import { createPeople } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, shownPage } from './visit.ts'

const system = useRunningSystem({ env: { YUNJI_PHONES: 'virtual', YUNJI_FOUR_EYES_CENTS: '100' } })
const people = createPeople(system)

const visitConsole = createConsole(system)
const openConsole = (path: string, name: string, role: OperatorRole = 'finance') => visitConsole(path, role, name)

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const answer = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click()

const readOne = async (sql: string, id: number): Promise<Record<string, unknown> | undefined> =>
  (await withClient(system.databaseUrl(), (client) => client.query(sql, [id]))).rows[0]

/** Buys a phone at the cashier; returns the order. */
const buy = async (page: Page): Promise<number> => {
  await page.goto('/pages/create/buyGoods?goodId=1')
  await shownPage(page).getByRole('checkbox').click()
  await expect.poll(() => clientButton(page, '提交订单').isEnabled(), LONG_TIMEOUT).toBe(true)
  await clientButton(page, '提交订单').click()
  await page.waitForURL('**/pages/pay/pay?orderId=*')
  const orderId = Number(new URL(page.url()).searchParams.get('orderId'))
  await clientButton(page, /^支付宝支付 ¥/).click()
  await page.getByRole('button', { name: '确认支付' }).click()
  await text(page, '支付成功').waitFor(LONG_TIMEOUT)
  const readState = async () => (await readOne('select state from orders where id = $1', orderId))?.['state']
  await expect.poll(readState, LONG_TIMEOUT).toBe('fulfilled')
  return orderId
}

test('a refund beyond the limit of one waits for another operator, and goes back through the provider', async () => {
  const { page: client } = await people.signUp()
  const orderId = await buy(client)
  const { page, takeErrors } = await openConsole(`/orders?open=${orderId}`, 'finance-one')
  await button(page, '退款…').click(LONG_TIMEOUT)
  const dialog = page.getByRole('dialog', { name: /^退还订单/ })
  await dialog.getByLabel('金额（元）').fill('3')
  await dialog.getByLabel('原因').click()
  await page.getByRole('option', { name: '协商一致' }).click()
  await button(dialog, '退款').click()
  await answer(page, '发起退款')
  await dialog.waitFor({ state: 'detached', ...LONG_TIMEOUT })

  await page.getByText('一笔 ¥3.00 的退款等待另一位运营人员复核。').waitFor(LONG_TIMEOUT)
  await expect.poll(() => button(page, '退款…').count(), LONG_TIMEOUT).toBe(0)
  await page.getByRole('link', { name: '查看' }).click()
  await page.getByText('自己发起的退款须由另一位运营人员批准。').waitFor(LONG_TIMEOUT)

  await page.goto('/console/refunds')
  const rowOn = (on: Page) => on.getByRole('row').filter({ hasText: `#${orderId}` })
  await rowOn(page).click(LONG_TIMEOUT)
  await page.getByText('自己发起的退款须由另一位运营人员批准。').waitFor(LONG_TIMEOUT)
  await expect.poll(() => button(page, '批准').count(), LONG_TIMEOUT).toBe(0)
  expect(await readOne('select id from refunds where order_id = $1', orderId)).toBeUndefined()

  const { page: other, takeErrors: takeOtherErrors } = await openConsole('/refunds', 'finance-two')
  await rowOn(other).click(LONG_TIMEOUT)
  await button(other, '批准').click(LONG_TIMEOUT)
  await answer(other, '批准退款')
  await other
    .getByRole('dialog')
    .getByText(/^finance-two/)
    .waitFor(LONG_TIMEOUT)
  const readRefund = () => readOne('select state, amount_cents::int from refunds where order_id = $1', orderId)
  await expect.poll(readRefund, LONG_TIMEOUT).toEqual({ state: 'refunded', amount_cents: 300 })

  await other.goto(`/console/ledger?orderId=${orderId}`)
  await other.getByRole('row').filter({ hasText: '支付宝' }).filter({ hasText: '¥3.00' }).waitFor(LONG_TIMEOUT)
  await client.goto(`/pages/user/orderDetails?orderId=${orderId}`)
  await text(client, '¥3.00 退回支付宝').waitFor(LONG_TIMEOUT)
  await text(client, '已退回').waitFor()
  expect([...takeErrors(), ...takeOtherErrors()]).toEqual([])
})

test('a payment notice without an order is asked for again, and closed', async () => {
  await withClient(system.databaseUrl(), (client) =>
    client.query(
      `insert into payment_notices (provider, about, number, transaction_id, amount_cents, outcome, reason, first_at, last_at)
       values ('alipay', 'payment', 'nobody-1', 'trade-of-nobody', 1900, 'refused', 'no such payment', now(), now())`,
    ),
  )
  const { page } = await openConsole('/overview', 'finance-three')
  await page.getByRole('link', { name: /^未入账的通知/ }).click(LONG_TIMEOUT)
  const row = page.getByRole('row').filter({ hasText: 'nobody-1' })
  await row.click(LONG_TIMEOUT)
  await button(page, '查询并入账').click(LONG_TIMEOUT)
  await page
    .getByText(/^未入账：/)
    .first()
    .waitFor(LONG_TIMEOUT)
  await button(page, '标记已处理').click()
  await answer(page, '标记已处理')
  await page.getByText('已标记').waitFor(LONG_TIMEOUT)
  expect(await readOne('select closed_by from payment_notices where amount_cents = $1', 1900)).toEqual({
    closed_by: 'finance-three',
  })
})

test('a job that was given up is found from the overview, leads to its order, and is sent again', async () => {
  const { page: client } = await people.signUp()
  const orderId = await buy(client)
  await withClient(system.databaseUrl(), (database) =>
    database.query(
      `insert into pgboss.job (name, data, source_name, source_id, source_created_on, source_retry_count)
       values ('dead-letter', $1, 'order.fulfil', gen_random_uuid(), now(), 60)`,
      [{ orderId }],
    ),
  )
  const { page, takeErrors } = await openConsole('/overview', 'owner-two', 'owner')
  await page.getByRole('link', { name: /^已放弃的后台任务/ }).click(LONG_TIMEOUT)
  await page
    .getByRole('row')
    .filter({ hasText: `订单 #${orderId}` })
    .click(LONG_TIMEOUT)
  const job = page.getByRole('dialog', { name: '交付订单' })
  await job.getByText('61 次').waitFor()
  await job.getByRole('link', { name: `订单 #${orderId}` }).click()
  await page.getByRole('dialog', { name: `订单 #${orderId}` }).waitFor(LONG_TIMEOUT)
  await page.goBack()
  await button(job, '重新执行').click(LONG_TIMEOUT)
  await page.getByText('没有放弃的后台任务').waitFor(LONG_TIMEOUT)
  const countDone = () =>
    readOne(
      `select count(*)::int as done from pgboss.job
       where name = 'order.fulfil' and state = 'completed' and source_root_id is not null and (data ->> 'orderId')::bigint = $1`,
      orderId,
    )
  await expect.poll(countDone, LONG_TIMEOUT).toEqual({ done: 1 })
  expect(
    await readOne(
      'select count(*)::int as devices from devices where product_id is not null and owner_id = (select user_id from orders where id = $1)',
      orderId,
    ),
  ).toEqual({ devices: 1 })
  expect(takeErrors()).toEqual([])
})
