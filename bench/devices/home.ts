import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '@yunji/embedded-postgres'
import { openBrowser } from '@yunji/testkit/browser'
import { eventually } from '@yunji/testkit/eventually'
import { atMost, type Figure, median } from '@yunji/testkit/figures'
import { startSystem } from '@yunji/testkit/system'
import { withClient } from '@yunji/testkit/with-client'
import { type MiniProgram, openMiniProgram } from '@yunji/weapp-runner'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { shownPage } from '../../tests/e2e/visit.ts'
import { createLoggedIn } from '../../tests/support/accounts.ts'
import { addStoppedDevices } from '../../tests/support/stopped-devices.ts'

const DEVICES = 10_000
/** A fast fling: a third of the screen in each frame. */
const STEP_PX = 250
const SWEEPS = 5
const FRAMES_PER_SWEEP = 300
const LOAD_DEADLINE_MS = 15 * 60_000
const DEADLINE_MS = 60_000
const CLIENT = fileURLToPath(new URL('../../apps/client/dist/weapp', import.meta.url))
const AREA = '[class*="pull-area-module__area"]'

interface Login {
  readonly userId: number
  readonly token: string
}

/** Home page of an owner of ten thousand devices, in the browser and in the mini-program. */
export const measureHome = async (): Promise<readonly Figure[]> => {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'yunji-bench-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const postgres = stack.adopt(await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') }), (db) => db.stop())
  const system = stack.adopt(await startSystem({ env: { DATABASE_URL: postgres.url } }), (started) => started.stop())
  const browser = stack.adopt(await openBrowser(), (opened) => opened.close())
  const [owner] = await createLoggedIn(postgres.url, 1)
  if (!owner) throw new Error('nobody has logged in')
  await addStoppedDevices(postgres.url, owner.userId, DEVICES)
  return [
    ...(await measureInBrowser(browser, system.url, owner)),
    ...(await measureInMiniProgram(browser, system.url, owner, postgres.url)),
  ]
}

const storedLogin = (origin: string, { userId, token }: Login) => {
  const localStorage = [
    { name: 'token', value: JSON.stringify({ data: token }) },
    { name: 'userId', value: JSON.stringify({ data: userId }) },
  ]
  return { cookies: [], origins: [{ origin, localStorage }] }
}

const measureInBrowser = async (browser: Browser, url: string, owner: Login): Promise<readonly Figure[]> => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
    storageState: storedLogin(url, owner),
  })
  const page = await context.newPage()
  const debugging = await context.newCDPSession(page)
  await debugging.send('Performance.enable')
  await page.goto('/')
  await shownPage(page).getByRole('button', { name: '切换到多机视图' }).click({ timeout: DEADLINE_MS })
  await shownPage(page).locator('li[aria-posinset="1"]').waitFor()
  const atTop = await memoryOf(debugging)
  await eventually(() => scrollToEnd(page), { deadlineMs: LOAD_DEADLINE_MS, everyMs: 20 })
  const longest: number[] = []
  await sweep(page)
  const before = await memoryOf(debugging)
  for (let count = 0; count < SWEEPS; count += 1) longest.push(await sweep(page))
  const after = await memoryOf(debugging)
  await context.close()
  process.stderr.write(`    ${JSON.stringify({ longest, atTop, before, after })}\n`)
  return [
    atMost('home_longest_frame_ms', median(longest), 50),
    atMost('home_heap_growth_ratio', after.heapBytes / before.heapBytes, 1.1),
    atMost('home_nodes_ratio', after.nodes / atTop.nodes, 2),
    atMost('home_heap_per_loaded_device_bytes', (before.heapBytes - atTop.heapBytes) / DEVICES, 4_096),
  ]
}

/** Throws until the last device is there. */
const scrollToEnd = async (page: Page): Promise<void> => {
  const last = await page.evaluate(
    ([selector, count]) => {
      const area = [...document.querySelectorAll(selector)].find((each) => each.clientHeight > 0)
      if (area) area.scrollTop = area.scrollHeight
      return document.querySelector(`li[aria-posinset="${count}"]`) !== null
    },
    [AREA, DEVICES] as const,
  )
  if (!last) throw new Error('the last device is not there yet')
}

/** Scrolls up and down through a part of the list; returns the longest time between two frames. */
const sweep = (page: Page): Promise<number> =>
  page.evaluate(
    ([selector, stepPx, frames]) =>
      new Promise<number>((resolve) => {
        const area = [...document.querySelectorAll(selector)].find((each) => each.clientHeight > 0)
        if (!area) throw new Error('no list is shown')
        const way = area.scrollTop > area.scrollHeight / 2 ? -1 : 1
        let longestMs = 0
        let lastMs: number | undefined
        let count = 0
        const step = (nowMs: number) => {
          if (lastMs !== undefined) longestMs = Math.max(longestMs, nowMs - lastMs)
          lastMs = nowMs
          area.scrollTop += (count < frames / 2 ? way : -way) * stepPx
          count += 1
          if (count > frames) resolve(longestMs)
          else requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
      }),
    [AREA, STEP_PX, FRAMES_PER_SWEEP] as const,
  )

const memoryOf = async (debugging: CDPSession) => {
  await debugging.send('HeapProfiler.collectGarbage')
  const { metrics } = await debugging.send('Performance.getMetrics')
  const valueOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  return { heapBytes: valueOf('JSHeapUsedSize'), nodes: valueOf('Nodes') }
}

const measureInMiniProgram = async (
  browser: Browser,
  origin: string,
  { userId, token }: Login,
  databaseUrl: string,
): Promise<readonly Figure[]> => {
  const program = await openMiniProgram({ dist: CLIENT, browser, origin, storage: { token, userId } })
  await program.waitForPage('pages/Home/index')
  await program.waitForText('云机 1')
  // Before the bell.
  await program.page.locator('.weapp-frame[current] [class*="home-header-module__icons"] > :nth-last-child(2)').tap()
  await program.page.locator('.weapp-frame[current] [class*="device-tile-module__tile"]').first().waitFor()
  const steps: number[] = []
  let position = { isEnd: false }
  while (!position.isEnd) {
    const bytes = await bytesOf(program, async () => {
      position = await scrollOn(program.page)
    })
    steps.push(bytes)
  }
  // The last device is drawn ahead; one that is not in sight is not kept fresh.
  await bytesOf(program, async () => void (await scrollOn(program.page)))
  const change = await bytesOf(program, async () => {
    await withClient(databaseUrl, (client) =>
      client.query(
        `update devices set state = 'faulty', faulty_since = now(), state_deadline = now() + interval '1 day'
         where owner_id = $1 and name = $2`,
        [userId, `云机 ${DEVICES}`],
      ),
    )
    await program.waitForText('离线')
  })
  await program.close()
  process.stderr.write(`    ${JSON.stringify({ steps: steps.length, median: median(steps) })}\n`)
  return [
    atMost('mini_program_scroll_step_kb', Math.max(...steps) / 1024, 64),
    atMost('mini_program_device_change_kb', change / 1024, 2),
  ]
}

/** Scrolls by one screen; returns whether the last device has come. */
const scrollOn = (page: Page): Promise<{ isEnd: boolean }> =>
  page.evaluate(
    ([selector, last]) => {
      const area = document.querySelector(`.weapp-frame[current] ${selector}`)
      if (!area) throw new Error('no list is shown')
      area.scrollTop += area.clientHeight
      return { isEnd: area.textContent?.includes(last) ?? false }
    },
    [AREA, `云机 ${DEVICES}`] as const,
  )

/** Bytes that came to the view while `act` ran, and until nothing more came. */
const bytesOf = async (program: MiniProgram, act: () => Promise<void>): Promise<number> => {
  const { bytes: before } = await program.viewTraffic()
  await act()
  let last = -1
  for (;;) {
    await program.waitForRequests()
    const { calls, bytes } = await program.viewTraffic()
    if (calls === last) return bytes - before
    last = calls
  }
}
