import { getDeviceIds, getDeviceList, sendCommand } from '@yunji/contract/devices/device/calls'
import { DeviceCommand } from '@yunji/contract/devices/device/enums'
import { stopDevice } from '@yunji/contract/devices/rental/calls'
import { findAccessibilityViolations } from '@yunji/testkit/accessibility'
import { withClient } from '@yunji/testkit/with-client'
import type { Page, Request } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addStoppedDevices } from '../support/stopped-devices.ts'
import { fillWallet } from '../support/wallet.ts'
import { findLayoutProblems } from './gallery/layout-checks.ts'
import { confirmDialog, holdTaskNews, link, payBy, tapWhenReady, text } from './page-elements.ts'
import { createPeople, type Person } from './people.ts'
import { phoneCanvas } from './phone-canvas.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, pathOfPage, saveLogin, shownPage, type Visit } from './visit.ts'

const system = useRunningSystem({ env: { YUNJI_PHONES: 'virtual' } })
const people = createPeople(system)

/** The devices that the demo account has from the beginning, in the order of the list. */
const FIRST = '星海远征 06'
const SECOND = '日常主号'
const THIRD = '消消乐园 01'

let login: Awaited<ReturnType<typeof saveLogin>>
let visitor: Visit
let page: Page

beforeAll(async () => {
  login = await saveLogin(await system.visit())
})

const heading = (name: string) => shownPage(page).getByRole('heading', { name, exact: true })
const button = (name: string) => shownPage(page).getByRole('button', { name, exact: true })
const phone = (name: string) => shownPage(page).getByRole('button', { name: new RegExp(name) })

const openHome = async (prepare?: (opened: Page) => Promise<unknown>) => {
  visitor = await system.visit(login)
  page = visitor.page
  await prepare?.(page)
  await page.goto('/pages/Home/index')
}

const query = async <Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
  (await withClient(system.databaseUrl(), (client) => client.query<Row>(sql, [...values]))).rows

const addStopped = ({ userId }: Person, count: number) => addStoppedDevices(system.databaseUrl(), userId, count)

/** Opens the home page of somebody in the multi view. */
const openMulti = async (person: Person) => {
  page = person.page
  await page.goto('/')
  await button('切换到多机视图').click(LONG_TIMEOUT)
  await button('批量').click()
}

const isCommand = (request: Request) => request.url().includes(sendCommand.path)

/** Commands sent by the page after this call. */
const commandsFrom = (from: Page): string[] => {
  const sent: string[] = []
  from.on('request', (request) => {
    if (isCommand(request)) sent.push(bodyOf(request).command)
  })
  return sent
}

const bodyOf = (request: Request) => request.postDataJSON() as { deviceIds: number[]; command: string }

test('names a state as the operator has named it', async () => {
  const person = await people.signUp()
  await addStopped(person, 1)
  const nameState = (name: string, tone: string) =>
    query(`update dictionary_entries set name = $1, tone = $2 where category = 'deviceStatus' and value = 'stopped'`, [
      name,
      tone,
    ])
  await nameState('休眠', 'soon')
  try {
    page = person.page
    await page.goto('/')
    await shownPage(page).getByText('休眠').first().waitFor()
    await expect.poll(() => text(page, '已关机').count()).toBe(0)
  } finally {
    await nameState('已关机', 'off')
  }
})

describe('one at a time', () => {
  beforeEach(() => openHome())

  test('shows the first device, its screen, its state and what is left', async () => {
    await heading(FIRST).waitFor()
    await shownPage(page).getByText('运行中').first().waitFor()
    await shownPage(page)
      .getByText(/^剩余 \d+ 天/)
      .waitFor()
    await shownPage(page).getByText('1 台设备将在 24 小时内到期').waitFor()
    const cover = phone(`${FIRST}，运行中`).locator('img').first()
    await expect
      .poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth), LONG_TIMEOUT)
      .toBeGreaterThan(0)
    expect(visitor.takeErrors()).toEqual([])
  })

  test('leads to the neighbour by a tap on it, and keeps it in the middle after a look elsewhere', async () => {
    // Tapped by position: a locator would scroll it to the middle first.
    const box = await phone(`看「${SECOND}」`).boundingBox()
    await page.mouse.click((box?.x ?? 0) + 8, (box?.y ?? 0) + 80)
    await heading(SECOND).waitFor()
    await shownPage(page).getByRole('link', { name: '我的', exact: true }).click()
    await button('退出登录').waitFor()
    await shownPage(page).getByRole('link', { name: '云手机', exact: true }).click()
    await heading(SECOND).waitFor()
    await expect.poll(() => heading(FIRST).count()).toBe(0)
  })

  test('narrows to one version, with the numbers of each', async () => {
    await heading(FIRST).waitFor()
    await shownPage(page).getByRole('radio', { name: '10/H 1' }).click()
    await heading(SECOND).waitFor()
    await expect.poll(() => shownPage(page).getByRole('button', { name: /^看「/ }).count(), LONG_TIMEOUT).toBe(0)
    await shownPage(page).getByRole('radio', { name: '全部 3' }).waitFor()
  })

  test('finds a device by a part of its name, and says when there is none', async () => {
    await heading(FIRST).waitFor()
    await button('搜索设备').click()
    const field = shownPage(page).getByRole('textbox', { name: '搜索设备名称' })
    await expect.poll(() => field.evaluate((element) => element === document.activeElement), LONG_TIMEOUT).toBe(true)
    await field.fill('消消')
    await heading(THIRD).waitFor()
    await shownPage(page).getByRole('radio', { name: '全部 1' }).waitFor()
    expect(await findLayoutProblems(page, '#app')).toEqual([])
    await field.fill('没有这一台')
    await shownPage(page).getByText('没有符合条件的设备').waitFor()
    await button('查看全部').click()
    await heading(FIRST).waitFor()
    await expect.poll(() => field.count()).toBe(0)
  })

  test('narrows to one state', async () => {
    await heading(FIRST).waitFor()
    const choose = async (chip: string, state: RegExp) => {
      await button(chip).click()
      await page.getByRole('dialog', { name: '设备状态' }).getByRole('radio', { name: state }).click()
    }
    await choose('状态', /^已到期/)
    await shownPage(page).getByText('没有符合条件的设备').waitFor()
    await choose('已到期', /^运行中/)
    await heading(FIRST).waitFor()
    await choose('运行中', /^全部状态/)
    await button('状态').waitFor()
    expect(visitor.takeErrors()).toEqual([])
  })

  test('narrows to one group', async () => {
    await button('全部设备').click()
    const sheet = page.getByRole('dialog', { name: '切换分组' })
    await sheet.getByRole('radio', { name: /默认分组/ }).click()
    await heading('默认分组').waitFor()
    await heading(SECOND).waitFor()
    await expect.poll(() => shownPage(page).getByRole('button', { name: /^看「/ }).count()).toBe(0)
  })

  test('asks only the device in the middle for its picture, and nobody once the page is left', async () => {
    const commandedIds: number[][] = []
    page.on('request', (request) => {
      if (isCommand(request)) commandedIds.push(bodyOf(request).deviceIds)
    })
    await heading(FIRST).waitFor()
    await expect.poll(() => commandedIds.length, LONG_TIMEOUT).toBeGreaterThan(0)
    expect(commandedIds.every((ids) => ids.length === 1)).toBe(true)
    await page.clock.install()
    await shownPage(page).getByRole('link', { name: '我的', exact: true }).click()
    await button('退出登录').waitFor()
    const before = commandedIds.length
    await page.clock.fastForward('01:00')
    expect(commandedIds).toHaveLength(before)
  })
})

describe('a phone that is not ready', () => {
  test('does not look as if a phone could be entered while it is being made, and says why', async () => {
    await openHome((opened) =>
      opened.route(`**${getDeviceList.path}?*`, async (route) => {
        const response = await route.fetch()
        await route.fulfill({
          response,
          body: (await response.text()).replaceAll('"state":"running"', '"state":"creating"'),
        })
      }),
    )
    await button('创建中…').waitFor()
    await expect.poll(() => button('创建中…').isDisabled()).toBe(true)
    await phone(`${FIRST}，创建中`).click()
    await page.getByText('设备创建中，请稍后再试').waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await page.reload()
    await button('进入云手机').waitFor()
  })

  test('starts a stopped phone by the large button, and goes on to it', async () => {
    const owner = await people.logInAsDemo()
    page = owner.page
    await page.goto('/')
    await heading(FIRST).waitFor()
    const [device] = await query<{ id: number }>('select id::int from devices where name = $1', [FIRST])
    await people.call(stopDevice, { deviceIds: [device?.id] }, owner.token)
    await page.reload()
    await button('开机').waitFor()
    await expect.poll(() => button('进入云手机').count()).toBe(0)
    await button('开机').click()
    await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/webView/web_instance')
    await phoneCanvas(page).waitForPicture()
    await page.goto('/')
    await button('进入云手机').waitFor()
    await expect.poll(() => button('开机').count()).toBe(0)
  })

  test('waits with a phone that restarts, and moves nothing for the notice', async () => {
    const top = async () => (await heading(FIRST).boundingBox())?.y
    // Without the notice of an expiring device, whose place the task takes.
    await openHome((opened) =>
      opened.route(`**${getDeviceList.path}?*`, async (route) => {
        const response = await route.fetch()
        const body = (await response.text()).replace(/"expiringSoon":\d+/, '"expiringSoon":0')
        await route.fulfill({ response, body })
      }),
    )
    await heading(FIRST).waitFor()
    const before = await top()
    const release = await holdTaskNews(page)
    await button('重启').click()
    await confirmDialog(page).getByRole('button', { name: '重启' }).click()
    await button('重启中…').waitFor()
    await text(page, '查看进度').waitFor()
    expect(await top()).toBe(before)
    release()
    await button('进入云手机').waitFor(LONG_TIMEOUT)
    await expect.poll(() => button('重启中…').count()).toBe(0)
  })
})

describe('many beside each other', () => {
  beforeEach(async () => {
    await openHome()
    await button('切换到多机视图').click()
    await phone(`进入「${THIRD}」`).waitFor()
  })

  test('is remembered', async () => {
    await page.reload()
    await phone(`进入「${FIRST}」`).waitFor()
    await button('切换到单机视图').click()
    await heading(FIRST).waitFor()
    await expect.poll(() => phone(`进入「${FIRST}」`).count()).toBe(0)
  })

  test('lets several be chosen and restarted at once, after a question', async () => {
    await button('批量').click()
    // Shown as disabled; a tap explains why.
    await button('重启').click({ force: true })
    await page.getByText('请先选择设备').waitFor()
    await button('全选').click()
    await heading('已选 3 台').waitFor()
    await shownPage(page).getByRole('checkbox', { name: FIRST }).click()
    await heading('已选 2 台').waitFor()
    await button('重启').click()
    const question = page.getByRole('alertdialog', { name: '重启设备？' })
    await question.getByText('2 台设备').waitFor()
    const sent = page.waitForRequest(
      (request) => isCommand(request) && bodyOf(request).command === DeviceCommand.reboot,
    )
    await question.getByRole('button', { name: '重启' }).click()
    expect(bodyOf(await sent).deviceIds).toHaveLength(2)
    await phone(`进入「${FIRST}」`).waitFor()
    await expect
      .poll(
        () =>
          shownPage(page)
            .getByText('重启中')
            .count()
            .then((count) => count === 0),
        LONG_TIMEOUT,
      )
      .toBe(true)
  })
})

describe('all of them at once', () => {
  const COUNT = 130

  test('are those of the filter, loaded or not, with their number, and the command goes to each', async () => {
    const owner = await people.signUp()
    await addStopped(owner, COUNT)
    await openMulti(owner)
    await button('全选').click()
    await heading(`已选 ${COUNT} 台`).waitFor()
    await button('全不选').click()
    await heading('已选 0 台').waitFor()

    await shownPage(page).getByRole('radio', { name: '10/H 32' }).click()
    await button('全选').click()
    await heading('已选 32 台').waitFor()
    await shownPage(page)
      .getByRole('radio', { name: `全部 ${COUNT}` })
      .click()
    await heading('已选 0 台').waitFor()

    await button('全选').click()
    await heading(`已选 ${COUNT} 台`).waitFor()
    await button('开机').click()
    await confirmDialog(page).getByText(`${COUNT} 台设备`).waitFor()
    await confirmDialog(page).getByRole('button', { name: '开机' }).click()
    await page.getByText('正在开机').waitFor(LONG_TIMEOUT)
    const stopped = await query("select from devices where owner_id = $1 and state = 'stopped'", [owner.userId])
    expect(stopped).toHaveLength(0)
  })

  test('say so when they cannot be read, and choose nothing', async () => {
    const owner = await people.signUp()
    await addStopped(owner, 2)
    await owner.page.route(`**${getDeviceIds.path}**`, (route) => route.abort())
    await openMulti(owner)
    await button('全选').click()
    await page.getByText(/网络/).waitFor()
    await expect.poll(() => heading('已选 0 台').count()).toBe(1)
  })

  test('are switched off, and shared', async () => {
    const owner = await people.signUp()
    await addStopped(owner, 2)
    await query("update devices set state = 'running' where owner_id = $1", [owner.userId])
    await openMulti(owner)
    await button('全选').click()
    await button('关机').click()
    await confirmDialog(page).getByText('2 台设备').waitFor()
    await confirmDialog(page).getByRole('button', { name: '关机' }).click()
    await expect
      .poll(() => query("select from devices where owner_id = $1 and state = 'stopped'", [owner.userId]), LONG_TIMEOUT)
      .toHaveLength(2)

    await button('批量').click()
    await button('全选').click()
    await button('更多').click()
    await page.getByRole('dialog', { name: '批量操作' }).getByRole('button', { name: '授权' }).click()
    await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/Device/empower')
    expect(new URL(page.url()).searchParams.get('deviceIds')?.split(',')).toHaveLength(2)
  })
})

test('a phone that was just bought is in the middle after 完成, however many there are', async () => {
  const owner = await people.signUp()
  await addStopped(owner, 12)
  await fillWallet(system.databaseUrl(), owner.userId, 'balance', 100_000)
  page = owner.page
  await page.goto('/pages/create/buyGoods?goodId=2&goodTime=24')
  await shownPage(page).getByRole('checkbox').click()
  await tapWhenReady(page, '提交订单')
  await payBy(page, 'balance')
  await link(page, '打开云手机').waitFor(LONG_TIMEOUT)
  const [bought] = await query<{ name: string }>(
    'select name from devices where owner_id = $1 order by id desc limit 1',
    [owner.userId],
  )
  await link(page, '完成').click()
  await heading(bought?.name ?? '').waitFor()
  await button('进入云手机').waitFor()
  await expect.poll(() => text(page, /^看「云机 1」$/).count()).toBe(0)
})

describe('what can be done with a device', () => {
  const openSheet = async (name: string) => {
    await openHome()
    await button('切换到多机视图').click()
    await shownPage(page)
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .click()
    return page.getByRole('dialog', { name })
  }

  test('is exactly what its permission list grants', async () => {
    const sheet = await openSheet(THIRD)
    await sheet.getByRole('button', { name: '升降配置' }).waitFor()
    await sheet.getByRole('button', { name: '更换区域' }).waitFor()
    await expect.poll(() => sheet.getByRole('button', { name: '更换型号' }).count()).toBe(0)
    await expect.poll(() => sheet.getByRole('button', { name: '升视频版' }).count()).toBe(0)
  })

  test('begins with its power, in sight on the smallest screen', async () => {
    const sheet = await openSheet(THIRD)
    await page.setViewportSize({ width: 320, height: 568 })
    const box = await sheet.getByRole('button', { name: '关机' }).boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(500)
    expect(box?.y).toBeGreaterThan(0)
  })

  test('leads to the backups of the device', async () => {
    const sheet = await openSheet(FIRST)
    await sheet.getByRole('button', { name: '备份' }).click()
    await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/Space/DataCenter')
  })

  test('a name is changed everywhere at once', async () => {
    const sheet = await openSheet(FIRST)
    await sheet.getByRole('button', { name: '名称和备注' }).click()
    const form = page.getByRole('dialog', { name: '名称和备注' })
    await form.getByRole('textbox', { name: '设备名称' }).fill('星海远征 66')
    await form.getByRole('button', { name: '保存' }).click()
    await phone('进入「星海远征 66」').waitFor()
    await page.reload()
    const again = shownPage(page).getByRole('button', { name: /^星海远征 66/ })
    await again.click()
    await page.getByRole('dialog', { name: '星海远征 66' }).getByRole('button', { name: '名称和备注' }).click()
    await form.getByRole('textbox', { name: '设备名称' }).fill(FIRST)
    await form.getByRole('button', { name: '保存' }).click()
    await phone(`进入「${FIRST}」`).waitFor()
    expect(visitor.takeErrors()).toEqual([])
  })

  test('a note and tags are kept, found by the search, and filter the list', async () => {
    const person = await people.signUp()
    await addStopped(person, 4)
    page = person.page
    await page.goto('/')
    await button('更多').first().click(LONG_TIMEOUT)
    await page.getByRole('dialog').getByRole('button', { name: '名称和备注' }).click()
    const form = page.getByRole('dialog', { name: '名称和备注' })
    await form.getByRole('textbox', { name: '备注' }).fill('直播专用')
    await form.getByRole('textbox', { name: '新标签' }).fill('主号')
    await form.getByRole('button', { name: '添加' }).click()
    await form.getByRole('button', { name: '保存' }).click()
    await shownPage(page).getByText('直播专用', { exact: true }).waitFor()
    await text(page, '主号').first().waitFor()
    await form.waitFor({ state: 'detached' })
    expect(await findLayoutProblems(page, '#app')).toEqual([])

    await openMulti(person)
    for (const name of ['云机 1', '云机 2']) await shownPage(page).getByRole('checkbox', { name }).click()
    await button('更多').click()
    await page.getByRole('dialog', { name: '批量操作' }).getByRole('button', { name: '标签' }).click()
    const tags = page.getByRole('dialog', { name: /^标签/ })
    await tags.getByRole('checkbox', { name: '主号' }).click()
    await tags.getByRole('button', { name: '添加到所选设备' }).click()
    await button('状态').click()
    await page
      .getByRole('dialog', { name: '设备状态' })
      .getByRole('radio', { name: /^主号\s*2 台/ })
      .click()
    await shownPage(page)
      .getByRole('radio', { name: /^全部\s*2/ })
      .waitFor()
    expect(person.takeErrors()).toEqual([])
  })

  test('an address that is none is not sent', async () => {
    const sheet = await openSheet(SECOND)
    const sent = commandsFrom(page)
    await sheet.getByRole('button', { name: '打开网址' }).click()
    const form = page.getByRole('dialog', { name: '打开网址' })
    await form.getByRole('textbox', { name: '网址' }).fill('javascript:alert(1)')
    await form.getByRole('button', { name: '打开' }).click()
    await form.getByRole('alert').filter({ hasText: '请输入完整的网址' }).waitFor()
    expect(sent).not.toContain(DeviceCommand.openUrl)
  })

  test('back to factory is asked twice, with a backup offered, and a no sends nothing', async () => {
    const sheet = await openSheet(SECOND)
    const sent = commandsFrom(page)
    await sheet.getByRole('button', { name: '深度清理' }).click()
    const first = page.getByRole('alertdialog', { name: '深度清理这台设备？' })
    await first.getByRole('button', { name: '先去备份' }).waitFor()
    await first.getByRole('button', { name: '确认清理' }).click()
    await page.getByRole('alertdialog', { name: '再次确认' }).getByRole('button', { name: '取消' }).click()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    expect(sent).not.toContain(DeviceCommand.deepClean)
  })

  test('only apps that were installed can be removed', async () => {
    const sheet = await openSheet(SECOND)
    await sheet.getByRole('button', { name: '卸载应用' }).click()
    const apps = page.getByRole('dialog', { name: '卸载应用' })
    await expect.poll(() => apps.innerText(), LONG_TIMEOUT).toMatch(/卸载\n|没有可以卸载的应用/)
    await expect.poll(() => apps.innerText()).not.toContain('设置')
  })
})

describe('when it does not go well', () => {
  test('a list that cannot be read says so, and comes with the retry', async () => {
    await openHome((opened) => opened.route(`**${getDeviceList.path}**`, (route) => route.abort()))
    const retry = shownPage(page).getByRole('button', { name: '重试' })
    await retry.waitFor()
    await page.unroute(`**${getDeviceList.path}**`)
    await retry.click()
    await heading(FIRST).waitFor()
    await expect.poll(() => retry.count()).toBe(0)
  })

  test('without a device, it says what to do', async () => {
    const counts = { all: 0, '10/B': 0, '10/H': 0, running: 0 }
    const data = { records: [], page: 1, totalPage: 0, counts, renewal: { expiringSoon: 0, expired: 0 } }
    await openHome((opened) =>
      opened.route(`**${getDeviceList.path}**`, (route) =>
        route.fulfill({ json: { code: 200, msg: '成功', data, ts: 1 } }),
      ),
    )
    await heading('还没有云手机').waitFor()
    await shownPage(page)
      .getByRole('link', { name: /有激活码/ })
      .waitFor()
    await shownPage(page).getByRole('main').getByRole('link', { name: '创建云手机' }).click()
    await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/Home/create')
  })
})

describe('looks', () => {
  const findProblems = async (): Promise<string[]> => {
    const problems: string[] = []
    for (const width of [320, 390, 430]) {
      await page.setViewportSize({ width, height: 844 })
      problems.push(...(await findLayoutProblems(page, '#app')).map((problem) => `at ${width}: ${problem}`))
    }
    return [...problems, ...(await findAccessibilityViolations(page, '#app'))]
  }

  test('on the smallest screen the versions are whole beside the states, and the tools above the tabs', async () => {
    await openHome()
    await page.setViewportSize({ width: 320, height: 568 })
    await heading(FIRST).waitFor()
    const boxOf = async (name: string, role: 'button' | 'radio' | 'link' = 'button') => {
      const box = await shownPage(page)
        .getByRole(role, { name, exact: role !== 'radio' })
        .boundingBox()
      return { right: (box?.x ?? 0) + (box?.width ?? 0), bottom: (box?.y ?? 0) + (box?.height ?? 0), ...box }
    }
    for (const view of ['切换到多机视图', '切换到单机视图']) {
      const [last, states] = [await boxOf('10/H', 'radio'), await boxOf('状态')]
      expect(last.right).toBeLessThanOrEqual(states.x ?? 0)
      expect(states.y).toBe(last.y)
      await button(view).click()
    }
    expect((await boxOf('更多')).bottom).toBeLessThanOrEqual((await boxOf('云手机', 'link')).y ?? 0)
  })

  test('many, while choosing, and the sheet', async () => {
    await openHome()
    await heading(FIRST).waitFor()
    await button('切换到多机视图').click()
    await phone(`进入「${FIRST}」`).waitFor()
    expect(await findProblems()).toEqual([])
    await button('批量').click()
    expect(await findProblems()).toEqual([])
    await button('取消').click()
    await shownPage(page)
      .getByRole('button', { name: new RegExp(`^${FIRST}`) })
      .click()
    await page.getByRole('dialog', { name: FIRST }).waitFor()
    expect(await findProblems()).toEqual([])
  })
})

describe('a later start', () => {
  const isList = (request: Request) => request.url().includes(getDeviceList.path)
  const isCall = (request: Request) => request.url().includes('/vmcloud/')

  /** Calls of a start of the home page until its devices are shown. */
  const startAgain = async (prepare?: (opened: Page) => Promise<unknown>) => {
    const { page: opened, context } = await system.visit(login)
    await opened.goto('/')
    await shownPage(opened).getByRole('heading', { name: FIRST }).waitFor()
    await prepare?.(opened)
    const next = await context.newPage()
    const calls: Request[] = []
    next.on('request', (request) => {
      if (isCall(request)) calls.push(request)
    })
    await next.goto('/')
    await shownPage(next).getByRole('heading', { name: FIRST }).waitFor()
    return { next, calls }
  }

  const changeEarlyRequest = (opened: Page, change: string) =>
    opened.evaluate((field) => {
      const { data } = JSON.parse(localStorage.getItem('earlyRequest') ?? '')
      const headers = { ...data.headers, [field]: '7' }
      localStorage.setItem('earlyRequest', JSON.stringify({ data: { ...data, headers } }))
    }, change)

  test('asks for the devices before its scripts have come, and once', async () => {
    const { calls } = await startAgain()
    expect(calls.map(isList).indexOf(true)).toBe(0)
    expect(calls.filter(isList)).toHaveLength(1)
    expect(await calls[0]?.allHeaders()).toMatchObject({ token: expect.stringMatching(/./) })
  })

  test('does not ask for another account', async () => {
    const { calls } = await startAgain((opened) => changeEarlyRequest(opened, 'userId'))
    expect(calls.map(isList).indexOf(true)).toBeGreaterThan(0)
    expect(calls.filter(isList)).toHaveLength(1)
  })

  test('asks again where the answer is of another request', async () => {
    const { calls } = await startAgain((opened) => changeEarlyRequest(opened, 'channel'))
    expect(calls.filter(isList)).toHaveLength(2)
  })

  test('asks again where the early request fails', async () => {
    const { page: opened, context } = await system.visit(login)
    await opened.goto('/')
    await shownPage(opened).getByRole('heading', { name: FIRST }).waitFor()
    const next = await context.newPage()
    let tries = 0
    await next.route(`**${getDeviceList.path}**`, (route) => {
      tries += 1
      return tries === 1 ? route.abort() : route.continue()
    })
    await next.goto('/')
    await shownPage(next).getByRole('heading', { name: FIRST }).waitFor()
    expect(tries).toBe(2)
  })

  test('asks for nothing without a login', async () => {
    const { page: opened } = await system.visit(login)
    await opened.goto('/')
    await shownPage(opened).getByRole('heading', { name: FIRST }).waitFor()
    await opened.evaluate(() => {
      for (const name of ['token', 'userId']) localStorage.removeItem(name)
    })
    const calls: Request[] = []
    opened.on('request', (request) => {
      if (isList(request)) calls.push(request)
    })
    await opened.goto('/')
    await shownPage(opened).getByText('一台云上的手机').waitFor()
    expect(calls).toEqual([])
  })
})
