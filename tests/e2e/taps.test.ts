import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { button, link } from './page-elements.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, pathOfPage, saveLogin, shownPage, shownPages } from './visit.ts'

const system = useRunningSystem()

/** The bundle of a page, or of the devices on Home; the scripts that every page needs have other names. */
const BUNDLE = /\/js\/(\d+|my-devices)\.[0-9a-f]{8}\.js$/
const HOME = '/pages/Home/index'
const LOGIN = '/pages/login/login'
const OFFER = '/pages/create/buyGoods'
const SHOP = '/pages/Home/create'
const SLOW_PHONE = 6
/** A page whose bundle is held never finishes loading. */
const SCRIPTS_RUN = { waitUntil: 'domcontentloaded' } as const

let login: Awaited<ReturnType<typeof saveLogin>>
beforeAll(async () => {
  login = await saveLogin(await system.visit())
})

/** Holds bundles requested after this call until they are released. */
const holdBundles = async (page: Page, which = BUNDLE) => {
  const held: Route[] = []
  let isHeld = true
  await page.route(which, async (route) => {
    if (isHeld) held.push(route)
    else await route.continue()
  })
  return {
    someAreHeld: async () => {
      await expect.poll(() => held.length, LONG_TIMEOUT).toBeGreaterThan(0)
    },
    release: () => {
      isHeld = false
      for (const route of held.splice(0)) void route.continue()
    },
  }
}

const expectOnly = async (page: Page, path: string) => {
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe(path)
  await expect.poll(() => shownPages(page).count(), LONG_TIMEOUT).toBe(1)
}

/** An element that only this page has. */
const marks = {
  [HOME]: (page: Page) => link(page, '先看价格，不用登录'),
  [LOGIN]: (page: Page) => button(page, '登录 / 注册'),
  [OFFER]: (page: Page) => button(page, '提交订单').first(),
  [SHOP]: (page: Page) => shownPage(page).locator('a[aria-current="page"]', { hasText: '创建云手机' }),
} as const

const expectPage = async (page: Page, path: keyof typeof marks) => {
  await expectOnly(page, path)
  await marks[path](page).waitFor(LONG_TIMEOUT)
}

/** Home as a visitor sees it, drawn: what is clicked by a script must be there. */
const openHome = async (page: Page) => {
  await page.goto(HOME)
  await marks[HOME](page).waitFor(LONG_TIMEOUT)
}

/** Clicks a visible link at once, without Playwright's waits. */
const tapNow = (page: Page, path: string) =>
  page.evaluate((href) => {
    const links = [...document.querySelectorAll<HTMLElement>(`.taro_page a[href="${href}"]`)]
    const shown = links.findLast((element) => element.offsetParent !== null)
    if (!shown) throw new Error(`no link to ${href} is on screen`)
    shown.click()
  }, path)

/** Clicks two links of the visible page, the second as soon as the words appear: it may be hidden soon after. */
const tapBoth = (page: Page, hrefs: readonly [string, string], words: string) =>
  page.evaluate(
    ([first, second, seen]) =>
      new Promise<void>((resolve) => {
        const linkTo = (href: string) => document.querySelector(`.taro_page a[href="${href}"]`) as HTMLElement
        const next = linkTo(second)
        const press = () => {
          if (!document.body.innerText.includes(seen)) return
          watch.disconnect()
          next.click()
          resolve()
        }
        const watch = new MutationObserver(press)
        watch.observe(document.body, { childList: true, subtree: true })
        linkTo(first).click()
        press()
      }),
    [...hrefs, words] as const,
  )

describe('a page that is still coming', () => {
  test('gives the focus on a tab to the page that takes its place', async () => {
    const { page, takeErrors } = await system.visit(login)
    const bundles = await holdBundles(page)
    await page.goto(HOME, SCRIPTS_RUN)
    await link(page, '我的').focus(LONG_TIMEOUT)
    bundles.release()
    await shownPage(page).getByText('全部设备').waitFor(LONG_TIMEOUT)
    await page.keyboard.press('Enter')
    await expectOnly(page, '/pages/Home/user')
    expect(takeErrors()).toEqual([])
  })

  test('gives the focus on the way back to the page that takes its place', async () => {
    const { page, takeErrors } = await system.visit()
    await openHome(page)
    const bundles = await holdBundles(page)
    await marks[HOME](page).click()
    await bundles.someAreHeld()
    await shownPage(page).getByText('加载中…').waitFor(LONG_TIMEOUT)
    await button(page, '返回').focus()
    bundles.release()
    await expectPage(page, OFFER)
    await page.keyboard.press('Enter')
    await expectPage(page, HOME)
    expect(takeErrors()).toEqual([])
  })

  test('waits with its coming for the finger that is down', async () => {
    const { page, takeErrors } = await system.visit(login)
    const bundles = await holdBundles(page)
    await page.goto(HOME, SCRIPTS_RUN)
    await link(page, '我的').hover(LONG_TIMEOUT)
    await bundles.someAreHeld()
    await page.mouse.down()
    const arrived = page.waitForResponse(/my-devices/)
    bundles.release()
    await (await arrived).finished()
    await page.mouse.up()
    await expectOnly(page, '/pages/Home/user')
    expect(takeErrors()).toEqual([])
  })
})

test('a page that comes after it was left takes nothing from the one on screen', async () => {
  const { page, takeErrors } = await system.visit(login)
  const bundles = await holdBundles(page, /my-devices/)
  await page.goto(HOME, SCRIPTS_RUN)
  await link(page, '我的').click(LONG_TIMEOUT)
  await button(page, '退出登录').waitFor(LONG_TIMEOUT)
  bundles.release()
  await page.locator('.taro_page', { hasText: '全部设备' }).waitFor({ state: 'attached', ...LONG_TIMEOUT })
  await expectOnly(page, '/pages/Home/user')
  await button(page, '退出登录').press('Enter')
  const dialog = page.getByRole('alertdialog')
  await dialog.waitFor(LONG_TIMEOUT)
  await expect
    .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)), LONG_TIMEOUT)
    .toBe(true)
  expect(takeErrors()).toEqual([])
})

describe('a tap', () => {
  test.each([
    ['before anything of the next page is there', ''],
    ['when the next page is loading', '加载中…'],
  ])('%s opens what it asks for', async (_, words) => {
    const { page, takeErrors } = await system.visit()
    await openHome(page)
    const bundles = await holdBundles(page)
    await tapBoth(page, [OFFER, SHOP], words)
    bundles.release()
    await expectPage(page, SHOP)
    await page.goBack()
    await expectPage(page, HOME)
    expect(takeErrors()).toEqual([])
  })

  test('twice on the same opens it once', async () => {
    const { page, takeErrors } = await system.visit()
    await openHome(page)
    const bundles = await holdBundles(page)
    await tapNow(page, OFFER)
    await tapNow(page, OFFER)
    bundles.release()
    await expectPage(page, OFFER)
    await page.goBack()
    await expectPage(page, HOME)
    expect(takeErrors()).toEqual([])
  })

  test('twice on the same, the second when the page has come, opens it once', async () => {
    const { page, takeErrors } = await system.visit({ reducedMotion: 'no-preference' })
    await openHome(page)
    await page.evaluate((href) => {
      const first = document.querySelector(`a[href="${href}"]`) as HTMLElement
      first.click()
      // As soon as the second page is mounted; the first is still visible behind it.
      const watch = new MutationObserver(() => {
        if (document.querySelectorAll('.taro_page').length < 2) return
        watch.disconnect()
        setTimeout(() => first.click(), 50)
      })
      watch.observe(document.body, { childList: true, subtree: true })
    }, OFFER)
    await expectPage(page, OFFER)
    await page.goBack()
    await expectPage(page, HOME)
    expect(takeErrors()).toEqual([])
  })

  test('while the browser goes back opens what it asks for', async () => {
    const { page, takeErrors } = await system.visit({ reducedMotion: 'no-preference' })
    await openHome(page)
    await marks[HOME](page).click()
    await expectPage(page, OFFER)
    await page.evaluate((href) => {
      const next = document.querySelector(`.taro_page a[href="${href}"]`) as HTMLElement
      addEventListener('popstate', () => setTimeout(() => next.click(), 50), { once: true })
      history.back()
    }, LOGIN)
    await expectPage(page, LOGIN)
    await page.goBack()
    await expectPage(page, HOME)
    expect(takeErrors()).toEqual([])
  })

  test('on the way back, while another page is coming, leaves the page that it stands on', async () => {
    const { page, takeErrors } = await system.visit()
    await openHome(page)
    await link(page, '登录 / 注册').click()
    await expectPage(page, LOGIN)
    const bundles = await holdBundles(page)
    await page.evaluate(() => {
      const shown = [...document.querySelectorAll<HTMLElement>('.taro_page')].findLast(
        (element) => element.offsetParent,
      )
      const other = [...(shown?.querySelectorAll('a') ?? [])].find((element) => !element.href.includes('/login/'))
      const back = shown?.querySelector<HTMLElement>('[aria-label="关闭"]')
      if (!other || !back) throw new Error('no other page, or no way back')
      other.click()
      back.click()
    })
    bundles.release()
    await expectPage(page, HOME)
    expect(takeErrors()).toEqual([])
  })

  test('that the browser’s back button takes back can be made again', async () => {
    const { page, takeErrors } = await system.visit()
    await openHome(page)
    const bundles = await holdBundles(page)
    await tapNow(page, OFFER)
    await page.goBack()
    await tapNow(page, OFFER)
    bundles.release()
    await expectPage(page, OFFER)
    expect(takeErrors()).toEqual([])
  })

  test('that the browser refuses is told to the person and to the server', async () => {
    const { page } = await system.visit()
    await openHome(page)
    // Safari refuses the hundredth change of the address within half a minute.
    await page.evaluate(() => {
      history.replaceState = () => {
        throw new DOMException('too many', 'SecurityError')
      }
    })
    const reported = page.waitForRequest((request) => /event=error/.test(request.postData() ?? ''))
    const notice = page.getByText('页面没有打开，请重试').waitFor(LONG_TIMEOUT)
    await tapNow(page, SHOP)
    await notice
    expect((await reported).postData()).toContain(encodeURIComponent(SHOP))
  })
})

test('somebody who never waits gets everywhere on a slow phone with a slow network', async () => {
  const { page, context, takeErrors } = await system.visit({ reducedMotion: 'no-preference' })
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PHONE })
  let count = 0
  await page.route(BUNDLE, async (route) => {
    count += 1
    const delayMs = (count * 70) % 350
    setTimeout(() => void route.continue(), delayMs)
  })
  await page.goto(HOME, SCRIPTS_RUN)
  for (const path of [OFFER, HOME, LOGIN, HOME, SHOP, HOME]) {
    if (path === HOME && pathOfPage(page) !== SHOP) await page.goBack(SCRIPTS_RUN)
    else await shownPage(page).locator(`a[href="${path}"]:not([aria-current])`).last().click(LONG_TIMEOUT)
    await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe(path)
  }
  await expectPage(page, HOME)
  expect(takeErrors()).toEqual([])
})
