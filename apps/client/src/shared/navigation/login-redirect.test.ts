import { expect, test } from 'vitest'
import { isPathOf, loginUrlFrom, queryOf } from './login-redirect.ts'

test.each(['/', '/pages/Home/index', '/pages/Home/user', '/pages/create/buyGoods?goodId=1', '/pages/login/login'])(
  'an open page stays: %s',
  (url) => {
    expect(loginUrlFrom(url)).toBeUndefined()
  },
)

test('a closed page leads to the login, which knows the way back with its query', () => {
  expect(loginUrlFrom('/pages/user/coupon?tab=2')).toBe(
    '/pages/login/login?returnTo=%2Fpages%2Fuser%2Fcoupon%3Ftab%3D2',
  )
})

test.each(['/pages/notFound/index', '/pages/elsewhere/index', '/nowhere'])('nothing closes %s', (url) => {
  expect(loginUrlFrom(url)).toBeUndefined()
})

test('the query of an address has its question mark', () => {
  expect(queryOf('/pages/user/coupon?tab=2&q=?')).toBe('?tab=2&q=?')
  expect(queryOf('/pages/user/coupon')).toBe('')
})

test.each([
  ['/pages/user/coupon', true],
  ['/pages/user/coupon?tab=2', true],
  ['/pages/user/coupon/', true],
  ['/pages/USER/coupon', true],
  ['/pages/user/couponUse', false],
  ['/pages/login/login?returnTo=%2Fpages%2Fuser%2Fcoupon', false],
])('%s is the coupon page: %s', (url, expected) => {
  expect(isPathOf(url, '/pages/user/coupon')).toBe(expected)
})
