import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/** The demo account (see the README). */
export const demo = { phone: '13800138000', maskedPhone: '138****8000', password: 'yunji2026' } as const

/** Guards against hanging only: a busy machine is slow. */
export const LONG_TIMEOUT = { timeout: 60_000 }
/** For one try of an act that is repeated. */
export const SHORT_TIMEOUT = { timeout: 3000 }

export interface Visit {
  readonly context: BrowserContext
  readonly page: Page
  /** Console and page errors since the last call. */
  takeErrors(): string[]
}

/** A phone-sized browser. */
export const openContext = async (
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
    reducedMotion: 'reduce',
    // Requests of a service worker pass by the routes that tests put on a page.
    serviceWorkers: 'block',
    ...options,
  })
  context.setDefaultTimeout(LONG_TIMEOUT.timeout)
  return context
}

/** Opens a page and records its errors. */
export const openPage = async (context: BrowserContext): Promise<Visit> => {
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return { context, page, takeErrors: () => errors.splice(0) }
}

/** Opens a page in a browser of its own. */
export const visit = async (browser: Browser, url: string, options: BrowserContextOptions): Promise<Visit> =>
  openPage(await openContext(browser, url, options))

export const logIn = async (page: Page, { phone, password }: { phone: string; password: string } = demo) => {
  await page.getByRole('tab', { name: '密码登录' }).click()
  await page.getByRole('textbox', { name: '手机号' }).fill(phone)
  await page.getByLabel('密码', { exact: true }).fill(password)
  const agreement = page.getByRole('checkbox')
  if ((await agreement.getAttribute('aria-checked')) === 'false') await agreement.click()
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

export const pathOfPage = (page: Page): string => new URL(page.url()).pathname

/** Visible pages of the client's page stack: two for a moment, while one takes the place of the other. */
export const shownPages = (page: Page) => page.locator('.taro_page').filter({ visible: true })

/** The visible page; of two the one that was opened later. */
export const shownPage = (page: Page) => shownPages(page).last()

/** Logs in once and returns the storage state, for further visits. */
export const saveLogin = async ({ context, page }: Visit) => {
  await page.goto('/pages/login/login')
  await logIn(page)
  await page.waitForURL('**/pages/Home/index')
  const storageState = await context.storageState()
  await context.close()
  return { storageState }
}
