import { openBrowser } from '@yunji/testkit/browser'
import { createTestDatabase } from '@yunji/testkit/database'
import { startSystem } from '@yunji/testkit/system'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { type Visit, visit } from './visit.ts'

interface Running {
  readonly url: string
  readonly databaseUrl: string
  readonly dataDir: string
  readonly browser: Browser
}

/** A real server with its own database, and a browser, once for a file. Visits end with it. */
export const useRunningSystem = ({ env = {} }: { readonly env?: Record<string, string> } = {}) => {
  const stack = new AsyncDisposableStack()
  let running: Running
  beforeAll(async () => {
    const database = stack.adopt(await createTestDatabase(), (opened) => opened.drop())
    const system = stack.adopt(await startSystem({ env: { DATABASE_URL: database.url, ...env } }), (started) =>
      started.stop(),
    )
    const browser = stack.adopt(await openBrowser(), (opened) => opened.close())
    running = { url: system.url, databaseUrl: database.url, dataDir: system.dataDir, browser }
  })
  afterAll(() => stack.disposeAsync())
  return {
    url: () => running.url,
    databaseUrl: () => running.databaseUrl,
    /** Where the system, and the phones that it started, keep what they keep. */
    dataDir: () => running.dataDir,
    /** A browser of a person of their own: nothing is stored in it yet, unless it is given. */
    visit: (options: BrowserContextOptions = {}): Promise<Visit> => visit(running.browser, running.url, options),
  }
}
