import { glob, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sendCommand } from '@yunji/contract/devices/device/calls'
import { DeviceCommand } from '@yunji/contract/devices/device/enums'
import { header } from '@yunji/contract/wire/request'
import { openBrowser } from '@yunji/testkit/browser'
import { embeddedDatabaseUrl } from '@yunji/testkit/embedded-database'
import { eventually } from '@yunji/testkit/eventually'
import { atMost, type Figure, median, percentile } from '@yunji/testkit/figures'
import { childrenOf, cpuSecondsOfTree } from '@yunji/testkit/process-table'
import { type System, startSystem } from '@yunji/testkit/system'
import type { Browser, Locator, Page } from 'playwright-core'
import { launcherPositions } from '../../tests/e2e/phone-canvas.ts'
import { createAccounts, createSessions } from '../../tests/support/accounts.ts'
import { type BoughtPhone, buyPhones } from '../../tests/support/phones.ts'

const PHONES = 12
const SPREAD_LIMIT_MS = 50
const COST_LIMIT = 2
const INPUTS = 20
const ROUNDS = 3
const DRAG_MS = 6000
const STEP_MS = 16
const SETTLE_MS = 3000
const DEADLINE_MS = 60_000
/** Drawn by the phone itself. */
const LONG_PAGE = 'https://www.yunji.example/'
const WINDOW = { width: 1440, height: 900 }

interface Owner {
  readonly userId: number
  readonly token: string
}

interface Bench {
  readonly system: System
  readonly browser: Browser
  readonly page: Page
  readonly owner: Owner
  readonly phones: readonly BoughtPhone[]
}

/** Twelve phones moved together: how far apart they handle an input, and what watching them costs. */
export const measureWall = async (): Promise<readonly Figure[]> => {
  await using stack = new AsyncDisposableStack()
  const bench = await openBench(stack)
  const spreads = await measureSpreads(bench)
  const costs: { one: Cost; wall: Cost }[] = []
  await openLongPage(bench)
  for (let round = 0; round < ROUNDS; round += 1) costs.push(await measureCosts(bench))
  const ratioOf = (key: keyof Cost) => median(costs.map(({ one, wall }) => wall[key] / one[key]))
  return [
    atMost('sync_spread_p50_ms', percentile(spreads, 0.5), SPREAD_LIMIT_MS),
    atMost('sync_spread_p95_ms', percentile(spreads, 0.95), SPREAD_LIMIT_MS),
    atMost('wall_browser_cpu_ratio', ratioOf('browser'), COST_LIMIT),
    atMost('wall_server_cpu_ratio', ratioOf('server'), COST_LIMIT),
    atMost('wall_cpu_ratio', ratioOf('both'), COST_LIMIT),
  ]
}

const openBench = async (stack: AsyncDisposableStack): Promise<Bench> => {
  const system = stack.adopt(await startSystem({ env: { YUNJI_PHONES: 'virtual' } }), (started) => started.stop())
  const databaseUrl = await embeddedDatabaseUrl(system.dataDir)
  const [account] = await createAccounts(databaseUrl, 1)
  if (!account) throw new Error('nobody came')
  const [token = ''] = await createSessions(databaseUrl, account.userId, 1)
  const owner = { userId: account.userId, token }
  const phones = await buyPhones({ url: system.url, databaseUrl, ...owner }, PHONES)
  const browser = stack.adopt(await openBrowser(), (opened) => opened.close())
  const localStorage = Object.entries({ token, userId: owner.userId }).map(([name, data]) => ({
    name,
    value: JSON.stringify({ data }),
  }))
  const storageState = { cookies: [], origins: [{ origin: system.url, localStorage }] }
  const context = await browser.newContext({ baseURL: system.url, viewport: WINDOW, locale: 'zh-CN', storageState })
  return { system, browser, page: await context.newPage(), owner, phones }
}

const openWall = async ({ page, phones }: Bench): Promise<Locator> => {
  await page.goto(`/pages/Device/wall?deviceIds=${phones.map(({ id }) => id).join()}`)
  await page.getByText(`操作会同步到 ${PHONES - 1} 台`).waitFor({ timeout: DEADLINE_MS })
  await pause(SETTLE_MS)
  return page.getByRole('region', { name: /放大$/ }).locator('canvas')
}

const openAlone = async ({ page, phones }: Bench): Promise<Locator> => {
  await page.goto(`/pages/webView/web_instance?deviceId=${phones[0]?.id}&mode=control`)
  const canvas = page.locator('canvas')
  await canvas.waitFor({ timeout: DEADLINE_MS })
  await pause(SETTLE_MS)
  return canvas
}

const boxOf = async (canvas: Locator) => {
  const box = await canvas.boundingBox()
  if (!box) throw new Error('no picture')
  const size = await canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement
    return { width, height }
  })
  const scale = Math.min(box.width / size.width, box.height / size.height)
  const [width, height] = [size.width * scale, size.height * scale]
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height }
}

/** Times at which the phones have stored what was typed on the leader. */
const measureSpreads = async (bench: Bench): Promise<number[]> => {
  const { page } = bench
  const canvas = await openWall(bench)
  const box = await boxOf(canvas)
  const { x, y } = launcherPositions.notes
  await page.mouse.click(box.x + x * box.width, box.y + y * box.height)
  await pause(SETTLE_MS)
  const spreads: number[] = []
  let words = ''
  for (let number = 0; number < INPUTS; number += 1) {
    words += String(number % 10)
    await page.keyboard.type(String(number % 10))
    spreads.push(await spreadOf(bench, words))
  }
  process.stderr.write(`    spread: ${spreads.map((ms) => ms.toFixed(0)).join(' ')} ms\n`)
  return spreads
}

const spreadOf = ({ system }: Bench, words: string): Promise<number> =>
  eventually(
    async () => {
      const times: number[] = []
      const files = glob('phones/**/com.yunji.notes/files/notes.json', { cwd: system.dataDir })
      for await (const file of files) {
        const place = path.join(system.dataDir, file)
        if ((await readFile(place, 'utf8')).includes(words)) times.push((await stat(place)).mtimeMs)
      }
      if (times.length < PHONES) throw new Error(`${times.length} phones have it`)
      return Math.max(...times) - Math.min(...times)
    },
    { deadlineMs: DEADLINE_MS, everyMs: 50 },
  )

const openLongPage = async ({ system, owner, phones }: Bench): Promise<void> => {
  const answer = await fetch(`${system.url}${sendCommand.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [header.token]: owner.token },
    body: JSON.stringify({
      deviceIds: phones.map(({ id }) => id),
      command: DeviceCommand.openUrl,
      url: LONG_PAGE,
    }),
  })
  const { code, msg } = (await answer.json()) as { code: number; msg: string }
  if (code !== 200) throw new Error(`${code} ${msg}`)
  await pause(SETTLE_MS)
}

/** Processor seconds of a drag; the phones themselves are not of the wall and do not count. */
interface Cost {
  readonly browser: number
  readonly server: number
  readonly both: number
}

const measureCosts = async (bench: Bench): Promise<{ one: Cost; wall: Cost }> => {
  const one = await costOfDrag(bench, await openAlone(bench))
  const wall = await costOfDrag(bench, await openWall(bench))
  const print = ({ browser, server }: Cost) => `browser ${browser.toFixed(2)} s, server ${server.toFixed(2)} s`
  process.stderr.write(`    one phone: ${print(one)}; twelve: ${print(wall)}\n`)
  return { one, wall }
}

const costOfDrag = async (bench: Bench, canvas: Locator): Promise<Cost> => {
  const before = readCost(bench)
  await drag(bench.page, await boxOf(canvas))
  const after = readCost(bench)
  const [browser, server] = [after.browser - before.browser, after.server - before.server]
  return { browser, server, both: browser + server }
}

const readCost = ({ system }: Bench) => {
  const serverPid = system.process.pid ?? 0
  const phones = childrenOf(serverPid).reduce((sum, child) => sum + cpuSecondsOfTree(child), 0)
  const whole = cpuSecondsOfTree(serverPid)
  const browsers = childrenOf(process.pid)
    .filter((pid) => pid !== serverPid)
    .reduce((sum, pid) => sum + cpuSecondsOfTree(pid), 0)
  return { browser: browsers, server: whole - phones }
}

/** Up and down without a pause: the picture changes all the time. */
const drag = async (page: Page, box: { x: number; y: number; width: number; height: number }): Promise<void> => {
  const [x, middle] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, middle)
  await page.mouse.down()
  const startedAt = performance.now()
  for (let step = 1; step * STEP_MS < DRAG_MS; step += 1) {
    await pause(Math.max(0, startedAt + step * STEP_MS - performance.now()))
    await page.mouse.move(x, middle + Math.sin(step / 20) * box.height * 0.3)
  }
  await page.mouse.up()
}
