import { glob, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { findAccessibilityViolations } from '@yunji/testkit/accessibility'
import { eventually } from '@yunji/testkit/eventually'
import { withClient } from '@yunji/testkit/with-client'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hosts } from '../stories/client.ts'
import { useClients } from '../stories/clients.ts'
import { type BoughtPhone, buyPhones } from '../support/phones.ts'
import { findLayoutProblems } from './gallery/layout-checks.ts'
import { button, checkbox, confirmDialog, sheet, text } from './page-elements.ts'
import { createPeople, type Person } from './people.ts'
import { launcherPositions } from './phone-canvas.ts'
import { LONG_TIMEOUT, pathOfPage, shownPage } from './visit.ts'

const clients = useClients({ env: { YUNJI_PHONES: 'virtual' } })
const people = createPeople(clients)

const PHONES = 12
const WIDE = { width: 1440, height: 900 }

const buy = ({ userId, token }: Person, count: number) =>
  buyPhones({ url: clients.url(), databaseUrl: clients.databaseUrl(), userId, token }, count)

const query = (statement: string, values: readonly unknown[]) =>
  withClient(clients.databaseUrl(), (client) => client.query(statement, [...values]))

/** Phones whose notes contain the words. */
const countNotesWith = async (words: string): Promise<number> => {
  let count = 0
  const files = glob('phones/**/com.yunji.notes/files/notes.json', { cwd: clients.dataDir() })
  for await (const file of files)
    if ((await readFile(path.join(clients.dataDir(), file), 'utf8')).includes(words)) count += 1
  return count
}

/** Time from the first phone that has stored the words to the last. */
const spreadOfNotesMs = async (words: string): Promise<number> => {
  const times: number[] = []
  const files = glob('phones/**/com.yunji.notes/files/notes.json', { cwd: clients.dataDir() })
  for await (const file of files) {
    const name = path.join(clients.dataDir(), file)
    if ((await readFile(name, 'utf8')).includes(words)) times.push((await stat(name)).mtimeMs)
  }
  return Math.max(...times) - Math.min(...times)
}

const clipboardOf = async (deviceId: number): Promise<string> => {
  const { rows } = await query('select phone_id from devices where id = $1', [deviceId])
  const file = path.join(clients.dataDir(), 'phones', 'phones', String(rows[0]?.phone_id), 'state.json')
  return (JSON.parse(await readFile(file, 'utf8')) as { clipboard: string }).clipboard
}

const isDrawn = (canvas: HTMLElement | SVGElement) => {
  const { width, height } = canvas as HTMLCanvasElement
  const small = Object.assign(document.createElement('canvas'), { width: 16, height: 16 })
  const context = small.getContext('2d')
  if (width > 0 && height > 0) context?.drawImage(canvas as HTMLCanvasElement, 0, 0, 16, 16)
  return new Set(new Uint32Array(context?.getImageData(0, 0, 16, 16).data.buffer ?? new ArrayBuffer())).size > 8
}

const canvases = (page: Page): Locator => shownPage(page).locator('canvas')

const waitForPictures = (page: Page, count: number) =>
  eventually(
    async () => {
      const drawn = await Promise.all((await canvases(page).all()).map((canvas) => canvas.evaluate(isDrawn)))
      if (drawn.filter(Boolean).length < count) throw new Error(`${drawn.filter(Boolean).length} of ${count} drawn`)
    },
    { deadlineMs: LONG_TIMEOUT.timeout },
  )

const stage = (page: Page) => shownPage(page).getByRole('region', { name: /放大$/ })
const stageOf = (page: Page, name: string) => shownPage(page).getByRole('region', { name: `「${name}」放大` })

/** Taps a fraction of the picture, which is in the middle of its canvas; an empty canvas has another shape. */
const tapOn = async (page: Page, canvas: Locator, at: { readonly x: number; readonly y: number }) => {
  await expect.poll(() => canvas.evaluate(isDrawn), LONG_TIMEOUT).toBe(true)
  const { x, y, width, height, ...picture } = await standingBox(canvas)
  const scale = Math.min(width / picture.pixelsWide, height / picture.pixelsHigh)
  await page.mouse.click(
    x + (width - picture.pixelsWide * scale) / 2 + at.x * picture.pixelsWide * scale,
    y + (height - picture.pixelsHigh * scale) / 2 + at.y * picture.pixelsHigh * scale,
  )
}

/** Place and size of a canvas that has stopped moving: a phone that becomes large gets larger pictures a moment later. */
const standingBox = async (canvas: Locator) => {
  const measure = () =>
    canvas.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const { width: pixelsWide, height: pixelsHigh } = element as HTMLCanvasElement
      return { x, y, width, height, pixelsWide, pixelsHigh }
    })
  let box = await measure()
  await expect
    .poll(async () => {
      const before = box
      box = await measure()
      return JSON.stringify(box) === JSON.stringify(before)
    }, LONG_TIMEOUT)
    .toBe(true)
  return box
}

const tile = (page: Page, name: string) =>
  shownPage(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox', { name, exact: true }) })

const chooseInMenu = async (page: Page, name: string, item: string) => {
  await button(page, `「${name}」的操作`).click()
  await shownPage(page).getByRole('menuitem', { name: item }).click()
}

const write = async (page: Page, words: string) => {
  await button(page, '文字').click()
  await sheet(page, '输入文字').getByRole('textbox').fill(words)
  await sheet(page, '输入文字').getByRole('button', { name: '输入到光标处' }).click()
  await sheet(page, '输入文字').waitFor({ state: 'hidden' })
}

const openWall = async ({ page }: Person, phones: readonly BoughtPhone[]) => {
  await page.goto(`/pages/Device/wall?deviceIds=${phones.map(({ id }) => id).join()}`)
  await waitForPictures(page, phones.length)
}

describe('a wall of twelve phones', () => {
  let owner: Person
  let page: Page
  let phones: readonly BoughtPhone[]
  const nameOf = (index: number) => phones[index]?.name ?? ''

  beforeAll(async () => {
    owner = await people.signUp()
    page = owner.page
    phones = await buy(owner, PHONES)
    await page.setViewportSize(WIDE)
  })

  test('is opened from the home page with chosen phones', async () => {
    await page.goto('/pages/Home/index')
    await button(page, '切换到多机视图').click(LONG_TIMEOUT)
    await button(page, '批量').click()
    await button(page, '全选').click()
    await text(page, `已选 ${PHONES} 台`).waitFor()
    await button(page, '更多').click()
    await sheet(page, '批量操作').getByRole('button', { name: '同步操作' }).click()
    await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/Device/wall')
    await waitForPictures(page, PHONES)
    await text(page, `操作会同步到 ${PHONES - 1} 台`).waitFor(LONG_TIMEOUT)
    expect(owner.takeErrors()).toEqual([])
  })

  test('is moved together by a touch, and by what is typed', async () => {
    await tapOn(page, stage(page).locator('canvas'), launcherPositions.notes)
    await write(page, '十二台一起')
    await expect.poll(() => countNotesWith('十二台一起'), LONG_TIMEOUT).toBe(PHONES)
  })

  test('leaves a phone alone that has left, marks its other picture, and takes it back', async () => {
    const last = nameOf(PHONES - 1)
    await chooseInMenu(page, last, '退出跟随')
    await tile(page, last).getByText('未跟随').waitFor()
    await write(page, '少了一台')
    await expect.poll(() => countNotesWith('少了一台'), LONG_TIMEOUT).toBe(PHONES - 1)
    await button(page, '主屏幕').click()
    await chooseInMenu(page, last, '加入跟随')
    await tile(page, last).getByText('画面不同').waitFor(LONG_TIMEOUT)
    await button(page, '应用').click()
    await sheet(page, '打开应用').getByText('便签').click()
    await tile(page, last).getByText('跟随中').waitFor(LONG_TIMEOUT)
  })

  test('is used on any tile directly, and on that one only', async () => {
    const second = nameOf(1)
    await button(page, '主屏幕').click()
    await text(page, '画面不同').waitFor({ state: 'hidden', ...LONG_TIMEOUT })
    await tapOn(page, tile(page, second).locator('canvas'), launcherPositions.notes)
    await tile(page, second).getByText('画面不同').waitFor(LONG_TIMEOUT)
    expect(await text(page, '画面不同').count()).toBe(1)
    await button(page, '主屏幕').click()
    await text(page, '画面不同').waitFor({ state: 'hidden', ...LONG_TIMEOUT })
  })

  test('is chosen from with the keyboard, and commanded with the right button', async () => {
    await checkbox(page, nameOf(1)).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await tile(page, nameOf(2)).locator('canvas').click({ button: 'right' })
    await text(page, '已选 2 台').waitFor()
    await shownPage(page).getByRole('menuitem', { name: '退出跟随' }).click()
    await text(page, `操作会同步到 ${PHONES - 3} 台`).waitFor()
    await checkbox(page, nameOf(1)).focus()
    await page.keyboard.press('Control+a')
    expect(await shownPage(page).getByRole('checkbox', { checked: true }).count()).toBe(PHONES - 1)
    await tile(page, nameOf(2)).locator('canvas').click({ button: 'right' })
    await shownPage(page).getByRole('menuitem', { name: '加入跟随' }).click()
    await text(page, `操作会同步到 ${PHONES - 1} 台`).waitFor()
    await page.keyboard.press('Escape')
  })

  test('says that its leader is gone, and is led by another one', async () => {
    await query(`update devices set state = 'stopped', state_deadline = null where id = $1`, [phones[0]?.id])
    const notice = shownPage(page).getByRole('alert')
    await notice.getByText(`主控「${nameOf(0)}」已断开`).waitFor(LONG_TIMEOUT)
    await notice.getByRole('button', { name: `由「${nameOf(1)}」主控` }).click()
    await text(page, `操作会同步到 ${PHONES - 2} 台`).waitFor(LONG_TIMEOUT)
    await tapOn(page, stageOf(page, nameOf(1)).locator('canvas'), launcherPositions.notes)
    await write(page, '换了主控')
    await expect.poll(() => countNotesWith('换了主控'), LONG_TIMEOUT).toBe(PHONES - 1)
    expect(owner.takeErrors()).toEqual([])
  })
})

describe('a wall of three phones', () => {
  let owner: Person
  let page: Page
  let phones: readonly BoughtPhone[] = []
  const [LEADER, FIRST] = [0, 1]
  const nameOf = (index: number) => phones[index]?.name ?? ''

  beforeAll(async () => {
    owner = await people.signUp()
    page = owner.page
    phones = await buy(owner, 3)
    await page.setViewportSize(WIDE)
    await openWall(owner, phones)
    await text(page, '操作会同步到 2 台').waitFor(LONG_TIMEOUT)
  })

  test('puts what is copied on its leader on the clipboards of those that follow', async () => {
    await tapOn(page, stage(page).locator('canvas'), launcherPositions.notes)
    await write(page, '三台')
    await expect.poll(() => countNotesWith('三台'), LONG_TIMEOUT).toBe(3)
    await chooseInMenu(page, nameOf(FIRST), '退出跟随')
    await write(page, '只在主控上')
    await expect.poll(() => countNotesWith('只在主控上'), LONG_TIMEOUT).toBe(2)
    await chooseInMenu(page, nameOf(FIRST), '加入跟随')
    await text(page, '操作会同步到 2 台').waitFor(LONG_TIMEOUT)
    await stage(page).locator('canvas').focus()
    await page.keyboard.press('Control+C')
    const copied = () => Promise.all(phones.map(({ id }) => clipboardOf(id)))
    const note = expect.stringContaining('只在主控上')
    await expect.poll(copied, LONG_TIMEOUT).toEqual([note, note, note])
  })

  test('lets followers act later, each by chance, once a delay is set', async () => {
    await button(page, '设置').click()
    await sheet(page, '同步设置').getByRole('radio', { name: '3 秒内' }).click()
    await page.keyboard.press('Escape')
    let round = 0
    // Of two followers, one is a second late in eight of nine rounds; without a delay none ever is.
    await eventually(
      async () => {
        const words = `第 ${++round} 次`
        await write(page, words)
        await expect.poll(() => countNotesWith(words), LONG_TIMEOUT).toBe(3)
        expect(await spreadOfNotesMs(words)).toBeGreaterThan(1000)
      },
      { deadlineMs: 120_000 },
    )
    await button(page, '设置').click()
    await sheet(page, '同步设置').getByRole('radio', { name: '不延迟' }).click()
    await page.keyboard.press('Escape')
  })

  test('restarts a phone from its menu, and that one only', async () => {
    await tile(page, nameOf(FIRST)).locator('canvas').click({ button: 'right' })
    await shownPage(page).getByRole('menuitem', { name: '重启' }).click()
    await confirmDialog(page).getByText(nameOf(FIRST)).waitFor()
    await confirmDialog(page).getByRole('button', { name: '重启' }).click()
    await text(page, '正在重启').waitFor(LONG_TIMEOUT)
    const restarted = async () => {
      const { rows } = await query(
        `select p.device_id::int as id, p.state from task_parts p join tasks t on t.id = p.task_id
         where t.kind = 'reboot' and t.owner_id = $1`,
        [owner.userId],
      )
      return rows
    }
    await expect.poll(restarted, LONG_TIMEOUT).toEqual([{ id: phones[FIRST]?.id, state: 'succeeded' }])
    await tile(page, nameOf(FIRST))
      .getByText(/跟随中|画面不同/)
      .waitFor(LONG_TIMEOUT)
    await stage(page).getByText(nameOf(LEADER), { exact: true }).waitFor()
    expect(owner.takeErrors()).toEqual([])
  })
})

test('a phone that may only be looked at is on the wall and does not follow, nor lead', async () => {
  const [owner, friend] = [await people.signUp(), await people.signUp()]
  const phones = await buy(owner, 3)
  for (const [index, { id }] of phones.entries())
    await query(
      `insert into device_grants (device_id, grantee_id, access, state, expires_at, created_at)
       values ($1, $2, $3, 'active', now() + interval '1 day', now())`,
      [id, friend.userId, index === 0 ? 'view' : 'control'],
    )
  const { page } = friend
  await openWall(friend, phones)
  const [looked, leader] = [phones[0]?.name ?? '', phones[1]?.name ?? '']
  await tile(page, looked).getByText('仅查看').waitFor(LONG_TIMEOUT)
  await stage(page).getByText(leader, { exact: true }).waitFor()
  await text(page, '操作会同步到 1 台').waitFor(LONG_TIMEOUT)
  await tapOn(page, stage(page).locator('canvas'), launcherPositions.notes)
  await write(page, '只有两台')
  await expect.poll(() => countNotesWith('只有两台'), LONG_TIMEOUT).toBe(2)
  await button(page, `「${looked}」的操作`).click()
  expect(await shownPage(page).getByRole('menuitem').allInnerTexts()).toEqual(['放大', '移出'])
})

test.for(hosts)('a wall without phones says what to choose: %s', async (host) => {
  const client = await clients.open(host, await clients.signUp())
  for (const address of ['Device/wall', 'Device/wall?deviceIds=1,2'] as const) {
    await client.open(address)
    await client.see('请选择 2 台以上的云手机')
  }
  expect(client.takeErrors()).toEqual([])
})

const drawnWidths = (drawings: (HTMLElement | SVGElement)[]) =>
  drawings.map((canvas) => (canvas as HTMLCanvasElement).width).filter((width) => width !== 300)

test('the mini-program opens several phones in a web view, by tickets and never by the login', async () => {
  const person = await clients.demoUser()
  const running = async () => {
    const { rows } = await query(`select id from devices where owner_id = $1 and state = 'running' order by id`, [
      person.userId,
    ])
    return rows.map(({ id }) => id)
  }
  await expect.poll(async () => (await running()).length, { timeout: 90_000 }).toBe(3)
  const client = await clients.open('mini-program', person)
  await client.open(`Device/wall?deviceIds=${(await running()).join()}`)
  const view = client.page.locator('iframe[src*="tickets="]')
  await view.waitFor(LONG_TIMEOUT)
  const src = (await view.getAttribute('src')) ?? ''
  expect(src).not.toContain(person.token)
  expect(client.takeErrors()).toEqual([])

  // The build contains another server's address; this one serves the same page to any ticket holder.
  const { pathname, search } = new URL(src)
  const { page } = await clients.visit({ viewport: WIDE })
  await page.goto(pathname + search)
  await expect.poll(async () => (await page.locator('canvas').evaluateAll(drawnWidths)).length, LONG_TIMEOUT).toBe(3)
  await page.getByText('操作会同步到 2 台').waitFor(LONG_TIMEOUT)
  expect(new URL(page.url()).search).toBe('')
})

test('a wall fits narrow and wide windows', async () => {
  const owner = await people.logInAsDemo()
  const { rows } = await query(`select id, name from devices where owner_id = $1 and state = 'running'`, [owner.userId])
  await openWall(owner, rows as BoughtPhone[])
  for (const width of [320, 390, 430, 1280]) {
    await owner.page.setViewportSize({ width, height: 844 })
    expect(await findLayoutProblems(owner.page, '#app')).toEqual([])
  }
  expect(await findAccessibilityViolations(owner.page, '#app')).toEqual([])
})
