import { pages, pathOf, requiresLogin } from '@yunji/contract/pages'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openedPages } from '../support/opened-pages.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, logIn, pathOfPage, shownPage, type Visit } from './visit.ts'

const system = useRunningSystem()
const openPages = pages.filter(({ route }) => !requiresLogin(pathOf(route)))
const closedPages = pages.filter(({ route }) => requiresLogin(pathOf(route)))

/** Opens an address as if it were typed, and waits until the page shows something. */
const open = async ({ page, takeErrors }: Visit, path: string) => {
  takeErrors()
  await page.goto(path)
  await expect.poll(() => shownPage(page).locator('main').innerText(), LONG_TIMEOUT).not.toBe('')
}

describe('logged out', () => {
  let visitor: Visit

  beforeAll(async () => {
    visitor = await system.visit()
  })
  afterAll(() => visitor.context.close())

  test.each([{ route: '', title: '云手机' }, ...openPages])('/$route is open', async ({ route, title }) => {
    await open(visitor, route && `/pages/${route}`)
    await expect.poll(() => visitor.page.title(), LONG_TIMEOUT).toBe(title)
    expect(pathOfPage(visitor.page)).toBe(route ? `/pages/${route}` : '/pages/Home/index')
    expect(visitor.takeErrors()).toEqual([])
  })

  test.each(closedPages)('$route leads to the login, which knows the way back', async ({ route }) => {
    await visitor.page.goto(`${pathOf(route)}?id=1`)
    await expect.poll(() => visitor.page.title(), LONG_TIMEOUT).toBe('登录')
    expect(new URL(visitor.page.url()).searchParams.get('returnTo')).toBe(`${pathOf(route)}?id=1`)
    expect(visitor.takeErrors()).toEqual([])
  })

  test.each(['/pages/user/coupon/', '/pages/USER/coupon'])('%s is closed however it is spelled', async (path) => {
    await visitor.page.goto(path)
    await expect.poll(() => visitor.page.title(), LONG_TIMEOUT).toBe('登录')
    expect(new URL(visitor.page.url()).searchParams.get('returnTo')).toBe('/pages/user/coupon')
  })

  test.each(['/nowhere', '/pages/nowhere/index', '/pages/user/coupon/more'])('%s does not exist', async (path) => {
    const { page } = visitor
    await open(visitor, path)
    await shownPage(page).getByRole('heading', { name: '没有找到这个页面' }).waitFor()
    await expect.poll(() => page.title(), LONG_TIMEOUT).toBe('页面不存在')
    await page.getByRole('link', { name: '回到首页' }).click()
    await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/Home/index')
  })

  test('the tab bar names the tab on screen and leads to the others', async () => {
    const { page } = visitor
    await open(visitor, '/')
    for (const [name, path] of [
      ['创建云手机', '/pages/Home/create'],
      ['我的', '/pages/Home/user'],
      ['云手机', '/pages/Home/index'],
    ] as const) {
      const tab = shownPage(page).getByRole('navigation').getByRole('link', { name, exact: true })
      await tab.click()
      await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe(path)
      await expect.poll(() => tab.getAttribute('aria-current'), LONG_TIMEOUT).toBe('page')
    }
  })
})

describe('logged in', () => {
  let user: Visit

  beforeAll(async () => {
    user = await system.visit()
    await user.page.goto('/pages/login/login')
    await logIn(user.page)
    await user.page.waitForURL('**/pages/Home/index')
  })
  afterAll(() => user.context.close())

  test.each(openedPages)('$route shows its own page', async ({ route, title }) => {
    await open(user, pathOf(route))
    await expect.poll(() => user.page.title(), LONG_TIMEOUT).toBe(title)
    expect(pathOfPage(user.page)).toBe(pathOf(route))
    // Without the parameters that lead to it, a page says what is missing, and not what the server called wrong.
    expect(await shownPage(user.page).locator('main').innerText()).not.toMatch(/参数有误|undefined|NaN/)
    expect(user.takeErrors()).toEqual([])
  })

  test('a page opened by a direct link goes back to the tab that it belongs to', async () => {
    const { page } = user
    await open(user, '/pages/user/coupon')
    await page.getByRole('button', { name: '返回' }).first().click()
    await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/Home/user')
  })

  test('a page opened from a tab goes back to it', async () => {
    const { page } = user
    await open(user, '/pages/Home/user')
    await page.getByRole('link', { name: '分组管理' }).click()
    await shownPage(page).getByRole('heading', { name: '分组管理' }).waitFor()
    await shownPage(page).getByRole('button', { name: '返回' }).first().click()
    await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/Home/user')
  })
})
