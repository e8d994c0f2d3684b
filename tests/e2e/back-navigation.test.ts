import { expect, test } from 'vitest'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, saveLogin, shownPage, shownPages } from './visit.ts'

const system = useRunningSystem()

/** Longer than the animation of a new page. */
const AFTER_THE_ROUTER_MS = 1000

test('going back before the next page has come in leaves no blank screen', async () => {
  const { page, takeErrors } = await system.visit()
  await page.clock.install()
  await page.goto('/pages/Home/user')
  await page.getByRole('link', { name: '点击登录' }).click()
  // Its address stands before it is loaded; here it is, and slides in.
  await page.locator('.taro_page', { hasText: '欢迎来到云机' }).waitFor({ state: 'attached', ...LONG_TIMEOUT })
  await page.goBack()
  await page.clock.fastForward(AFTER_THE_ROUTER_MS)
  await shownPage(page).getByRole('link', { name: '点击登录' }).waitFor(LONG_TIMEOUT)
  expect(takeErrors()).toEqual([])
})

test('going back twice in a row leaves one page on screen, the right one', async () => {
  const login = await saveLogin(await system.visit())
  const { page, takeErrors } = await system.visit({ ...login, reducedMotion: 'no-preference' })
  await page.clock.install()
  await page.goto('/pages/Home/user')
  // Waits until the left page is removed.
  const alone = async () => {
    await expect.poll(() => shownPages(page).count(), LONG_TIMEOUT).toBe(1)
  }
  const way = ['/pages/user/personalData', '/pages/user/personalData?view=security', '/pages/user/changePassword']
  for (const [step, href] of way.entries()) {
    await shownPage(page).locator(`a[href="${href}"]`).click(LONG_TIMEOUT)
    await expect.poll(() => page.locator('.taro_page').count(), LONG_TIMEOUT).toBe(step + 2)
    await alone()
  }
  // The second step back happens during the animation of the first.
  await page.clock.pauseAt(await page.evaluate<number>('Date.now() + 1000'))
  await page.goBack()
  await page.goBack()
  await expect.poll(() => new URL(page.url()).search, LONG_TIMEOUT).toBe('')
  await page.clock.resume()
  await page.clock.fastForward(AFTER_THE_ROUTER_MS)
  await alone()
  await shownPage(page).locator('a[href="/pages/user/personalData?view=security"]').click(LONG_TIMEOUT)
  await shownPage(page).getByRole('link', { name: '登录密码' }).waitFor(LONG_TIMEOUT)
  expect(takeErrors()).toEqual([])
})

test.each(['reduce', 'no-preference'] as const)(
  'a page that is gone back to is there at once, and takes the next tap (motion: %s)',
  async (reducedMotion) => {
    const { page, takeErrors } = await system.visit({ reducedMotion })
    await page.clock.install()
    await page.goto('/pages/login/login')
    await page.getByRole('link', { name: '《隐私政策》' }).click()
    await shownPage(page).getByRole('heading', { name: '隐私政策', exact: true }).waitFor()
    await expect.poll(() => shownPages(page).count(), LONG_TIMEOUT).toBe(1)
    // Time stands still: no slide ends.
    await page.clock.pauseAt(await page.evaluate<number>('Date.now() + 1000'))
    await page.goBack()
    await page.locator('form').getByRole('link', { name: '《用户协议》' }).click()
    await page.clock.resume()
    await shownPage(page).getByRole('heading', { name: '用户协议', exact: true }).waitFor()
    await page.clock.fastForward(AFTER_THE_ROUTER_MS)
    await expect.poll(() => shownPages(page).count(), LONG_TIMEOUT).toBe(1)
    expect(takeErrors()).toEqual([])
  },
)
