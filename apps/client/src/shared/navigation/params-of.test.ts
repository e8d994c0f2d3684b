import { expect, test } from 'vitest'
import { isSameUrl, paramsOf } from './params-of.ts'

test.each([
  ['/pages/user/coupon', {}],
  ['/pages/user/coupon?', {}],
  ['/pages/user/coupon?tab=2&name=%E4%BA%91%E6%9C%BA', { tab: '2', name: '云机' }],
  ['/pages/login/login?returnTo=%2Fpages%2Fuser%2Fcoupon%3Ftab%3D2', { returnTo: '/pages/user/coupon?tab=2' }],
  ['/a?sign=a=b==', { sign: 'a=b==' }],
  ['/a?next=x?y', { next: 'x?y' }],
  ['/a?flag&empty=', { flag: '', empty: '' }],
  ['/a?rate=100%', { rate: '100%' }],
  ['/a?id=1&id=2', { id: '1' }],
])('%s', (url, params) => {
  expect(paramsOf(url)).toEqual(params)
})

test.each([
  ['/a', '/a', true],
  ['/a?b=1&c=%E4%BA%91', '/a?c=云&b=1', true],
  ['/a?b=1', '/a', false],
  ['/a?b=1', '/a?c=1', false],
  ['/a?b=1', '/a?b=2', false],
  ['/a', '/b', false],
])('%s and %s lead to the same page: %s', (one, other, isSame) => {
  expect(isSameUrl(one, other)).toBe(isSame)
})
