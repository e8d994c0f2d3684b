import { openTestBrowser } from '@yunji/testkit/browser'
import { createMigratedDatabase } from '@yunji/testkit/database'
import { keepFailure } from '@yunji/testkit/kept-failure'
import { startSystem } from '@yunji/testkit/system'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openContext, openPage, type Visit, visit } from './visit.ts'

interface Running {
  readonly url: string
  readonly databaseUrl: string
  readonly dataDir: string
  readonly browser: Browser
  readonly output: () => string
}

const MAX_SHOWN_CHARS = 1500

/** Tells what stood on the pages of a failed test, which nobody sees otherwise. */
const sayWhatIsShown = async (name: string, { context, takeErrors }: Visit): Promise<void> => {
  for (const page of context.pages()) {
    const words = await page.locator('body').innerText({ timeout: 5000 }).catch(String)
    console.error([`${name}: ${page.url()} shows`, words.slice(0, MAX_SHOWN_CHARS), ...takeErrors()].join('\n'))
  }
}

/**
 * A real server with its own database, and a browser, once for a test file. Visits opened inside a test are closed after
 * it, since an open page goes on polling and drawing; those opened before stay.
 */
export const useRunningSystem = ({ env = {} }: { readonly env?: Record<string, string> } = {}) => {
  const stack = new AsyncDisposableStack()
  let running: Running
  const visits: Visit[] = []
  let countBefore = 0
  const lasting = new Set<BrowserContext>()
  beforeAll(async () => {
    const database = stack.adopt(await createMigratedDatabase(), (opened) => opened.drop())
    const system = stack.adopt(await startSystem({ env: { DATABASE_URL: database.url, ...env } }), (started) =>
      started.stop(),
    )
    const browser = stack.adopt(await openTestBrowser(), (opened) => opened.close())
    running = { url: system.url, databaseUrl: database.url, dataDir: system.dataDir, browser, output: system.output }
  })
  beforeEach(() => {
    countBefore = visits.length
  })
  afterEach(async ({ task }) => {
    const open = visits.filter(({ page }) => !page.isClosed())
    if (task.result?.state === 'fail') {
      for (const each of open) await sayWhatIsShown(task.name, each)
      const pages = open.flatMap(({ context }) => context.pages())
      await keepFailure(task, pages, running.output())
    }
    const ofTest = visits.splice(countBefore)
    await Promise.all(ofTest.map(({ context, page }) => (lasting.has(context) ? page.close() : context.close())))
  })
  afterAll(() => stack.disposeAsync())
  return {
    url: () => running.url,
    databaseUrl: () => running.databaseUrl,
    browser: () => running.browser,
    /** Data folder of the system and its phones. */
    dataDir: () => running.dataDir,
    /** Output of the server so far. */
    output: () => running.output(),
    /** A new browser context, empty unless a storage state is given. */
    visit: async (options: BrowserContextOptions = {}): Promise<Visit> => {
      const opened = await visit(running.browser, running.url, options)
      visits.push(opened)
      return opened
    },
    /** A browser context that stays open through the file, for somebody whom several tests need. */
    lastingContext: async (options: BrowserContextOptions = {}): Promise<BrowserContext> => {
      const context = await openContext(running.browser, running.url, options)
      lasting.add(context)
      return context
    },
    /** A new page of a lasting context: it finds the client in the cache, and is closed after the test. */
    visitIn: async (context: BrowserContext): Promise<Visit> => {
      const opened = await openPage(context)
      visits.push(opened)
      return opened
    },
  }
}
