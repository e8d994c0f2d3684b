import { openBrowser } from '@yunji/testkit/browser'
import { startSystem } from '@yunji/testkit/system'
import type { Page } from 'playwright-core'
import { demo, logIn, shownPage } from '../../tests/e2e/visit.ts'
import { addProbe } from './probe.ts'

const START_DEADLINE_MS = 60_000

/** The product with the demo account's phones, and its home page in a browser. */
export const openHomePage = async (env: Record<string, string> = {}) => {
  const stack = new AsyncDisposableStack()
  const system = stack.adopt(await startSystem({ env: { YUNJI_PHONES: 'virtual', ...env } }), (started) =>
    started.stop(),
  )
  const browser = stack.adopt(await openBrowser(), (opened) => opened.close())
  const context = await browser.newContext({
    baseURL: system.url,
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
    hasTouch: true,
  })
  const page = await context.newPage()
  await addProbe(page)
  await page.goto('/pages/login/login')
  await logIn(page, demo)
  await page.waitForURL('**/pages/Home/**')
  await page.goto('/')
  // Disabled until the phone is created.
  await enterButton(page).click({ trial: true, timeout: START_DEADLINE_MS })
  return { system, page, context, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

export type HomePage = Awaited<ReturnType<typeof openHomePage>>

export const enterButton = (page: Page) => shownPage(page).getByRole('button', { name: '进入云手机' })
