import { findAccessibilityViolations } from '@yunji/testkit/accessibility'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, shownPage } from './visit.ts'

const system = useRunningSystem()
const LIGHT = 'rgb(244, 246, 249)'
const DARK = 'rgb(15, 18, 24)'

const ground = (page: Page): Promise<string> =>
  shownPage(page).evaluate((element) => getComputedStyle(element).backgroundColor)

const barColour = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
    return metas.find(({ media }) => matchMedia(media).matches)?.content ?? null
  })

const choose = async (page: Page, name: string) => {
  await shownPage(page).getByRole('button', { name: /^外观/ }).click()
  await page.getByRole('radio', { name }).click()
  await page.getByRole('button', { name: '关闭' }).click()
}

test('follows the system until the user chooses', async () => {
  const { page, takeErrors } = await system.visit({ colorScheme: 'dark' })
  await page.goto('/pages/Home/user')
  await expect.poll(() => ground(page), LONG_TIMEOUT).toBe(DARK)
  await expect.poll(() => barColour(page)).toBe('#0F1218')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => ground(page), LONG_TIMEOUT).toBe(LIGHT)
  expect(takeErrors()).toEqual([])
})

test('keeps the choice, and shows it before the first script of the client', async () => {
  const { page, context } = await system.visit({ colorScheme: 'light' })
  await page.goto('/pages/Home/user')
  await choose(page, '深色')
  await expect.poll(() => ground(page), LONG_TIMEOUT).toBe(DARK)
  await expect.poll(() => barColour(page)).toBe('#0F1218')
  await context.route('**/js/app.*.js', (route) => route.abort())
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe('dark')
  await expect.poll(() => barColour(page)).toBe('#0F1218')
  await context.unrouteAll()
  await page.reload()
  await choose(page, '跟随系统')
  await expect.poll(() => ground(page), LONG_TIMEOUT).toBe(LIGHT)
})

test.each(['/', '/pages/Home/create', '/pages/Home/user', '/pages/login/login', '/pages/landing/play-trial/index'])(
  '%s has enough contrast in the dark',
  async (path) => {
    const { page } = await system.visit({ colorScheme: 'dark' })
    await page.goto(path)
    await shownPage(page).locator('main').waitFor()
    expect(await findAccessibilityViolations(page, '#app')).toEqual([])
  },
)
