import { login } from '@yunji/contract/accounts/session/calls'
import { getUserInfo } from '@yunji/contract/accounts/user/calls'
import { withClient } from '@yunji/testkit/with-client'
import { expect, test } from 'vitest'
import { button } from './page-elements.ts'
import { createPeople } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, pathOfPage, shownPage } from './visit.ts'

const system = useRunningSystem()
const people = createPeople(system)

/** Number of pending account deletions. */
const pending = (userId: number): Promise<number> =>
  withClient(system.databaseUrl(), async (client) => {
    const { rows } = await client.query('select 1 from account_deletions where user_id = $1', [userId])
    return rows.length
  })

test('an account is deleted by a code and a last question, and a login takes it back', async () => {
  const person = await people.signUp()
  const { page, userId, mobilePhone, password, token } = person
  await page.goto('/pages/user/personalData?view=security')
  await shownPage(page)
    .getByRole('link', { name: /注销账号/ })
    .click()
  await shownPage(page).getByText('注销后无法恢复').waitFor()
  const leave = button(page, '注销账号')
  await expect.poll(() => leave.isDisabled()).toBe(true)
  await shownPage(page).getByRole('checkbox').click()
  await button(page, '获取验证码').click()
  await expect.poll(() => people.lastCode(mobilePhone), LONG_TIMEOUT).not.toBe('')
  await shownPage(page)
    .getByRole('textbox', { name: '短信验证码' })
    .fill(await people.lastCode(mobilePhone))

  await leave.click()
  await page.getByRole('alertdialog').getByRole('button', { name: '再想想' }).click()
  expect(await pending(userId)).toBe(0)
  await leave.click()
  await page.getByRole('alertdialog').getByRole('button', { name: '注销账号' }).click()
  await shownPage(page).getByText('注销申请已提交').waitFor()
  await shownPage(page)
    .getByText(/在此之前登录，即取消注销/)
    .waitFor()
  expect(await pending(userId)).toBe(1)
  expect((await people.call(getUserInfo, {}, token)).code).toBe(2017)
  // The deleted account can read the page and is logged out everywhere else.
  expect(pathOfPage(page)).toBe('/pages/user/logOut')
  await shownPage(page).getByRole('link', { name: '返回首页' }).click()
  await page.goto('/pages/Home/user')
  await shownPage(page).getByRole('link', { name: '点击登录' }).waitFor()

  expect((await people.call(login, { mobilePhone, password })).code).toBe(200)
  expect(await pending(userId)).toBe(0)
  expect(person.takeErrors()).toEqual([])
})

test('somebody without a password is sent to set one first', async () => {
  const { page } = await people.signUp({ hasPassword: false })
  await page.goto('/pages/user/logOut')
  await shownPage(page)
    .getByRole('link', { name: /注销前需要先设置密码/ })
    .click(LONG_TIMEOUT)
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/user/setPassword')
})

test('what stands in the way is named, with the place where it ends, and no code can be asked for', async () => {
  const { page } = await people.signUp()
  const obstacles = [
    { kind: 'device', count: 3 },
    { kind: 'grant', count: 1 },
    { kind: 'order', count: 2 },
  ]
  const holdings = { beansCents: 1280, balanceCents: 8650, coupons: 5, codes: 2 }
  const data = { erasesAt: null, obstacles, holdings, coolingOffDays: 7 }
  await page.route('**/getDeletion**', (route) => route.fulfill({ json: { code: 200, msg: '', data, ts: 1 } }))
  await page.goto('/pages/user/logOut')
  await shownPage(page)
    .getByRole('link', { name: /还有 3 台云手机未释放/ })
    .waitFor()
  const grants = shownPage(page).getByRole('link', { name: /还有 1 项设备授权未结束/ })
  await expect.poll(() => grants.getAttribute('href')).toBe('/pages/Device/empower')
  const open = shownPage(page).getByRole('link', { name: /还有 2 笔订单未完成/ })
  await expect.poll(() => open.getAttribute('href')).toBe('/pages/user/orders')
  await shownPage(page).getByText('1,280 云豆、余额 86.50 元、5 张优惠券、2 个未使用的激活码，均不退还').waitFor()
  await expect.poll(() => button(page, '获取验证码').count()).toBe(0)
})
