import { bindInvite, getInvite } from '@yunji/contract/accounts/profile/calls'
import { expect, test } from 'vitest'
import { fillCode, openCodeLogin, skipPasswordPrompt, stored, submitLogin, wechatCodeOf } from './login-steps.ts'
import { createPeople } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, shownPage } from './visit.ts'

const system = useRunningSystem()
const people = createPeople(system)

/** WeChat's embedded browser. */
const WECHAT_BROWSER =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.50'

test('a code in the address becomes the channel of every request, also at the next visit', async () => {
  const { page, context } = await system.visit()
  await page.goto('/pages/Home/user?code=agent7')
  await expect.poll(() => stored(page, 'channel'), LONG_TIMEOUT).toBe('agent7')
  const request = page.waitForRequest('**/configure/getCommonConfig**')
  await page.goto('/pages/Home/user')
  expect((await request).headers()['channel']).toBe('agent7')
  expect((await context.cookies()).find(({ name }) => name === 'channel')?.value).toBe('agent7')
})

test.each(['auth/wechatAuth', 'Space/index', 'landing/play-trial/index', 'landing/play-trial/download'])(
  '%s keeps its code for itself',
  async (route) => {
    const { page } = await system.visit()
    const request = page.waitForRequest('**/configure/getCommonConfig**')
    await page.goto(`/pages/${route}?code=agent7`)
    expect((await request).headers()['channel']).toBe('h5')
    await expect.poll(() => stored(page, 'channel')).toBeNull()
  },
)

test('the text NaN means mobile web', async () => {
  const { page } = await system.visit()
  const request = page.waitForRequest('**/configure/getCommonConfig**')
  await page.goto('/?code=NaN')
  expect((await request).headers()['channel']).toBe('h5')
})

test('inside WeChat a code is a login: used once, taken from the address, and bound to a phone', async () => {
  const { page } = await system.visit({ userAgent: WECHAT_BROWSER })
  const code = await wechatCodeOf(system.url(), 'xiaoyun')
  await page.goto(`/pages/Home/user?code=${encodeURIComponent(code)}&from=menu`)
  await page.getByRole('heading', { name: '绑定手机号' }).waitFor()
  expect(page.url()).not.toContain('code=')
  await fillCode(page, people.freePhone(), people.lastCode)
  await page.getByRole('button', { name: '绑定并登录' }).click()
  await page.waitForURL('**/pages/Home/user')
  await skipPasswordPrompt(page)
  await expect.poll(() => stored(page, 'channel')).toBeNull()

  const again = await system.visit({ userAgent: WECHAT_BROWSER })
  const next = await wechatCodeOf(system.url(), 'xiaoyun')
  await again.page.goto(`/pages/Home/user?code=${encodeURIComponent(next)}&from=menu`)
  await again.page.getByRole('button', { name: '退出登录' }).waitFor()
  expect(new URL(again.page.url()).search).toBe('?from=menu')
})

test('a newcomer is bound to who invited them, and the invitation is over', async () => {
  const inviter = await people.signUp()
  const { data } = await people.call(getInvite, {}, inviter.token)
  const { inviteCode } = data as { inviteCode: string }
  const { page } = await system.visit()
  await page.goto(`/pages/Home/user?inviteType=1&inviteCode=${inviteCode}`)
  await expect.poll(() => stored(page, 'inviteCode'), LONG_TIMEOUT).toBe(inviteCode)
  await expect.poll(() => stored(page, 'bindInfo')).toBe('-2')
  await page.getByRole('link', { name: '点击登录' }).click()
  await openCodeLogin(page)
  await fillCode(page, people.freePhone(), people.lastCode)
  await submitLogin(page)
  await skipPasswordPrompt(page)
  await expect.poll(() => stored(page, 'bindInfo'), LONG_TIMEOUT).toBe('-1')
  await expect.poll(() => stored(page, 'inviteCode')).toBe('')
  const bound = await people.call(getInvite, {}, String(await stored(page, 'token')))
  expect(bound.data).toMatchObject({ bindInfo: '-1' })
})

test('who is logged in already is bound when they open an invitation', async () => {
  const inviter = await people.signUp()
  const { data } = await people.call(getInvite, {}, inviter.token)
  const { inviteCode } = data as { inviteCode: string }
  const { page } = await people.signUp()
  const sent = page.waitForRequest(`**${bindInvite.path}**`)
  await page.goto(`/pages/Home/user?inviteCode=${inviteCode}`)
  expect((await sent).postDataJSON()).toEqual({ inviteType: '', inviteCode })
  await expect.poll(() => stored(page, 'bindInfo'), LONG_TIMEOUT).toBe('-1')
})

test('user info that cannot be read at start is nobody’s trouble', async () => {
  const { page, mobilePhone } = await people.signUp()
  await page.route('**/user/getUserInfo**', (route) => route.abort())
  await page.goto('/pages/Home/create')
  await page.getByRole('heading').first().waitFor()
  await expect.poll(() => page.getByText('获取用户信息失败').count()).toBe(0)
  await page.unroute('**/user/getUserInfo**')
  await page.goto('/pages/Home/user')
  await shownPage(page)
    .getByText(`${mobilePhone.slice(0, 3)}****${mobilePhone.slice(7)}`)
    .waitFor()
})
