import { describe, expect, test } from 'vitest'
import { safeReturnPath } from './return-path.ts'

describe('return path', () => {
  test.each(['/pages/user/coupon', '/pages/Home/user', '/pages/Group/pages/MoveGroup?ids=1%2C2&name=%E5%88%86'])(
    'keeps a page of ours: %s',
    (path) => {
      expect(safeReturnPath(path)).toBe(path)
    },
  )

  test.each([
    undefined,
    '',
    '/',
    'https://evil.example/pages/user/coupon',
    '//evil.example/pages/user/coupon',
    '/\\evil.example',
    '/pages/user/../../evil',
    '/pages/user/coupon/',
    '/pages/user/coupon#//evil.example',
    '/pages/user/coupon?next=a b',
    '/pages/user/coupon?next=\n',
    '/pages/user/coupon?next=\\evil',
    '/PAGES/user/coupon',
    'pages/user/coupon',
    'javascript:alert(1)',
    '/pages/unknown/index',
    `/pages/user/coupon?x=${'1'.repeat(512)}`,
  ])('refuses anything else: %s', (path) => {
    expect(safeReturnPath(path)).toBeUndefined()
  })

  test('ends at 512 characters', () => {
    const ofLength = (length: number) => '/pages/user/coupon?x='.padEnd(length, '1')
    expect(safeReturnPath(ofLength(512))).toBe(ofLength(512))
    expect(safeReturnPath(ofLength(513))).toBeUndefined()
  })

  test.each(['/pages/login/login', '/pages/login/login?returnTo=x', '/pages/auth/wechatAuth'])(
    'never leads back to the way in: %s',
    (path) => {
      expect(safeReturnPath(path)).toBeUndefined()
    },
  )
})
