import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { withClient } from '@yunji/testkit/with-client'
import type { MiniProgram } from '@yunji/weapp-runner'
import { expect, test } from 'vitest'
import { demo, LONG_TIMEOUT, logIn, useRunningClient } from './running-client.ts'

/** One-time code by which the embedded WeChat identifies the user. */
const client = useRunningClient({ loginCode: 'demo-lin-first' })

interface Inbox {
  readonly messages: readonly { readonly mobilePhone: string; readonly code: string }[]
}

const lastCode = async (program: MiniProgram, phone: string): Promise<string> => {
  const { messages } = await program.page.evaluate(
    async (path): Promise<Inbox> => (await fetch(path, { headers: { accept: 'application/json' } })).json(),
    sideRoutes.demoSms.path,
  )
  return messages.find(({ mobilePhone, code }) => mobilePhone === phone && code)?.code ?? ''
}

const fillCode = async (program: MiniProgram, phone: string) => {
  await program.fill('placeholder=请输入手机号', phone)
  await program.tap('text=/^获取验证码$/')
  await program.waitForText('6 位验证码已发送')
  const field = program.page.locator('[class*="code-input"] wx-input input').last()
  await field.fill(await lastCode(program, phone))
}

test('WeChat vouches for the user; a phone is bound on first use, and the openid is kept', async () => {
  const program = client()
  await program.page.getByRole('tab', { name: '我的' }).tap()
  await program.tap('text=点击登录')
  await program.waitForPage('pages/login/login')
  await program.tap('text=/^微信一键登录$/')
  await program.waitForText('请先阅读并同意用户协议和隐私政策')
  await program.tap('text=/^已阅读并同意$/')
  await program.tap('text=/^微信一键登录$/')
  await program.waitForPage('pages/auth/wechatAuth')
  await fillCode(program, '19300000001')
  await program.tap('text=/^绑定并登录$/')
  await program.waitForPage('pages/Home/user')
  await program.tap('text=/^以后再说$/')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('193****0001')
  expect(await program.storage.read()).toMatchObject({
    openId: expect.stringMatching(/-lin$/),
    userId: expect.any(Number),
  })
  expect(program.errors).toEqual([])
})

test('a code that WeChat has taken back is told in words', async () => {
  const program = client()
  await program.start('pages/auth/wechatAuth')
  await program.tap('text=/^已阅读并同意$/')
  await program.tap('text=/^微信一键登录$/')
  await program.waitForText('微信授权已失效，请重新授权')
  expect((await program.currentPage()).path).toBe('pages/auth/wechatAuth')
})

test('a code by SMS lets in whoever holds the phone', async () => {
  const program = client()
  await program.start('pages/login/login')
  await program.waitForText('未注册的手机号验证后自动创建账号')
  await fillCode(program, '19300000002')
  await program.tap('text=/^已阅读并同意$/')
  await program.tap('text=/^登录 \\/ 注册$/')
  await program.waitForPage('pages/Home/index')
  await program.tap('text=/^以后再说$/')
  const { savedAccounts } = await program.storage.read()
  expect(savedAccounts).toHaveLength(2)
  expect(program.errors).toEqual([])
})

test('a number that strangers have guessed at needs a code beside the password on a new device', async () => {
  const program = client()
  await program.storage.clear()
  await program.start('pages/login/login')
  await withClient(client.databaseUrl(), (database) =>
    database.query(
      `insert into login_failures (mobile_phone, origin, failures, pending, window_ends_at)
       values ($1, '', 20, 0, now() + interval '1 hour')`,
      [demo.phone],
    ),
  )
  await logIn(program)
  await program.waitForText('请同时输入短信验证码')
  expect((await program.currentPage()).path).toBe('pages/login/login')
  await fillCode(program, demo.phone)
  await program.tap('text=/^登录$/')
  await program.waitForPage('pages/Home/index')
  expect((await program.storage.read())['token']).toEqual(expect.any(String))
  expect(program.errors).toEqual([])
})
