import { getPendingAgreements } from '@yunji/contract/content/agreement/calls'
import { AgreementKind } from '@yunji/contract/content/agreement/rules'
import { publishAgreement, saveAgreementDraft } from '@yunji/contract/operator/agreement-calls'
import { eventually } from '@yunji/testkit/eventually'
import { withClient } from '@yunji/testkit/with-client'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fillCode, openCodeLogin, skipPasswordPrompt, stored, submitLogin } from './login-steps.ts'
import { createPeople } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, logIn, pathOfPage, SHORT_TIMEOUT, shownPage } from './visit.ts'

const OPERATOR_TOKEN = 'operator-token-of-the-agreement-suite'
const system = useRunningSystem({ env: { YUNJI_OPERATOR_TOKEN: OPERATOR_TOKEN } })
const people = createPeople(system)

const heading = (page: Page, name: string) => shownPage(page).getByRole('heading', { name, exact: true })
const question = (page: Page) => page.getByRole('alertdialog', { name: /协议/ })

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
    await page.getByRole('link', { name: '《隐私政策》' }).click()
    await heading(page, '隐私政策').waitFor(LONG_TIMEOUT)
    await shownPage(page).getByRole('table').first().waitFor()
    await shownPage(page).getByRole('button', { name: '返回' }).click()
    await eventually(
      async () => {
        if (await heading(page, '用户协议').isVisible()) return
        await shownPage(page).getByRole('link', { name: '《用户协议》' }).click(SHORT_TIMEOUT)
        await heading(page, '用户协议').waitFor(SHORT_TIMEOUT)
      },
      { deadlineMs: LONG_TIMEOUT.timeout },
    )
    expect(await shownPage(page).getByRole('button', { name: '同意' }).count()).toBe(0)
    await shownPage(page).getByRole('button', { name: '返回' }).click()
    await openCodeLogin(page)
    await fillCode(page, phone, people.lastCode)
    await submitLogin(page)
    await skipPasswordPrompt(page)
    const userId = Number(await stored(page, 'userId'))
    expect(await consentsOf(userId)).toEqual([
      { kind: AgreementKind.user, version: 1, is_agreed: true, way: 'login' },
      { kind: AgreementKind.privacy, version: 1, is_agreed: true, way: 'login' },
    ])
    expect(await question(page).count()).toBe(0)
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
    expect(await stored(page, 'policyTab')).toBe(2)
  })
})

describe('a new version', () => {
  test('asks somebody who is logged in once, and takes yes for an answer', async () => {
    const { page, userId, token, takeErrors } = await people.signUp()
    await page.goto('/pages/Home/user')
    await shownPage(page).getByText('账号与安全').waitFor(LONG_TIMEOUT)
    const canary = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>'
    const version = await publish(AgreementKind.privacy, '写明了保存期限', `## 新\n\n${canary}`)
    // A message to everybody, and the count of unread ones that is asked for every minute.
    await question(page).getByText('写明了保存期限').waitFor({ timeout: 90_000 })
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
    await page.goto('/pages/Home/user')
    await shownPage(page).getByText('账号与安全').waitFor(LONG_TIMEOUT)
    expect(await people.call(getPendingAgreements, {}, token)).toMatchObject({ data: { records: [] } })
    expect(await question(page).count()).toBe(0)
    expect(takeErrors()).toEqual([])
  })

  test('that is put off is not asked again, and stays open on its page', async () => {
    const { page, userId } = await people.signUp()
    const version = await publish(AgreementKind.privacy, '又改了一处', '正文')
    await page.goto('/pages/Home/user')
    await question(page).getByRole('button', { name: '暂不同意' }).click(LONG_TIMEOUT)
    await expect
      .poll(() => consentsOf(userId), LONG_TIMEOUT)
      .toContainEqual({ kind: AgreementKind.privacy, version, is_agreed: false, way: 'dialog' })
    const read = page.waitForResponse((response) => response.url().includes(getPendingAgreements.path))
    await page.reload()
    await read
    await shownPage(page).getByText('账号与安全').waitFor(LONG_TIMEOUT)
    expect(await question(page).count()).toBe(0)
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
