import { describe, expect, it, test } from 'vitest'
import { type PageDefinition, pages, requiresLogin, safeReturnPath } from './pages.ts'

/** Beside those of the specification (docs/deviations.md). */
const OWN: readonly string[] = [
  'Task/index',
  'Device/schedules',
  'Device/apps',
  'Device/wall',
  'user/orders',
  'user/orderDetails',
  'user/invoices',
  'Device/availability',
]

describe('the pages', () => {
  it('are the 47 routes of the specification and our own, each once', () => {
    const routes = new Set(pages.map((page): string => page.route))
    expect(routes.size).toBe(pages.length)
    expect([...routes].filter((route) => !OWN.includes(route))).toHaveLength(47)
    expect([...routes]).toEqual(expect.arrayContaining([...OWN]))
  })

  it('have three tabs', () => {
    const tabs = pages.filter((page: PageDefinition) => page.tab).map((page) => page.route)
    expect(tabs).toEqual(['Home/index', 'Home/create', 'Home/user'])
  })

  it.each([
    '/',
    '/pages/Home/index',
    '/pages/Home/create',
    '/pages/Home/user',
    '/pages/create/buyGoods',
    '/pages/create/goodsDetails',
    '/pages/CustomerService/index',
    '/pages/landing/play-trial/index',
    '/pages/landing/play-trial/download',
    '/pages/user/accountList',
  ])('lets everyone see %s', (path) => expect(requiresLogin(path)).toBe(false))

  it.each(['/pages/login/login', '/pages/auth/wechatAuth', '/pages/webView/protocol'])(
    'never leads from %s back to the login page',
    (path) => expect(requiresLogin(path)).toBe(false),
  )

  it('keeps all but those twelve closed', () => {
    expect(pages.filter((page) => requiresLogin(`/pages/${page.route}`))).toHaveLength(pages.length - 12)
    expect(requiresLogin('/pages/user/coupon')).toBe(true)
  })

  it.each(['/', '/pages/Home/user', '/pages/login/login', '/pages/notFound/index', '/pages/user/coupon/', ''])(
    'closes nothing at %j',
    (path) => expect(requiresLogin(path)).toBe(false),
  )
})

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
