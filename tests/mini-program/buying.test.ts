import { expect, test } from 'vitest'
import { demo, logIn, PATIENT, useRunningClient } from './running-client.ts'

const client = useRunningClient({ env: { YUNJI_PHONES: 'virtual' } })

test('a phone is chosen and ordered, and offered only what the messaging app can be paid with', async () => {
  const program = client()
  await program.start('pages/Home/create')
  await program.waitForText('充足')
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
  expect(program.errors).toEqual([])
})
