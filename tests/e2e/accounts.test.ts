import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Account } from '../support/accounts.ts'
import { stored } from './login-steps.ts'
import { createPeople } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, logIn, pathOfPage, shownPage } from './visit.ts'

const system = useRunningSystem()
const people = createPeople(system)

const masked = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(7)}`

/** Link to the profile on the account tab. */
const profileOf = (page: Page, { mobilePhone }: Account) =>
  shownPage(page).getByRole('link', { name: masked(mobilePhone) })

/** Entry of a saved account; a button unless the account is in use. */
const rowOf = (page: Page, { mobilePhone }: Account) => page.getByRole('button', { name: masked(mobilePhone) })

const enter = async (page: Page, { mobilePhone, password }: Account) => {
  await page.goto('/pages/login/login')
  await logIn(page, { phone: mobilePhone, password })
  await page.waitForURL('**/pages/Home/index')
}

/** Browser with two logged-in accounts; the second is in use. */
const shareBrowser = async () => {
  const first: Account = await people.signUp()
  const second: Account = await people.signUp()
  const visit = await system.visit()
  await enter(visit.page, first)
  await enter(visit.page, second)
  return { ...visit, first, second }
}

/** Token and user of each call. */
const watchCallers = (context: BrowserContext) => {
  const callers: { token: string; userId: string }[] = []
  context.on('request', (request) => {
    const { token, userid: userId } = request.headers()
    if (token && userId && request.url().includes('/vmcloud/')) callers.push({ token, userId })
  })
  return callers
}

test('saved accounts: the current one is marked, another is one tap away', async () => {
  const { page, first, second } = await shareBrowser()
  await page.goto('/pages/Home/user')
  await page.getByRole('link', { name: '切换账号' }).click()
  await page.waitForURL('**/pages/user/accountList')
  await page.getByText('当前账号').waitFor()
  await rowOf(page, first).click()
  await page.waitForURL('**/pages/Home/user')
  await profileOf(page, first).waitFor()
  await expect.poll(() => stored(page, 'userId')).toBe(first.userId)

  await page.goto('/pages/user/accountList')
  await rowOf(page, second).click()
  await page.waitForURL('**/pages/Home/user')
  await profileOf(page, second).waitFor()
})

test('an account that has logged out stays in the list and has to log in again', async () => {
  const { page, first, second } = await shareBrowser()
  await page.goto('/pages/Home/user')
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '退出' }).click()
  await page.getByRole('link', { name: '点击登录' }).waitFor()
  await page.goto('/pages/user/accountList')
  await page.getByText('需重新登录').waitFor()
  await rowOf(page, second).click()
  await page.waitForURL(`**/pages/login/login?account=${second.userId}`)
  const phone = page.getByRole('textbox', { name: '手机号' })
  expect((await phone.inputValue()).replaceAll(' ', '')).toBe(second.mobilePhone)
  await page.getByRole('button', { name: '关闭' }).click()
  await rowOf(page, first).click()
  await page.waitForURL('**/pages/Home/user')
  await profileOf(page, first).waitFor()
})

test('a saved account whose token was ended elsewhere is told so; the one in use is not touched', async () => {
  const { page, first, second } = await shareBrowser()
  const tokens = (await stored(page, 'savedAccounts')) as { userId: number; token: string }[]
  const dead = tokens.find(({ userId }) => userId === first.userId)?.token ?? ''
  await fetch(`${system.url()}/vmcloud/api/user/logoutUser`, {
    method: 'POST',
    headers: { token: dead, 'content-type': 'application/json' },
    body: '{}',
  })
  await page.goto('/pages/user/accountList')
  await rowOf(page, first).click()
  await page.waitForURL('**/pages/login/login?account=**')
  await expect.poll(() => stored(page, 'userId')).toBe(second.userId)
  await page.goto('/pages/Home/user')
  await profileOf(page, second).waitFor()
})

test('a removed account is forgotten here, and its token opens nothing any more', async () => {
  const { page, first } = await shareBrowser()
  const before = (await stored(page, 'savedAccounts')) as { userId: number; token: string }[]
  const token = before.find(({ userId }) => userId === first.userId)?.token ?? ''
  await page.goto('/pages/user/accountList')
  await page.getByRole('button', { name: '管理账号' }).click()
  await page.getByRole('button', { name: '移除' }).last().click()
  await page.getByRole('alertdialog').getByRole('button', { name: '移除' }).click()
  await page.getByText(masked(first.mobilePhone)).waitFor({ state: 'detached' })
  await expect.poll(() => stored(page, 'savedAccounts')).toHaveLength(1)
  const answer = await fetch(`${system.url()}/vmcloud/api/user/getUserInfo`, { headers: { token } })
  expect(await answer.json()).toMatchObject({ code: 2017 })
})

test('with two tabs a change of account in one is followed by the other', async () => {
  const { page, context, first, second } = await shareBrowser()
  const other = await context.newPage()
  await other.goto('/pages/Home/user')
  await profileOf(other, second).waitFor()

  await page.goto('/pages/user/accountList')
  await rowOf(page, first).click()
  await profileOf(page, first).waitFor()
  await profileOf(other, first).waitFor()

  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '退出' }).click()
  await other.getByRole('link', { name: '点击登录' }).waitFor()
  await expect.poll(() => stored(other, 'token')).toBeNull()
})

test('no call of one account carries the token of another, whatever two tabs do', async () => {
  const { page, context, first, second } = await shareBrowser()
  const callers = watchCallers(context)
  const other = await context.newPage()
  await other.goto('/pages/Home/user')
  await profileOf(other, second).waitFor()
  for (const account of [first, second, first]) {
    await page.goto('/pages/user/accountList')
    await rowOf(page, account).click()
    await page.waitForURL('**/pages/Home/user')
    await profileOf(page, account).waitFor()
    await profileOf(other, account).waitFor()
  }
  const usersOfToken = new Map<string, Set<string>>()
  for (const { token, userId } of callers) {
    usersOfToken.set(token, (usersOfToken.get(token) ?? new Set()).add(userId))
  }
  expect([...usersOfToken.values()].map((users) => users.size)).toEqual([1, 1])
  const seen = new Set(callers.map(({ userId }) => Number(userId)))
  expect(seen).toEqual(new Set([first.userId, second.userId]))
})

test('an answer under way when the account changes does not land in the next one', async () => {
  const { page, first, second } = await shareBrowser()
  await page.goto('/pages/user/accountList')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // The second account's data is requested when the tab opens and answered only after the change.
  await page.route('**/user/getUserInfo**', async (route) => {
    if (route.request().headers()['userid'] === String(second.userId)) await held
    await route.continue()
  })
  const late = page.waitForResponse(
    (response) =>
      response.url().includes('getUserInfo') && response.request().headers()['userid'] === String(second.userId),
  )
  await page.reload()
  await rowOf(page, first).click()
  await page.waitForURL('**/pages/Home/user')
  await profileOf(page, first).waitFor()
  release()
  await late
  await expect.poll(() => stored(page, 'userId'), LONG_TIMEOUT).toBe(first.userId)
  await expect.poll(() => profileOf(page, second).count()).toBe(0)
  await profileOf(page, first).waitFor()
  expect(pathOfPage(page)).toBe('/pages/Home/user')
})

test('nobody has logged in here yet: the list says so and leads in', async () => {
  const { page } = await system.visit()
  await page.goto('/pages/user/accountList')
  await page.getByText('还没有登录过的账号').waitFor()
  await page.getByRole('link', { name: '登录' }).click()
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/login/login')
})
