import { withClient } from '@yunji/testkit/with-client'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { fillWallet } from '../support/wallet.ts'
import { button, link, payBy, problemsOf, radio, sheet, tab, tapWhenReady, text } from './page-elements.ts'
import { createPeople } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, pathOfPage, shownPage } from './visit.ts'

const system = useRunningSystem({ env: { YUNJI_PHONES: 'virtual' } })
const people = createPeople(system)

/** Whether nothing of the page lies over the middle of an element. */
const isUncovered = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height / 2) === node
  })

test('beans are bought with money, arrive, and stand in the statement that can be taken along', async () => {
  const { page, takeErrors } = await people.signUp()
  await page.goto('/pages/Home/user')
  await link(page, '0 云豆').click()
  await radio(page, /3,000/).click()
  await text(page, '到账 3,100 云豆').waitFor()
  expect(await problemsOf(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 600 })
  await radio(page, '自定义').click()
  const own = shownPage(page).getByRole('textbox', { name: '充值金额' })
  await expect.poll(() => own.evaluate((input) => input === document.activeElement)).toBe(true)
  await expect.poll(() => isUncovered(own)).toBe(true)
  await own.fill('10001')
  await text(page, '请输入 1 至 10,000 元的整数').waitFor()
  expect(await button(page, '立即充值').isEnabled()).toBe(false)
  await radio(page, /3,000/).click()
  await expect.poll(() => button(page, '立即充值').isEnabled(), LONG_TIMEOUT).toBe(true)
  await button(page, '立即充值').click()
  await page.waitForURL('**/pages/pay/pay?orderId=*')
  await button(page, /^支付宝支付 ¥30/).click()
  await page.getByRole('button', { name: '确认支付' }).click()
  await text(page, '支付成功').waitFor(LONG_TIMEOUT)

  // The page leads there once the order is fulfilled.
  await link(page, '查看云豆').click(LONG_TIMEOUT)
  await text(page, '结余 3,100').waitFor(LONG_TIMEOUT)
  await text(page, '充值赠送').waitFor()
  expect(await problemsOf(page)).toEqual([])
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, '导出').click()])
  expect(download.suggestedFilename()).toMatch(/^yunji-beans-\d{4}-\d{2}\.csv$/)
  await radio(page, '支出').click()
  await text(page, /没有支出$/).waitFor()
  await radio(page, '全部').click()
  await link(page, /^充值 /).click()
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/user/orderDetails')
  expect(takeErrors()).toEqual([])
})

test('a balance is recharged from the second side of the page', async () => {
  const { page } = await people.signUp()
  await page.goto('/pages/user/recharge')
  await tab(page, '充值余额').click()
  await radio(page, /^¥50$/).click()
  expect(await problemsOf(page)).toEqual([])
  await button(page, '立即充值').click()
  await page.waitForURL('**/pages/pay/pay?orderId=*')
  await text(page, '余额').first().waitFor()
})

test('coupons show how they stand, their rules, and come from a code once', async () => {
  const { page, takeErrors } = await people.logInAsDemo()
  await page.goto('/pages/user/coupon?exchangeCode=yunji2026')
  const form = sheet(page, '兑换优惠券')
  await form.getByRole('button', { name: '兑换', exact: true }).click()
  await page.getByText('已兑换「兑换码专享券」').waitFor()
  await shownPage(page).getByLabel('兑换码专享券的使用规则').click()
  await sheet(page, '使用规则').getByText('领取时间').waitFor()
  expect(await problemsOf(page)).toEqual([])
  await sheet(page, '使用规则').getByRole('button', { name: '关闭' }).click()

  await button(page, '输入兑换码').click()
  await form.getByLabel('兑换码', { exact: true }).fill('YUNJI2026')
  await form.getByRole('button', { name: '兑换', exact: true }).click()
  await form.getByText(/兑换过|已兑换/).waitFor()
  await form.getByRole('button', { name: '关闭' }).click()
  await tab(page, /^已失效/).click()
  await text(page, '内测体验券').waitFor()
  expect(await problemsOf(page)).toEqual([])
  await link(page, '用券记录').click()
  await text(page, '还没有用过优惠券').waitFor()
  expect(takeErrors().filter((error) => !error.includes('exchangeCoupon'))).toEqual([])
})

test('a code is bought, says what it gives, and becomes a phone', async () => {
  const { page, userId } = await people.signUp()
  await fillWallet(system.databaseUrl(), userId, 'balance', 10_000)
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
  const { rows } = await withClient(system.databaseUrl(), (client) =>
    client.query('select zones.name from devices join zones on zones.id = zone_id where owner_id = $1', [userId]),
  )
  expect(rows).toEqual([{ name: expect.stringMatching(/^华南/) }])
})

test('a first recharge with its coupon stands in the statement as that', async () => {
  const { page, userId } = await people.signUp()
  await withClient(system.databaseUrl(), (client) =>
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
  const { page } = await people.signUp()
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
