import { createTicket } from '@yunji/contract/devices/device/calls'
import { giveGrants, openShare } from '@yunji/contract/devices/grant/calls'
import { eventually } from '@yunji/testkit/eventually'
import { readQrCode } from '@yunji/testkit/read-qr-code'
import { withClient } from '@yunji/testkit/with-client'
import { beforeAll, describe, expect, test } from 'vitest'
import { tapWhenReady as tapInProgram } from '../mini-program/running-client.ts'
import { useClients } from '../stories/clients.ts'
import { button, confirmDialog, link, problemsOf, radio, sheet, tab, tapWhenReady, text } from './page-elements.ts'
import { createPeople } from './people.ts'
import { phoneCanvas } from './phone-canvas.ts'
import { demo, LONG_TIMEOUT, pathOfPage, shownPage, type Visit } from './visit.ts'

const clients = useClients({ env: { YUNJI_PHONES: 'virtual' } })
const people = createPeople(clients)

interface OwnPhone {
  readonly id: number
  readonly name: string
}

/** Running phones of the demo account with days left. */
const readPhones = (): Promise<OwnPhone[]> =>
  withClient(clients.databaseUrl(), async (client) => {
    const { rows } = await client.query<{ id: string; name: string }>(
      `select d.id, d.name from devices d join users u on u.id = d.owner_id
       where u.mobile_phone = $1 and d.state = 'running' and not d.is_metered
         and d.expires_at > now() + interval '2 days' order by d.id`,
      [demo.phone],
    )
    return rows.map(({ id, name }) => ({ id: Number(id), name }))
  })

let phones: OwnPhone[]

// The demo's phones boot after the server answers.
beforeAll(async () => {
  phones = await eventually(async () => {
    const found = await readPhones()
    if (found.length < 2) throw new Error('the phones do not run yet')
    return found
  })
})

const field = ({ page }: Pick<Visit, 'page'>, name: string) => shownPage(page).getByRole('textbox', { name })

test('a phone is transferred by a code, and accepted in the other window', async () => {
  const [owner, friend] = [await people.logInAsDemo(), await people.signUp()]
  const phone = phones.at(-1)
  await owner.page.goto(`/pages/Device/transfer?deviceIds=${phone?.id}`)
  await text(owner.page, phone?.name ?? '').waitFor(LONG_TIMEOUT)
  await field(owner, '接收人手机号').fill(friend.mobilePhone)
  expect(await problemsOf(owner.page)).toEqual([])
  await tapWhenReady(owner.page, '下一步，短信验证')
  await sheet(owner.page, '短信验证').getByRole('button', { name: '获取验证码' }).click()
  await expect.poll(() => people.lastCode(owner.mobilePhone), LONG_TIMEOUT).not.toBe('')
  await sheet(owner.page, '短信验证')
    .getByRole('textbox', { name: '短信验证码' })
    .fill(await people.lastCode(owner.mobilePhone))
  await sheet(owner.page, '短信验证').getByRole('button', { name: '确认转移' }).click()
  await text(owner.page, '待接收').waitFor(LONG_TIMEOUT)

  await friend.page.goto('/pages/Device/transfer?view=received')
  await text(friend.page, phone?.name ?? '').waitFor(LONG_TIMEOUT)
  expect(await problemsOf(friend.page)).toEqual([])
  await button(friend.page, '接收').click()
  await confirmDialog(friend.page).getByRole('button', { name: '接收' }).click()
  await expect.poll(() => pathOfPage(friend.page), LONG_TIMEOUT).toBe('/pages/Home/index')
  await text(friend.page, phone?.name ?? '')
    .first()
    .waitFor(LONG_TIMEOUT)
  expect(owner.takeErrors()).toEqual([])
  expect(friend.takeErrors()).toEqual([])
})

test('a grant lets somebody watch, the owner sees who, and revoking it closes the screen', async () => {
  const [owner, friend] = [await people.logInAsDemo(), await people.signUp()]
  const [phone] = phones
  await owner.page.goto(`/pages/Device/empower?deviceIds=${phone?.id}`)
  await text(owner.page, phone?.name ?? '').waitFor(LONG_TIMEOUT)
  await field(owner, '对方手机号').fill(friend.mobilePhone)
  expect(await problemsOf(owner.page)).toEqual([])
  await tapWhenReady(owner.page, '授权')
  await text(owner.page, '仅观看').waitFor(LONG_TIMEOUT)

  await friend.page.goto('/pages/Device/empower?view=received')
  await shownPage(friend.page).getByRole('link', { name: '打开' }).click(LONG_TIMEOUT)
  await friend.page.waitForURL('**/pages/webView/web_instance?**')
  await phoneCanvas(friend.page).waitForPicture()
  await text(owner.page, '正在观看').waitFor(LONG_TIMEOUT)
  expect(await problemsOf(owner.page)).toEqual([])

  await button(owner.page, '收回').click()
  await confirmDialog(owner.page).getByRole('button', { name: '收回' }).click()
  await text(friend.page, '使用权限已收回').waitFor(LONG_TIMEOUT)
  const refused = await people.call(createTicket, { deviceId: phone?.id, mode: 'view' }, friend.token)
  expect(refused.code).toBe(1031)
  await friend.page.reload()
  await text(friend.page, '无法打开云手机').waitFor(LONG_TIMEOUT)
  await button(owner.page, '记录').click()
  await text(owner.page, /打开画面/)
    .first()
    .waitFor(LONG_TIMEOUT)
  expect(owner.takeErrors()).toEqual([])
})

test('home marks a device of somebody else in both views, with what one may do', async () => {
  const [owner, friend] = [await people.logInAsDemo(), await people.signUp()]
  const [phone] = phones
  const grant = async (access: 'view' | 'control') => {
    const { mobilePhone } = friend
    const terms = { deviceIds: [phone?.id], mobilePhone, access, expiresAt: Date.now() + 3_600_000 }
    expect(await people.call(giveGrants, terms, owner.token)).toMatchObject({ code: 200 })
    await friend.page.goto('/')
  }
  await grant('view')
  await text(friend.page, /^仅查看$/).waitFor(LONG_TIMEOUT)
  await grant('control')
  await text(friend.page, /^被授权$/).waitFor(LONG_TIMEOUT)
  await button(friend.page, '切换到多机视图').click()
  await button(friend.page, `进入「${phone?.name}」，被授权`).waitFor(LONG_TIMEOUT)
  await grant('view')
  await button(friend.page, `进入「${phone?.name}」，仅查看`).waitFor(LONG_TIMEOUT)
  expect(await problemsOf(friend.page)).toEqual([])

  await owner.page.goto('/')
  await text(owner.page, phone?.name ?? '')
    .first()
    .waitFor(LONG_TIMEOUT)
  expect(await text(owner.page, /^(仅查看|被授权)$/).count()).toBe(0)
  expect(friend.takeErrors()).toEqual([])
})

/** Makes a share of the first phone on the owner's page; it stays on screen. */
const makeShare = async (owner: Visit, terms: { access?: '可操作'; pin?: string; uses?: string } = {}) => {
  await owner.page.goto(`/pages/Device/empower?deviceIds=${phones[0]?.id}`)
  await tab(owner.page, '链接和授权码').click(LONG_TIMEOUT)
  if (terms.access) await tab(owner.page, terms.access).click()
  if (terms.uses) await radio(owner.page, terms.uses).click()
  if (terms.pin) await field(owner, '访问密码').fill(terms.pin)
  await tapWhenReady(owner.page, '生成链接和授权码')
  const shown = text(owner.page, /web_instance\?share=/)
  await shown.waitFor(LONG_TIMEOUT)
  const address = new URL(await shown.innerText())
  return { address, path: address.pathname + address.search }
}

const stopShare = async ({ page }: Visit) => {
  await button(page, '停止').first().click()
  await confirmDialog(page).getByRole('button', { name: '停止分享' }).click()
}

test('a link with a PIN opens the phone for a guest without an account, until it is stopped', async () => {
  const owner = await people.logInAsDemo()
  const { address, path } = await makeShare(owner, { pin: '2468' })
  expect(await problemsOf(owner.page)).toEqual([])
  const code = shownPage(owner.page).getByRole('img', { name: '二维码：扫码打开云手机' })
  expect(await readQrCode(code)).toBe(address.href)
  expect(address.href).not.toContain('2468')
  const download = owner.page.waitForEvent('download')
  await button(owner.page, '保存二维码').click()
  expect((await download).suggestedFilename()).toBe('云手机分享.png')

  const guest = await clients.visit()
  await guest.page.goto(path)
  await text(guest.page, '有人向你分享了一台云手机').waitFor(LONG_TIMEOUT)
  expect(await problemsOf(guest.page)).toEqual([])
  await field(guest, '访问密码').fill('1111')
  await tapWhenReady(guest.page, '打开云手机')
  await text(guest.page, /访问密码不正确/).waitFor(LONG_TIMEOUT)
  await field(guest, '访问密码').fill('2468')
  await tapWhenReady(guest.page, '打开云手机')
  await phoneCanvas(guest.page).waitForPicture()
  expect(new URL(guest.page.url()).search).toBe('')

  await text(owner.page, '访客').waitFor(LONG_TIMEOUT)
  await stopShare(owner)
  await text(guest.page, '使用权限已收回').waitFor(LONG_TIMEOUT)
  const secret = address.searchParams.get('share')
  expect(await people.call(openShare, { secret, pin: '2468' })).toMatchObject({ code: 1080, data: null })
  await guest.page.goto(path)
  await text(guest.page, '分享不存在、已结束或次数已用完').waitFor(LONG_TIMEOUT)
  expect(await problemsOf(guest.page)).toEqual([])
  await field(guest, '授权码或链接').waitFor(LONG_TIMEOUT)
})

test('a visitor types a card code or pastes a link on the way from home, and the owner reads what a guest sent', async () => {
  const owner = await people.logInAsDemo()
  const { address } = await makeShare(owner, { access: '可操作', uses: '不限次数' })
  const code = await text(owner.page, /^[0-9A-Z]{4} [0-9A-Z]{4}$/).innerText()

  const guest = await clients.visit()
  await guest.page.goto('/')
  await link(guest.page, '有授权码？打开别人分享的云手机').click(LONG_TIMEOUT)
  await field(guest, '授权码或链接').fill('8F2')
  await field(guest, '授权码或链接').blur()
  await text(guest.page, /授权码是 8 位字母和数字/).waitFor(LONG_TIMEOUT)
  expect(await button(guest.page, '打开设备').isEnabled()).toBe(false)
  expect(await problemsOf(guest.page)).toEqual([])
  await field(guest, '授权码或链接').fill(`来看看 ${address.href}`)
  await tapWhenReady(guest.page, '打开设备')
  await text(guest.page, '有人向你分享了一台云手机').waitFor(LONG_TIMEOUT)
  await guest.page.goBack()
  await field(guest, '授权码或链接').fill(code.toLowerCase())
  await guest.page.keyboard.press('Enter')
  await text(guest.page, '有人向你分享了一台云手机').waitFor(LONG_TIMEOUT)
  await tapWhenReady(guest.page, '打开云手机')
  await phoneCanvas(guest.page).waitForPicture()

  const choosing = guest.page.waitForEvent('filechooser')
  const handle = button(guest.page, '展开工具栏')
  if (await handle.isVisible()) await handle.click()
  await button(guest.page, '上传').click()
  await (await choosing).setFiles({ name: '访客的文件.txt', mimeType: 'text/plain', buffer: Buffer.from('云机') })
  await text(guest.page, '已完成').waitFor(LONG_TIMEOUT)
  await stopShare(owner)
  await text(guest.page, '使用权限已收回').waitFor(LONG_TIMEOUT)
  await button(owner.page, '记录').click()
  await text(owner.page, '访客 上传文件 访客的文件.txt').waitFor(LONG_TIMEOUT)
  expect(await problemsOf(owner.page)).toEqual([])
})

test.each(['share=abc', 'cardCode=8F2'])('a broken link (%s) says so, and asks for a code', async (query) => {
  const { page, takeErrors } = await clients.visit()
  await page.goto(`/pages/webView/web_instance?${query}`)
  await text(page, '链接不完整，请重新复制，或输入授权码').waitFor(LONG_TIMEOUT)
  expect(await problemsOf(page)).toEqual([])
  expect(takeErrors()).toEqual([])
})

describe('in the mini-program', () => {
  const PIN = '2468'
  let shared = ''
  let cardCode = ''

  test('a new share goes on as a card with its link and without its PIN', async () => {
    const program = await clients.openProgram(`Device/empower?deviceId=${phones[0]?.id}`, await clients.demoUser())
    await program.tap('text=/^链接和授权码$/')
    await program.tap('text=/^不限次数$/')
    await program.fill('placeholder=4 位数字', PIN)
    await tapInProgram(program, '生成链接和授权码')
    await program.waitForText('扫码打开云手机')
    shared = (await program.find('text=/web_instance\\?share=/').innerText()).trim()
    cardCode = (await program.find('text=/^[0-9A-Z]{4} [0-9A-Z]{4}$/').innerText()).trim()
    const secret = new URL(shared).searchParams.get('share') ?? ''
    expect(secret).toHaveLength(43)
    const code = program.page.locator('.weapp-frame[current] wx-image[class*="qr-code-module__code"] > img')
    expect(await readQrCode(code)).toBe(shared)

    await program.tap('text=/^发给微信好友$/')
    const [call] = (await program.calls('shareAppMessage')).slice(-1)
    const card = call?.arguments[0]
    expect(card).toEqual({
      title: '云机：打开我分享的云手机',
      path: `/pages/webView/web_instance?share=${secret}`,
    })
    expect(JSON.stringify(card)).not.toContain(PIN)

    await program.tap('text=/^完成$/')
    await expect.poll(() => program.text(), LONG_TIMEOUT).not.toContain('扫码打开云手机')
    expect(program.errors).toEqual([])
  })

  test('somebody without an account opens the card, and comes to the phone with the PIN', async () => {
    const secret = new URL(shared).searchParams.get('share')
    const program = await clients.openProgram(`webView/web_instance?share=${secret}`)
    await program.waitForText('有人向你分享了一台云手机')
    await program.fill('placeholder=4 位访问密码', PIN)
    await tapInProgram(program, '打开云手机')
    await program.page.locator('iframe[src*="ticket="]').waitFor()
    expect(program.errors).toEqual([])
  })

  test('a visitor types the card code as it was written down, or scans it', async () => {
    const program = await clients.openProgram('Home/index')
    await program.tap('text=/^有授权码？/')
    await program.waitForPage('pages/webView/web_instance')
    const { width = 0 } = program.page.viewportSize() ?? {}
    const scanner = await program.find('text=/^扫一扫$/').boundingBox()
    expect((scanner?.x ?? width) + (scanner?.width ?? width)).toBeLessThan(width)
    await program.fill('placeholder=8 位授权码，或粘贴整个链接', cardCode.toLowerCase())
    await tapInProgram(program, '打开设备')
    await program.waitForText('有人向你分享了一台云手机')

    await program.navigate('navigateBack')
    await program.answer('scanCode', { result: 'https://example.com/somewhere' })
    await program.tap('text=/^扫一扫$/')
    await program.waitForText('这不是云手机的分享码')
    await program.answer('scanCode', { errMsg: 'scanCode:fail cancel' })
    await program.tap('text=/^扫一扫$/')
    await program.answer('scanCode', { result: shared })
    await program.tap('text=/^扫一扫$/')
    await program.waitForText('有人向你分享了一台云手机')
    expect(program.errors).toEqual([])
  })
})
