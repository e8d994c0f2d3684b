import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, pathOfPage, saveLogin, shownPage } from './visit.ts'

const system = useRunningSystem()
const withWorker = { serviceWorkers: 'allow' } as const
const KEPT = ['/offline.html', '/static/logo.svg', '/static/theme.js']

/** Paths of everything that the service worker keeps. */
const keptPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

const waitForWorker = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, LONG_TIMEOUT)

/** The worker of another release: browsers compare the bytes of the script. */
const releaseAnother = async (context: BrowserContext) => {
  await context.route('**/sw.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${await response.text()}\n// another release` })
  })
}

const checkForUpdate = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })

test('can be installed: the manifest names pictures that are there', async () => {
  const { page } = await system.visit()
  await page.goto('/')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await page.request.get(`${href}`)
  expect(answer.headers()['content-type']).toContain('manifest')
  const { icons, start_url: start } = (await answer.json()) as { icons: { src: string }[]; start_url: string }
  expect(start).toBe('/')
  for (const { src } of icons) {
    const picture = await page.request.get(src)
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png'])
  }
})

test('says that there is no network, and comes back where it was', async () => {
  const { storageState } = await saveLogin(await system.visit())
  const { page, context } = await system.visit({ ...withWorker, storageState })
  await page.goto('/pages/Home/user')
  await waitForWorker(page)
  await context.setOffline(true)
  await page.goto('/pages/user/coupon')
  await page.getByRole('heading', { name: '没有网络' }).waitFor(LONG_TIMEOUT)
  expect(await page.locator('img').evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBeGreaterThan(0)
  await context.setOffline(false)
  await page.getByRole('link', { name: '重新连接' }).click()
  await expect.poll(() => page.title(), LONG_TIMEOUT).toBe('优惠券')
  expect(pathOfPage(page)).toBe('/pages/user/coupon')
})

test('keeps neither answers of calls nor pictures nor pages', async () => {
  const { storageState } = await saveLogin(await system.visit())
  const { page } = await system.visit({ ...withWorker, storageState })
  await page.goto('/')
  await waitForWorker(page)
  for (const path of ['/pages/Home/user', '/pages/user/message', '/']) {
    await page.goto(path)
    await shownPage(page).locator('main').waitFor()
  }
  expect((await keptPaths(page)).toSorted()).toEqual(KEPT)
})

test('a new release waits until the user asks for it', async () => {
  const { page, context } = await system.visit(withWorker)
  await page.goto('/pages/login/login')
  await waitForWorker(page)
  await page.getByRole('textbox', { name: '手机号' }).fill('13900000000')
  await releaseAnother(context)
  await checkForUpdate(page)
  const refresh = page.getByRole('button', { name: '刷新' })
  await refresh.waitFor(LONG_TIMEOUT)
  expect(await page.getByRole('textbox', { name: '手机号' }).inputValue()).toBe('13900000000')
  const loaded = page.waitForEvent('load')
  await refresh.click()
  await loaded
  await shownPage(page).locator('main').waitFor()
  await expect
    .poll(
      () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null),
      LONG_TIMEOUT,
    )
    .toBeNull()
  expect(await refresh.count()).toBe(0)
  expect((await keptPaths(page)).toSorted()).toEqual(KEPT)
})

test('pages open and move without a service worker, and can put off an update', async () => {
  const { page, context } = await system.visit(withWorker)
  await page.goto('/')
  await waitForWorker(page)
  await releaseAnother(context)
  await checkForUpdate(page)
  await page.getByRole('button', { name: '稍后更新' }).click(LONG_TIMEOUT)
  expect(await page.getByText('新版本已就绪').count()).toBe(0)
})
