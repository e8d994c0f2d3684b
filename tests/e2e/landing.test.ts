import { endNewUserGuide } from '@yunji/contract/configuration/guide/calls'
import { withClient } from '@yunji/testkit/with-client'
import { expect, test } from 'vitest'
import { fillCode, openCodeLogin, skipPasswordPrompt, submitLogin } from './login-steps.ts'
import { problemsOf } from './page-elements.ts'
import { createPeople } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, pathOfPage, shownPage } from './visit.ts'

const system = useRunningSystem({ env: { YUNJI_PHONES: 'virtual' } })
const people = createPeople(system)

const LANDING = '/pages/landing/play-trial/index'
const DOWNLOAD = '/pages/landing/play-trial/download'

test('somebody new looks, logs in, plays on a trial phone, and counts for whoever invited them', async () => {
  const inviter = await people.signUp()
  const inviteCode = inviter.userId.toString(36).toUpperCase()
  const { page } = await system.visit()
  await page.goto(`${LANDING}?inviteType=landing&inviteCode=${inviteCode}&code=partner`)
  await page.getByRole('heading', { name: '星海远征', exact: true }).waitFor(LONG_TIMEOUT)
  expect(String(await page.evaluate(() => localStorage.getItem('channel')))).not.toContain('partner')
  await page.getByRole('button', { name: '立即试玩' }).click()
  await expect.poll(() => pathOfPage(page)).toBe('/pages/login/login')
  await openCodeLogin(page)
  await fillCode(page, '13912340001', people.lastCode)
  await submitLogin(page)
  await skipPasswordPrompt(page)
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/webView/web_instance')
  const { rows } = await withClient(system.databaseUrl(), (client) =>
    client.query(
      `select i.inviter_id::int, i.invite_type, d.is_trial, d.state, d.expires_at > t.started_at as is_timed from users u
       join invites i on i.user_id = u.id join trials t on t.user_id = u.id join devices d on d.id = t.device_id
       where u.mobile_phone = '13912340001'`,
    ),
  )
  expect(rows).toEqual([
    { inviter_id: inviter.userId, invite_type: 'landing', is_trial: true, state: 'running', is_timed: true },
  ])
  await page.goto(LANDING)
  await page.getByRole('button', { name: '继续试玩' }).waitFor(LONG_TIMEOUT)
})

test('a link alone starts nothing', async () => {
  const person = await people.signUp()
  const { page } = person
  await page.goto(`${LANDING}?start=1`)
  await page.getByRole('button', { name: '立即试玩' }).waitFor(LONG_TIMEOUT)
  await page.goto(DOWNLOAD)
  await page.getByText('用手机扫码打开').waitFor(LONG_TIMEOUT)
  await page.getByText('安装包还没有上架').waitFor()
  const { rows } = await withClient(system.databaseUrl(), (client) =>
    client.query('select from trials where user_id = $1', [person.userId]),
  )
  expect(rows).toEqual([])
})

test('inside WeChat the download page shows the way into the browser', async () => {
  const userAgent = 'Mozilla/5.0 (Linux; Android 14; Pixel 8 Mobile) MicroMessenger/8.0.50'
  const { page } = await system.visit({ userAgent })
  await page.goto(DOWNLOAD)
  await page.getByText('在浏览器打开').waitFor(LONG_TIMEOUT)
  await expect.poll(() => page.getByText('用手机扫码打开').count(), LONG_TIMEOUT).toBe(0)
})

test('the tour of a newcomer is walked by keyboard, left, and never comes back unasked', async () => {
  const { page, token, userId } = await people.signUp()
  await page.goto('/')
  const tour = shownPage(page).getByRole('region', { name: '新手引导' })
  await tour.getByText('新手引导 1 / 5').waitFor(LONG_TIMEOUT)
  await tour.getByRole('button', { name: '下一步' }).press('Enter')
  // From the second step on each element is lit up where it stands, and the keyboard stays in the card.
  const card = page.getByRole('dialog', { name: '新手引导' })
  await card.getByText('新手引导 2 / 5').waitFor()
  const light = page.locator('[class*="spotlight-module__light"]')
  const isLit = async (name: string): Promise<boolean> => {
    const [around, element] = await Promise.all([
      light.boundingBox(),
      shownPage(page).getByRole('link', { name, exact: true }).last().boundingBox(),
    ])
    if (!around || !element) return false
    const isInside =
      around.x <= element.x &&
      around.y <= element.y &&
      around.x + around.width >= element.x + element.width &&
      around.y + around.height >= element.y + element.height
    return isInside && around.width < element.width + 20
  }
  await expect.poll(() => isLit('免费试用'), LONG_TIMEOUT).toBe(true)
  const covers = async () => {
    const [one, other] = await Promise.all([card.boundingBox(), light.boundingBox()])
    return one && other && one.y < other.y + other.height && other.y < one.y + one.height
  }
  await expect.poll(covers, LONG_TIMEOUT).toBe(false)
  await page.keyboard.press('Enter')
  await card.getByText('新手引导 3 / 5').waitFor()
  for (let tab = 0; tab < 5; tab += 1) await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
  await card.getByRole('button', { name: '下一步' }).click()
  await card.getByRole('button', { name: '下一步' }).click()
  await card.getByText('新手引导 5 / 5').waitFor()
  await expect.poll(() => isLit('我的'), LONG_TIMEOUT).toBe(true)
  await expect.poll(covers, LONG_TIMEOUT).toBe(false)
  expect(await problemsOf(page)).toEqual([])
  const told = page.waitForResponse((response) => response.url().includes(endNewUserGuide.path))
  await page.keyboard.press('Escape')
  await told
  await card.waitFor({ state: 'detached' })

  const elsewhere = await system.visit()
  await elsewhere.page.goto(DOWNLOAD)
  await elsewhere.page.evaluate(
    (stored) => Object.entries(stored).forEach(([key, data]) => localStorage.setItem(key, JSON.stringify({ data }))),
    { token, userId },
  )
  await elsewhere.page.goto('/')
  await shownPage(elsewhere.page).getByText('还没有云手机').waitFor(LONG_TIMEOUT)
  await expect
    .poll(() => shownPage(elsewhere.page).getByRole('region', { name: '新手引导' }).count(), LONG_TIMEOUT)
    .toBe(0)

  await page.goto('/pages/Home/user')
  await shownPage(page).getByRole('button', { name: '新手引导' }).click(LONG_TIMEOUT)
  await tour.getByText('新手引导 1 / 5').waitFor(LONG_TIMEOUT)
})

test('the account page tells about the product', async () => {
  const { page } = await people.signUp()
  await page.goto('/pages/Home/user')
  await shownPage(page)
    .getByRole('button', { name: /关于云机/ })
    .click(LONG_TIMEOUT)
  const about = page.getByRole('dialog', { name: '关于云机' })
  await about.getByRole('link', { name: '联系客服' }).waitFor()
  await expect.poll(() => about.innerText(), LONG_TIMEOUT).toContain('版本')
})
