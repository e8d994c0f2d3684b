import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { withClient } from '@yunji/testkit/with-client'
import { expect, test } from 'vitest'
import { stored } from './login-steps.ts'
import { problemsOf } from './page-elements.ts'
import { useRunningSystem } from './running-system.ts'
import { demo, LONG_TIMEOUT, logIn, pathOfPage, saveLogin, shownPage, shownPages } from './visit.ts'

const system = useRunningSystem()

/** Cookies and storage of the site as one text. */
const READ_STORAGE = '() => JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + document.cookie'

test('logging in, seeing oneself, loading the page again, and logging out', async () => {
  const { page, context, takeErrors } = await system.visit()
  await page.goto('/pages/Home/user')
  await page.getByRole('link', { name: '点击登录' }).click()
  await page.waitForURL('**/pages/login/login')
  await logIn(page)
  await page.waitForURL('**/pages/Home/user')
  const profile = shownPage(page).getByRole('link', { name: demo.maskedPhone })
  await profile.waitFor()
  const cookies = Object.fromEntries((await context.cookies()).map(({ name, value }) => [name, value]))
  expect(cookies).toMatchObject({ channel: 'h5', runtime: 'h5', userId: expect.stringMatching(/^\d+$/) })

  await page.reload()
  await profile.waitFor()

  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '取消' }).click()
  await profile.waitFor()
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '退出' }).click()
  await page.getByRole('link', { name: '点击登录' }).waitFor()

  const left = await page.evaluate<string>(`(${READ_STORAGE})()`)
  expect(cookies['token']).toBeTruthy()
  expect(left).not.toContain(cookies['token'])
  const names = (await context.cookies()).map(({ name }) => name)
  expect(names.toSorted()).toEqual(['channel', 'runtime'])
  await page.getByRole('link', { name: '点击登录' }).click()
  await page.waitForURL('**/pages/login/login')
  await expect.poll(() => page.getByRole('textbox', { name: '手机号' }).inputValue()).toBe('138 0013 8000')
  expect(takeErrors()).toEqual([])
})

test('a wrong password is said under its field, and nobody is logged in', async () => {
  const { page, takeErrors } = await system.visit()
  await page.goto('/pages/login/login')
  await logIn(page, { phone: demo.phone, password: 'wrong2026' })
  await page.getByRole('alert').filter({ hasText: '手机号或密码不正确' }).waitFor()
  await expect.poll(() => page.getByLabel('密码', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  expect(pathOfPage(page)).toBe('/pages/login/login')
  expect(await page.evaluate<string>(`(${READ_STORAGE})()`)).not.toContain('token=')
  expect(takeErrors()).toEqual([])
})

test('an incomplete form says what is missing, and is not sent', async () => {
  const { page } = await system.visit()
  const sent: string[] = []
  page.on('request', (request) => {
    // The page log may be sent at any time.
    if (request.method() === 'POST' && !request.url().endsWith(sideRoutes.pageLog.path)) sent.push(request.url())
  })
  await page.goto('/pages/login/login')
  const expectAlerts = async (messages: readonly string[]) => {
    for (const message of messages) await page.getByRole('alert').filter({ hasText: message }).waitFor()
  }
  await page.getByRole('button', { name: '登录 / 注册' }).click()
  await expectAlerts(['请输入手机号', '请输入验证码', '请先阅读并同意用户协议和隐私政策'])
  await page.getByRole('tab', { name: '密码登录' }).click()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expectAlerts(['请输入手机号', '请输入密码', '请先阅读并同意用户协议和隐私政策'])
  expect(sent).toEqual([])
})

test('a number that is new on this device is offered the code, one that was here before its password', async () => {
  const { page, takeErrors } = await system.visit()
  const shownWay = () => page.getByRole('tab', { selected: true }).textContent()
  await page.goto('/')
  await page.getByRole('link', { name: '登录 / 注册' }).click()
  await page.getByText('未注册的手机号验证后自动创建账号').waitFor()
  await expect.poll(() => page.getByRole('tab').allTextContents()).toEqual(['验证码登录', '密码登录'])
  // Whether or not the number has an account: the page asks nobody.
  for (const phone of [demo.phone, '19100000001']) {
    await page.getByRole('textbox', { name: '手机号' }).fill(phone)
    await expect.poll(() => shownWay()).toBe('验证码登录')
  }
  expect(await problemsOf(page)).toEqual([])
  await logIn(page)
  await page.waitForURL('**/pages/Home/index')
  await expect.poll(() => stored(page, 'savedAccounts'), LONG_TIMEOUT).toMatchObject([{ mobilePhone: demo.phone }])
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto('/pages/login/login')
  await expect.poll(shownWay, LONG_TIMEOUT).toBe('密码登录')
  await page.getByRole('textbox', { name: '手机号' }).fill('19100000001')
  await expect.poll(shownWay, LONG_TIMEOUT).toBe('验证码登录')
  await page.getByRole('textbox', { name: '手机号' }).fill(demo.phone)
  await expect.poll(shownWay, LONG_TIMEOUT).toBe('密码登录')
  expect(takeErrors()).toEqual([])
})

test('a login leads to the closed page that asked for it, with its query', async () => {
  const { page } = await system.visit()
  await page.goto('/pages/user/coupon?tab=2')
  await page.waitForURL('**/pages/login/login?**')
  await logIn(page)
  await page.waitForURL('**/pages/user/coupon?tab=2')
  await expect.poll(() => page.title(), LONG_TIMEOUT).toBe('优惠券')
})

test.each(['https://evil.example/', '//evil.example', '/pages/login/login', 'javascript:alert(1)'])(
  'a login never leads to %s',
  async (returnTo) => {
    const { page } = await system.visit()
    await page.goto(`/pages/login/login?returnTo=${encodeURIComponent(returnTo)}`)
    await logIn(page)
    await expect.poll(() => page.url(), LONG_TIMEOUT).toBe(`${system.url()}/pages/Home/index`)
  },
)

test('closing the login leads to a page that may be seen', async () => {
  const { page } = await system.visit()
  await page.goto('/pages/user/coupon')
  await page.waitForURL('**/pages/login/login?**')
  await page.getByRole('button', { name: '关闭' }).click()
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/Home/index')
})

test('closing the login that a lost session asks for leads to the tab that was seen last', async () => {
  const login = await saveLogin(await system.visit())
  const { page } = await system.visit(login)
  await page.goto('/pages/Home/user')
  await shownPage(page).locator('a[href="/pages/user/personalData"]').click(LONG_TIMEOUT)
  await shownPage(page).getByRole('link', { name: '手机号、密码、登录设备' }).click(LONG_TIMEOUT)
  await shownPage(page).getByRole('link', { name: '登录密码' }).waitFor(LONG_TIMEOUT)
  await withClient(system.databaseUrl(), (client) => client.query('update sessions set revoked_at = now()'))
  // The page before stays visible until this one has slid in, and names the same word. A poll may notice the loss first.
  const asked = page.waitForURL('**/pages/login/login?**', LONG_TIMEOUT)
  const devices = shownPage(page).getByRole('link', { name: /^登录设备/ })
  await Promise.race([devices.click(LONG_TIMEOUT).then(() => asked), asked])
  await page.getByRole('button', { name: '关闭' }).click()
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/Home/user')
  await page.getByRole('link', { name: '点击登录' }).waitFor(LONG_TIMEOUT)
})

/** Storage with a token unknown to the server, as of an old visit. */
const staleLogin = (origin: string) => ({
  storageState: {
    cookies: [],
    origins: [
      {
        origin,
        localStorage: [
          { name: 'token', value: JSON.stringify({ data: 'x'.repeat(43) }) },
          { name: 'userId', value: JSON.stringify({ data: 100_001 }) },
        ],
      },
    ],
  },
})

test('a token that is not valid any more is told, forgotten, and leaves a closed page', async () => {
  const { page } = await system.visit(staleLogin(system.url()))
  // Shown for two seconds only, so the wait starts first.
  const notice = page.getByText('登录已失效，请重新登录').waitFor()
  await page.goto('/pages/user/coupon')
  await notice
  await page.waitForURL('**/pages/login/login?**')
  expect(await page.evaluate<string>(`(${READ_STORAGE})()`)).not.toContain('x'.repeat(43))
})

test('a token that is not valid any more leaves an open page where it is', async () => {
  const { page } = await system.visit(staleLogin(system.url()))
  await page.goto('/pages/Home/user')
  await page.getByRole('link', { name: '点击登录' }).waitFor()
  expect(pathOfPage(page)).toBe('/pages/Home/user')
})

test('the keyboard alone logs in and out', async () => {
  const { page } = await system.visit()
  await page.goto('/pages/login/login')
  await page.getByRole('tab', { name: '密码登录' }).press('Enter')
  await page.getByRole('textbox', { name: '手机号' }).focus()
  await page.keyboard.type(demo.phone)
  await page.keyboard.press('Tab')
  await page.keyboard.type(demo.password)
  await page.getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await page.getByLabel('密码', { exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/pages/Home/index')
  await page.getByRole('link', { name: '我的' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '退出登录' }).waitFor()
  // Waits until the left page is removed.
  await expect.poll(() => shownPages(page).count(), LONG_TIMEOUT).toBe(1)
  await page.getByRole('button', { name: '退出登录' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await dialog.waitFor()
  await expect
    .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)), LONG_TIMEOUT)
    .toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '退出登录' }).press('Enter')
  await dialog.getByRole('button', { name: '取消' }).press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: '点击登录' }).waitFor()
})
