import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { openBrowser } from '@yunji/testkit/browser'
import { atMost, type Figure } from '@yunji/testkit/figures'
import { startSystem } from '@yunji/testkit/system'
import type { BrowserContext, Page } from 'playwright-core'
import { logIn } from '../../tests/e2e/visit.ts'

const BUILD = fileURLToPath(new URL('../../apps/client/dist/h5', import.meta.url))
const VISITORS_LIMIT_KB = 130
const USERS_LIMIT_KB = 165
const ROUTE_LIMIT_KB = 60
const GZIP = { level: 9 }

/** Gzipped scripts of the first page for a visitor and a user, and the largest chunk of a route. */
export const measureFirstLoad = async (): Promise<readonly Figure[]> => {
  const entry = await readFile(join(BUILD, 'index.html'), 'utf8')
  const { visitor, user } = await scriptsOfFirstPage()
  return [
    atMost('h5_first_load_gzip_kb', await totalKb(visitor, entry), VISITORS_LIMIT_KB),
    atMost('h5_users_first_load_gzip_kb', await totalKb(user, entry), USERS_LIMIT_KB),
    atMost('h5_largest_route_chunk_gzip_kb', await largestRouteChunkKb(entry), ROUTE_LIMIT_KB),
  ]
}

const totalKb = async (paths: readonly string[], entry: string): Promise<number> => {
  const sizes = await Promise.all(paths.map((path) => gzippedKb(join(BUILD, path))))
  const inline = inlineScripts(entry).map((script) => gzipSync(script, GZIP).length / 1000)
  return [...sizes, ...inline].reduce((sum, size) => sum + size, 0)
}

const scriptsOfFirstPage = async () => {
  const system = await startSystem({ env: { YUNJI_PHONES: 'virtual' } })
  const browser = await openBrowser()
  const options = { baseURL: system.url, viewport: { width: 375, height: 812 } }
  try {
    const visitor = await scriptsLoadedBy(await browser.newContext(options), '登录')
    const entering = await browser.newContext(options)
    await logInOn(await entering.newPage())
    const storageState = await entering.storageState()
    const user = await scriptsLoadedBy(await browser.newContext({ ...options, storageState }), '进入云手机')
    return { visitor, user }
  } finally {
    await browser.close()
    await system.stop()
  }
}

const logInOn = async (page: Page): Promise<void> => {
  await page.goto('/pages/login/login')
  await logIn(page)
  await page.waitForURL('**/pages/Home/index')
}

/** Scripts loaded with an empty cache until the network is idle; `saveData` turns prefetching off. */
const scriptsLoadedBy = async (context: BrowserContext, proof: string): Promise<string[]> => {
  const page = await context.newPage()
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  const paths = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js') && response.ok()) paths.add(pathname)
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.getByText(proof).first().waitFor()
  if (paths.size === 0) throw new Error('the first page has loaded no script')
  return [...paths]
}

const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text)

/** Workers are loaded only by browsers without WebCodecs. */
const isWorker = (file: string): boolean => /-worker\.[0-9a-f]+\.js$/.test(file)

/** Chunks that the entry does not name belong to routes. */
const largestRouteChunkKb = async (entry: string): Promise<number> => {
  const files = (await readdir(BUILD, { recursive: true })).filter(
    (file) => file.endsWith('.js') && !entry.includes(file) && !isWorker(file),
  )
  if (files.length === 0) throw new Error('the build has no chunks beside its entry')
  return Math.max(...(await Promise.all(files.map((file) => gzippedKb(join(BUILD, file))))))
}

const gzippedKb = async (file: string): Promise<number> => gzipSync(await readFile(file), GZIP).length / 1000
