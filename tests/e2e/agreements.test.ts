import { getPendingAgreements } from '@yunji/contract/content/agreement/calls'
import { AgreementKind } from '@yunji/contract/content/agreement/rules'
import { publishAgreement, saveAgreementDraft } from '@yunji/contract/operator/agreement-calls'
import { withClient } from '@yunji/testkit/with-client'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fillCode, openCodeLogin, skipPasswordPrompt, stored, submitLogin } from './login-steps.ts'
import { button, link, openOtherTab, openTabsUntil, sheet, tap } from './page-elements.ts'
import { createPeople } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, logIn, pathOfPage, shownPage } from './visit.ts'

const OPERATOR_TOKEN = 'operator-token-of-the-agreement-suite'
const system = useRunningSystem({ env: { YUNJI_OPERATOR_TOKEN: OPERATOR_TOKEN } })
const people = createPeople(system)

const heading = (page: Page, name: string) => shownPage(page).getByRole('heading', { name, exact: true })
const question = (page: Page) => page.getByRole('alertdialog', { name: /协议/ })

const isPendingRead = (url: string) => url.includes(getPendingAgreements.path)
const pendingRead = (page: Page) => page.waitForResponse((response) => isPendingRead(response.url()), LONG_TIMEOUT)

/** Holds back the versions that wait for a decision. */
const holdPending = async (page: Page) => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route(
    ({ href }) => isPendingRead(href),
    (route) => isReleased.then(() => route.continue()),
  )
  return { release, answered: pendingRead(page) }
}

const consentsOf = (userId: number) =>
  withClient(system.databaseUrl(), async (client) => {
    const { rows } = await client.query<{ kind: number; version: number; is_agreed: boolean; way: string }>(
      'select kind, version, is_agreed, way from agreement_consents where user_id = $1 order by kind, version',
      [userId],
    )
    return rows
  })

const publish = async (kind: AgreementKind, summary: string, markdown: string): Promise<number> => {
  const draft = { kind, title: '隐私政策', summary, markdown }
  const { data } = await people.call(saveAgreementDraft, draft, OPERATOR_TOKEN)
  const { version, digest } = data as { version: number; digest: string }
  expect(await people.call(publishAgreement, { kind, version, digest }, OPERATOR_TOKEN)).toMatchObject({ code: 200 })
  return version
}

describe('the agreements', () => {
  test('are read before the login, each behind its own link, and the login records their versions', async () => {
    const { page, takeErrors } = await system.visit()
    const phone = people.freePhone()
    await page.goto('/pages/login/login')
    await tap(link(page, '《隐私政策》'), { until: shownPage(page).getByRole('table').first() })
    await heading(page, '隐私政策').waitFor()
    await tap(button(page, '返回'), { until: button(page, '登录 / 注册') })
    await tap(link(page, '《用户协议》'), { until: heading(page, '用户协议') })
    await expect.poll(() => shownPage(page).getByRole('button', { name: '同意' }).count()).toBe(0)
    await tap(button(page, '返回'), { until: button(page, '登录 / 注册') })
    await openCodeLogin(page)
    await fillCode(page, phone, people.lastCode)
    const agreed = pendingRead(page)
    await submitLogin(page)
    await skipPasswordPrompt(page)
    await agreed
    const userId = Number(await stored(page, 'userId'))
    expect(await consentsOf(userId)).toEqual([
      { kind: AgreementKind.user, version: 1, is_agreed: true, way: 'login' },
      { kind: AgreementKind.privacy, version: 1, is_agreed: true, way: 'login' },
    ])
    await openOtherTab(page)
    await expect.poll(() => question(page).count()).toBe(0)
    expect(takeErrors()).toEqual([])
  })

  test('keep the tab that was chosen last', async () => {
    const { page } = await system.visit()
    await page.goto('/pages/webView/protocol')
    await heading(page, '用户协议').waitFor(LONG_TIMEOUT)
    await shownPage(page).getByRole('tab', { name: '服务协议' }).click()
    await heading(page, '云手机服务协议').waitFor()
    await page.reload()
    await heading(page, '云手机服务协议').waitFor(LONG_TIMEOUT)
    await page.goto(`/pages/webView/protocol?kind=${AgreementKind.privacy}`)
    await heading(page, '隐私政策').waitFor(LONG_TIMEOUT)
    await page.goto('/pages/webView/protocol')
    await heading(page, '云手机服务协议').waitFor(LONG_TIMEOUT)
    await expect.poll(() => stored(page, 'policyTab')).toBe(2)
  })
})

describe('a new version', () => {
  test('asks somebody who is logged in once, and takes yes for an answer', async () => {
    const { page, userId, token, takeErrors } = await people.signUp()
    const { release, answered } = await holdPending(page)
    await page.goto('/pages/Home/user')
    await shownPage(page).getByText('账号与安全').waitFor(LONG_TIMEOUT)
    const canary = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>'
    const version = await publish(AgreementKind.privacy, '写明了保存期限', `## 新\n\n${canary}`)
    await button(page, /^外观/).click()
    release()
    await answered
    // The page is in use: what is open on it stays in reach.
    await sheet(page, '外观').getByRole('radio', { name: '浅色' }).click()
    await button(page, '关闭').click()
    // A message to everybody, and the count of unread ones that is asked for every minute.
    await openTabsUntil(page, question(page))
    await question(page).getByText('写明了保存期限').waitFor()
    await question(page).getByRole('button', { name: '阅读《隐私政策》' }).click()
    await heading(page, '新').waitFor(LONG_TIMEOUT)
    await shownPage(page).getByText(canary).waitFor()
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
    await shownPage(page).getByText('写明了保存期限').waitFor()
    await shownPage(page).getByRole('button', { name: '同意', exact: true }).click()
    await expect
      .poll(() => consentsOf(userId), LONG_TIMEOUT)
      .toContainEqual({ kind: AgreementKind.privacy, version, is_agreed: true, way: 'page' })
    await shownPage(page).getByRole('button', { name: '同意', exact: true }).waitFor({ state: 'detached' })
    const read = pendingRead(page)
    await page.goto('/pages/Home/user')
    expect(await people.call(getPendingAgreements, {}, token)).toMatchObject({ data: { records: [] } })
    await read
    await openOtherTab(page)
    await expect.poll(() => question(page).count()).toBe(0)
    expect(takeErrors()).toEqual([])
  })

  test('that is put off is not asked again, and stays open on its page', async () => {
    const { page, userId } = await people.signUp()
    const version = await publish(AgreementKind.privacy, '又改了一处', '正文')
    await page.goto('/pages/Home/user')
    await openTabsUntil(page, question(page))
    await question(page).getByRole('button', { name: '暂不同意' }).click(LONG_TIMEOUT)
    await expect
      .poll(() => consentsOf(userId), LONG_TIMEOUT)
      .toContainEqual({ kind: AgreementKind.privacy, version, is_agreed: false, way: 'dialog' })
    const read = pendingRead(page)
    await page.reload()
    await read
    await openOtherTab(page)
    await expect.poll(() => question(page).count()).toBe(0)
    await page.goto(`/pages/webView/protocol?kind=${AgreementKind.privacy}`)
    await shownPage(page).getByText('你已选择暂不同意').waitFor(LONG_TIMEOUT)
    await shownPage(page).getByRole('button', { name: '同意', exact: true }).click()
    await expect
      .poll(() => consentsOf(userId), LONG_TIMEOUT)
      .toContainEqual({ kind: AgreementKind.privacy, version, is_agreed: true, way: 'page' })
  })

  test('is ticked by the next login itself', async () => {
    const { page } = await system.visit()
    const version = await publish(AgreementKind.privacy, '登录时同意', '正文')
    await page.goto('/pages/login/login')
    await page.getByRole('tab', { name: '密码登录' }).waitFor()
    await logIn(page)
    await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).not.toBe('/pages/login/login')
    const userId = Number(await stored(page, 'userId'))
    await expect
      .poll(() => consentsOf(userId), LONG_TIMEOUT)
      .toContainEqual({ kind: AgreementKind.privacy, version, is_agreed: true, way: 'login' })
  })
})
