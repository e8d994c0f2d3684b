import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { withClient } from '@yunji/testkit/with-client'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createAccounts } from '../support/accounts.ts'
import {
  agree,
  answerAuthoriser,
  fillCode,
  goToAuthoriser,
  openCodeLogin,
  skipPasswordPrompt,
  stored,
  submitLogin,
} from './login-steps.ts'
import { createPeople } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { demo, LONG_TIMEOUT, logIn, pathOfPage, shownPage } from './visit.ts'

const system = useRunningSystem()
const people = createPeople(system)

/** The embedded sender never delivers to it. */
const DEAD_NUMBER = '19900000000'

test('a number that nobody has logs in by code, and is somebody from then on', async () => {
  const phone = people.freePhone()
  const { page, takeErrors } = await system.visit()
  await page.goto('/pages/Home/user')
  await page.getByRole('link', { name: '点击登录' }).click()
  await openCodeLogin(page)
  await page.getByText('未注册的手机号验证后自动创建账号').waitFor()
  await fillCode(page, phone, people.lastCode)
  await page.getByText(/^\d+ 秒后重发$/).waitFor()
  await submitLogin(page)
  await skipPasswordPrompt(page)
  expect(pathOfPage(page)).toBe('/pages/Home/user')
  await shownPage(page)
    .getByText(`云机用户${phone.slice(-4)}`)
    .waitFor()
  expect(takeErrors()).toEqual([])
})

/** Counts the most dialogs that stand on the page at once, from now on. */
const watchDialogs = (page: Page) =>
  page.evaluateHandle(() => {
    const seen = { most: 0 }
    new MutationObserver(() => {
      seen.most = Math.max(seen.most, document.querySelectorAll('[role=alertdialog]').length)
    }).observe(document, { childList: true, subtree: true })
    return seen
  })

test('who has no password yet is asked for one, once, and led to where it is set', async () => {
  const { page } = await system.visit()
  await page.goto('/pages/login/login')
  await openCodeLogin(page)
  await fillCode(page, people.freePhone(), people.lastCode)
  const dialogs = await watchDialogs(page)
  await submitLogin(page)
  await page.getByRole('alertdialog').getByRole('button', { name: '去设置' }).click()
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/user/setPassword')
  // The page that is left, sliding away, must not ask beside the page that is shown.
  expect(await dialogs.evaluate(({ most }) => most)).toBe(1)
})

test('a wrong code is said under its boxes, and a number that gets no message says so too', async () => {
  const { page } = await system.visit()
  await page.goto('/pages/login/login')
  await openCodeLogin(page)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByRole('alert').filter({ hasText: '请先输入手机号' }).waitFor()
  await page.getByRole('textbox', { name: '手机号' }).fill(DEAD_NUMBER)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByRole('alert').filter({ hasText: '短信发送失败' }).waitFor()
  await expect.poll(() => page.getByText('秒后重发').count()).toBe(0)

  const phone = people.freePhone()
  await fillCode(page, phone, people.lastCode)
  const right = await people.lastCode(phone)
  await page.getByLabel('短信验证码').fill(right === '000000' ? '000001' : '000000')
  await submitLogin(page)
  await page.getByRole('alert').filter({ hasText: '验证码不正确' }).waitFor()
  expect(pathOfPage(page)).toBe('/pages/login/login')
})

test('a code that was asked for a moment ago is not sent again: the wait goes on, also after a reload', async () => {
  const phone = people.freePhone()
  const { page } = await system.visit()
  await page.goto('/pages/login/login')
  await openCodeLogin(page)
  await fillCode(page, phone, people.lastCode)
  await page.reload()
  await openCodeLogin(page)
  await page.getByRole('textbox', { name: '手机号' }).fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByRole('alert').filter({ hasText: '验证码已发送，请稍后再获取' }).waitFor()
  await expect.poll(() => page.getByText(/^\d+ 秒后重发$/).count(), LONG_TIMEOUT).toBe(1)
})

test('a forgotten password is set anew by code; the old one and every login with it are over', async () => {
  const person = await people.signUp()
  const { page } = await system.visit()
  await page.goto('/pages/login/login')
  await page.getByRole('tab', { name: '密码登录' }).click()
  await page.getByRole('textbox', { name: '手机号' }).fill(person.mobilePhone)
  await page.getByRole('button', { name: '忘记密码' }).click()
  const sheet = page.getByRole('dialog', { name: '重置密码' })
  await expect
    .poll(() => sheet.getByRole('textbox', { name: '手机号' }).inputValue(), LONG_TIMEOUT)
    .toMatch(/^\d{3} \d{4} \d{4}$/)
  await fillCode(page, person.mobilePhone, people.lastCode)
  await sheet.getByLabel('新密码', { exact: true }).fill('12345678')
  await sheet.getByRole('button', { name: '重置密码' }).click()
  await sheet.getByRole('alert').filter({ hasText: '密码为 6–13 位字母和数字组合' }).waitFor()
  await sheet.getByLabel('新密码', { exact: true }).fill('anew2026')
  await sheet.getByRole('button', { name: '重置密码' }).click()
  await sheet.waitFor({ state: 'detached' })

  await agree(page)
  await submitLogin(page)
  await page.waitForURL('**/pages/Home/index')

  const notice = person.page.getByText('登录已失效，请重新登录').waitFor()
  await person.page.goto('/pages/user/personalData')
  await notice
})

test('WeChat: silently, then by name, then with a phone; the next time it asks nothing', async () => {
  const phone = people.freePhone()
  const { page, takeErrors } = await system.visit()
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.startsWith('/demo/wechat')) sent.push(searchParams.get('scope') ?? '')
    if (/\/user\/(wx|bind)/.test(pathname)) sent.push(pathname.split('/').at(-1) ?? '')
  })
  await page.goto('/pages/user/coupon?tab=2')
  await page.waitForURL('**/pages/login/login?**')
  await goToAuthoriser(page)
  await page.waitForURL((url) => url.searchParams.get('scope') === 'snsapi_userinfo')
  await answerAuthoriser(page, '阿明', '允许')
  await page.getByRole('heading', { name: '绑定手机号' }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await fillCode(page, phone, people.lastCode)
  await page.getByRole('button', { name: '绑定并登录' }).click()
  await page.waitForURL('**/pages/user/coupon?tab=2')
  await skipPasswordPrompt(page)
  await expect.poll(() => stored(page, 'openId')).toMatch(/-aming$/)
  expect(sent.filter((name, index) => name !== sent[index - 1])).toEqual([
    'snsapi_base',
    'wxOfficialAccountLogin',
    'snsapi_userinfo',
    'wxOfficialAccountLoginPro',
    'bindWechatPhone',
  ])

  await page.goto('/pages/Home/user')
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '退出' }).click()
  await page.getByRole('link', { name: '点击登录' }).click()
  await expect.poll(() => stored(page, 'openId')).toBeNull()
  await agree(page)
  await page.getByRole('button', { name: '微信一键登录' }).click()
  await page.waitForURL('**/pages/Home/user')
  await skipPasswordPrompt(page)
  await shownPage(page).getByText('阿明').waitFor()
  await expect.poll(() => stored(page, 'openId')).toMatch(/-aming$/)
  expect(takeErrors()).toEqual([])
})

test('who refuses WeChat is told so, and may come in another way', async () => {
  const { page } = await system.visit()
  await page.goto('/pages/login/login')
  await goToAuthoriser(page)
  await answerAuthoriser(page, '林小姐', '拒绝')
  await page.getByRole('alert').filter({ hasText: '你已取消微信授权' }).waitFor()
  await page.getByRole('button', { name: '微信一键登录' }).click()
  await answerAuthoriser(page, '林小姐', '拒绝')
  const agreement = shownPage(page).getByRole('checkbox')
  await expect.poll(() => agreement.getAttribute('aria-checked'), LONG_TIMEOUT).toBe('true')
  await page.getByRole('button', { name: '其他方式登录' }).click()
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/login/login')
  await expect.poll(() => agreement.getAttribute('aria-checked'), LONG_TIMEOUT).toBe('true')
})

test('a code that this tab did not ask for is not used', async () => {
  const { page } = await system.visit()
  const logins: string[] = []
  page.on('request', (request) => {
    const isPageLog = new URL(request.url()).pathname === sideRoutes.pageLog.path
    if (request.method() === 'POST' && !isPageLog) logins.push(request.url())
  })
  await page.goto('/pages/auth/wechatAuth?code=stolen&state=elsewhere')
  await page.getByRole('alert').filter({ hasText: '微信授权已失效，请重新授权' }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await expect.poll(() => shownPage(page).getByRole('checkbox').getAttribute('aria-checked')).toBe('false')
  expect(logins).toEqual([])
})

test('without the agreement nobody is led anywhere, and an authorisation never begins by itself', async () => {
  const { page } = await system.visit()
  await page.goto('/pages/login/login')
  await page.getByRole('button', { name: '微信一键登录' }).click()
  await page.getByRole('alert').filter({ hasText: '请先阅读并同意用户协议和隐私政策' }).waitFor()
  expect(pathOfPage(page)).toBe('/pages/login/login')
  await page.goto('/pages/auth/wechatAuth')
  await page.getByRole('button', { name: '微信一键登录' }).click()
  await page.getByRole('alert').filter({ hasText: '请先阅读并同意用户协议和隐私政策' }).waitFor()
  expect(pathOfPage(page)).toBe('/pages/auth/wechatAuth')
})

test('a frozen account is told to ask for help, in words that stay', async () => {
  const person = await people.signUp()
  await withClient(system.databaseUrl(), (client) =>
    client.query('update users set frozen_at = now() where id = $1', [person.userId]),
  )
  const { page } = await system.visit()
  await page.goto('/pages/login/login')
  await logIn(page, { phone: person.mobilePhone, password: person.password })
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('账号已冻结，请联系客服').waitFor()
  await dialog.getByRole('button', { name: '知道了' }).click()
  expect(pathOfPage(page)).toBe('/pages/login/login')
})

test('five wrong passwords lock the number, and the page says for how long', async () => {
  const person = await people.signUp()
  const { page } = await system.visit()
  await page.goto('/pages/login/login')
  const refused = page.getByRole('alert')
  for (let tries = 0; tries < 5; tries += 1) {
    await logIn(page, { phone: person.mobilePhone, password: `wrong${tries}` })
    await refused.waitFor()
  }
  await logIn(page, { phone: person.mobilePhone, password: person.password })
  await refused.filter({ hasText: '15 分钟' }).waitFor()
  expect(pathOfPage(page)).toBe('/pages/login/login')
})

test('without a network the login says so and can be tried again', async () => {
  const { page, context } = await system.visit()
  await page.goto('/pages/login/login')
  await page.getByRole('button', { name: '微信一键登录' }).waitFor()
  await context.setOffline(true)
  const notice = page.getByText('网络连接失败，请检查网络后重试').waitFor()
  await logIn(page)
  await notice
  await context.setOffline(false)
  await submitLogin(page)
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/Home/index')
})

test('a login tells where the user came from', async () => {
  const { page } = await system.visit()
  await page.goto('/?preGroup=spring&shareUser=100001&code=ios')
  await page.goto('/pages/login/login')
  const pendingRequest = page.waitForRequest('**/user/login?**')
  await logIn(page)
  const request = await pendingRequest
  expect(request.postDataJSON()).toMatchObject({
    mobilePhone: demo.phone,
    preGroup: 'spring',
    shareUser: '100001',
    deviceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    brand: '',
    osName: '',
  })
  expect(request.headers()).toMatchObject({ channel: 'ios', clienttype: 'h5', requestsource: 'miniApp' })
})

test('strangers who have guessed at a number ask new devices for a code, and no device that was there before', async () => {
  const [account] = await createAccounts(system.databaseUrl(), 1, 7_000)
  if (!account) throw new Error('nobody came')
  const guessAt = () =>
    withClient(system.databaseUrl(), (client) =>
      client.query(`update login_failures set failures = 20 where mobile_phone = $1 and origin = ''`, [
        account.mobilePhone,
      ]),
    )
  const enterPassword = async (page: Page) => {
    await page.goto('/pages/login/login')
    await page.getByRole('tab', { name: '密码登录' }).click()
    await page.getByRole('textbox', { name: '手机号' }).fill(account.mobilePhone)
    await page.getByLabel('密码', { exact: true }).fill(account.password)
    await agree(page)
    await submitLogin(page)
  }
  const known = await system.visit()
  await enterPassword(known.page)
  await known.page.waitForURL('**/pages/Home/index')
  await guessAt()

  const stranger = await system.visit()
  await enterPassword(stranger.page)
  await stranger.page.getByRole('alert').filter({ hasText: '请同时输入短信验证码' }).waitFor()
  await fillCode(stranger.page, account.mobilePhone, people.lastCode)
  await submitLogin(stranger.page)
  await stranger.page.waitForURL('**/pages/Home/index')

  await known.page.evaluate(() => localStorage.removeItem('token'))
  await enterPassword(known.page)
  await expect.poll(() => pathOfPage(known.page), LONG_TIMEOUT).toBe('/pages/Home/index')
})
