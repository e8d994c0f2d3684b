import { withClient } from '@yunji/testkit/with-client'
import type { MiniProgram } from '@yunji/weapp-runner'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useClients } from '../stories/clients.ts'
import { addStoppedDevices } from '../support/stopped-devices.ts'
import { createPeople, type Person } from './people.ts'
import { LONG_TIMEOUT, shownPage } from './visit.ts'

const COUNT = 150
/** One page after the other on a busy machine. */
const LOAD_TIMEOUT = { timeout: 90_000 }
/** Twice what fits on the screen, with the lines beyond its edges. */
const MOST_TILES = 60

const clients = useClients()
const people = createPeople(clients)

let owner: Person
let page: Page

beforeAll(async () => {
  owner = await people.signUp()
  await addStoppedDevices(clients.databaseUrl(), owner.userId, COUNT)
  page = owner.page
})

const button = (name: string) => shownPage(page).getByRole('button', { name, exact: true })
const tiles = () => shownPage(page).locator('li[aria-posinset]')
const tile = (place: number) => shownPage(page).locator(`li[aria-posinset="${place}"]`)
const area = () => shownPage(page).locator('[class*="pull-area-module__area"]')
const scrollTop = () => area().evaluate((element) => element.scrollTop)

const scrollTo = (top: number | 'end') =>
  area().evaluate((element, to) => {
    element.scrollTop = to === 'end' ? element.scrollHeight : to
  }, top)

/** Scrolls on until the last device has come; returns the most tiles that stood in the page. */
const scrollToLast = async (): Promise<number> => {
  let most = 0
  await expect
    .poll(async () => {
      await scrollTo('end')
      most = Math.max(most, await tiles().count())
      return tile(COUNT).count()
    }, LOAD_TIMEOUT)
    .toBe(1)
  return most
}

const openMulti = async () => {
  await page.goto('/')
  const other = button('切换到多机视图')
  await other.or(button('切换到单机视图')).waitFor(LONG_TIMEOUT)
  if ((await other.count()) > 0) await other.click()
  await tile(1).waitFor(LONG_TIMEOUT)
}

describe('hundreds of devices', () => {
  beforeEach(openMulti)

  test('are a few tiles in the page, whose places are told', async () => {
    expect(await tile(1).getAttribute('aria-setsize')).toBe(String(COUNT))
    expect(await scrollToLast()).toBeLessThanOrEqual(MOST_TILES)
    await tile(COUNT).getByText(`云机 ${COUNT}`).waitFor()
    expect(await tile(1).count()).toBe(0)
    await scrollTo(0)
    await tile(1).getByText('云机 1', { exact: true }).waitFor()
    expect(await tiles().count()).toBeLessThanOrEqual(MOST_TILES)
    expect(await tile(COUNT).count()).toBe(0)
  })

  test('are reached by the keyboard, and the focus stays on its tile', async () => {
    await scrollToLast()
    await scrollTo(0)
    await tile(1).getByRole('button').first().focus()
    const focusedPlace = () => page.evaluate(() => document.activeElement?.closest('li')?.getAttribute('aria-posinset'))
    const beyond = (await tiles().count()) + 5
    for (let step = 0; step < 2 * beyond; step += 1) await page.keyboard.press('Tab')
    await expect.poll(async () => Number(await focusedPlace()), LONG_TIMEOUT).toBeGreaterThan(beyond)
    const place = await focusedPlace()
    await scrollTo(0)
    await tile(1).waitFor()
    expect(await focusedPlace()).toBe(place)
  })

  test('show a change that happened out of sight', async () => {
    await scrollToLast()
    await withClient(clients.databaseUrl(), (client) =>
      client.query(
        `update devices set state = 'faulty', faulty_since = now(), state_deadline = now() + interval '1 day'
         where owner_id = $1 and name = '云机 1'`,
        [owner.userId],
      ),
    )
    await scrollTo(0)
    await expect.poll(() => tile(1).getByText('离线').count(), LONG_TIMEOUT).toBe(1)
  })

  test('keep their place for the way back, where renamed ones have their new name', async () => {
    await scrollToLast()
    await scrollTo(1200)
    const place = 30
    await tile(place).waitFor()
    const before = await scrollTop()
    await shownPage(page).getByRole('link', { name: /消息/ }).click()
    await expect.poll(() => tiles().count(), LONG_TIMEOUT).toBe(0)
    await withClient(clients.databaseUrl(), (client) =>
      client.query(`update devices set name = '改名 ' || name where owner_id = $1 and name = '云机 30'`, [
        owner.userId,
      ]),
    )
    await page.goBack()
    await tile(place).getByText('改名 云机 30').waitFor(LONG_TIMEOUT)
    expect(await scrollTop()).toBe(before)
    expect(await tiles().count()).toBeLessThanOrEqual(MOST_TILES)
  })

  test('begin at the top with another filter', async () => {
    await scrollToLast()
    await shownPage(page).getByRole('radio', { name: '10/H 37' }).click()
    await tile(1).getByText('云机 4', { exact: true }).waitFor(LONG_TIMEOUT)
    expect(await scrollTop()).toBe(0)
    await shownPage(page)
      .getByRole('radio', { name: `全部 ${COUNT}` })
      .click()
    await tile(1).getByText('云机 1', { exact: true }).waitFor(LONG_TIMEOUT)
    expect(await scrollTop()).toBe(0)
  })

  test('stay at the same device when the window gets another width', async () => {
    await scrollToLast()
    await scrollTo(2000)
    /** Zero until the tiles at the edge are drawn. */
    const firstPlace = () =>
      area().evaluate((element) => {
        const { top } = element.getBoundingClientRect()
        const GAP_PX = 40
        const seen = [...element.querySelectorAll('li[aria-posinset]')].find(
          (each) => each.getBoundingClientRect().bottom > top + 1,
        )
        const isAtEdge = seen && seen.getBoundingClientRect().top < top + GAP_PX
        return isAtEdge ? Number(seen.getAttribute('aria-posinset')) : 0
      })
    await expect.poll(firstPlace, LONG_TIMEOUT).toBeGreaterThan(1)
    const before = await firstPlace()
    await page.setViewportSize({ width: 800, height: 844 })
    const columns = 6
    await expect
      .poll(async () => Math.abs((await firstPlace()) - before), LONG_TIMEOUT)
      .toBeLessThanOrEqual(2 * columns)
    expect(await tiles().count()).toBeLessThanOrEqual(2 * MOST_TILES)
    await page.setViewportSize({ width: 390, height: 844 })
  })

  test('are found by a search, and one at a time are a few slides', async () => {
    await scrollToLast()
    await button('搜索设备').click()
    await shownPage(page).getByRole('textbox', { name: '搜索设备名称' }).fill('云机 14')
    await tile(1).getByText('云机 14', { exact: true }).waitFor(LONG_TIMEOUT)
    expect(await tile(1).getAttribute('aria-setsize')).toBe('11')
    await button('取消').click()
    await tile(1).getByText('云机 1', { exact: true }).waitFor(LONG_TIMEOUT)
    await scrollToLast()
    await button('切换到单机视图').click()
    await shownPage(page).getByRole('region', { name: '我的云手机' }).waitFor()
    expect(await shownPage(page).locator('[class*="carousel-module__slide"]').count()).toBeLessThanOrEqual(7)
  })
})

test('a page that chooses devices has few rows in it, and all of them can be chosen', async () => {
  await page.goto('/pages/Group/pages/MoveGroup')
  await withClient(clients.databaseUrl(), (client) =>
    client.query(`insert into device_groups (user_id, name, created_at) values ($1, '游戏组', now())`, [owner.userId]),
  )
  await page.reload()
  await tile(1).waitFor(LONG_TIMEOUT)
  expect(await scrollToLast()).toBeLessThanOrEqual(MOST_TILES)
  await tile(COUNT).getByRole('checkbox').click()
  await shownPage(page).getByText('已选 1 台').waitFor()
  await shownPage(page).getByRole('checkbox', { name: '全选' }).click()
  await shownPage(page).getByText(`已选 ${COUNT} 台`).waitFor()
})

describe('hundreds of devices of the mini-program', () => {
  /** Guards against hanging. */
  const MOST_STEPS = 60
  const STEP_LIMIT_BYTES = 64 * 1024
  const CHANGE_LIMIT_BYTES = 2 * 1024
  let program: MiniProgram
  let userId: number

  const programArea = () => program.page.locator('.weapp-frame[current] [class*="pull-area-module__area"]')
  const programTiles = () => program.page.locator('.weapp-frame[current] [class*="device-tile-module__tile"]')

  /** Bytes that came to the view while `act` ran and until nothing more came. */
  const bytesOf = async (act: () => Promise<unknown>): Promise<number> => {
    const before = await program.viewTraffic()
    await act()
    let last = -1
    await expect
      .poll(async () => {
        await program.waitForRequests()
        const { calls } = await program.viewTraffic()
        const isQuiet = calls === last
        last = calls
        return isQuiet
      }, LONG_TIMEOUT)
      .toBe(true)
    return (await program.viewTraffic()).bytes - before.bytes
  }

  /** Scrolls by one screen. */
  const scrollOn = () =>
    programArea().evaluate((element) => {
      element.scrollTop += element.clientHeight
    })

  beforeAll(async () => {
    const person = await clients.signUp()
    userId = person.userId
    await addStoppedDevices(clients.databaseUrl(), userId, COUNT)
    program = await clients.openProgram('Home/index', person)
    // Before the bell.
    await program.page.locator('.weapp-frame[current] [class*="home-header-module__icons"] > :nth-last-child(2)').tap()
    await programTiles().nth(3).waitFor(LONG_TIMEOUT)
  })

  test('a step of scrolling sends little to the view, and few tiles stand in it', async () => {
    const steps: number[] = []
    let most = 0
    const last = programTiles().getByText(`云机 ${COUNT}`, { exact: true })
    while (steps.length < MOST_STEPS && (await last.count()) === 0) {
      steps.push(await bytesOf(scrollOn))
      most = Math.max(most, await programTiles().count())
    }
    expect(steps.length).toBeGreaterThan(10)
    expect(Math.max(...steps)).toBeLessThanOrEqual(STEP_LIMIT_BYTES)
    expect(most).toBeLessThanOrEqual(72)
    expect(await last.count()).toBe(1)
    await programArea().evaluate((element) => {
      element.scrollTop = 0
    })
    await program.waitForText('云机 1')
    expect(program.errors).toEqual([])
  })

  test('a change of one device sends that tile alone', async () => {
    await bytesOf(async () => undefined)
    // Other news, such as a minute that passes, may come between: the least counts.
    const sent: number[] = []
    for (const name of ['云机 2', '云机 3', '云机 4'])
      sent.push(
        await bytesOf(async () => {
          await clients.database(
            `update devices set state = 'faulty', faulty_since = now(), state_deadline = now() + interval '1 day'
             where owner_id = $1 and name = $2`,
            [userId, name],
          )
          await expect.poll(() => programTiles().getByText('离线').count(), LONG_TIMEOUT).toBe(sent.length + 1)
        }),
      )
    expect(Math.min(...sent)).toBeLessThanOrEqual(CHANGE_LIMIT_BYTES)
    expect(program.errors).toEqual([])
  })
})
