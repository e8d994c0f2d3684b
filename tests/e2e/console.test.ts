import { readFile } from 'node:fs/promises'
import { CHINA_OFFSET_MINUTES, formatDate } from '@yunji/contract/display/time'
import { getTicketList, openTicket as openTicketCall } from '@yunji/contract/service/calls'
import { findAccessibilityViolations, findContrastViolations } from '@yunji/testkit/accessibility'
import { withClient } from '@yunji/testkit/with-client'
import { Secret, TOTP } from 'otpauth'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Account, createAccounts, createSessions } from '../support/accounts.ts'
import { createPeople } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, pathOfPage, shownPage } from './visit.ts'

/** The open drawer or dialog; a toast has the role, too. */
const openedOn = (page: Page) => page.locator('[role=dialog]:not([data-type])')

const system = useRunningSystem()
const DESKTOP = { viewport: { width: 1440, height: 900 } }
const DAY_MS = 24 * 60 * 60 * 1000
const PASSWORD = 'a lamp beside the river'

let secret = ''
let recoveryCodes: string[] = []

const openConsole = async (path = '/console') => {
  const visit = await system.visit(DESKTOP)
  await visit.page.goto(path)
  return visit
}

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })

const givePassword = async (page: Page, password: string): Promise<void> => {
  await page.getByLabel('用户名').fill('owner')
  await page.getByLabel('密码', { exact: true }).fill(password)
  await button(page, '登录').click()
}

/** Steps are accepted once: tests forget which were used instead of waiting for the next. */
const forgetUsedSteps = () =>
  withClient(system.databaseUrl(), (client) => client.query('update operators set totp_step = 0'))

const currentCode = (): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

const giveCode = async (page: Page): Promise<void> => {
  await forgetUsedSteps()
  await page.getByLabel('动态口令').fill(currentCode())
  await button(page, '继续').click()
}

const firstPassword = (): string => / operator +owner +password (\S+)/.exec(system.output())?.[1] ?? ''

const menuOf = (page: Page) => page.getByRole('button', { name: 'owner的菜单' })

test('the first owner changes the password, enrols the second factor and enters', async () => {
  const { page, takeErrors } = await openConsole()
  await givePassword(page, firstPassword())
  await page.getByText('设置新密码').waitFor(LONG_TIMEOUT)
  await page.getByLabel('当前密码').fill(firstPassword())
  await page.getByLabel('新密码').fill('short')
  await button(page, '修改密码').click()
  await page.getByRole('alert').filter({ hasText: '至少 12 个字符' }).waitFor()
  await page.getByLabel('新密码').fill(PASSWORD)
  await button(page, '修改密码').click()

  await page.getByText('绑定动态口令').waitFor(LONG_TIMEOUT)
  await page.getByRole('img', { name: /二维码/ }).waitFor(LONG_TIMEOUT)
  secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('动态口令').fill(currentCode() === '000000' ? '000001' : '000000')
  await button(page, '绑定').click()
  await page.getByRole('alert').filter({ hasText: '验证码不正确' }).waitFor(LONG_TIMEOUT)
  await page.getByLabel('动态口令').fill(currentCode())
  await button(page, '绑定').click()

  await page.getByText('保存恢复码').waitFor(LONG_TIMEOUT)
  recoveryCodes = await page.locator('code').allInnerTexts()
  expect(recoveryCodes).toHaveLength(10)
  await expect.poll(() => button(page, '进入后台').isDisabled(), LONG_TIMEOUT).toBe(true)
  await page.getByRole('checkbox', { name: '我已经保存好恢复码' }).click()
  await button(page, '进入后台').click()
  await menuOf(page).waitFor(LONG_TIMEOUT)
  expect(takeErrors()).toEqual([])
})

const logIn = async (path?: string) => {
  const visit = await openConsole(path)
  await givePassword(visit.page, PASSWORD)
  await visit.page.getByLabel('动态口令').waitFor(LONG_TIMEOUT)
  await giveCode(visit.page)
  await menuOf(visit.page).waitFor(LONG_TIMEOUT)
  return visit
}

test('a wrong password and a wrong code are told; a recovery code opens once', async () => {
  const { page } = await openConsole()
  await givePassword(page, 'not the password')
  await page.getByRole('alert').waitFor(LONG_TIMEOUT)
  await givePassword(page, PASSWORD)
  await page.getByLabel('动态口令').fill(currentCode() === '000000' ? '000001' : '000000')
  await button(page, '继续').click()
  await page.getByRole('alert').filter({ hasText: '验证码不正确' }).waitFor(LONG_TIMEOUT)
  await button(page, '使用恢复码').click()
  await page.getByLabel('恢复码').fill(recoveryCodes[0] ?? '')
  await button(page, '继续').click()
  await menuOf(page).waitFor(LONG_TIMEOUT)

  const { page: second } = await openConsole()
  await givePassword(second, PASSWORD)
  await button(second, '使用恢复码').click()
  await second.getByLabel('恢复码').fill(recoveryCodes[0] ?? '')
  await button(second, '继续').click()
  await second.getByRole('alert').filter({ hasText: '验证码不正确' }).waitFor(LONG_TIMEOUT)
  await expect.poll(() => menuOf(second).count(), LONG_TIMEOUT).toBe(0)
})

test('an ended session leads to the login, and from there back to the same page', async () => {
  const { page, takeErrors } = await logIn('/console/account')
  await page.getByText('有效的登录').waitFor(LONG_TIMEOUT)
  await page.reload()
  await page.getByText('有效的登录').waitFor(LONG_TIMEOUT)
  expect(takeErrors()).toEqual([])
  // Left meanwhile: its own reads would find the session ended before it is opened again.
  await page.goto('about:blank')
  await withClient(system.databaseUrl(), (client) => client.query('update operator_sessions set ended_at = now()'))
  await page.goto('/console/account')
  await page.getByRole('alert').filter({ hasText: '登录已失效' }).waitFor(LONG_TIMEOUT)
  await givePassword(page, PASSWORD)
  await page.getByLabel('动态口令').waitFor(LONG_TIMEOUT)
  await giveCode(page)
  await page.getByText('有效的登录').waitFor(LONG_TIMEOUT)
  expect(pathOfPage(page)).toBe('/console/account')
})

test('log-out ends the session on the server too', async () => {
  const { page } = await logIn()
  const countSessions = async () =>
    (
      await withClient(system.databaseUrl(), (client) =>
        client.query('select from operator_sessions where ended_at is null'),
      )
    ).rowCount
  const before = (await countSessions()) ?? 0
  await menuOf(page).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await button(page, '登录').waitFor(LONG_TIMEOUT)
  await expect.poll(countSessions, LONG_TIMEOUT).toBe(before - 1)
  await page.reload()
  await button(page, '登录').waitFor(LONG_TIMEOUT)
})

test('the command bar opens by key, finds pages and runs actions', async () => {
  const { page } = await logIn()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '搜索页面和操作' }).fill('密码')
  await page.keyboard.press('Enter')
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/console/account')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '搜索页面和操作' }).fill('深色')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('html').getAttribute('class'), LONG_TIMEOUT).toBe('theme-dark')
  await page.reload()
  expect(await page.locator('html').getAttribute('class')).toBe('theme-dark')
})

test('an operator renews the recovery codes, and enrols another authenticator', async () => {
  const { page, takeErrors } = await logIn('/console/account')
  const renew = async (name: string, confirmName: string): Promise<Locator> => {
    await button(page, name).click(LONG_TIMEOUT)
    const dialog = openedOn(page)
    await dialog.getByLabel('当前密码', { exact: true }).fill(PASSWORD)
    await forgetUsedSteps()
    await dialog.getByLabel('动态口令').fill(currentCode())
    await button(dialog, confirmName).click()
    return dialog
  }
  const dialog = await renew('换一批恢复码…', '换一批')
  await dialog.locator('code').first().waitFor(LONG_TIMEOUT)
  const renewed = await dialog.locator('code').allInnerTexts()
  expect(renewed).toHaveLength(10)
  expect(renewed).not.toContain(recoveryCodes[1])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached', ...LONG_TIMEOUT })

  await renew('重新绑定动态口令…', '重新绑定')
  await page.getByRole('img', { name: /二维码/ }).waitFor(LONG_TIMEOUT)
  secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('动态口令').fill(currentCode())
  await button(page, '绑定').click()
  await page.getByRole('checkbox', { name: '我已经保存好恢复码' }).click(LONG_TIMEOUT)
  await button(page, '进入后台').click()
  await menuOf(page).waitFor(LONG_TIMEOUT)
  expect(takeErrors()).toEqual([])
})

let desk: Promise<BrowserContext> | undefined

/** A page in a browser in which the owner has logged in: where the login is not the subject. */
const openDesk = async (path: string) => {
  desk ??= (async () => {
    const { page } = await logIn()
    const token = await page.evaluate(() => sessionStorage.getItem('operatorToken') ?? '')
    const context = await system.lastingContext(DESKTOP)
    await context.addInitScript((stored) => sessionStorage.setItem('operatorToken', stored), token)
    return context
  })()
  const visit = await system.visitIn(await desk)
  await visit.page.goto(path)
  await menuOf(visit.page).waitFor(LONG_TIMEOUT)
  return visit
}

test('unknown paths show the console, unknown files are not found', async () => {
  const { page } = await openDesk('/console/nowhere')
  await page.getByText('没有这个页面').waitFor(LONG_TIMEOUT)
  const missing = await fetch(`${system.url()}/console/assets/index.00000000.js`, { headers: { accept: 'text/html' } })
  expect(missing.status).toBe(404)
})

const FIRST_LOAD_BYTES = 250_000

test.each(['/console/tickets', '/console/operators'])('%s loads at most 250 kB of scripts', async (path) => {
  const { page } = await openDesk(path)
  await page.getByRole('table').or(page.getByText('没有工单')).waitFor(LONG_TIMEOUT)
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map((entry) => (entry as PerformanceResourceTiming).encodedBodySize),
  )
  const total = scripts.reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(50_000)
  expect(total).toBeLessThanOrEqual(FIRST_LOAD_BYTES)
})

test('an operator is added, disabled after a question, and the audit log shows the change', async () => {
  const { page, takeErrors } = await openDesk('/console/operators')
  await button(page, '新建运营人员').click()
  await page.getByLabel('用户名').fill('Not A Name')
  await button(page, '新建').click()
  await page.getByRole('alert').filter({ hasText: '格式不正确' }).waitFor(LONG_TIMEOUT)
  await page.getByLabel('用户名').fill('xiaoyun')
  await button(page, '新建').click()
  await page.getByRole('dialog', { name: '初始密码' }).waitFor(LONG_TIMEOUT)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: '初始密码' }).waitFor({ state: 'detached' })

  await page.getByRole('row').filter({ hasText: 'xiaoyun' }).waitFor(LONG_TIMEOUT)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'xiaoyun' })
  await drawer.getByRole('button', { name: '停用' }).click(LONG_TIMEOUT)
  await page.getByRole('alertdialog').getByRole('button', { name: '取消' }).click()
  await drawer.getByRole('button', { name: '停用' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '停用' }).click()
  await drawer.getByText('已停用').waitFor(LONG_TIMEOUT)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })

  await page.goto('/console/audit')
  await page.getByRole('row').filter({ hasText: '修改角色' }).first().click()
  const entry = page.getByRole('dialog', { name: '修改角色' })
  await expect.poll(() => entry.locator('ins').allInnerTexts(), LONG_TIMEOUT).toContain('是')
  await page.keyboard.press('Escape')
  await entry.waitFor({ state: 'detached' })

  const dayAgo = (days: number): string => formatDate(Date.now() - days * DAY_MS, 'YYYY-MM-DD', CHINA_OFFSET_MINUTES)
  await page.getByLabel('到', { exact: true }).fill(dayAgo(2))
  await page.getByText('没有符合条件的记录').waitFor(LONG_TIMEOUT)
  await page.getByLabel('从', { exact: true }).fill(dayAgo(1))
  await page.getByText('结束日期早于开始日期').waitFor(LONG_TIMEOUT)
  await page.getByLabel('到', { exact: true }).fill(dayAgo(-1))
  await page.getByRole('row').filter({ hasText: '修改角色' }).first().waitFor(LONG_TIMEOUT)
  await page.reload()
  await page.getByRole('row').filter({ hasText: '修改角色' }).first().waitFor(LONG_TIMEOUT)
  expect(await page.getByLabel('从', { exact: true }).inputValue()).toBe(dayAgo(1))
  await button(page, '清除条件').click()
  await expect.poll(() => page.getByLabel('从', { exact: true }).inputValue(), LONG_TIMEOUT).toBe('')
  expect(takeErrors()).toEqual([])
})

let customers: Promise<Account[]> | undefined

const CUSTOMERS = 20
/** The first one is frozen by a test; the others open one ticket each, since there is a limit. */
let lastCustomer = 0

const customerWithToken = async (index = 0): Promise<[Account, string]> => {
  customers ??= createAccounts(system.databaseUrl(), CUSTOMERS)
  const customer = (await customers)[index] as Account
  const [token = ''] = await createSessions(system.databaseUrl(), customer.userId, 1)
  return [customer, token]
}

const openTicket = async (content: string): Promise<void> => {
  lastCustomer += 1
  const [, token] = await customerWithToken(lastCustomer)
  await openTicketOf(token, content)
}

const openTicketOf = async (token: string, content: string): Promise<void> => {
  const response = await fetch(system.url() + openTicketCall.path, {
    method: 'POST',
    headers: { token, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ kind: 'stream', content }),
  })
  expect(((await response.json()) as { code: number }).code).toBe(200)
}

test('a ticket is found by its filters, taken, noted, answered and closed', async () => {
  const customer = await createPeople(system, CUSTOMERS + 1).signUp()
  await openTicketOf(customer.token, '画面一直很卡')
  const { page, takeErrors } = await openDesk('/console/tickets')
  await page.getByRole('combobox', { name: '类型' }).click(LONG_TIMEOUT)
  await page.getByRole('option', { name: '建议' }).click()
  await page.getByText('没有符合条件的记录').waitFor(LONG_TIMEOUT)
  await button(page, '清除条件').click()
  await button(page, '视图').waitFor()
  await page.getByRole('row').filter({ hasText: '画面一直很卡' }).click(LONG_TIMEOUT)
  const drawer = openedOn(page)
  await button(page, '由我处理').click(LONG_TIMEOUT)
  await expect.poll(() => drawer.getByLabel('处理人').innerText(), LONG_TIMEOUT).toContain('owner')
  await button(page, '内部备注').click()
  await drawer.getByRole('textbox', { name: '内部备注' }).fill('同一机房今天第三起')
  await button(page, '添加备注').click()
  await drawer.getByText('owner 的内部备注').waitFor(LONG_TIMEOUT)
  await button(page, '回复用户').click()
  await drawer.getByRole('textbox', { name: '回复用户' }).fill('请换一个区域试试')
  await button(page, '发送回复').click()
  await drawer.getByRole('listitem').filter({ hasText: '请换一个区域试试' }).waitFor(LONG_TIMEOUT)
  await button(page, '关闭工单').click()
  await page.getByRole('alertdialog').getByRole('button', { name: '关闭工单' }).click()
  await drawer.getByText('已关闭').first().waitFor(LONG_TIMEOUT)
  expect(takeErrors()).toEqual([])

  const { page: theirs } = customer
  await theirs.goto('/pages/CustomerService/index?view=tickets')
  await shownPage(theirs).getByText('画面一直很卡').first().click(LONG_TIMEOUT)
  await shownPage(theirs).getByText('请换一个区域试试').waitFor(LONG_TIMEOUT)
  expect(await shownPage(theirs).getByText('同一机房今天第三起').count()).toBe(0)
})

test('a reply that is being typed survives a colleague who answers first, and the conversation stays', async () => {
  await openTicket('同事会抢先回复的问题')
  const { page, takeErrors } = await openDesk('/console/tickets?state=open')
  const { page: colleague } = await logIn('/console/tickets?text=同事会抢先')
  const rowOn = (on: Page) => on.getByRole('row').filter({ hasText: '同事会抢先回复的问题' })
  const replyOn = (on: Page) => on.getByRole('textbox', { name: '回复用户' })
  await rowOn(page).click(LONG_TIMEOUT)
  await replyOn(page).fill('我正在写的回复')
  await rowOn(colleague).click(LONG_TIMEOUT)
  await replyOn(colleague).fill('同事的回复')
  await button(colleague, '发送回复').click()
  await colleague.getByRole('listitem').filter({ hasText: '同事的回复' }).waitFor(LONG_TIMEOUT)

  // A write of any kind has everything read again, and the ticket leave the list of open ones.
  await button(page, '由我处理').click(LONG_TIMEOUT)
  await rowOn(page).waitFor({ state: 'detached', ...LONG_TIMEOUT })
  await page.getByRole('listitem').filter({ hasText: '同事的回复' }).waitFor(LONG_TIMEOUT)
  expect(await replyOn(page).inputValue()).toBe('我正在写的回复')
  await button(page, '关闭').click()
  await openedOn(page).waitFor({ state: 'detached', ...LONG_TIMEOUT })
  await button(page, '清除条件').click()
  await rowOn(page).click(LONG_TIMEOUT)
  expect(await replyOn(page).inputValue()).toBe('我正在写的回复')
  await page.reload()
  await expect.poll(() => replyOn(page).inputValue(), LONG_TIMEOUT).toBe('我正在写的回复')
  await button(page, '发送回复').click()
  await page.getByRole('listitem').filter({ hasText: '我正在写的回复' }).waitFor(LONG_TIMEOUT)
  await expect.poll(() => replyOn(page).inputValue(), LONG_TIMEOUT).toBe('')
  expect(takeErrors()).toEqual([])
})

test('a ticket is assigned by choice, and found by its assignee', async () => {
  await openTicket('指定给同事的问题')
  const { page, takeErrors } = await openDesk('/console/tickets')
  const row = page.getByRole('row').filter({ hasText: '指定给同事的问题' })
  await row.click(LONG_TIMEOUT)
  const drawer = openedOn(page)
  await drawer.getByRole('combobox', { name: '处理人' }).click(LONG_TIMEOUT)
  await page.getByRole('option', { name: 'owner' }).click()
  await page.getByText('处理人已更新').waitFor(LONG_TIMEOUT)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached', ...LONG_TIMEOUT })
  await page.getByRole('combobox', { name: '处理人' }).click()
  await page.getByRole('option', { name: 'owner' }).click()
  await row.waitFor(LONG_TIMEOUT)
  await page.getByRole('combobox', { name: '处理人' }).click()
  await page.getByRole('option', { name: '未指定' }).click()
  await row.waitFor({ state: 'detached', ...LONG_TIMEOUT })
  expect(takeErrors()).toEqual([])
})

test('Enter opens the row that was chosen, also where a new one has come before it', async () => {
  await openTicket('先到的问题')
  const { page, takeErrors } = await openDesk('/console/tickets?by=-ticketId')
  const chosen = page.getByRole('row').filter({ hasText: '先到的问题' })
  await chosen.waitFor(LONG_TIMEOUT)
  await page.keyboard.press('j')
  await expect.poll(() => chosen.getAttribute('aria-current'), LONG_TIMEOUT).toBe('true')
  await openTicket('后到的问题')
  await button(page, '刷新').click()
  await page.getByRole('row').filter({ hasText: '后到的问题' }).waitFor(LONG_TIMEOUT)
  expect(await chosen.getAttribute('aria-current')).toBe('true')
  await chosen.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText('先到的问题').first().waitFor(LONG_TIMEOUT)
  expect(takeErrors()).toEqual([])
})

test('a search keeps the space that is typed last, and lists without one on the server are searched too', async () => {
  const { page, takeErrors } = await openDesk('/console/users')
  const box = page.getByRole('searchbox').first()
  await box.pressSequentially('Galaxy ')
  await expect.poll(() => new URL(page.url()).searchParams.get('text'), LONG_TIMEOUT).toBe('Galaxy')
  await box.pressSequentially('S')
  expect(await box.inputValue()).toBe('Galaxy S')

  await page.goto('/console/operators')
  await page.getByRole('row').filter({ hasText: 'owner' }).waitFor(LONG_TIMEOUT)
  await page.getByRole('searchbox', { name: '查找' }).fill('没有这个人')
  await page.getByText('没有符合条件的记录').waitFor(LONG_TIMEOUT)
  await page.getByRole('searchbox', { name: '查找' }).fill('OWNER')
  await page.getByRole('row').filter({ hasText: 'owner' }).waitFor(LONG_TIMEOUT)
  expect(takeErrors()).toEqual([])
})

test('a saved view is there in another browser, replaced by its name, and deleted', async () => {
  await openTicket('按视图找到它')
  const { page, takeErrors } = await openDesk('/console/tickets?state=closed')
  const viewOn = (on: Page) => on.getByRole('menuitem', { name: '等回复的', exact: true })
  const save = async (words: string): Promise<void> => {
    await button(page, '视图').click(LONG_TIMEOUT)
    await page.getByRole('menuitem', { name: '保存当前的条件' }).click(LONG_TIMEOUT)
    const dialog = page.getByRole('dialog', { name: '保存视图' })
    await dialog.getByLabel('视图名称').fill(' 等回复的 ')
    await button(dialog, words).click(LONG_TIMEOUT)
    await dialog.waitFor({ state: 'detached' })
  }
  await save('保存')
  await page.goto('/console/tickets?state=open&kind=stream')
  await save('替换同名视图')

  const { page: other } = await logIn('/console/tickets?state=closed')
  await button(other, '视图').click(LONG_TIMEOUT)
  await viewOn(other).click(LONG_TIMEOUT)
  await expect.poll(() => new URL(other.url()).search, LONG_TIMEOUT).toBe('?state=open&kind=stream')
  await other.getByRole('row').filter({ hasText: '按视图找到它' }).waitFor(LONG_TIMEOUT)
  await other.goto('/console/orders')
  await button(other, '视图').click(LONG_TIMEOUT)
  await other.getByText('还没有保存的视图').waitFor(LONG_TIMEOUT)

  await withClient(system.databaseUrl(), (client) =>
    client.query(`update operator_views set query = 'state=gone&unknown=1&kind=stream'`),
  )
  await page.goto('/console/tickets')
  await button(page, '视图').click(LONG_TIMEOUT)
  await viewOn(page).click(LONG_TIMEOUT)
  await expect.poll(() => new URL(page.url()).search, LONG_TIMEOUT).toBe('?kind=stream')
  await button(page, '视图').click()
  await page.getByRole('menuitem', { name: '删除视图「等回复的」' }).click(LONG_TIMEOUT)
  await button(page.getByRole('alertdialog'), '删除').click(LONG_TIMEOUT)
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await button(page, '视图').click()
  await page.getByText('还没有保存的视图').waitFor(LONG_TIMEOUT)
  expect(takeErrors()).toEqual([])
})

test('the overview leads to what waits, and every part of it is there', async () => {
  await openTicket('概览应当数到这一条')
  const { page, takeErrors } = await openDesk('/console')
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/console/overview')
  for (const title of ['在线设备', '近 7 天收入', '今日订单', '设备健康', '各区域库存', '最新订单']) {
    await page.getByText(title, { exact: true }).first().waitFor(LONG_TIMEOUT)
  }
  await button(page, '30 天').click()
  await page.getByText('近 30 天收入').waitFor(LONG_TIMEOUT)
  await page.locator('canvas').waitFor(LONG_TIMEOUT)
  // The hidden table of the chart takes no place below the cards.
  const content = page.locator('#content')
  const end = await content.evaluate(({ scrollHeight, scrollTop, lastElementChild }) => {
    const { bottom } = (lastElementChild as Element).getBoundingClientRect()
    return scrollHeight - scrollTop - bottom
  })
  expect(Math.abs(end)).toBeLessThan(120)
  await page.getByRole('link', { name: /^工单待回复/ }).click()
  await page.getByRole('row').filter({ hasText: '概览应当数到这一条' }).waitFor(LONG_TIMEOUT)
  expect(new URL(page.url()).searchParams.get('state')).toBe('open')
  expect(takeErrors()).toEqual([])
})

test('a user is found by number, frozen with a reason, and cannot go on', async () => {
  const { token, page: theirs, ...customer } = await createPeople(system, CUSTOMERS).signUp()
  await theirs.goto('/pages/user/coupon')
  await shownPage(theirs).getByText('还没有优惠券').first().waitFor(LONG_TIMEOUT)
  const codeOfCall = async (): Promise<number> => {
    const response = await fetch(system.url() + getTicketList.path, { headers: { token } })
    return ((await response.json()) as { code: number }).code
  }
  expect(await codeOfCall()).toBe(200)
  const { page } = await openDesk('/console/account')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(customer.mobilePhone)
  await page.getByRole('option', { name: /用户 #/ }).click(LONG_TIMEOUT)
  await button(page, '冻结账号').first().click(LONG_TIMEOUT)
  const dialog = page.getByRole('dialog', { name: /^冻结「/ })
  await button(dialog, '冻结账号').click()
  await dialog.getByRole('alert').filter({ hasText: '请填写' }).waitFor(LONG_TIMEOUT)
  await dialog.getByLabel('原因').fill('盗用他人手机号')
  await button(dialog, '冻结账号').click()
  await button(page, '解除冻结').waitFor(LONG_TIMEOUT)
  expect(await codeOfCall()).toBe(1057)
  expect(await page.getByText(/：盗用他人手机号$/).count()).toBe(1)
  await theirs.reload()
  await theirs.getByText('账号已冻结').first().waitFor(LONG_TIMEOUT)
  await button(page, '解除冻结').click()
  await page.getByRole('alertdialog').getByRole('button', { name: '解除冻结' }).click()
  await expect.poll(codeOfCall, LONG_TIMEOUT).toBe(200)
  await theirs.reload()
  await shownPage(theirs).getByText('还没有优惠券').first().waitFor(LONG_TIMEOUT)
})

test('a support operator sees no areas without rights, and a page opened by address says so', async () => {
  const { page } = await openDesk('/console/operators')
  await button(page, '新建运营人员').click()
  await page.getByLabel('用户名').fill('support.one')
  await button(page, '新建').click()
  const given = page.getByRole('dialog', { name: '初始密码' })
  const password = await given.locator('code').innerText()
  await withClient(system.databaseUrl(), (client) =>
    client.query(`update operators set must_change_password = false where name = 'support.one'`),
  )
  const { page: other } = await openConsole('/console/audit')
  await other.getByLabel('用户名').fill('support.one')
  await other.getByLabel('密码', { exact: true }).fill(password)
  await button(other, '登录').click()
  await other.getByText('绑定动态口令').waitFor(LONG_TIMEOUT)
  const own = (await other.locator('code').innerText()).replaceAll(' ', '')
  await other.getByLabel('动态口令').fill(new TOTP({ secret: Secret.fromBase32(own) }).generate())
  await button(other, '绑定').click()
  await other.getByRole('checkbox').click(LONG_TIMEOUT)
  await button(other, '进入后台').click()
  await other.getByText('没有权限').waitFor(LONG_TIMEOUT)
  const menu = other.getByRole('navigation', { name: '主菜单' })
  await expect.poll(() => menu.getByRole('link', { name: '客服与审核' }).count(), LONG_TIMEOUT).toBe(1)
  await expect.poll(() => menu.getByRole('link', { name: '设置' }).count(), LONG_TIMEOUT).toBe(0)
})

/** Leads to the page of a link, and waits until it is drawn: the page before it stays until then. */
const follow = async (page: Page, link: Locator): Promise<void> => {
  const content = page.locator('#content')
  await content.evaluate(({ firstElementChild }) => firstElementChild?.setAttribute('data-left', ''))
  await link.click()
  await expect.poll(() => link.getAttribute('aria-current'), LONG_TIMEOUT).toBe('page')
  const isDrawn = async (): Promise<boolean> =>
    (await content.locator('> [data-left]').count()) === 0 &&
    (await content.innerText()) !== '' &&
    (await page.getByRole('status', { name: '加载中' }).count()) === 0
  await expect.poll(isDrawn, LONG_TIMEOUT).toBe(true)
}

test('every page can be read by everybody, in both themes, at 1280 px', async () => {
  await openTicket('每个页面都要看过')
  const { page, takeErrors } = await openDesk('/console/account')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByText('有效的登录').waitFor(LONG_TIMEOUT)
  const paths = new Set<string>()
  const problems: string[] = []
  const wear = (theme: string) =>
    page.evaluate((name) => document.documentElement.setAttribute('class', name), `theme-${theme}`)
  const check = async (): Promise<void> => {
    const path = pathOfPage(page)
    paths.add(path)
    await wear('light')
    const found = await findAccessibilityViolations(page, '#root')
    await wear('dark')
    const dark = await findContrastViolations(page, '#root')
    problems.push(...[...found, ...dark.map((problem) => `in the dark: ${problem}`)].map((one) => `${path} ${one}`))
    const content = page.locator('#content')
    const overflow = await content.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    if (overflow > 1) problems.push(`${path} is ${overflow} px too wide`)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    if (height > 800) problems.push(`${path} scrolls as a whole: ${height} px`)
  }
  for (const area of await page.getByRole('navigation', { name: '主菜单' }).getByRole('link').all()) {
    await follow(page, area)
    await check()
    const others = page
      .getByRole('navigation', { name: (await area.innerText()).trim(), exact: true })
      .getByRole('link')
    for (const link of (await others.all()).slice(1)) {
      await follow(page, link)
      await check()
    }
  }
  expect(paths.size).toBeGreaterThan(40)
  expect(problems).toEqual([])
  expect(takeErrors()).toEqual([])
})

test('menus of a list are drawn beside their buttons', async () => {
  const { page } = await openDesk('/console/users')
  for (const name of ['视图', '选择列']) {
    await button(page, name).click(LONG_TIMEOUT)
    const menu = page.getByRole('menu')
    // Transparent, in a corner, until its place is known.
    await expect
      .poll(() => menu.evaluate((shown) => getComputedStyle(shown.parentElement as Element).opacity), LONG_TIMEOUT)
      .toBe('1')
    const trigger = await button(page, name).boundingBox()
    const popup = await menu.boundingBox()
    if (!trigger || !popup) throw new Error(`${name} shows no menu`)
    expect(Math.abs(popup.y - (trigger.y + trigger.height))).toBeLessThan(16)
    expect(Math.abs(popup.x + popup.width - (trigger.x + trigger.width))).toBeLessThan(16)
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached', ...LONG_TIMEOUT })
  }
})

test('a list is exported as it is filtered, by a job, and can be downloaded', async () => {
  const [customer] = await customerWithToken()
  const { page } = await openDesk(`/console/users?text=${customer.mobilePhone}`)
  await page.getByRole('row').nth(1).waitFor(LONG_TIMEOUT)
  await button(page, '导出').click()
  await page.getByRole('checkbox', { name: '注册时间' }).click()
  await button(page, '开始导出').click()
  const downloading = page.waitForEvent('download', LONG_TIMEOUT)
  await button(page, '下载').click(LONG_TIMEOUT)
  const text = await readFile(await (await downloading).path(), 'utf8')
  const [head, ...rows] = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
  expect(head).toContain('用户编号')
  expect(head).not.toContain('注册时间')
  expect(rows).toHaveLength(1)
  expect(rows[0]).toContain(String(customer.userId))
})
