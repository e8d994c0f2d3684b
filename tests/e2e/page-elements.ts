import { getTaskList } from '@yunji/contract/devices/task/calls'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { findAccessibilityViolations } from '@yunji/testkit/accessibility'
import { eventually } from '@yunji/testkit/eventually'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { findLayoutProblems } from './gallery/layout-checks.ts'
import { LONG_TIMEOUT, pathOfPage, shownPage, shownPages } from './visit.ts'

type Words = string | RegExp

export const button = (page: Page, name: Words) => shownPage(page).getByRole('button', { name, exact: true })
export const link = (page: Page, name: Words) => shownPage(page).getByRole('link', { name, exact: true })
export const radio = (page: Page, name: Words) => shownPage(page).getByRole('radio', { name })
export const tab = (page: Page, name: Words) => shownPage(page).getByRole('tab', { name })
export const text = (page: Page, words: Words) => shownPage(page).getByText(words)
export const checkbox = (page: Page, name: Words) => shownPage(page).getByRole('checkbox', { name })
export const sheet = (page: Page, name: Words = /(?:)/) => page.getByRole('dialog', { name })
export const confirmDialog = (page: Page) => shownPage(page).getByRole('alertdialog')

/**
 * One tap, and its effect. Playwright waits until the target is in sight, still and enabled; but an element of a page that
 * is about to leave is waited for in vain, and nobody else notices a tap that was lost.
 */
export const tap = async (target: Locator, { until }: { readonly until: Locator }): Promise<void> => {
  await expect.poll(() => shownPages(target.page()).count(), LONG_TIMEOUT).toBe(1)
  await target.click(LONG_TIMEOUT)
  await until.waitFor(LONG_TIMEOUT)
}

/** Home or the account, whichever is not on screen, by the tab bar. */
export const openOtherTab = async (page: Page): Promise<void> => {
  const isAtHome = pathOfPage(page) === '/pages/Home/index'
  const until = isAtHome ? text(page, '账号与安全') : button(page, '搜索设备')
  await tap(link(page, isAtHome ? '我的' : '云手机'), { until })
}

/** Changes tabs until it is shown: an unasked dialog opens with a page, once the client has read of it. */
export const openTabsUntil = (page: Page, wanted: Locator): Promise<void> =>
  eventually(
    async () => {
      if (await wanted.isVisible()) return
      await openOtherTab(page)
      if (!(await wanted.isVisible())) throw new Error('it has not come with this page')
    },
    { deadlineMs: 90_000, everyMs: 500 },
  )

const WIDTHS_PX = [320, 390]

/** Layout and accessibility problems at the widths of small and usual phones. */
export const problemsOf = async (page: Page): Promise<string[]> => {
  const problems = []
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: 844 })
    problems.push(...(await findLayoutProblems(page, '#app')).map((problem) => `at ${width}: ${problem}`))
  }
  return [...problems, ...(await findAccessibilityViolations(page, '#app'))]
}

/** Holds back what the page hears of tasks until the returned function is called: a short task else ends unseen. */
export const holdTaskNews = async (page: Page): Promise<() => void> => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  for (const path of [sideRoutes.live.path, getTaskList.path]) {
    await page.route(
      (url) => url.pathname === path,
      (route) => isReleased.then(() => route.continue()),
    )
  }
  return release
}

/** Waits until the button is enabled: an earlier tap would be lost. */
export const tapWhenReady = async (page: Page, name: Words): Promise<void> => {
  await expect.poll(() => button(page, name).isEnabled(), LONG_TIMEOUT).toBe(true)
  await button(page, name).click()
}

/** Waits for what a phone has to tell, and asks again where it was too slow, as a person does. */
export const waitForPhone = async (page: Page, wanted: Locator): Promise<void> => {
  await expect
    .poll(
      async () => {
        if (await button(page, '重试').isVisible()) await button(page, '重试').click()
        return wanted.isVisible()
      },
      { timeout: 90_000, interval: 500 },
    )
    .toBe(true)
}

const paymentMethods = { alipay: '支付宝', wechat: '微信支付', beans: '云豆', balance: '账户余额' } as const
export type PaymentMethod = keyof typeof paymentMethods

/** Pays on the payment page, at the cashier if needed; returns the order id. */
export const payBy = async (page: Page, way: PaymentMethod): Promise<number> => {
  await page.waitForURL('**/pages/pay/pay?orderId=*')
  const orderId = Number(new URL(page.url()).searchParams.get('orderId'))
  const name = paymentMethods[way]
  await radio(page, new RegExp(`^${name}`)).click()
  const amount = way === 'beans' ? '[\\d,]+ 豆（¥' : '¥'
  await button(page, new RegExp(`^${name.replace(/支付$/, '')}支付 ${amount}`)).click()
  if (way === 'alipay' || way === 'wechat') await page.getByRole('button', { name: '确认支付' }).click()
  await text(page, '支付成功').waitFor(LONG_TIMEOUT)
  return orderId
}

/** Chooses an action from the sheet of the device on the home page. */
export const chooseForDevice = async (page: Page, action: string): Promise<void> => {
  await page.goto('/')
  await button(page, '更多').first().click(LONG_TIMEOUT)
  await sheet(page).getByRole('button', { name: action, exact: true }).click()
}

interface NewFile {
  readonly name: string
  readonly content: Buffer
}

/** Uploads files on the page of cloud space. */
export const uploadFiles = async (
  page: Page,
  files: readonly NewFile[],
  start = button(page, '上传文件'),
): Promise<void> => {
  const choosing = page.waitForEvent('filechooser')
  await start.click(LONG_TIMEOUT)
  const payloads = files.map(({ name, content }) => ({ name, mimeType: 'application/octet-stream', buffer: content }))
  await (await choosing).setFiles(payloads)
}

export const chooseForFile = async (page: Page, name: string, action: string): Promise<void> => {
  await button(page, `「${name}」的操作`).click(LONG_TIMEOUT)
  await sheet(page, '文件操作')
    .getByRole('button', { name: new RegExp(`^${action}`) })
    .click()
}

/** Sends a file of cloud space to a phone, until it is there. */
export const sendFileTo = async (page: Page, name: string, phoneName: string): Promise<void> => {
  await chooseForFile(page, name, '发送到云手机')
  await checkbox(page, new RegExp(phoneName)).click(LONG_TIMEOUT)
  await button(page, '确定').click()
  await shownPage(page)
    .getByRole('listitem')
    .filter({ hasText: name })
    .filter({ hasText: '上传文件' })
    .getByText('已完成', { exact: true })
    .waitFor({ timeout: 90_000 })
}
