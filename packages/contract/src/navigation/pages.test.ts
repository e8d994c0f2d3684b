import { describe, expect, it } from 'vitest'
import { isClosedPath, type PageDefinition, pages } from './pages.ts'

describe('the pages', () => {
  it('are the 47 routes of the specification, the task centre and the two of orders, each once', () => {
    expect(new Set(pages.map((page) => page.route)).size).toBe(47 + 1 + 2)
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
    '/pages/landing/play-trial/index',
    '/pages/landing/play-trial/download',
    '/pages/user/accountList',
  ])('lets everyone see %s', (path) => expect(isClosedPath(path)).toBe(false))

  it.each(['/pages/login/login', '/pages/auth/wechatAuth', '/pages/webView/protocol'])(
    'never leads from %s back to the login page',
    (path) => expect(isClosedPath(path)).toBe(false),
  )

  it('keeps the other 40 closed', () => {
    expect(pages.filter((page) => isClosedPath(`/pages/${page.route}`))).toHaveLength(40)
    expect(isClosedPath('/pages/user/coupon')).toBe(true)
  })

  it.each(['/', '/pages/Home/user', '/pages/login/login', '/pages/notFound/index', '/pages/user/coupon/', ''])(
    'closes nothing at %j',
    (path) => expect(isClosedPath(path)).toBe(false),
  )
})
