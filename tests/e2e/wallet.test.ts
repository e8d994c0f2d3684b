import { withClient } from '@yunji/testkit/with-client'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Client, hosts } from '../stories/client.ts'
import { useClients } from '../stories/clients.ts'
import { fillWallet } from '../support/wallet.ts'
import { button, link, payBy, problemsOf, radio, tab, tapWhenReady, text } from './page-elements.ts'
import { LONG_TIMEOUT, shownPage } from './visit.ts'

const clients = useClients({ env: { YUNJI_PHONES: 'virtual' }, loginCode: 'demo-lin-pays' })

/** Whether nothing of the page lies over the middle of an element. */
const isUncovered = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height / 2) === node
  })

/** On a screen of half its height, as above a keyboard. */
const ownAmountIsInSight = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 390, height: 600 })
  await radio(page, '自定义').click()
  const own = shownPage(page).getByRole('textbox', { name: '充值金额' })
  await expect.poll(() => own.evaluate((input) => input === document.activeElement), LONG_TIMEOUT).toBe(true)
  await expect.poll(() => isUncovered(own), LONG_TIMEOUT).toBe(true)
}

const monthIsTakenAlong = async (client: Client): Promise<void> => {
  const [download] = await Promise.all([client.page.waitForEvent('download'), client.tap('导出')])
  expect(download.suggestedFilename()).toMatch(/^yunji-beans-\d{4}-\d{2}\.csv$/)
}

test.for(hosts)('a balance is recharged, beans are bought, and both stand in a statement: %s', async (host) => {
  const client = await clients.open(host, await clients.signUp())
  await client.open('Home/user')
  await client.tap('云豆')
  await client.at('user/recharge')
  await client.choose('充值余额')
  await client.choose('¥50')
  await client.inspect()
  await client.tap('立即充值')
  await client.at('pay/pay')
  await client.see('余额')
  await client.back()
  await client.at('user/recharge')

  await client.choose('充值云豆')
  if (host === 'H5') await ownAmountIsInSight(client.page)
  await client.choose('自定义')
  await client.fill('请输入整数金额', '10001')
  await client.see('请输入 1 至 10,000 元的整数')
  await client.choose('3,000')
  await client.see('到账 3,100 云豆')
  await client.inspect()
  await client.tap('立即充值')
  await client.pay()
  // The page leads there once the order is fulfilled.
  await client.tap('查看云豆')
  await client.at('user/cloudBeansList')
  await client.see('结余 3,100', '充值赠送')
  await client.inspect()
  if (host === 'H5') await monthIsTakenAlong(client)
  await client.choose('支出')
  await client.see(/没有支出$/)
  await client.choose('全部')
  await client.tap('充值')
  await client.at('user/orderDetails')
  expect(client.takeErrors()).toEqual([])
})

test.for(hosts)('coupons show how they stand, their rules, and come from a code once: %s', async (host) => {
  const person = await clients.signUp()
  await clients.database(
    `insert into coupons (template_id, user_id, name, terms, state, received_at)
     select id, $1, '内测体验券', terms, 'invalid', now() from coupon_templates limit 1`,
    [person.userId],
  )
  const client = await clients.open(host, person)
  await client.open('user/coupon?exchangeCode=yunji2026')
  await client.tap('兑换')
  await client.see('已兑换「兑换码专享券」')
  await client.tap('兑换码专享券的使用规则')
  await client.see('领取时间')
  await client.inspect()
  await client.dismiss()
  expect(client.takeErrors()).toEqual([])

  await client.tap('输入兑换码')
  await client.fill('请输入兑换码', 'YUNJI2026')
  await client.tap('兑换')
  await client.see(/兑换过|已兑换/)
  await client.dismiss()
  await client.choose(/^已失效/)
  await client.see('内测体验券')
  await client.inspect()
  await client.tap('用券记录')
  await client.at('user/couponUse')
  await client.see('还没有用过优惠券')
  expect(client.takeErrors().filter((error) => !error.includes('exchangeCoupon'))).toEqual([])
})

test('a code is bought, says what it gives, and becomes a phone', async () => {
  const person = await clients.signUp()
  const { userId } = person
  const { page } = await clients.open('H5', person)
  await fillWallet(clients.databaseUrl(), userId, 'balance', 10_000)
  await page.goto('/pages/user/activateDevice')
  await tab(page, '购买').click()
  await radio(page, /^7 天/).first().click()
  await expect.poll(() => button(page, '去支付').isEnabled(), LONG_TIMEOUT).toBe(true)
  expect(await problemsOf(page)).toEqual([])
  await button(page, '去支付').click()
  await page.waitForURL('**/pages/pay/pay?orderId=*')
  await radio(page, /^账户余额/).click()
  await button(page, /^账户余额支付 ¥/).click()
  await text(page, '支付成功').waitFor(LONG_TIMEOUT)
  await link(page, '查看激活码').click()
  await button(page, '自己用').waitFor(LONG_TIMEOUT)
  expect(await tab(page, '我的激活码').getAttribute('aria-selected')).toBe('true')

  await page.goto('/pages/user/activateDevice?activationCode=none')
  await button(page, '查看能换什么').click()
  await text(page, '激活码不正确').waitFor()
  await tab(page, '我的激活码').click()
  await button(page, '自己用').click(LONG_TIMEOUT)
  await button(page, '查看能换什么').click()
  await radio(page, /^兑换一台新的云手机/).waitFor()
  await radio(page, /^华南/).click()
  expect(await problemsOf(page)).toEqual([])
  await button(page, '兑换新设备').click()
  await page.getByRole('alertdialog').getByText('兑换成功，正在创建').waitFor(LONG_TIMEOUT)
  await page.getByRole('alertdialog').getByRole('button', { name: '继续兑换' }).click()
  await tab(page, '我的激活码').click()
  await text(page, /兑换新设备$/).waitFor(LONG_TIMEOUT)
  const { rows } = await withClient(clients.databaseUrl(), (client) =>
    client.query('select zones.name from devices join zones on zones.id = zone_id where owner_id = $1', [userId]),
  )
  expect(rows).toEqual([{ name: expect.stringMatching(/^华南/) }])
})

test('a first recharge with its coupon stands in the statement as that', async () => {
  const person = await clients.signUp()
  const { userId } = person
  const { page } = await clients.open('H5', person)
  await withClient(clients.databaseUrl(), (client) =>
    client.query(
      `with template as (
         insert into coupon_templates (name, terms, created_at)
         values ('首充券', '{"couponType":4,"parValue":500,"conditionsUse":0,"businessType":3,"scopeApplication":1}', now())
         returning id, name, terms
       ) insert into coupons (template_id, user_id, name, terms, received_at) select id, $1, name, terms, now() from template`,
      [userId],
    ),
  )
  await page.goto('/pages/user/recharge')
  await radio(page, /3,000/).click()
  await text(page, '-¥5.00').waitFor()
  await tapWhenReady(page, '立即充值')
  await text(page, '充值 3,000 云豆，送 100').waitFor(LONG_TIMEOUT)
  await payBy(page, 'alipay')
  await text(page, '已生效').waitFor(LONG_TIMEOUT)
  await page.goto('/pages/user/cloudBeansList')
  await text(page, '首充券抵扣').waitFor()
  await text(page, '结余 3,100').waitFor()
  expect(await text(page, '充值赠送').count()).toBe(1)
})

test('who cannot be told anything is told so, and finds out later', async () => {
  const { page } = await clients.open('H5', await clients.signUp())
  await page.route('**/wallet/getStatement*', (route) => route.abort())
  await page.goto('/pages/user/cloudBeansList')
  await text(page, '网络连接失败，请检查网络后重试').waitFor()
  await page.unroute('**/wallet/getStatement*')
  await button(page, '重试').click()
  await text(page, /没有收支$/).waitFor()
  await page.goto('/pages/user/coupon')
  await text(page, '还没有优惠券').waitFor()
  expect(await problemsOf(page)).toEqual([])
})
