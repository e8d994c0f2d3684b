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
  const end = program.page.locator('.weapp-frame[current] [class*="button-module__button"]', { hasText: '取消申请' })
  await end.last().tap()
  await program.waitForText('已取消')
  expect(program.errors).toEqual([])
})

test('a device says what it was away for, and leads to a ticket', async () => {
  const program = client()
  await query(`insert into zones (code, name, created_at) values ('test', '测试区', now()) on conflict do nothing`)
  const { rows } = await query(
    `with made as (
       insert into devices (owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, expires_at,
         state, is_power_on, created_at, first_started_at)
       select g.user_id, g.id, (select min(id) from zones), '云机 1', 3, '10/B', 7, 'mini-away', now() + interval '10 days',
         'stopped', false, now() - interval '9 days', now() - interval '9 days'
       from device_groups g join users u on u.id = g.user_id where u.mobile_phone = $1 and g.is_default
       returning id, owner_id, zone_id
     )
     insert into device_interruptions (device_id, owner_id, zone_id, cause, fault, started_at, ended_at)
     select id, owner_id, zone_id, 'zone', 'ours', now() - interval '3 hours', now() - interval '2 hours' from made
     returning device_id`,
    [demo.phone],
  )
  await program.launch(`/pages/Device/availability?deviceId=${rows[0].device_id}`)
  await program.waitForText('机房连接中断')
  await program.waitForText('平台原因')
  await program.tap('text=/^补偿规则$/')
  await program.waitForText('一次中断满 10 分钟')
  await program.launch(`/pages/Device/availability?deviceId=${rows[0].device_id}`)
  await program.tap('text=/^有疑问$/')
  await program.waitForText('会附上这次中断和设备的情况')
  expect(program.errors).toEqual([])
})
