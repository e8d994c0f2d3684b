import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openTestBrowser } from '@yunji/testkit/browser'
import { type MiniProgram, openMiniProgram } from '@yunji/weapp-runner'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serveGallery } from '../e2e/gallery/serve-gallery.ts'
import { touchOn } from '../e2e/gallery/touch.ts'
import { LONG_TIMEOUT } from './running-client.ts'

const buildOf = (target: string) => fileURLToPath(new URL(`../../apps/client/dist/${target}`, import.meta.url))

const stack = new AsyncDisposableStack()
let program: MiniProgram

beforeAll(async () => {
  const dist = buildOf('weapp-gallery')
  if (!existsSync(dist)) throw new Error('no gallery: npm test builds it')
  const { url: origin } = stack.use(await serveGallery(buildOf('h5-gallery')))
  const browser = stack.adopt(await openTestBrowser(), (opened) => opened.close())
  program = await openMiniProgram({ dist, browser, origin })
})
afterAll(() => stack.disposeAsync())
beforeEach(() => program.forgetReports())

const open = async (section: string) => {
  await program.launch(`/pages/gallery/index?section=${section}`)
  await program.find(`#section-${section}`).waitFor(LONG_TIMEOUT)
}

describe('a list', () => {
  const list = () => program.find('#list-many')
  const text = () => list().innerText()
  const rows = async () => (await text()).match(/云手机 \d+/g)?.length ?? 0

  const openList = async () => {
    await open('lists')
    await expect.poll(rows, LONG_TIMEOUT).toBe(10)
    const { x = 0, y = 0, width = 0 } = (await list().boundingBox()) ?? {}
    return { start: { x: x + width / 2, y: y + 40 }, finger: await touchOn(program.page) }
  }

  test('is pulled by the refresher of the platform, from 80 px on, with the same words', async () => {
    const { start, finger } = await openList()
    await finger.down(start)
    await finger.move(0, 79)
    await expect.poll(text, LONG_TIMEOUT).toContain('下拉刷新')
    await finger.move(0, 1)
    await expect.poll(text, LONG_TIMEOUT).toContain('释放更新')
    await finger.up()
    await expect.poll(text, LONG_TIMEOUT).toContain('第 2 次读取')
    await expect.poll(text, LONG_TIMEOUT).not.toContain('加载中…')
    expect(program.errors).toEqual([])
  })

  test('grows near its end, ends, and leads back to its top', async () => {
    await openList()
    const area = list().locator('wx-scroll-view')
    const toEnd = () => area.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await toEnd()
    await expect.poll(rows, LONG_TIMEOUT).toBe(20)
    await expect
      .poll(async () => {
        await toEnd()
        if ((await text()).includes('加载失败，点此重试')) await program.tap('text=加载失败，点此重试')
        return rows()
      }, LONG_TIMEOUT)
      .toBe(35)
    await expect.poll(text, LONG_TIMEOUT).toContain('没有更多了')
    await list().locator('[class*="back-to-top"]').tap()
    await expect.poll(() => area.evaluate((element) => element.scrollTop), LONG_TIMEOUT).toBeLessThan(1)
    expect(program.errors).toEqual([])
  })
})

test('a verification code is found in what is pasted, and complete with its sixth digit', async () => {
  await open('fields')
  const field = program.page.locator('[class*="code-input"] wx-input input').first()
  await field.fill('307')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('6 位验证码')
  await field.fill('【云机】验证码 307512，5 分钟内有效')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('验证码 307512')
  await expect.poll(() => field.inputValue(), LONG_TIMEOUT).toBe('307512')
  expect(program.errors).toEqual([])
})

test('a long text ends at 140 characters', async () => {
  await open('fields')
  const field = program.page.locator('wx-textarea textarea').first()
  await field.fill('😀'.repeat(141))
  await expect.poll(() => field.inputValue(), LONG_TIMEOUT).toBe('😀'.repeat(140))
  expect(program.errors).toEqual([])
})

test('columns that follow from each other turn on the wheels of the platform', async () => {
  await open('pickers')
  await program.tap('text=/^华东 · 杭州$/')
  const columns = program.page.locator('.weapp-sheet select')
  await columns.nth(0).selectOption('华南')
  await program.tap('text=确定')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('华南 · ')
  expect(program.errors).toEqual([])
})

test('pictures are chosen through the phone and sent', async () => {
  await open('uploads')
  const tempFiles = ['a.png', 'b.png'].map((name) => ({ tempFilePath: `http://tmp/${name}`, size: 64 }))
  await program.answer('chooseMedia', { tempFiles, type: 'image', errMsg: 'chooseMedia:ok' })
  await program.tap('text=添加图片')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('2/52')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('全部上传完成')
  expect(await program.calls('chooseMedia')).toMatchObject([{ arguments: [{ count: 20, sourceType: ['album'] }] }])
})
