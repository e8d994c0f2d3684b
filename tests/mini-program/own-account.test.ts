import { uploadedAvatar } from '@yunji/contract/accounts/profile/schema'
import { getUnreadCount } from '@yunji/contract/messages/calls'
import { saveUserUsageLog } from '@yunji/contract/telemetry/calls'
import { parseAs } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { beforeEach, expect, test } from 'vitest'
import { demo, LONG_TIMEOUT, logIn, useRunningClient } from './running-client.ts'

const client = useRunningClient()

const NEW_PASSWORD = 'Cloud2027ab'
const PICTURE = 'http://tmp/portrait.jpg'

/** Opens a page after a new login of the demo account. */
const openAs = async (page: string, password: string = demo.password) => {
  const program = client()
  await program.storage.clear()
  await program.start(page)
  await logIn(program, { phone: demo.phone, password })
  await program.waitForPage(page.split('?')[0] ?? '')
  return program
}

beforeEach(() => client().forgetReports())

test.each([
  ['security', '账号与安全', '登录密码'],
  ['sessions', '登录设备', '本机'],
  ['verification', '实名认证', '身份证人像面'],
])('the side %s of what is personal has its own title', async (view, title, text) => {
  const program = await openAs(`pages/user/personalData?view=${view}`)
  await program.waitForText(text)
  expect(await program.currentPage()).toMatchObject({ title })
  expect(program.errors).toEqual([])
})

test('a name is changed, and so is what one works in', async () => {
  const program = await openAs('pages/user/personalData')
  await program.tap('text=/^昵称$/')
  await program.fill('placeholder=请输入昵称', '林间晚风')
  await program.tap('text=/^保存$/')
  await program.waitForText('昵称已修改')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('林间晚风')

  await program.tap('text=/^添加行业与工种$/')
  await program.page.locator('.weapp-sheet select').first().selectOption('电商')
  await program.tap('text=确定')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('电商 · 店铺运营')
  expect(program.errors).toEqual([])
})

test('a portrait goes as the file of a form, with the login that it belongs to', async () => {
  const program = await openAs('pages/user/personalData')
  const avatar = parseAs(uploadedAvatar, { avatar: '/avatars/none.jpg' })
  const answer = { code: ErrorCode.OK, msg: '', data: avatar, ts: 1 }
  const tempFiles = [{ tempFilePath: PICTURE, size: 64 }]
  await program.answer('chooseMedia', { tempFiles, type: 'image', errMsg: 'chooseMedia:ok' })
  await program.answer('uploadFile', { statusCode: 200, data: JSON.stringify(answer), errMsg: 'uploadFile:ok' })
  await program.tap('text=/^头像$/')
  await program.waitForText('头像已更换')
  const { token } = await program.storage.read()
  expect(await program.calls('chooseMedia')).toMatchObject([
    { arguments: [{ count: 1, sourceType: ['album', 'camera'], sizeType: ['compressed'] }] },
  ])
  const [call] = await program.calls('uploadFile')
  expect(call).toMatchObject({ arguments: [{ filePath: PICTURE, name: 'file', header: { token } }] })
  expect(JSON.stringify(call)).toContain(sideRoutes.avatarUpload.path)
  expect(program.errors).toEqual([])
})

test('shown again, it asks what is unread, and tells every 30 s that it is used', async () => {
  // Before the program starts: it captures the timer functions then.
  await client().page.clock.install()
  const program = await openAs('pages/user/personalData')
  const countCalls = async (path: string) =>
    (await program.calls('request')).filter((call) => JSON.stringify(call.arguments).includes(path)).length
  await expect.poll(() => countCalls(getUnreadCount.path), LONG_TIMEOUT).toBeGreaterThan(0)
  await program.waitForRequests()
  const before = await countCalls(getUnreadCount.path)
  await program.enterBackground()
  await program.page.clock.runFor(120_000)
  expect([await countCalls(getUnreadCount.path), await countCalls(saveUserUsageLog.path)]).toEqual([before, 0])
  await program.enterForeground()
  await expect.poll(() => countCalls(getUnreadCount.path), LONG_TIMEOUT).toBe(before + 1)
  await program.waitForRequests()
  await program.page.clock.runFor(31_000)
  await expect.poll(() => countCalls(saveUserUsageLog.path), LONG_TIMEOUT).toBe(1)
  expect(program.errors).toEqual([])
})

test('a password is changed, and the new one logs in', async () => {
  const program = await openAs('pages/user/changePassword')
  await program.fill('placeholder=请输入原密码', 'wrong2026')
  await program.fill('placeholder=请输入新密码', NEW_PASSWORD)
  await program.fill('placeholder=请再次输入新密码', NEW_PASSWORD)
  await program.tap('text=/^确认修改$/')
  await program.waitForText('原密码不正确')
  await program.fill('placeholder=请输入原密码', demo.password)
  await program.tap('text=/^确认修改$/')
  await program.waitForText('密码已修改，其他设备已退出登录')
  await program.waitForPage('pages/Home/user')

  const again = await openAs('pages/user/personalData', NEW_PASSWORD)
  await expect.poll(() => again.text(), LONG_TIMEOUT).toContain(demo.maskedPhone)
  expect(again.errors).toEqual([])
})
