import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useRunningGallery } from './gallery/running-gallery.ts'
import { LONG_TIMEOUT, shownPage } from './visit.ts'

const open = useRunningGallery()

const focusedLabel = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')

test('a sheet keeps the keyboard inside, closes by the escape key and gives the focus back', async () => {
  const page = await open('sheets')
  const opener = page.getByRole('button', { name: '打开', exact: true })
  const sheet = page.getByRole('dialog', { name: '设备操作' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await sheet.waitFor(LONG_TIMEOUT)
  await expect.poll(() => focusedLabel(page), LONG_TIMEOUT).toBe('关闭')
  await page.keyboard.press('Shift+Tab')
  await expect.poll(() => focusedLabel(page)).toBe('深度清理')
  await page.keyboard.press('Tab')
  await expect.poll(() => focusedLabel(page)).toBe('关闭')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached', ...LONG_TIMEOUT })
  await expect.poll(() => focusedLabel(page)).toBe('打开')
})

test('a sheet closes by its button and by what is behind it', async () => {
  const page = await open('sheets')
  const opener = page.getByRole('button', { name: '打开', exact: true })
  const sheet = page.getByRole('dialog', { name: '设备操作' })
  await opener.tap(LONG_TIMEOUT)
  await sheet.getByRole('button', { name: '关闭' }).tap(LONG_TIMEOUT)
  await sheet.waitFor({ state: 'detached', ...LONG_TIMEOUT })
  await opener.tap(LONG_TIMEOUT)
  await sheet.waitFor(LONG_TIMEOUT)
  await page.touchscreen.tap(195, 60)
  await expect.poll(() => sheet.count(), LONG_TIMEOUT).toBe(0)
})

test('the safer way closes the question and goes', async () => {
  const page = await open('feedback')
  await page.getByRole('button', { name: '提问' }).tap(LONG_TIMEOUT)
  const question = page.locator('#dialog')
  await question.getByRole('button', { name: '先去备份' }).tap(LONG_TIMEOUT)
  await shownPage(page).locator('[aria-live="assertive"]').getByText('开始备份').waitFor(LONG_TIMEOUT)
  await expect.poll(() => question.count()).toBe(0)
})

test('arrow keys choose among chips, and the tab key leaves them', async () => {
  const page = await open('choices')
  const chips = page.getByRole('radiogroup', { name: '系统版本' })
  await chips.getByRole('radio', { checked: true }).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => chips.getByRole('radio', { checked: true }).innerText(), LONG_TIMEOUT).toContain('10/B')
  await page.keyboard.press('Tab')
  const isInside = await chips.evaluate((element) => element.contains(document.activeElement))
  expect(isInside).toBe(false)
})
