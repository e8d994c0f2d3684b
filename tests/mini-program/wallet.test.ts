import { beforeEach, expect, test } from 'vitest'
import { logIn, tapWhenReady, useRunningClient } from './running-client.ts'

const client = useRunningClient()

beforeEach(() => client().forgetReports())

test('a code becomes a coupon', async () => {
  const program = client()
  await program.storage.clear()
  await program.start('pages/user/coupon?exchangeCode=YUNJI2026')
  await logIn(program)
  await program.waitForPage('pages/user/coupon')
  await program.tap('text=/^兑换$/')
  await program.waitForText('兑换码专享券')
  expect(program.errors).toEqual([])
})

test('beans are ordered, and the payment page takes over', async () => {
  const program = client()
  await program.storage.clear()
  await program.start('pages/user/recharge')
  await logIn(program)
  await program.waitForPage('pages/user/recharge')
  await program.tap('text=/^1,000$/')
  await program.waitForText('到账 1,000 云豆')
  await tapWhenReady(program, '立即充值')
  await program.waitForPage('pages/pay/pay')
  expect(program.errors).toEqual([])
})
