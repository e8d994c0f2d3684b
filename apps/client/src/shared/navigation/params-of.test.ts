import { expect, test } from 'vitest'
import { paramsOf } from './params-of.ts'

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
