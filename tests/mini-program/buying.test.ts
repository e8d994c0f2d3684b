import type { MiniProgram } from '@yunji/weapp-runner'
import { expect, test } from 'vitest'
import { demo, LONG_TIMEOUT, logIn, tapWhenReady, useRunningClient } from './running-client.ts'

/** WeChat identifies the payer even after a login by password. */
const client = useRunningClient({ env: { YUNJI_PHONES: 'virtual' }, loginCode: 'demo-lin-pays' })

const sheet = (program: MiniProgram) => program.page.getByRole('dialog', { name: '微信支付' })
const decide = (program: MiniProgram, choice: string) => sheet(program).getByRole('button', { name: choice }).tap()

test('a phone is chosen and ordered, and offered only what WeChat can be paid with', async () => {
  const program = client()
  await program.start('pages/Home/create')
  await program.waitForText('充足')
  await program.tap('text=/^专享$/')
  await program.tap('text=/^7 天$/')
  await program.waitForText('充足')
  await tapWhenReady(program, '立即购买')
  await program.waitForPage('pages/create/buyGoods')
  await program.waitForText('专享云手机')
  await program.tap('text=/^已阅读并同意$/')
  await tapWhenReady(program, '提交订单')
  await logIn(program, demo)
  await program.waitForPage('pages/create/buyGoods')
  await program.waitForText('专享云手机')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toMatch(/7 天/)
  // Agreed to before the login: the page has kept it.
  await program.waitForText('共省')
  await tapWhenReady(program, '提交订单')
  await program.waitForPage('pages/pay/pay')
  await program.waitForText('剩余支付时间')
  expect(await program.text()).not.toContain('支付宝')
  expect(program.errors).toEqual([])
})

test('parameters that the merchant has not signed open no sheet', async () => {
  const program = client()
  const paying = '**/order/payOrder?*'
  await program.page.route(paying, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('"nonceStr":"', '"nonceStr":"another') })
  })
  await program.tap('text=/^微信支付 ¥/')
  await program.waitForText('支付没有成功')
  expect(await sheet(program).count()).toBe(0)
  expect(await program.calls('requestPayment')).toHaveLength(1)
  await program.page.unroute(paying)
})

test('who turns back from WeChat’s sheet keeps the order, and so does whose payment fails', async () => {
  const program = client()
  await program.tap('text=/^继续支付$/')
  await sheet(program).getByText(/^¥\d/).waitFor()
  await decide(program, '取消支付')
  await program.waitForText('支付未完成')
  await program.tap('text=/^继续支付$/')
  await decide(program, '让这次支付失败')
  await program.waitForText('支付没有成功')
  expect(program.errors).toEqual([])
})

test('WeChat pays, and the phone comes up and is opened', async () => {
  const program = client()
  await program.tap('text=/^继续支付$/')
  await decide(program, '确认支付')
  await program.waitForText('支付成功')
  await program.tap('text=/^打开云手机$/')
  await program.waitForPage('pages/webView/web_instance')
  await program.page.locator('iframe[src*="ticket="]').waitFor()
  expect(program.errors).toEqual([])
})
