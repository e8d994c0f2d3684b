import type { OperatorRole } from '@yunji/contract/wire/operator-roles'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addOperator } from '../security/operator-matrix.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT } from './visit.ts'

const system = useRunningSystem()
const DESKTOP = { viewport: { width: 1280, height: 800 } }
const OUTSIDE = { position: { x: 5, y: 400 } }

const tokens = new Map<OperatorRole, Promise<string>>()

const openConsole = async (path: string, role: OperatorRole = 'owner'): Promise<Page> => {
  const token = tokens.get(role) ?? addOperator(system.databaseUrl(), `${role}.forms`, role)
  tokens.set(role, token)
  const { page } = await system.visit(DESKTOP)
  await page.addInitScript((stored) => sessionStorage.setItem('operatorToken', stored), await token)
  await page.goto(`/console${path}`)
  return page
}

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })

test('a form with unsaved changes is closed only after a question, and never by a click beside it', async () => {
  const page = await openConsole('/articles')
  await button(page, '新建常见问题').click(LONG_TIMEOUT)
  const form = page.getByRole('dialog', { name: '新建常见问题' })
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached', ...LONG_TIMEOUT })

  await button(page, '新建常见问题').click()
  await form.getByLabel('问题', { exact: true }).fill('如何续费')
  await page.locator('body').click({ ...OUTSIDE, force: true })
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: '放弃未保存的修改？' })
  await button(question, '取消').click(LONG_TIMEOUT)
  await question.waitFor({ state: 'detached', ...LONG_TIMEOUT })
  expect(await form.getByLabel('问题', { exact: true }).inputValue()).toBe('如何续费')

  await form.getByLabel('分类').fill('续费')
  await form.getByLabel('回答').fill('在设备详情里续费')
  await button(form, '新建').click()
  await form.waitFor({ state: 'detached', ...LONG_TIMEOUT })
  await page.getByRole('row').filter({ hasText: '如何续费' }).click(LONG_TIMEOUT)
  const drawer = page.getByRole('dialog', { name: '如何续费' })
  await drawer.getByLabel('分类').fill('费用')
  await button(drawer, '保存').click()
  await page.getByText('已保存').waitFor(LONG_TIMEOUT)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached', ...LONG_TIMEOUT })

  await page.getByRole('row').filter({ hasText: '如何续费' }).click(LONG_TIMEOUT)
  await drawer.getByLabel('分类').fill('别的')
  await page.locator('body').click({ ...OUTSIDE, force: true })
  await button(question, '放弃修改').click(LONG_TIMEOUT)
  await drawer.waitFor({ state: 'detached', ...LONG_TIMEOUT })
})

test('a record that a colleague has changed meanwhile is not overwritten', async () => {
  const [first, second] = [await openConsole('/settings'), await openConsole('/settings')]
  const cardOf = (page: Page) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: '续费提醒' }) })
  const fill = (page: Page, text: string) => cardOf(page).getByLabel('提醒文字').fill(text, LONG_TIMEOUT)
  await Promise.all([fill(first, '快到期了'), fill(second, '记得续费')])
  for (const text of ['快到期了', '快要到期了']) {
    await fill(first, text)
    await button(cardOf(first), '保存').click()
    await expect.poll(() => first.getByText('已保存，用户立即看到').count(), LONG_TIMEOUT).toBeGreaterThan(0)
    expect(await cardOf(first).getByRole('alert').count()).toBe(0)
  }
  await button(cardOf(second), '保存').click()
  await cardOf(second).getByRole('alert').filter({ hasText: '刚刚被别人修改过' }).waitFor(LONG_TIMEOUT)
  await second.reload()
  await expect.poll(() => cardOf(second).getByLabel('提醒文字').inputValue(), LONG_TIMEOUT).toBe('快要到期了')
})

test('settings are read-only for a role that may not change them', async () => {
  const page = await openConsole('/settings', 'readonly')
  const trial = page.getByRole('switch', { name: /^开放试用/ })
  await trial.waitFor(LONG_TIMEOUT)
  expect(await page.getByLabel('公司名称').isEditable()).toBe(false)
  const before = await trial.getAttribute('aria-checked')
  await trial.click()
  expect(await trial.getAttribute('aria-checked')).toBe(before)
  expect(await button(page, '保存').count()).toBe(0)
})

test('the command bar opens the form of a new record, for roles that may add it', async () => {
  const search = async (page: Page): Promise<void> => {
    await page.getByRole('navigation', { name: '主菜单' }).waitFor(LONG_TIMEOUT)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: '搜索页面和操作' }).fill('新建机房')
  }
  const page = await openConsole('/overview', 'catalogue')
  await search(page)
  await page.getByRole('option', { name: '新建机房 操作' }).click(LONG_TIMEOUT)
  await page.getByRole('dialog', { name: '新建机房' }).waitFor(LONG_TIMEOUT)
  const other = await openConsole('/overview', 'readonly')
  await search(other)
  await other.getByRole('option').first().waitFor(LONG_TIMEOUT)
  expect(await other.getByRole('option', { name: '新建机房 操作' }).count()).toBe(0)
})
