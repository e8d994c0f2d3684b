import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { createAccounts, createSessions } from '../support/accounts.ts'
import { createPeople } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, pathOfPage, shownPage, type Visit } from './visit.ts'

const system = useRunningSystem()
const people = createPeople(system)
const withWorker = { serviceWorkers: 'allow' } as const
const KEPT = ['/offline.html', '/static/logo.svg', '/static/start.js']

/** The browser of somebody who is logged in, with the service worker. */
const visitWithWorker = async (count: number): Promise<Visit> => {
  const url = system.databaseUrl()
  const [{ userId = 0 } = {}] = await createAccounts(url, 1, count)
  const [token = ''] = await createSessions(url, userId, 1)
  return people.visitAs(userId, token, withWorker)
}

/** Paths of everything that the service worker keeps. */
const keptPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

const waitForWorker = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, LONG_TIMEOUT)

/**
 * The system behind a proxy that can change the script of the worker, as a release does: browsers compare its bytes. Routes
 * of a test do not see the requests for it.
 */
const proxies: { close(): void }[] = []
const startReleases = async () => {
  let release = 0
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming
    const isWorker = url === '/sw.js'
    const sent = isWorker ? { host: headers.host } : headers
    const passed = request(`${system.url()}${url}`, { method, headers: sent }, (answer) => {
      const { 'content-length': _length, ...more } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, isWorker ? more : answer.headers)
      answer.pipe(outgoing, { end: !isWorker })
      if (isWorker) answer.on('end', () => outgoing.end(`\n// release ${release}`))
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve))
  proxies.push(proxy)
  return {
    baseURL: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    publish: () => {
      release += 1
    },
  }
}
afterAll(() => {
  for (const proxy of proxies) proxy.close()
})

const checkForUpdate = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update()
    const isWaiting = () => Boolean(registration?.waiting)
    while (!isWaiting()) await new Promise(requestAnimationFrame)
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
  const { page, context } = await visitWithWorker(0)
  await page.goto('/pages/Home/user')
  await waitForWorker(page)
  await context.setOffline(true)
  await page.goto('/pages/user/coupon')
  await page.getByRole('heading', { name: '没有网络' }).waitFor(LONG_TIMEOUT)
  const width = () => page.locator('img').evaluate((picture: HTMLImageElement) => picture.naturalWidth)
  await expect.poll(width, LONG_TIMEOUT).toBeGreaterThan(0)
  await context.setOffline(false)
  await page.getByRole('link', { name: '重新连接' }).click()
  await expect.poll(() => page.title(), LONG_TIMEOUT).toBe('优惠券')
  expect(pathOfPage(page)).toBe('/pages/user/coupon')
})

test('keeps neither answers of calls nor pictures nor pages', async () => {
  const { page } = await visitWithWorker(1)
  await page.goto('/')
  await waitForWorker(page)
  for (const path of ['/pages/Home/user', '/pages/user/message', '/']) {
    await page.goto(path)
    await shownPage(page).locator('main').waitFor()
  }
  await expect.poll(async () => (await keptPaths(page)).toSorted(), LONG_TIMEOUT).toEqual(KEPT)
})

test('a new release waits until the user asks for it', async () => {
  const { baseURL, publish } = await startReleases()
  const { page } = await system.visit({ ...withWorker, baseURL })
  await page.goto('/pages/login/login')
  await waitForWorker(page)
  await page.getByRole('textbox', { name: '手机号' }).fill('13900000000')
  publish()
  await checkForUpdate(page)
  const refresh = page.getByRole('button', { name: '刷新' })
  // Told with the next page, not over the one in use.
  await page.getByRole('link', { name: '《用户协议》' }).click()
  await shownPage(page).getByRole('heading', { name: '用户协议', exact: true }).waitFor(LONG_TIMEOUT)
  await shownPage(page).getByRole('button', { name: '返回' }).click()
  await refresh.waitFor(LONG_TIMEOUT)
  expect(await page.getByRole('textbox', { name: '手机号' }).inputValue()).toBe('139 0000 0000')
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
  await expect.poll(() => refresh.count(), LONG_TIMEOUT).toBe(0)
  await expect.poll(async () => (await keptPaths(page)).toSorted(), LONG_TIMEOUT).toEqual(KEPT)
})

test('an update can be put off', async () => {
  const { baseURL, publish } = await startReleases()
  const { page } = await system.visit({ ...withWorker, baseURL })
  await page.goto('/')
  await waitForWorker(page)
  publish()
  await checkForUpdate(page)
  await shownPage(page).getByRole('link', { name: '我的', exact: true }).click()
  await page.getByRole('button', { name: '稍后更新' }).click(LONG_TIMEOUT)
  expect(await page.getByText('新版本已就绪').count()).toBe(0)
})
