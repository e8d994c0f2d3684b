import { openTestBrowser } from '@yunji/testkit/browser'
import { createMigratedDatabase } from '@yunji/testkit/database'
import { startSystem } from '@yunji/testkit/system'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type Visit, visit } from './visit.ts'

interface Running {
  readonly url: string
  readonly databaseUrl: string
  readonly dataDir: string
  readonly browser: Browser
}

/**
 * A real server with its own database, and a browser, once for a file. Visits that a test opens end with it: a page that
 * nobody looks at any more goes on asking and drawing. Those that were there before it stay for the tests that follow.
 */
export const useRunningSystem = ({ env = {} }: { readonly env?: Record<string, string> } = {}) => {
  const stack = new AsyncDisposableStack()
  let running: Running
  let visits: Visit[] = []
  beforeAll(async () => {
    const database = stack.adopt(await createMigratedDatabase(), (opened) => opened.drop())
    const system = stack.adopt(await startSystem({ env: { DATABASE_URL: database.url, ...env } }), (started) =>
      started.stop(),
    )
    const browser = stack.adopt(await openTestBrowser(), (opened) => opened.close())
    running = { url: system.url, databaseUrl: database.url, dataDir: system.dataDir, browser }
  })
  beforeEach(() => {
    visits = []
  })
  afterEach(async () => {
    await Promise.all(visits.map(({ context }) => context.close()))
  })
  afterAll(() => stack.disposeAsync())
  return {
    url: () => running.url,
    databaseUrl: () => running.databaseUrl,
    /** Where the system, and the phones that it started, keep what they keep. */
    dataDir: () => running.dataDir,
    /** A browser of a person of their own: nothing is stored in it yet, unless it is given. */
    visit: async (options: BrowserContextOptions = {}): Promise<Visit> => {
      const opened = await visit(running.browser, running.url, options)
      visits.push(opened)
      return opened
    },
  }
}
