import { openTicket } from '@yunji/contract/service/calls'
import type { OperatorRole } from '@yunji/contract/wire/operator-roles'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createConsole } from './console-visit.ts'
import { createPeople } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, pathOfPage } from './visit.ts'

const system = useRunningSystem()
const visitConsole = createConsole(system)
const openConsole = async (path: string, role?: OperatorRole): Promise<Page> => (await visitConsole(path, role)).page
const OUTSIDE = { position: { x: 5, y: 400 } }

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

test('unsaved settings are left only after a question, by a link and by the back button', async () => {
  const page = await openConsole('/overview')
  const menu = page.getByRole('navigation', { name: '主菜单' })
  await menu.getByRole('link', { name: '设置', exact: true }).click(LONG_TIMEOUT)
  const pages = page.getByRole('navigation', { name: '设置', exact: true })
  await pages.getByRole('link', { name: '服务设置', exact: true }).click(LONG_TIMEOUT)
  await page.getByLabel('公司名称').fill('没有保存的名称', LONG_TIMEOUT)
  const question = page.getByRole('alertdialog', { name: '放弃未保存的修改？' })
  const leaves = [
    () => menu.getByRole('link', { name: '概览', exact: true }).click(LONG_TIMEOUT),
    () => page.evaluate(() => history.back()),
  ]
  for (const leave of leaves) {
    await leave()
    await button(question, '取消').click(LONG_TIMEOUT)
    await question.waitFor({ state: 'detached', ...LONG_TIMEOUT })
    await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/console/settings')
    expect(await page.getByLabel('公司名称').inputValue()).toBe('没有保存的名称')
  }
  await menu.getByRole('link', { name: '概览', exact: true }).click()
  await button(question, '放弃修改').click(LONG_TIMEOUT)
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/console/overview')
  await question.waitFor({ state: 'detached', ...LONG_TIMEOUT })
  await page.getByText('今日订单', { exact: true }).first().waitFor(LONG_TIMEOUT)
})

test('the back button asks before it closes a record with unsaved changes', async () => {
  const page = await openConsole('/canned-answers')
  await button(page, '新建常用回复').click(LONG_TIMEOUT)
  const dialog = page.getByRole('dialog', { name: '新建常用回复' })
  await dialog.getByLabel('标题').fill('返回键')
  await dialog.getByLabel('内容').fill('请按返回键')
  await button(dialog, '新建').click()
  const row = page.getByRole('row').filter({ hasText: '返回键' })
  await row.click(LONG_TIMEOUT)
  const drawer = page.getByRole('dialog', { name: '返回键' })
  await drawer.getByLabel('内容').fill('没有保存的内容', LONG_TIMEOUT)
  await page.evaluate(() => history.back())
  const question = page.getByRole('alertdialog', { name: '放弃未保存的修改？' })
  await button(question, '取消').click(LONG_TIMEOUT)
  await question.waitFor({ state: 'detached', ...LONG_TIMEOUT })
  await expect.poll(() => new URL(page.url()).searchParams.has('open'), LONG_TIMEOUT).toBe(true)
  expect(await drawer.getByLabel('内容').inputValue()).toBe('没有保存的内容')
  await page.evaluate(() => history.back())
  await button(question, '放弃修改').click(LONG_TIMEOUT)
  await question.waitFor({ state: 'detached', ...LONG_TIMEOUT })
  await drawer.waitFor({ state: 'detached', ...LONG_TIMEOUT })
})

/** 20 by 20 pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABQAAAAUCAIAAAAC64paAAAAGklEQVR42mMwSLhANmIY1TyqeVTzqOaB1QwA43cmH+8dXSYAAAAASUVORK5CYII=',
  'base64',
)

test('a picture of a reply can be removed, and stays while a note is added first', async () => {
  const people = createPeople(system)
  const { token } = await people.signUp()
  const opened = await people.call(openTicket, { kind: 'stream', content: '画面发绿' }, token)
  const { ticketId } = opened.data as { ticketId: number }
  const page = await openConsole(`/tickets?open=${ticketId}`)
  const picture = { name: 'screen.png', mimeType: 'image/png', buffer: PNG }
  const pictures = page.getByRole('list', { name: '随回复发送的图片' })
  const send = async (kind: string, act: string, text: string): Promise<void> => {
    await button(page, kind).click(LONG_TIMEOUT)
    await page.getByRole('textbox', { name: kind }).fill(text)
    await button(page, act).click(LONG_TIMEOUT)
  }
  const reply = (text: string) =>
    page.getByRole('list', { name: '对话' }).getByRole('listitem').filter({ hasText: text })
  await page.getByLabel('添加图片').setInputFiles(picture, LONG_TIMEOUT)
  await button(page, '移除图片「screen.png」').click(LONG_TIMEOUT)
  await pictures.waitFor({ state: 'detached', ...LONG_TIMEOUT })
  await page.getByLabel('添加图片').setInputFiles(picture, LONG_TIMEOUT)
  await pictures.getByRole('img', { name: 'screen.png' }).waitFor(LONG_TIMEOUT)

  await send('内部备注', '添加备注', '先问过机房')
  await reply('先问过机房').waitFor(LONG_TIMEOUT)
  await page.getByText('图片不随备注发送').waitFor(LONG_TIMEOUT)
  await send('回复用户', '发送回复', '请对照这张图片')
  await reply('请对照这张图片').getByRole('img', { name: '图片 1' }).waitFor(LONG_TIMEOUT)
  await expect.poll(() => pictures.count(), LONG_TIMEOUT).toBe(0)
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
  await expect.poll(() => page.getByLabel('公司名称').isEditable(), LONG_TIMEOUT).toBe(false)
  const before = await trial.getAttribute('aria-checked')
  await trial.click()
  expect(await trial.getAttribute('aria-checked')).toBe(before)
  await expect.poll(() => button(page, '保存').count(), LONG_TIMEOUT).toBe(0)
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
  await expect.poll(() => other.getByRole('option', { name: '新建机房 操作' }).count(), LONG_TIMEOUT).toBe(0)
})
