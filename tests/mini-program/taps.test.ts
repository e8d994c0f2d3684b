import type { MiniProgram } from '@yunji/weapp-runner'
import { expect, test } from 'vitest'
import { LONG_TIMEOUT, useRunningClient } from './running-client.ts'

const client = useRunningClient()

const HOME = 'pages/Home/index'
const OFFER = 'pages/create/buyGoods'
const LOGIN = 'pages/login/login'
const OFFER_BUTTON = 'text=先看价格，不用登录'
const LOGIN_BUTTON = 'text=/^登录 \\/ 注册$/'

const isAsked = async (program: MiniProgram, name: string) => {
  await expect.poll(async () => (await program.calls(name)).length, LONG_TIMEOUT).toBeGreaterThan(0)
}

const openPaths = async (program: MiniProgram) => (await program.pages()).map(({ path }) => path)

test('a tap while a page is on its way opens what it asks for', async () => {
  const program = client()
  await program.start(HOME)
  await program.holdNavigations()
  await program.tap(OFFER_BUTTON)
  await isAsked(program, 'navigateTo')
  await program.tap(LOGIN_BUTTON)
  await program.releaseNavigations()
  await program.waitForPage(LOGIN)
  await expect.poll(() => openPaths(program)).toEqual([HOME, OFFER, LOGIN])
  expect(program.errors).toEqual([])
})

test('of several taps the last one counts, and two on the same open it once', async () => {
  const program = client()
  await program.start(HOME)
  await program.holdNavigations()
  await program.tap(OFFER_BUTTON)
  await isAsked(program, 'navigateTo')
  await program.tap(LOGIN_BUTTON)
  await program.tap(OFFER_BUTTON)
  await program.tap(OFFER_BUTTON)
  await program.releaseNavigations()
  await program.waitForPage(OFFER)
  await expect.poll(() => openPaths(program), LONG_TIMEOUT).toEqual([HOME, OFFER])
  expect(program.errors).toEqual([])
})

test('a page that is refused for a while opens all the same', async () => {
  const program = client()
  await program.start(HOME)
  await program.answer('navigateTo', { errMsg: 'navigateTo:fail timeout' })
  await program.tap(OFFER_BUTTON)
  await isAsked(program, 'navigateTo')
  await program.forgetAnswer('navigateTo')
  await program.waitForPage(OFFER)
  expect(program.errors).toEqual([])
})

test('a page that cannot be opened is told', async () => {
  const program = client()
  await program.start(HOME)
  await program.answer('navigateTo', { errMsg: 'navigateTo:fail timeout' })
  const notice = program.waitForText('页面没有打开，请重试')
  await program.tap(OFFER_BUTTON)
  await notice
  await expect.poll(() => openPaths(program)).toEqual([HOME])
})

test('from the tenth page on, a page takes the place of the one before it', async () => {
  const program = client()
  await program.start(HOME)
  for (let count = 1; count < 9; count += 1) await program.navigate('navigateTo', `/${OFFER}?step=${count}`)
  await program.navigate('navigateTo', `/${LOGIN}`)
  await expect.poll(() => openPaths(program)).toHaveLength(10)
  await program.tap('text=《用户协议》')
  await expect.poll(async () => (await openPaths(program)).at(-1), LONG_TIMEOUT).not.toBe(LOGIN)
  await expect.poll(() => openPaths(program)).toHaveLength(10)
  expect(program.errors).toEqual([])
})
