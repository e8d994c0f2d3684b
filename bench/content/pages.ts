import { setTimeout as pause } from 'node:timers/promises'
import { pathOf } from '@yunji/contract/pages'
import { openBrowser } from '@yunji/testkit/browser'
import { embeddedDatabaseUrl } from '@yunji/testkit/embedded-database'
import { atMost, type Figure, median } from '@yunji/testkit/figures'
import { startSystem } from '@yunji/testkit/system'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { logIn, shownPage } from '../../tests/e2e/visit.ts'
import { givePlenty, type Plenty } from '../../tests/support/plenty.ts'
import { screensOf } from '../../tests/support/screens.ts'

const LIMITS = { paintMs: 2000, shift: 0.05, longTaskMs: 200 }
const ROUNDS = 5
/** A phone on a slow network: 1.6 Mbit/s, 150 ms for a round trip, a quarter of this machine's speed. */
const SLOW = { bytesPerSecond: 1_600_000 / 8, latencyMs: 150, slowdown: 4 }
const DEADLINE_MS = 60_000
/** Time without a request after which a page counts as painted and still. */
const QUIET_MS = 2000

interface Seen {
  readonly paintMs: number
  readonly shift: number
  readonly longestTaskMs: number
}

/** Evaluated in the page before its own scripts. */
const OBSERVE = `
  window.seen = { paintMs: 0, shift: 0, longestTaskMs: 0 }
  const observe = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => { window.seen.paintMs = startTime })
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) window.seen.shift += value })
  observe('longtask', ({ duration }) => {
    window.seen.longestTaskMs = Math.max(window.seen.longestTaskMs, duration)
  })`

const slowDown = async (context: BrowserContext, page: Page): Promise<void> => {
  const devTools = await context.newCDPSession(page)
  const { bytesPerSecond, latencyMs: latency, slowdown: rate } = SLOW
  const throughput = { downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond }
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', { offline: false, latency, ...throughput })
  await devTools.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Opens a page and returns what was seen once requests have ceased; screens and news go on for ever. */
const look = async (page: Page, path: string): Promise<Seen> => {
  let lastRequestAt = performance.now()
  const note = (): void => {
    lastRequestAt = performance.now()
  }
  page.on('requestfinished', note)
  await page.goto(path, { timeout: DEADLINE_MS })
  await shownPage(page).locator('main').waitFor({ timeout: DEADLINE_MS })
  const begunAt = performance.now()
  while (performance.now() - lastRequestAt < QUIET_MS && performance.now() - begunAt < DEADLINE_MS / 4) await pause(100)
  page.off('requestfinished', note)
  return page.evaluate<Seen>('window.seen')
}

const openSlow = async (browser: Browser, baseURL: string, state?: object) => {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
    ...(state && { storageState: state as never }),
  })
  const page = await context.newPage()
  await page.addInitScript(OBSERVE)
  await slowDown(context, page)
  return { context, page }
}

/**
 * Landing page and home as a phone on a slow network sees them for the first time, and the layout shift of every page
 * with plenty to show.
 */
export const measurePages = async (): Promise<readonly Figure[]> => {
  await using stack = new AsyncDisposableStack()
  const system = stack.adopt(await startSystem({ env: { YUNJI_PHONES: 'virtual' } }), (started) => started.stop())
  const browser = stack.adopt(await openBrowser(), (opened) => opened.close())
  const plenty = await givePlenty(system.url, await embeddedDatabaseUrl(system.dataDir))
  const state = await savedLogin(browser, system.url)

  const open = (login?: object) => openSlow(browser, system.url, login)
  const firstLooks = async (path: string, login?: object): Promise<Seen[]> => {
    const seen: Seen[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      // A new context has an empty cache.
      const { context, page } = await open(login)
      seen.push(await look(page, path))
      await context.close()
    }
    for (const { paintMs, longestTaskMs } of seen)
      process.stderr.write(
        `    ${path}: painted ${paintMs.toFixed(0)} ms, longest task ${longestTaskMs.toFixed(0)} ms\n`,
      )
    return seen
  }

  const landing = await firstLooks(pathOf('landing/play-trial/index'))
  const welcome = await firstLooks('/')
  const home = await firstLooks('/', state)
  const shifts = await measureShifts(open, plenty, state)
  const paintOf = (seen: readonly Seen[]) => median(seen.map(({ paintMs }) => paintMs))
  const taskOf = (seen: readonly Seen[]) => median(seen.map(({ longestTaskMs }) => longestTaskMs))
  return [
    atMost('landing_largest_paint_ms', paintOf(landing), LIMITS.paintMs),
    atMost('welcome_largest_paint_ms', paintOf(welcome), LIMITS.paintMs),
    atMost('home_largest_paint_ms', paintOf(home), LIMITS.paintMs),
    atMost('home_longest_task_ms', taskOf(home), LIMITS.longTaskMs),
    atMost('most_layout_shift', Math.max(...shifts), LIMITS.shift),
  ]
}

/** Layout shift of every page, for a visitor and for an account with plenty. */
const measureShifts = async (open: (login?: object) => ReturnType<typeof openSlow>, plenty: Plenty, login: object) => {
  const shifts: number[] = []
  for (const looker of ['visitor', 'plenty'] as const) {
    const { context, page } = await open(looker === 'visitor' ? undefined : login)
    for (const { route, queryOf } of screensOf(looker, 'web')) {
      const { shift } = await look(page, pathOf(route) + queryOf(plenty))
      shifts.push(shift)
      if (shift > LIMITS.shift / 2) process.stderr.write(`    ${route} (${looker}): shifts by ${shift.toFixed(3)}\n`)
    }
    await context.close()
  }
  return shifts
}

/** A login whose home page has been seen once: its next start knows the first request. The cache is empty all the same. */
const savedLogin = async (browser: Browser, baseURL: string): Promise<object> => {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await page.goto(pathOf('login/login'))
  await logIn(page)
  await page.waitForURL('**/pages/Home/index')
  await page.getByText('进入云手机').first().waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}
