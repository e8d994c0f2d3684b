import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openTestBrowser } from '@yunji/testkit/browser'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Visit, visit } from '../visit.ts'
import { serveGallery } from './serve-gallery.ts'

const BUILD = fileURLToPath(new URL('../../../apps/client/dist/h5-gallery', import.meta.url))

/** The design system's gallery in a browser, once for a test file. Console errors fail the test. */
export const useRunningGallery = () => {
  const stack = new AsyncDisposableStack()
  let visits: Visit[] = []
  let running: { readonly url: string; readonly browser: Browser }

  beforeAll(async () => {
    if (!existsSync(BUILD)) throw new Error('no gallery: npm test builds it')
    const { url } = stack.use(await serveGallery(BUILD))
    running = { url, browser: stack.adopt(await openTestBrowser(), (opened) => opened.close()) }
  })
  afterEach(async () => {
    const errors = visits.flatMap(({ takeErrors }) => takeErrors())
    await Promise.all(visits.map(({ context }) => context.close()))
    visits = []
    expect(errors).toEqual([])
  })
  afterAll(() => stack.disposeAsync())

  /** Opens one section in its own context. */
  return async (section: string, options: BrowserContextOptions = {}, prepare?: (page: Page) => Promise<void>) => {
    const opened = await visit(running.browser, running.url, { hasTouch: true, ...options })
    visits.push(opened)
    await prepare?.(opened.page)
    await opened.page.goto(`/pages/gallery/index?section=${section}`)
    await opened.page.locator(`#section-${section}`).waitFor()
    return opened.page
  }
}
