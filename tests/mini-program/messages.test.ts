import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { beforeEach, expect, test } from 'vitest'
import { LONG_TIMEOUT, logIn, useRunningClient } from './running-client.ts'

const client = useRunningClient()

const open = async (page: string) => {
  const program = client()
  await program.storage.clear()
  await program.start(page)
  await logIn(program)
  await program.waitForPage(page.split('?')[0] ?? '')
  return program
}

beforeEach(() => client().forgetReports())

test('messages are opened from their centre, and read by it', async () => {
  const program = await open('pages/user/message')
  await program.tap('text=/^公告$/')
  await program.waitForPage('pages/user/messageList')
  await expect.poll(() => program.currentPage(), LONG_TIMEOUT).toMatchObject({ title: '公告' })
  await program.tap('text=/^欢迎来到云机$/')
  await program.waitForText('删除')
  await expect
    .poll(async () => (await program.calls('request')).map((call) => JSON.stringify(call)), LONG_TIMEOUT)
    .toContainEqual(expect.stringContaining('readMessage'))
  expect(program.errors).toEqual([])
})

test('one more message of WeChat is agreed to where it can be', async () => {
  const program = await open('pages/user/messageSet')
  await program.answer('requestSubscribeMessage', { 'demo-template-1': 'accept', errMsg: 'requestSubscribeMessage:ok' })
  await program.waitForText('微信订阅消息')
  expect(await program.calls('requestSubscribeMessage')).toEqual([])
  await program.page.locator('text=/^微信订阅消息$/').first().locator('xpath=../../..').locator('[class*=hit]').tap()
  await program.waitForText('还可接收 1 条')
  expect(await program.calls('requestSubscribeMessage')).toMatchObject([
    { arguments: [{ tmplIds: ['demo-template-1'] }] },
  ])
  expect(program.errors).toEqual([])
})

test('tasks are asked for from time to time where nothing can be told', async () => {
  const program = await open('pages/Task/index')
  await program.waitForText('全部')
  const listCalls = async () => (await program.calls('request')).map((call) => JSON.stringify(call))
  await expect
    .poll(async () => (await listCalls()).filter((call) => call.includes('filter=active')).length, LONG_TIMEOUT)
    .toBeGreaterThan(0)
  expect((await listCalls()).filter((call) => call.includes(`${sideRoutes.live.path}"`)).length).toBeLessThan(2)
  expect(program.errors).toEqual([])
})

test('an alert is switched off in the settings', async () => {
  const program = await open('pages/user/messageSet')
  await program.waitForText('设备故障和恢复')
  await program.page.locator('text=/^每周小结$/').first().locator('xpath=../../..').locator('[class*=hit]').tap()
  await expect
    .poll(async () => (await program.calls('request')).map((call) => JSON.stringify(call)), LONG_TIMEOUT)
    .toContainEqual(expect.stringContaining('updateAlert'))
  expect(program.errors).toEqual([])
})
