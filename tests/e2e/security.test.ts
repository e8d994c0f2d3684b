import { login } from '@yunji/contract/accounts/session/calls'
import { getUserInfo } from '@yunji/contract/accounts/user/calls'
import { withClient } from '@yunji/testkit/with-client'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { button } from './page-elements.ts'
import { createPeople } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, pathOfPage, shownPage } from './visit.ts'

const system = useRunningSystem()
const people = createPeople(system)

const NEW_PASSWORD = 'Cloud2027ab'
const SECURITY = '/pages/user/personalData?view=security'
const SESSIONS = '/pages/user/personalData?view=sessions'

const field = (page: Page, name: string) => shownPage(page).getByLabel(name, { exact: true })
const said = (page: Page, text: string) => shownPage(page).getByRole('alert').filter({ hasText: text }).waitFor()
/** 200 for a valid token, 2017 for an ended one. */
const stateOf = async (token: string) => (await people.call(getUserInfo, {}, token)).code
const logInCode = async (mobilePhone: string, password: string) =>
  (await people.call(login, { mobilePhone, password })).code

/** Requests a code on the page and fills in the one received. */
const typeCode = async (page: Page, mobilePhone: string) => {
  await button(page, '获取验证码').click()
  await expect.poll(() => people.lastCode(mobilePhone), LONG_TIMEOUT).not.toBe('')
  await shownPage(page)
    .getByRole('textbox', { name: '短信验证码' })
    .fill(await people.lastCode(mobilePhone))
}

const chooseProof = (page: Page, name: string) => shownPage(page).getByRole('tab', { name }).click()

describe('a password', () => {
  test('is changed by whoever knows the old one, and ends every other login', async () => {
    const person = await people.signUp()
    const { page, mobilePhone, password } = person
    const other = await people.elsewhere(person)
    await page.goto(SECURITY)
    await shownPage(page)
      .getByRole('link', { name: /登录密码/ })
      .click()
    await field(page, '原密码').fill('wrong2026')
    await field(page, '新密码').fill(NEW_PASSWORD)
    await shownPage(page).getByText('密码强度').waitFor()
    await field(page, '确认新密码').fill(NEW_PASSWORD)
    await button(page, '确认修改').click()
    await said(page, '原密码不正确')
    expect(await stateOf(other)).toBe(200)

    await field(page, '原密码').fill(password)
    await button(page, '确认修改').click()
    await page.getByText('密码已修改，其他设备已退出登录').waitFor()
    await shownPage(page).getByRole('heading', { name: '账号与安全' }).waitFor()
    expect(await stateOf(other)).toBe(2017)
    expect(await stateOf(person.token)).toBe(200)
    expect(await logInCode(mobilePhone, password)).toBe(1010)
    expect(await logInCode(mobilePhone, NEW_PASSWORD)).toBe(200)
    expect(person.takeErrors()).toEqual([])
  })

  test('shows its rule while it is typed, and is not sent before it follows it', async () => {
    const { page } = await people.signUp()
    await page.goto('/pages/user/changePassword')
    await expect.poll(() => button(page, '确认修改').isDisabled()).toBe(true)
    await field(page, '新密码').fill('12345')
    const rule = (name: string) => shownPage(page).getByRole('listitem', { name })
    await rule('6–13 位，未满足').waitFor()
    await rule('含数字，已满足').waitFor()
    await rule('含字母，未满足').waitFor()
    await field(page, '新密码').fill('12345a')
    await rule('6–13 位，已满足').waitFor()
    await rule('含字母，已满足').waitFor()
    await field(page, '确认新密码').fill('12345b')
    await button(page, '确认修改').click()
    await said(page, '请输入原密码')
    await said(page, '两次输入的密码不一致')
    await expect.poll(() => field(page, '原密码').getAttribute('autocomplete')).toBe('current-password')
    await expect.poll(() => field(page, '新密码').getAttribute('autocomplete')).toBe('new-password')
  })

  test('is set by somebody who has none, from the hint on the account tab', async () => {
    const person = await people.signUp({ hasPassword: false })
    const { page, mobilePhone } = person
    await page.goto('/pages/Home/user')
    await shownPage(page)
      .getByRole('link', { name: /账号与安全.*建议设置密码/ })
      .click()
    await shownPage(page)
      .getByRole('link', { name: /登录密码.*未设置/ })
      .click()
    await field(page, '新密码').fill(NEW_PASSWORD)
    await field(page, '确认新密码').fill(NEW_PASSWORD)
    await button(page, '设置密码').click()
    await shownPage(page)
      .getByRole('link', { name: /登录密码.*修改/ })
      .waitFor(LONG_TIMEOUT)
    expect(await logInCode(mobilePhone, NEW_PASSWORD)).toBe(200)
    await page.goto('/pages/user/setPassword')
    await shownPage(page).getByText('已经设置过密码').or(button(page, '设置密码')).waitFor()
    expect(person.takeErrors()).toEqual([])
  })

  test('that the account lacks after all is asked for by the answer itself', async () => {
    const { page, userId, password } = await people.signUp()
    await page.goto('/pages/user/changePassword')
    await field(page, '原密码').fill(password)
    await field(page, '新密码').fill(NEW_PASSWORD)
    await field(page, '确认新密码').fill(NEW_PASSWORD)
    await withClient(system.databaseUrl(), (client) =>
      client.query('update users set password_hash = null where id = $1', [userId]),
    )
    await button(page, '确认修改').click()
    await page.getByRole('alertdialog', { name: '请先设置密码' }).getByRole('button', { name: '去设置' }).click()
    await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/user/setPassword')
  })

  test('cannot be changed before there is one', async () => {
    const { page } = await people.signUp({ hasPassword: false })
    await page.goto('/pages/user/changePassword')
    await button(page, '去设置').click(LONG_TIMEOUT)
    await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/user/setPassword')
  })
})

describe('a phone', () => {
  test('is changed in two steps by codes, and ends every other login', async () => {
    const person = await people.signUp()
    const { page, mobilePhone, password } = person
    const other = await people.elsewhere(person)
    const newPhone = people.freePhone()
    await page.goto('/pages/user/changePhone')
    await typeCode(page, mobilePhone)
    await button(page, '下一步').click()
    await shownPage(page).getByRole('textbox', { name: '新手机号' }).fill(newPhone)
    await typeCode(page, newPhone)
    await button(page, '确认更换').click()
    // The left page contains it too until it is removed.
    await page.getByText('手机号已更换，其他设备已退出登录').first().waitFor()
    await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/Home/user')
    await shownPage(page)
      .getByText(`${newPhone.slice(0, 3)}****${newPhone.slice(7)}`)
      .waitFor()
    expect(await stateOf(other)).toBe(2017)
    expect(await stateOf(person.token)).toBe(200)
    expect(await logInCode(mobilePhone, password)).toBe(1010)
    expect(await logInCode(newPhone, password)).toBe(200)
    expect(person.takeErrors()).toEqual([])
  })

  test('is proved by the password too; a number that is taken, or the own one, is said under the field', async () => {
    const person = await people.signUp()
    const { page, mobilePhone, password } = person
    const taken = (await people.signUp()).mobilePhone
    await page.goto('/pages/user/changePhone')
    await chooseProof(page, '密码验证')
    await field(page, '登录密码').fill('wrong2026')
    await button(page, '下一步').click()
    await said(page, '密码不正确')
    await field(page, '登录密码').fill(password)
    await button(page, '下一步').click()
    const phone = shownPage(page).getByRole('textbox', { name: '新手机号' })
    await phone.fill(mobilePhone)
    await shownPage(page).getByRole('textbox', { name: '短信验证码' }).fill('123456')
    await button(page, '确认更换').click()
    await said(page, '新手机号与当前手机号相同')
    await phone.fill(taken)
    await typeCode(page, taken)
    await button(page, '确认更换').click()
    await said(page, '该手机号已注册，请换一个')
    expect(person.takeErrors()).toEqual([])
  })

  test('is not changed by a wrong code', async () => {
    const { page, mobilePhone } = await people.signUp({ hasPassword: false })
    await page.goto('/pages/user/changePhone')
    await button(page, '获取验证码').click()
    await expect.poll(() => people.lastCode(mobilePhone), LONG_TIMEOUT).not.toBe('')
    const wrong = (await people.lastCode(mobilePhone)) === '123456' ? '654321' : '123456'
    await shownPage(page).getByRole('textbox', { name: '短信验证码' }).fill(wrong)
    await button(page, '下一步').click()
    await said(page, '验证码不正确')
    await expect.poll(() => shownPage(page).getByRole('tab', { name: '密码验证' }).count()).toBe(0)
  })
})

describe('logins', () => {
  test('are listed, ended one by one, and ended all but this one', async () => {
    const person = await people.signUp()
    const { page } = person
    const others = [await people.elsewhere(person), await people.elsewhere(person), await people.elsewhere(person)]
    await page.goto(SECURITY)
    await shownPage(page)
      .getByRole('link', { name: /登录设备/ })
      .click()
    await shownPage(page).getByRole('heading', { name: '登录设备' }).waitFor()
    const ends = button(page, '退出')
    await expect.poll(() => ends.count(), LONG_TIMEOUT).toBe(3)
    await shownPage(page).getByText('本机').waitFor()

    await ends.first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: '退出' }).click()
    await page.getByText('已退出该设备').waitFor()
    await expect.poll(() => ends.count(), LONG_TIMEOUT).toBe(2)
    const states = await Promise.all(others.map(stateOf))
    expect(states.toSorted()).toEqual([200, 200, 2017])

    await button(page, '退出其他全部设备').click()
    await page.getByRole('alertdialog').getByRole('button', { name: '全部退出' }).click()
    await page.getByText('已退出 2 台设备').waitFor()
    await expect.poll(() => ends.count(), LONG_TIMEOUT).toBe(0)
    expect(await Promise.all(others.map(stateOf))).toEqual([2017, 2017, 2017])
    await expect.poll(() => button(page, '退出其他全部设备').count()).toBe(0)
    expect(await stateOf(person.token)).toBe(200)
    expect(person.takeErrors()).toEqual([])
  })

  test('that cannot be read say so, and are read again', async () => {
    const { page } = await people.signUp()
    await page.route('**/getSessionList**', (route) => route.abort())
    await page.goto(SESSIONS)
    await shownPage(page).getByText('网络连接失败，请检查网络后重试').waitFor(LONG_TIMEOUT)
    await page.unroute('**/getSessionList**')
    await button(page, '重试').click()
    await expect.poll(() => shownPage(page).getByText('本机').count(), LONG_TIMEOUT).toBe(1)
  })
})
