import { servedRoutes } from '@yunji/contract/wire/served-routes'
import { expect, test } from 'vitest'
import { demo, logIn, PATIENT, useRunningClient } from './running-client.ts'

const LOGIN_CODE = 'buyer'
const client = useRunningClient({ loginCode: LOGIN_CODE })

/** What the messaging app does when its sheet is confirmed: it pays with what it was opened with. */
const confirmPayment = async (parameters: unknown): Promise<void> => {
  const program = client()
  const answer = await program.page.request.post(servedRoutes.demoRequestPayment.path, {
    data: parameters as Record<string, unknown>,
  })
  expect(await answer.json()).toEqual({ errMsg: 'requestPayment:ok' })
}

test('a phone is chosen, ordered and paid for in the messaging app', async () => {
  const program = client()
  await program.start('pages/Home/create')
  await program.tap('text=/^专享$/')
  await program.tap('text=/^7 天$/')
  await program.waitForText('充足')
  await program.tap('text=/^立即购买$/')
  await program.waitForPage('pages/create/buyGoods')
  await program.waitForText('专享云手机')
  await program.tap('text=/^已阅读并同意$/')
  await program.tap('text=/^提交订单$/')
  await logIn(program, demo)
  await program.waitForPage('pages/create/buyGoods')
  await program.waitForText('专享云手机')
  await expect.poll(() => program.text(), PATIENT).toMatch(/7 天/)
  await program.tap('text=/^已阅读并同意$/')
  await program.waitForText('共省')
  await program.tap('text=/^提交订单$/')
  await program.waitForPage('pages/pay/pay')
  await program.waitForText('剩余支付时间')
  expect(await program.text()).not.toContain('支付宝')

  await program.answer('requestPayment', { errMsg: 'requestPayment:fail cancel' })
  await program.tap('text=/^微信支付 ¥/')
  await program.waitForText('支付未完成')
  await program.answer('requestPayment', { errMsg: 'requestPayment:ok' })
  const [sheet] = await program.calls('requestPayment')
  await confirmPayment(sheet?.arguments[0])
  await program.tap('text=/^继续支付$/')
  await program.waitForText('支付成功')
  expect(program.errors).toEqual([])
})
