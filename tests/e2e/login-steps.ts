import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { Page } from 'playwright-core'

const AUTHORISER = sideRoutes.demoAuthorize.path

/** Requests a code on the login page and fills it in. */
export const fillCode = async (page: Page, phone: string, lastCode: (phone: string) => Promise<string>) => {
  await page.getByRole('textbox', { name: '手机号' }).last().fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).last().click()
  await page.getByText('6 位验证码已发送').last().waitFor()
  await page
    .getByLabel('短信验证码')
    .last()
    .fill(await lastCode(phone))
}

export const agree = async (page: Page) => {
  const agreement = page.getByRole('checkbox')
  if ((await agreement.getAttribute('aria-checked')) === 'false') await agreement.click()
}

export const openCodeLogin = async (page: Page) => {
  await page.getByRole('tab', { name: '验证码登录' }).click()
  await agree(page)
}

export const submitLogin = (page: Page) => page.getByRole('button', { name: /^登录( \/ 注册)?$/ }).click()

/** Accounts without a password are prompted for one after every login; a question about agreements may follow it. */
export const skipPasswordPrompt = async (page: Page) => {
  const skip = page.getByRole('alertdialog').getByRole('button', { name: '以后再说' })
  await skip.click()
  await skip.waitFor({ state: 'detached' })
}

/** From the login page to the page on which WeChat asks. */
export const goToAuthoriser = async (page: Page) => {
  await agree(page)
  await page.getByRole('button', { name: '微信一键登录' }).click()
  await page.waitForURL(`**${AUTHORISER}**`)
}

/** Chooses a person and an answer on WeChat's authorisation page. */
export const answerAuthoriser = async (page: Page, name: string, choice: '允许' | '拒绝') => {
  await page.getByRole('link', { name }).click()
  await page.getByRole('link', { name: choice }).click()
  await page.waitForURL('**/pages/auth/wechatAuth**')
}

/** Authorisation code of a login that begins in WeChat. */
export const wechatCodeOf = async (url: string, person: string): Promise<string> => {
  const { data } = (await (await fetch(`${url}/vmcloud/api/user/getWechatLogin`)).json()) as {
    data: { officialAccount: { authorizeUrl: string; appId: string } }
  }
  const { authorizeUrl, appId } = data.officialAccount
  const query = new URLSearchParams({
    appid: appId,
    redirect_uri: `${url}/pages/Home/user`,
    scope: 'snsapi_base',
    state: '',
    person,
  })
  const response = await fetch(`${url}${authorizeUrl}?${query}`, { redirect: 'manual' })
  return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? ''
}

export const stored = (page: Page, name: string): Promise<unknown> =>
  page.evaluate((key) => {
    const text = localStorage.getItem(key)
    return text === null ? null : (JSON.parse(text) as { data: unknown }).data
  }, name)
