import { expect, it } from 'vitest'
import { assetsOf } from './losses.ts'

const none = { beansCents: 0, balanceCents: 0, coupons: 0, codes: 0 }

it('names everything that is given up', () => {
  expect(assetsOf({ beansCents: 1280, balanceCents: 8650, coupons: 5, codes: 2 })).toBe(
    '1,280 云豆、余额 86.50 元、5 张优惠券、2 个未使用的激活码，均不退还',
  )
  expect(assetsOf({ ...none, coupons: 1 })).toBe('1 张优惠券，均不退还')
})

it('says so where nothing is held', () => {
  expect(assetsOf(none)).toBe('没有云豆、余额、优惠券和未使用的激活码')
})
