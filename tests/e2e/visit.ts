import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/** The account that a fresh system has (see the README). */
export const demo = { phone: '13800138000', maskedPhone: '138****8000', password: 'yunji2026' } as const

/** Only guards against hanging: a busy machine is slow. */
export const LONG_TIMEOUT = { timeout: 30_000 }

export interface Visit {
  readonly context: BrowserContext
  readonly page: Page
  /** What the browser complained about since the last time that it was asked. */
  takeErrors(): string[]
}

/** Opens a phone-sized page that writes down every error. */
export const visit = async (browser: Browser, url: string, options: BrowserContextOptions): Promise<Visit> => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return { context, page, takeErrors: () => errors.splice(0) }
}

/** Fills in the login page and sends it, as a person does. */
export const logIn = async (page: Page, { phone, password }: { phone: string; password: string } = demo) => {
  await page.getByRole('textbox', { name: '手机号' }).fill(phone)
  await page.getByLabel('密码', { exact: true }).fill(password)
  const agreement = page.getByRole('checkbox')
  if ((await agreement.getAttribute('aria-checked')) === 'false') await agreement.click()
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

export const pathOfPage = (page: Page): string => new URL(page.url()).pathname

/** The page of the client on screen; those under it are hidden. */
export const shownPage = (page: Page) => page.locator('.taro_page').filter({ visible: true })

/** Logs in once, as a person does, and gives what the browser holds afterwards: how to come in is tried elsewhere. */
export const saveLogin = async ({ context, page }: Visit) => {
  await page.goto('/pages/login/login')
  await logIn(page)
  await page.waitForURL('**/pages/Home/index')
  const storageState = await context.storageState()
  await context.close()
  return { storageState }
}
