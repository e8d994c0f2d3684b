import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useRunningGallery } from './gallery/running-gallery.ts'
import { touchOn } from './gallery/touch.ts'
import { LONG_TIMEOUT, shownPage } from './visit.ts'

const open = useRunningGallery()

/** Offset of a list's content. */
const shiftPx = (list: Locator): Promise<number> =>
  list.evaluate((element) => {
    const area = element.querySelector('[class*="__area"]')
    const content = element.querySelector('[class*="__content"]')
    if (!area || !content) throw new Error('no list here')
    return content.getBoundingClientRect().top - area.getBoundingClientRect().top + area.scrollTop
  })

describe('a list', () => {
  const openList = async (name = 'many') => {
    const page = await open('lists')
    const list = page.locator(`#list-${name}`)
    await list.getByText('云手机 1', { exact: true }).waitFor()
    const { x = 0, y = 0, width = 0 } = (await list.boundingBox()) ?? {}
    const start = { x: x + width / 2, y: y + 40 }
    const rows = () => list.getByRole('listitem').count()
    return { page, list, start, rows, finger: await touchOn(page) }
  }

  /** Number of reads of the first page. */
  const readings = async (list: Locator) =>
    Number(/第 (\d+) 次读取/.exec(await list.getByRole('listitem').first().innerText())?.[1])

  test('follows a finger, says what letting go does, and refreshes from exactly 80 px on', async () => {
    const { list, start, finger } = await openList()
    await finger.down(start)
    await finger.move(0, 79)
    await list.getByText('下拉刷新').waitFor()
    await expect.poll(() => shiftPx(list), LONG_TIMEOUT).toBeCloseTo(79)
    await finger.move(0, 1)
    await list.getByText('释放更新').waitFor()
    await finger.move(0, 100)
    await expect.poll(() => shiftPx(list), LONG_TIMEOUT).toBeCloseTo(100)
    const loading = list.getByText('加载中…').waitFor(LONG_TIMEOUT)
    await finger.up()
    await loading
    await expect.poll(() => readings(list), LONG_TIMEOUT).toBe(2)
    await expect.poll(() => shiftPx(list), LONG_TIMEOUT).toBe(0)
  })

  test('goes back from 79 px without having been read again', async () => {
    const { page, list, start, finger } = await openList()
    await finger.down(start)
    await finger.move(0, 79)
    await list.getByText('下拉刷新').waitFor()
    await finger.up()
    await expect.poll(() => shiftPx(list), LONG_TIMEOUT).toBe(0)
    await page.getByRole('button', { name: '刷新' }).first().focus()
    await page.keyboard.press('Enter')
    // The second read comes from the keyboard; the touch caused none.
    await expect.poll(() => readings(list), LONG_TIMEOUT).toBe(2)
  })

  test('takes a pull of 45 degrees, and leaves a flatter one to others', async () => {
    const { list, start, finger } = await openList()
    await finger.down(start)
    await finger.move(62, 60)
    await finger.move(0, 60)
    expect(await shiftPx(list)).toBe(0)
    await finger.up()
    await finger.down(start)
    await finger.move(60, 60)
    await list.getByText('下拉刷新').waitFor()
    await finger.up()
  })

  test('lets go by itself when the finger comes within 20 px of the lower edge', async () => {
    const { page, list, start, finger } = await openList()
    const heightPx = page.viewportSize()?.height ?? 0
    await finger.down(start)
    await finger.move(0, heightPx - 21 - start.y)
    await list.getByText('释放更新').waitFor()
    const loading = list.getByText('加载中…').waitFor(LONG_TIMEOUT)
    await finger.move(0, 1)
    await loading
    await finger.up()
    await expect.poll(() => readings(list), LONG_TIMEOUT).toBe(2)
  })

  test('is pulled by a mouse', async () => {
    const { page, list, start } = await openList()
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(start.x, start.y + 90, { steps: 6 })
    await list.getByText('释放更新').waitFor()
    await page.mouse.up()
    await expect.poll(() => readings(list), LONG_TIMEOUT).toBe(2)
  })

  test('is pulled by a trackpad, and not by the notch of a wheel', async () => {
    const { page, list, start } = await openList()
    await page.mouse.move(start.x, start.y)
    await page.mouse.wheel(0, -120)
    expect(await shiftPx(list)).toBe(0)
    await list.getByText('下拉刷新').waitFor({ state: 'hidden' })
    const pull = () =>
      list.locator('[class*="__area"]').evaluate((area) => {
        // Dispatched inside the page: a busy browser merges external wheel steps into one.
        const step = () => new WheelEvent('wheel', { deltaY: -15, bubbles: true, cancelable: true })
        for (let count = 0; count < 8; count++) area.dispatchEvent(step())
      })
    const pullAndRead = async () => {
      await pull()
      return readings(list)
    }
    // The pause separates the gestures.
    await expect.poll(pullAndRead, { ...LONG_TIMEOUT, interval: 1000 }).toBeGreaterThan(1)
  })

  test('grows by ten rows near its end, lets a failed page be tried again, and ends', async () => {
    const { list, rows } = await openList()
    const area = list.locator('[class*="__area"]')
    const toEnd = () => area.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect.poll(() => rows()).toBe(10)
    await toEnd()
    await expect.poll(rows, LONG_TIMEOUT).toBe(20)
    await toEnd()
    const retry = list.getByRole('button', { name: '加载失败，点此重试' })
    await retry.waitFor(LONG_TIMEOUT)
    await expect.poll(() => rows()).toBe(20)
    await retry.tap()
    await expect.poll(rows, LONG_TIMEOUT).toBe(30)
    await toEnd()
    await list.getByText('没有更多了').waitFor(LONG_TIMEOUT)
    await expect.poll(() => rows()).toBe(35)
  })

  test('offers the way back to its top from 1000 px on', async () => {
    const { list } = await openList()
    const area = list.locator('[class*="__area"]')
    const scrollTo = (px: number) => area.evaluate((element, to) => element.scrollTo(0, to), px)
    const back = list.getByRole('button', { name: '返回顶部' })
    await scrollTo(700)
    await expect.poll(() => list.getByRole('listitem').count(), LONG_TIMEOUT).toBe(20)
    await scrollTo(999)
    await expect.poll(() => back.count()).toBe(0)
    await scrollTo(1000)
    await back.waitFor()
    await back.tap()
    await expect.poll(() => area.evaluate((element) => element.scrollTop), LONG_TIMEOUT).toBe(0)
    await back.waitFor({ state: 'hidden' })
  })

  test.each([
    ['two', 2, 0],
    ['messages', 23, 1],
  ])('%s: all %i rows come; the end is told %i times', async (name, count, ends) => {
    const { list, rows } = await openList(name)
    const area = list.locator('[class*="__area"]')
    await expect
      .poll(async () => {
        await area.evaluate((element) => element.scrollTo(0, element.scrollHeight))
        return rows()
      }, LONG_TIMEOUT)
      .toBe(count)
    await expect.poll(() => list.getByText('没有更多了').count(), LONG_TIMEOUT).toBe(ends)
  })
})

describe('a verification code', () => {
  const openCode = async (prepare?: (page: Page) => Promise<void>) => {
    const page = await open('fields', { permissions: ['clipboard-read', 'clipboard-write'] }, prepare)
    return { page, field: page.getByRole('textbox', { name: '验证码', exact: true }) }
  }

  test('is one field that a phone fills in by itself', async () => {
    const { field } = await openCode()
    await expect.poll(() => field.getAttribute('autocomplete')).toBe('one-time-code')
    await expect.poll(() => field.getAttribute('inputmode')).toBe('numeric')
    await field.fill('307512')
    await expect.poll(() => field.inputValue()).toBe('307512')
  })

  test('is typed digit by digit, taken back from its end, and complete with the sixth', async () => {
    const { page, field } = await openCode()
    await field.click()
    await page.keyboard.type('30a7')
    await expect.poll(() => field.inputValue()).toBe('307')
    const { width = 0, height = 0 } = (await field.boundingBox()) ?? {}
    await field.click({ position: { x: width / 12, y: height / 2 } })
    await page.keyboard.press('Backspace')
    await page.keyboard.type('7512')
    await page.getByText('验证码 307512').waitFor()
    await page.keyboard.type('9')
    await expect.poll(() => field.inputValue()).toBe('307512')
  })

  test('is found in a message that is pasted', async () => {
    const { page, field } = await openCode()
    await page.evaluate(() => navigator.clipboard.writeText('【云机】验证码 307512，5 分钟内有效'))
    await field.click()
    await page.keyboard.press('ControlOrMeta+v')
    await expect.poll(() => field.inputValue(), LONG_TIMEOUT).toBe('307512')
  })

  test('can be asked for again after sixty seconds, also on a page that was left meanwhile', async () => {
    const { page } = await openCode((fresh) => fresh.clock.install({ time: '2026-11-15T08:00:00Z' }))
    await page.goto('/pages/gallery/index')
    const openFields = () => page.getByRole('link', { name: '输入', exact: true }).tap()
    await openFields()
    const trying = shownPage(page).getByText('code: to try').locator('..')
    await trying.getByRole('button', { name: '获取验证码' }).tap()
    // The page's clock keeps running: a second may pass before the check.
    const waiting = trying.getByRole('button', { name: /^\d+ 秒后重发$/ })
    const secondsLeft = async () => Number.parseInt((await waiting.textContent()) ?? '', 10)
    await waiting.waitFor()
    await expect.poll(() => waiting.isDisabled()).toBe(true)
    expect(await secondsLeft()).toBeGreaterThan(47)
    await page.clock.fastForward(13_000)
    await expect.poll(secondsLeft, LONG_TIMEOUT).toBeLessThanOrEqual(47)
    await shownPage(page).getByRole('button', { name: '返回' }).tap()
    await page.clock.runFor(7000)
    await openFields()
    await page.clock.runFor(1000)
    await expect.poll(secondsLeft, LONG_TIMEOUT).toBeLessThanOrEqual(39)
    await page.clock.runFor(39_000)
    await trying.getByRole('button', { name: '重新获取' }).waitFor()
  })
})

describe('a long text', () => {
  test('counts characters, not their halves, and ends at 140', async () => {
    const page = await open('fields')
    const text = page.getByRole('textbox', { name: '问题描述，最多 140 字' })
    await text.fill('😀'.repeat(141))
    await expect.poll(() => text.inputValue()).toBe('😀'.repeat(140))
    await page.getByText('140/140').nth(1).waitFor()
  })
})

describe('a count', () => {
  test('is stepped and typed, and stays within its limits', async () => {
    const page = await open('pickers')
    const count = page.getByRole('textbox', { name: '数量', exact: true })
    const less = page.getByRole('button', { name: '减少数量', exact: true })
    await expect.poll(() => less.isDisabled()).toBe(true)
    await page.getByRole('button', { name: '增加数量', exact: true }).tap()
    await expect.poll(() => count.inputValue()).toBe('2')
    await less.tap()
    await expect.poll(() => count.inputValue()).toBe('1')
    for (const [typed, counted] of [
      ['0', '1'],
      ['51', '50'],
      ['', '1'],
      ['12', '12'],
    ] as const) {
      await count.fill(typed)
      await count.blur()
      await expect.poll(() => count.inputValue(), LONG_TIMEOUT).toBe(counted)
    }
  })
})

describe('a choice', () => {
  test('of one column is made by a tap', async () => {
    const page = await open('pickers')
    await page.getByRole('button', { name: '机型：请选择机型' }).tap()
    const list = page.getByRole('listbox', { name: '机型' })
    await expect.poll(() => list.getByRole('option').count()).toBe(8)
    await list.getByRole('option', { name: '旗舰' }).tap()
    await page.getByRole('button', { name: '机型：旗舰' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  test('of columns that follow from each other is made by the keyboard', async () => {
    const page = await open('pickers')
    await page.getByRole('button', { name: '区域：华东 · 杭州' }).press('Enter')
    const [first, second] = [1, 2].map((column) => page.getByRole('listbox', { name: `区域，第 ${column} 列` }))
    const chosen = (list?: Locator) => list?.getByRole('option', { selected: true }).innerText()
    expect([await chosen(first), await chosen(second)]).toEqual(['华东', '杭州'])
    await first?.getByRole('option', { name: '华东' }).press('ArrowDown')
    expect([await chosen(first), await chosen(second)]).toEqual(['华南', '广州'])
    await second?.getByRole('option', { name: '广州' }).press('ArrowDown')
    await page.getByRole('button', { name: '确定' }).press('Enter')
    await page.getByRole('button', { name: '区域：华南 · 深圳' }).waitFor()
  })

  test('of stars and of days is led by the arrow keys', async () => {
    const page = await open('pickers')
    const stars = page.getByRole('radiogroup', { name: '服务评分' })
    await stars.getByRole('radio', { name: '4 星' }).press('ArrowRight')
    await expect.poll(() => stars.getByRole('radio', { checked: true }).getAttribute('aria-label')).toBe('5 星')
    const days = page.getByRole('radiogroup', { name: '到期日' })
    await days.getByRole('radio', { name: '11 月 20 日 星期五' }).press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect
      .poll(() => days.getByRole('radio', { checked: true }).getAttribute('aria-label'))
      .toBe('12 月 4 日 星期五')
    await expect.poll(() => days.getByRole('radio', { name: '11 月 14 日 星期六' }).isDisabled()).toBe(true)
  })

  test('of a range of days ends before a day that is shut', async () => {
    const page = await open('pickers')
    const days = page.getByRole('group', { name: '授权日期' })
    const tap = (name: string) => days.getByRole('checkbox', { name }).tap()
    const chosen = () => days.getByRole('checkbox', { checked: true }).count()
    await tap('11 月 23 日')
    await tap('11 月 26 日')
    await expect.poll(() => chosen()).toBe(1)
    await tap('11 月 29 日')
    await expect.poll(() => chosen()).toBe(4)
  })
})

describe('files', () => {
  const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.alloc(64) })

  const openUploads = async () => {
    const page = await open('uploads')
    const uploader = page.getByRole('group', { name: '问题截图' })
    const choose = async (...names: readonly string[]) => {
      const chooser = page.waitForEvent('filechooser')
      await uploader.getByRole('button', { name: '添加图片' }).tap()
      await (await chooser).setFiles(names.map(picture))
    }
    return { page, uploader, choose }
  }

  test('pass when each has arrived, and each can be tried again, stopped and taken away', async () => {
    const { page, uploader, choose } = await openUploads()
    await choose('a.png', 'fail.png', 'b.png', 'c.png')
    await uploader.getByText('4/52').waitFor()
    await uploader.getByRole('button', { name: '取消上传 c.png' }).tap()
    await uploader.getByText('已取消').waitFor()
    await uploader.getByRole('button', { name: '重试上传 fail.png' }).tap(LONG_TIMEOUT)
    await expect.poll(() => uploader.getByRole('progressbar').count(), LONG_TIMEOUT).toBe(0)
    await expect.poll(() => page.getByText('全部上传完成').count()).toBe(0)
    await uploader.getByText('请等待文件上传完成').waitFor()
    await uploader.getByRole('button', { name: '删除 c.png' }).tap()
    await page.getByText('全部上传完成').waitFor()
    await uploader.getByText('3/52').waitFor()
  })

  test('are 52 at most', async () => {
    const { page, uploader, choose } = await openUploads()
    await choose(...Array.from({ length: 54 }, (_, index) => `${index}.png`))
    await page.getByText('最多上传 52 个文件，2 个未添加').waitFor()
    await uploader.getByText('52/52').waitFor()
    await expect.poll(() => uploader.getByRole('button', { name: '添加图片' }).count()).toBe(0)
  })
})
