import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { findAccessibilityViolations } from '@yunji/testkit/accessibility'
import { eventually } from '@yunji/testkit/eventually'
import { startFaultProxy } from '@yunji/testkit/fault-proxy'
import { withClient } from '@yunji/testkit/with-client'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccounts } from '../support/accounts.ts'
import { findLayoutProblems } from './gallery/layout-checks.ts'
import { button } from './page-elements.ts'
import { launcherPositions, phoneCanvas } from './phone-canvas.ts'
import { useRunningSystem } from './running-system.ts'
import { demo, LONG_TIMEOUT, logIn, pathOfPage, SHORT_TIMEOUT, saveLogin, shownPage, type Visit } from './visit.ts'

const system = useRunningSystem({ env: { YUNJI_PHONES: 'virtual' } })

const FIRST = '星海远征 06'

let login: Awaited<ReturnType<typeof saveLogin>>

beforeAll(async () => {
  login = await saveLogin(await system.visit())
})

/** Unfolds the tool bar. */
const openTools = async (page: Page) => {
  const handle = button(page, '展开工具栏')
  if (await handle.isVisible()) await handle.click(SHORT_TIMEOUT)
}

/** Uses a tool; the tool bar folds by itself, also just before the click. */
const useTool = (page: Page, name: string) =>
  eventually(
    async () => {
      await openTools(page)
      await button(page, name).click(SHORT_TIMEOUT)
    },
    { deadlineMs: LONG_TIMEOUT.timeout },
  )

/** Opens a phone from the home page; logs in first if needed. */
const enterFirst = async ({ page }: Visit, account?: Parameters<typeof logIn>[1]) => {
  await page.goto(account ? '/pages/login/login' : '/pages/Home/index')
  if (account) await logIn(page, account)
  await shownPage(page).getByText('运行中').waitFor()
  await shownPage(page).getByText('进入云手机').click()
  await page.waitForURL('**/pages/webView/web_instance?**')
  const phone = phoneCanvas(page)
  await phone.waitForPicture()
  return phone
}

/** Content of the notes app of all phones, read from their storage. */
const readNotes = async (): Promise<string> => {
  const texts: string[] = []
  const files = glob('phones/**/com.yunji.notes/files/notes.json', { cwd: system.dataDir() })
  for await (const file of files) texts.push(await readFile(path.join(system.dataDir(), file), 'utf8'))
  return texts.join('\n')
}

describe('a phone in the browser', () => {
  let visitor: Visit
  let page: Page
  let phone: ReturnType<typeof phoneCanvas>

  beforeAll(async () => {
    visitor = await system.visit({ ...login, permissions: ['clipboard-read', 'clipboard-write'] })
    page = visitor.page
    phone = await enterFirst(visitor)
  })

  test('opens an app by a tap', async () => {
    await phone.afterwards(() => phone.tap(launcherPositions.notes))
    expect(visitor.takeErrors()).toEqual([])
  })

  test('takes Chinese that was written with the keyboard bar', async () => {
    await useTool(page, '键盘')
    await page.getByRole('textbox', { name: '输入到云手机' }).fill('你好')
    await phone.afterwards(() => button(page, '发送').click())
    await expect.poll(readNotes, LONG_TIMEOUT).toContain('你好')
    await button(page, '收起键盘').click()
  })

  test('takes what a keyboard types', async () => {
    await phone.canvas.focus()
    await page.keyboard.type(' Yunji 2026!')
    await expect.poll(readNotes, LONG_TIMEOUT).toContain('你好 Yunji 2026!')
    await page.keyboard.press('Backspace')
    await expect.poll(readNotes, LONG_TIMEOUT).not.toContain('2026!')
  })

  test('takes what an input method composes, straight on the picture', async () => {
    await phone.tap({ x: 0.5, y: 0.4 })
    const keyboard = await page.context().newCDPSession(page)
    await keyboard.send('Input.imeSetComposition', { text: 'yun', selectionStart: 3, selectionEnd: 3 })
    await keyboard.send('Input.insertText', { text: '云上' })
    await expect.poll(readNotes, LONG_TIMEOUT).toContain('云上')
    expect(await readNotes()).not.toContain('yun')
    await page.keyboard.insertText('天气')
    await expect.poll(readNotes, LONG_TIMEOUT).toContain('天气')
  })

  test('says that its picture is still, instead of no frames', async () => {
    await shownPage(page).getByText('画面静止').waitFor(LONG_TIMEOUT)
    await expect.poll(() => shownPage(page).getByText('0 帧', { exact: true }).count()).toBe(0)
  })

  test('takes what is pasted, and gives what is copied', async () => {
    await page.evaluate(() => navigator.clipboard.writeText('来自本机'))
    await phone.canvas.focus()
    await page.keyboard.press('Control+V')
    await expect.poll(readNotes, LONG_TIMEOUT).toContain('来自本机')
    await page.keyboard.press('Control+C')
    const read = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(read, LONG_TIMEOUT).toMatch(/你好.*来自本机/s)
    await useTool(page, '剪贴板')
    const sheet = page.getByRole('dialog', { name: '剪贴板' })
    await sheet.getByText('你好').waitFor()
    await page.keyboard.press('Escape')
  })

  test('turns', async () => {
    await expect.poll(() => phone.isWide()).toBe(false)
    await useTool(page, '旋转')
    await expect.poll(phone.isWide, LONG_TIMEOUT).toBe(true)
    await useTool(page, '旋转')
    await expect.poll(phone.isWide, LONG_TIMEOUT).toBe(false)
  })

  test('fills a high screen while it lies on its side, and takes hands there', async () => {
    await useTool(page, '旋转')
    await expect.poll(phone.isWide, LONG_TIMEOUT).toBe(true)
    const { box } = await phone.lie()
    await useTool(page, '横屏')
    await expect.poll(async () => (await phone.lie()).isTurned, LONG_TIMEOUT).toBe(true)
    expect((await phone.lie()).box.height).toBeGreaterThan(box.width)
    await phone.afterwards(() => button(page, '主屏幕').click())
    await phone.afterwards(() => phone.tap(launcherPositions.wideNotes))
    await page.keyboard.type(' sideways')
    await expect.poll(readNotes, LONG_TIMEOUT).toContain('sideways')
    expect(await findLayoutProblems(page, '#app')).toEqual([])
    await useTool(page, '横屏')
    await useTool(page, '旋转')
    await expect.poll(phone.isWide, LONG_TIMEOUT).toBe(false)
  })

  test('goes back and home by its keys', async () => {
    await phone.afterwards(() => button(page, '主屏幕').click())
    await phone.afterwards(() => phone.tap(launcherPositions.notes))
    await phone.afterwards(() => button(page, '返回').click())
    expect(visitor.takeErrors()).toEqual([])
  })

  test('changes its quality', async () => {
    const { width } = await phone.size()
    await useTool(page, '画质')
    await shownPage(page).getByRole('radio', { name: /流畅/ }).click()
    await expect.poll(async () => (await phone.size()).width, LONG_TIMEOUT).toBeLessThan(width)
    await shownPage(page).getByText('流畅').waitFor()
    await useTool(page, '画质')
    await shownPage(page).getByRole('radio', { name: /高清/ }).click()
    await expect.poll(async () => (await phone.size()).width, LONG_TIMEOUT).toBe(width)
  })

  test('keeps a picture of itself', async () => {
    const download = page.waitForEvent('download')
    await useTool(page, '截图')
    expect((await download).suggestedFilename()).toBe(`${FIRST}.png`)
  })

  test('takes a file', async () => {
    const choosing = page.waitForEvent('filechooser')
    await useTool(page, '上传')
    const bytes = Buffer.from('云机'.repeat(1000))
    await (await choosing).setFiles({ name: '说明.txt', mimeType: 'text/plain', buffer: bytes })
    await shownPage(page).getByText('已完成').waitFor()
    const found: string[] = []
    for await (const file of glob('phones/**/Download/说明.txt', { cwd: system.dataDir() })) found.push(file)
    expect(found).toHaveLength(1)
  })

  test('lets who came to upload choose at a tap', async () => {
    await page.goto(`${page.url()}&open=upload`)
    const choosing = page.waitForEvent('filechooser')
    const sheet = page.getByRole('dialog', { name: '上传文件' })
    await sheet.getByRole('button', { name: '选择文件' }).click()
    await (await choosing).setFiles({ name: '二.txt', mimeType: 'text/plain', buffer: Buffer.from('二') })
    await shownPage(page).getByText('已完成').waitFor()
    await expect.poll(() => sheet.count(), LONG_TIMEOUT).toBe(0)
  })

  test('leads back to where it was opened', async () => {
    await useTool(page, '退出')
    await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/Home/index')
    expect(visitor.takeErrors()).toEqual([])
  })
})

test('a browser without a decoder of its own shows the phone all the same', async () => {
  const visitor = await system.visit(login)
  await visitor.page.addInitScript(() => Reflect.deleteProperty(globalThis, 'VideoDecoder'))
  const phone = await enterFirst(visitor)
  await phone.afterwards(() => phone.tap(launcherPositions.settings))
  await phone.afterwards(() => button(visitor.page, '主屏幕').click())
  expect(visitor.takeErrors()).toEqual([])
})

describe('looks', () => {
  test('the phone with everything that lies over it', async () => {
    const visitor = await system.visit(login)
    const { page } = visitor
    await enterFirst(visitor)
    const findProblems = async () => [
      ...(await findLayoutProblems(page, '#app')),
      ...(await findAccessibilityViolations(page, '#app', 'canvas')),
    ]
    await useTool(page, '画质')
    expect(await findProblems()).toEqual([])
    await useTool(page, '键盘')
    expect(await findProblems()).toEqual([])
    await page.setViewportSize({ width: 320, height: 568 })
    expect(await findProblems()).toEqual([])
  })

  test('a wide window has its tools beside the picture, and they stay', async () => {
    const visitor = await system.visit({ ...login, viewport: { width: 1280, height: 800 } })
    const { page } = visitor
    const { canvas, size } = await enterFirst(visitor)
    const tools = page.getByRole('toolbar', { name: '云手机工具栏' })
    const picture = await canvas.boundingBox()
    expect((await tools.boundingBox())?.x).toBeGreaterThan((picture?.x ?? 0) + (picture?.width ?? 0))
    // The ring of the focus is drawn around the canvas: it is as large as the picture.
    const { width, height } = await size()
    expect((picture?.width ?? 0) / (picture?.height ?? 1)).toBeCloseTo(width / height, 1)
    await button(page, '音量-').focus()
    await page.setViewportSize({ width: 390, height: 844 })
    await button(page, '展开工具栏').waitFor(LONG_TIMEOUT)
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel), LONG_TIMEOUT).toBe('展开工具栏')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), LONG_TIMEOUT).toBe('音量+')
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect.poll(() => button(page, '展开工具栏').count()).toBe(0)
  })
})

describe('a link that is cut', () => {
  let proxy: Awaited<ReturnType<typeof startFaultProxy>>

  beforeAll(async () => {
    const { hostname, port } = new URL(system.url())
    proxy = await startFaultProxy({ host: hostname === 'localhost' ? '127.0.0.1' : hostname, port: Number(port) })
  })
  afterAll(() => proxy.close())

  test('keeps the last picture under a veil, and comes back by itself', async () => {
    const visitor = await system.visit({ baseURL: `http://localhost:${proxy.port}` })
    const { page } = visitor
    const phone = await enterFirst(visitor, demo)
    proxy.setFault({ kind: 'reset' })
    const veil = shownPage(page).getByText('正在重新连接')
    await veil.waitFor()
    await phone.waitForPicture()
    proxy.heal()
    await veil.waitFor({ state: 'detached' })
    await phone.afterwards(() => phone.tap(launcherPositions.settings))
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  })
})

describe('somebody who was let in', () => {
  const grant = async (access: 'view' | 'control') => {
    const [account] = await createAccounts(system.databaseUrl(), 1)
    if (!account) throw new Error('no account was made')
    await withClient(system.databaseUrl(), (client) =>
      client.query(
        `insert into device_grants (device_id, grantee_id, access, state, expires_at, created_at)
         select id, $1, $2, 'active', now() + interval '1 day', now() from devices where name = $3`,
        [account.userId, access, FIRST],
      ),
    )
    return { phone: account.mobilePhone, password: account.password }
  }

  test('only to look has no keys, and is cut off when it is taken back', async () => {
    const visitor = await system.visit()
    const { page } = visitor
    await enterFirst(visitor, await grant('view'))
    await page.setViewportSize({ width: 320, height: 568 })
    const notice = shownPage(page).getByRole('status').filter({ hasText: '仅查看：可以观看，不能操作' })
    await notice.waitFor()
    await openTools(page)
    const tools = await page.getByRole('toolbar', { name: '云手机工具栏' }).boundingBox()
    const words = await notice.boundingBox()
    expect((words?.x ?? 320) + (words?.width ?? 0)).toBeLessThan(tools?.x ?? 0)
    await expect.poll(() => button(page, '主屏幕').count()).toBe(0)
    await expect.poll(() => button(page, '上传').count()).toBe(0)
    await withClient(system.databaseUrl(), (client) => client.query(`update device_grants set state = 'revoked'`))
    await page.getByRole('alert').filter({ hasText: '使用权限已收回' }).waitFor()
  })
})

/** Address of a phone's page with a ticket, without a login. */
const ticketAddress = async (): Promise<{ ticket: string; address: string }> => {
  const owner = await system.visit(login)
  await owner.page.goto('/pages/Home/index')
  const answer = owner.page.waitForResponse('**/stream/createTicket**')
  await shownPage(owner.page).getByText('进入云手机').click()
  await answer
  const token = await owner.page.evaluate<string>(`JSON.parse(localStorage.getItem('token')).data`)
  const response = await fetch(`${system.url()}/vmcloud/api/stream/createTicket`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token },
    body: JSON.stringify({ deviceId: Number(new URL(owner.page.url()).searchParams.get('deviceId')), mode: 'view' }),
  })
  const { ticket } = ((await response.json()) as { data: { ticket: string } }).data
  return { ticket, address: `/pages/webView/web_instance?ticket=${ticket}` }
}

test('a ticket opens the phone once, without a login, and does not stay in the address', async () => {
  const { ticket, address } = await ticketAddress()
  const guest = await system.visit()
  await guest.page.goto(address)
  await phoneCanvas(guest.page).waitForPicture()
  expect(guest.page.url()).not.toContain(ticket)

  const second = await system.visit()
  await second.page.goto(address)
  await second.page.getByRole('alert').filter({ hasText: '无法打开云手机' }).waitFor()
})

test('a browser that decodes nothing before it is touched asks for a tap', async () => {
  const { address } = await ticketAddress()
  const { page } = await system.visit()
  await page.addInitScript(() => {
    let isTouched = false
    globalThis.addEventListener('pointerdown', () => (isTouched = true), true)
    const Decoder = globalThis.VideoDecoder
    globalThis.VideoDecoder = class extends Decoder {
      override decode(chunk: EncodedVideoChunk) {
        if (isTouched) super.decode(chunk)
      }
    }
  })
  await page.goto(address)
  await button(page, '点按开始').click()
  await phoneCanvas(page).waitForPicture()
  await expect.poll(() => button(page, '点按开始').count()).toBe(0)
})
