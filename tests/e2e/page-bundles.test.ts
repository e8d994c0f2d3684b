import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, shownPage, shownPages } from './visit.ts'

const PAGE = '/pages/landing/play-trial/index'
/** Shared scripts are named in the entry; a page's own bundle has only a number. */
const PAGE_BUNDLE = /\/js\/\d+\.[0-9a-f]{8}\.js$/

/** A page whose bundle is held never finishes loading. */
const SCRIPTS_RUN = { waitUntil: 'domcontentloaded' } as const

const system = useRunningSystem()

const onPage = (page: Page) => ({
  content: shownPage(page).getByRole('heading', { name: '星海远征', exact: true }),
  loading: shownPage(page).getByText('加载中…'),
  failure: shownPage(page).getByRole('alert').filter({ hasText: '页面加载失败' }),
  retry: shownPage(page).getByRole('button', { name: '重试' }),
})

/** Holds every page bundle until it is released. */
const holdBundles = async (page: Page): Promise<() => void> => {
  const held: Route[] = []
  let isReleased = false
  await page.route(PAGE_BUNDLE, async (route) => {
    if (isReleased) await route.continue()
    else held.push(route)
  })
  return () => {
    isReleased = true
    for (const route of held.splice(0)) void route.continue()
  }
}

test('a page whose bundle is late shows that it is loading, then itself', async () => {
  const { page, takeErrors } = await system.visit()
  const release = await holdBundles(page)
  await page.goto(PAGE, SCRIPTS_RUN)
  const { loading, content } = onPage(page)
  await loading.waitFor()
  await expect.poll(() => page.title()).toBe('游戏试玩')
  release()
  await content.waitFor()
  await loading.waitFor({ state: 'detached' })
  expect(takeErrors()).toEqual([])
})

test('a late page keeps the parameters that it was opened with', async () => {
  const { page } = await system.visit()
  const release = await holdBundles(page)
  await page.goto('/pages/login/login?returnTo=%2Fpages%2Fuser%2Fcoupon', SCRIPTS_RUN)
  await onPage(page).loading.waitFor()
  release()
  await page.getByRole('button', { name: '登录 / 注册' }).waitFor()
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/pages/user/coupon')
})

test('a page whose bundle fails says so and comes with the retry', async () => {
  const { page } = await system.visit()
  await page.route(PAGE_BUNDLE, (route) => route.abort())
  await page.goto(PAGE, SCRIPTS_RUN)
  const { failure, retry, content } = onPage(page)
  await failure.waitFor()
  await retry.click()
  await page.getByRole('button', { name: '刷新页面' }).waitFor()
  await page.unroute(PAGE_BUNDLE)
  await retry.click()
  await expect.poll(() => content.isVisible(), LONG_TIMEOUT).toBe(true)
})

test('a page that does not come in a minute is given up, and comes with the retry', async () => {
  const { page } = await system.visit()
  await page.clock.install()
  const release = await holdBundles(page)
  await page.goto(PAGE, SCRIPTS_RUN)
  const { loading, failure, retry, content } = onPage(page)
  await loading.waitFor()
  await page.clock.fastForward('59')
  await loading.waitFor()
  await page.clock.fastForward('02')
  await failure.waitFor()
  release()
  await retry.click()
  await expect.poll(() => content.isVisible(), LONG_TIMEOUT).toBe(true)
})

test('a user who has gone elsewhere is not taken to the late page', async () => {
  const { page } = await system.visit()
  await page.goto('/pages/Home/user')
  await page.getByRole('link', { name: '切换账号' }).waitFor()
  const release = await holdBundles(page)
  await page.getByRole('link', { name: '切换账号' }).click()
  await page.waitForURL('**/pages/user/accountList')
  await page.goBack()
  await page.waitForURL('**/pages/Home/user')
  release()
  await shownPage(page).getByRole('link', { name: '点击登录' }).waitFor()
  await expect.poll(() => shownPages(page).count()).toBe(1)
})

test('the files of a page come together with those of the entry', async () => {
  const filesOf = async (path: string, cookie = ''): Promise<string[]> => {
    const html = await (await fetch(system.url() + path, { headers: { cookie } })).text()
    return [...html.matchAll(/<link rel="preload" as="(?:script|style)" href="([^"]+)"\/>/g)].map(
      ([, file = '']) => file,
    )
  }
  const files = await filesOf(PAGE)
  expect(files.length).toBeGreaterThan(1)
  const answers = await Promise.all(files.map((file) => fetch(system.url() + file)))
  expect(answers.map(({ status }) => status)).toEqual(files.map(() => 200))
  const { page } = await system.visit()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(PAGE)
  await onPage(page).content.waitFor()
  const firstCall = asked.findIndex((path) => path.startsWith('/vmcloud/'))
  expect(files.filter((file) => asked.indexOf(file) > firstCall)).toEqual([])

  const visitors = await filesOf('/')
  const users = await filesOf('/', 'a=b; token=secret')
  expect(users).toEqual(expect.arrayContaining(visitors))
  expect(users.some((file) => file.includes('my-devices'))).toBe(true)
  expect(visitors.some((file) => file.includes('my-devices'))).toBe(false)
})
