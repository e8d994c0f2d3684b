import { readQrCode } from '@yunji/testkit/read-qr-code'
import { withClient } from '@yunji/testkit/with-client'
import { beforeEach, expect, test } from 'vitest'
import { demo, LONG_TIMEOUT, logIn, tapWhenReady, useRunningClient } from './running-client.ts'

const client = useRunningClient({ env: { YUNJI_PHONES: 'virtual' } })

const MAKING = { timeout: 90_000 }
const PIN = '2468'

const runningDevice = async (): Promise<string | undefined> => {
  const { rows } = await withClient(client.databaseUrl(), (database) =>
    database.query<{ id: string }>(
      `select d.id from devices d join users u on u.id = d.owner_id
       where u.mobile_phone = $1 and d.state = 'running' order by d.id limit 1`,
      [demo.phone],
    ),
  )
  return rows[0]?.id
}

interface Card {
  readonly title: string
  readonly path: string
}

const sharedCard = async (): Promise<Card> => {
  const [call] = (await client().calls('shareAppMessage')).slice(-1)
  return call?.arguments[0] as Card
}

const shownCode = () =>
  readQrCode(client().page.locator('.weapp-frame[current] wx-image[class*="qr-code-module__code"] > img'))

beforeEach(() => client().forgetReports())

let link = ''
let cardCode = ''

test('a new share goes on as a card with its link and without its PIN', async () => {
  const program = client()
  await expect.poll(runningDevice, MAKING).toBeDefined()
  await program.start(`pages/Device/empower?deviceId=${await runningDevice()}`)
  await logIn(program)
  await program.waitForPage('pages/Device/empower')
  await program.tap('text=/^链接和授权码$/')
  await program.tap('text=/^不限次数$/')
  await program.fill('placeholder=4 位数字', PIN)
  await tapWhenReady(program, '生成链接和授权码')
  await program.waitForText('扫码打开云手机')
  link = (await program.find('text=/web_instance\\?share=/').innerText()).trim()
  cardCode = (await program.find('text=/^[0-9A-Z]{4} [0-9A-Z]{4}$/').innerText()).trim()
  const secret = new URL(link).searchParams.get('share') ?? ''
  expect(secret).toHaveLength(43)
  expect(await shownCode()).toBe(link)

  await program.tap('text=/^发给微信好友$/')
  const { title, path, ...rest } = await sharedCard()
  expect({ title, path, rest }).toEqual({
    title: '云机：打开我分享的云手机',
    path: `/pages/webView/web_instance?share=${secret}`,
    rest: {},
  })
  expect(path).not.toContain(PIN)

  await program.tap('text=/^完成$/')
  await expect.poll(() => program.text(), LONG_TIMEOUT).not.toContain('扫码打开云手机')
  expect(program.errors).toEqual([])
})

test('somebody without an account opens the card, and comes to the phone with the PIN', async () => {
  const program = client()
  await program.storage.clear()
  await program.start(`pages/webView/web_instance?share=${new URL(link).searchParams.get('share')}`)
  await program.waitForText('有人向你分享了一台云手机')
  await program.fill('placeholder=4 位访问密码', PIN)
  await tapWhenReady(program, '打开云手机')
  await program.page.locator('iframe[src*="ticket="]').waitFor()
  expect(program.errors).toEqual([])
})

test('a visitor types the card code as it was written down, or scans it', async () => {
  const program = client()
  await program.storage.clear()
  await program.start('pages/Home/index')
  await program.tap('text=/^有授权码？/')
  await program.waitForPage('pages/webView/web_instance')
  const { width = 0 } = program.page.viewportSize() ?? {}
  const scanner = await program.find('text=/^扫一扫$/').boundingBox()
  expect((scanner?.x ?? width) + (scanner?.width ?? width)).toBeLessThan(width)
  await program.fill('placeholder=8 位授权码，或粘贴整个链接', cardCode.toLowerCase())
  await tapWhenReady(program, '打开设备')
  await program.waitForText('有人向你分享了一台云手机')

  await program.navigate('navigateBack')
  await program.answer('scanCode', { result: 'https://example.com/somewhere' })
  await program.tap('text=/^扫一扫$/')
  await program.waitForText('这不是云手机的分享码')
  await program.answer('scanCode', { errMsg: 'scanCode:fail cancel' })
  await program.tap('text=/^扫一扫$/')
  await program.answer('scanCode', { result: link })
  await program.tap('text=/^扫一扫$/')
  await program.waitForText('有人向你分享了一台云手机')
  expect(program.errors).toEqual([])
})
