import { withClient } from '@yunji/testkit/with-client'
import { beforeEach, expect, test } from 'vitest'
import { demo, logIn, tapWhenReady, useRunningClient } from './running-client.ts'

const client = useRunningClient()

beforeEach(() => client().forgetReports())

const query = (statement: string, values: unknown[] = []) =>
  withClient(client.databaseUrl(), (database) => database.query(statement, values))

/** A recharge of the demo user that was paid with money, and a personal title. */
const addPaidOrder = async (): Promise<void> => {
  await query(
    `with bought as (
       insert into orders (user_id, kind, title, state, lines, total_cents, payable_cents, purchase, pay_method, created_at,
         expires_at, paid_at, ended_at)
       select id, 'balance', '余额充值', 'fulfilled', '[]', 3000, 3000, '{}', 1, now(), now(), now(), now()
       from users where mobile_phone = $1 returning id, user_id
     ), title as (
       insert into invoice_titles (user_id, kind, name, is_default, created_at, updated_at)
       select user_id, 'personal', '张三', true, now(), now() from bought
     )
     insert into payments (order_id, provider, scene, out_trade_no, amount_cents, state, transaction_id, is_settling,
       created_at, expires_at, paid_at)
     select id, 'alipay', 'h5', 'mini-invoice', 3000, 'paid', 'mini-invoice', true, now(), now(), now() from bought`,
    [demo.phone],
  )
}

test('an order is invoiced, and the request taken back', async () => {
  const program = client()
  await program.start('pages/user/invoices')
  await logIn(program)
  await program.waitForPage('pages/user/invoices')
  await program.waitForText('还没有发票')
  await addPaidOrder()
  await program.launch('/pages/user/invoices?view=new')
  await program.waitForText('张三')
  await program.tap('text=/^余额充值$/')
  await program.waitForText('已选 1 笔')
  await tapWhenReady(program, '提交申请')
  await program.waitForText('待开具')
  await program.tap('text=/^取消申请$/')
  await program.waitForText('订单可以重新申请发票')
  expect(program.errors).toEqual([])
})

test('a device without interruptions says so', async () => {
  const program = client()
  await program.launch('/pages/Device/availability')
  await program.waitForText('没有选择云手机')
  expect(program.errors).toEqual([])
})
