import { expect, test } from 'vitest'
import type { MiniProgram } from './mini-program.ts'
import { LONG_TIMEOUT, useFixtureProgram } from './testing/fixture-program.ts'

const start = useFixtureProgram()
const openForm = () => start('pages/form/index')

test('a form collects the values of its fields', async () => {
  const program = await openForm()
  await program.fill('#phone', '13800138000')
  await program.fill('#note', '备注')
  await program.tap('#auto')
  await program.tap('#label-a')
  await program.tap('#east')
  await program.tap('#submit')
  const value = {
    phone: '13800138000',
    note: '备注',
    auto: true,
    kinds: ['a'],
    zone: 'east',
    size: 30,
    month: 1,
  }
  await expect
    .poll(async () => JSON.parse((await program.find('#sent').innerText()) || '{}'), LONG_TIMEOUT)
    .toEqual({ value })
})

test('a form is emptied by its reset button', async () => {
  const program = await openForm()
  await program.fill('#phone', '138')
  await program.tap('#reset')
  await program.tap('#submit')
  await expect.poll(() => program.find('#sent').innerText(), LONG_TIMEOUT).toContain('"phone":""')
})

test('a group of check boxes tells all that are checked', async () => {
  const program = await openForm()
  await program.tap('#box-b')
  await program.tap('#label-a')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('{"value":["a","b"]}')
})

test('a picker opens a sheet and answers the chosen index', async () => {
  const program = await openForm()
  await program.tap('#month')
  await program.page.locator('.weapp-sheet select').selectOption('三月')
  await program.tap('text=确定')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('{"value":2}')
})

test('a swiper turns under the finger', async () => {
  const program = await openForm()
  await program.find('#swiper').evaluate((element) => {
    const touch = (clientX: number) => new Touch({ identifier: 1, target: element, clientX, clientY: 5 })
    element.dispatchEvent(new TouchEvent('touchstart', { touches: [touch(300)], changedTouches: [touch(300)] }))
    element.dispatchEvent(new TouchEvent('touchend', { changedTouches: [touch(20)] }))
  })
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('current=1')
})

test('a scroll view tells where it is', async () => {
  const program = await openForm()
  await program.find('#scroller').evaluate((element) => element.scrollTo(0, 120))
  await expect.poll(() => program.find('#scrolled').innerText(), LONG_TIMEOUT).toBe('120')
})

/** Touch drag on a list by some pixels; returns the program's events during the touch and after it. */
async function pull(program: MiniProgram, downPx: number): Promise<readonly [held: string, after: string]> {
  const list = program.find('#list')
  const readEvents = () => program.find('#pulled').innerText()
  await list.evaluate((element, px) => {
    const touch = (clientY: number) => new Touch({ identifier: 1, target: element, clientX: 5, clientY })
    element.dispatchEvent(new TouchEvent('touchstart', { touches: [touch(20)] }))
    element.dispatchEvent(new TouchEvent('touchmove', { touches: [touch(20 + px)] }))
  }, downPx)
  await expect.poll(readEvents, LONG_TIMEOUT).toContain('refresherpulling')
  const held = await readEvents()
  await list.evaluate((element) => element.dispatchEvent(new TouchEvent('touchend')))
  await expect.poll(readEvents, LONG_TIMEOUT).not.toBe(held)
  return [held, await readEvents()]
}

test('the refresher of a scroll view opens under the finger and stays until the program is done', async () => {
  const program = await openForm()
  const drawer = program.page.locator('#drawer')
  expect(await drawer.evaluate((element) => element.parentElement?.clientHeight)).toBe(0)
  expect(await pull(program, 79)).toEqual(['refresherpulling 79', 'refresherabort 0'])
  expect(await pull(program, 120)).toEqual(['refresherpulling 120', 'refresherrefresh 120'])
  expect(await drawer.evaluate((element) => element.parentElement?.clientHeight)).toBe(80)
  await program.tap('#finish')
  await expect.poll(() => program.find('#pulled').innerText(), LONG_TIMEOUT).toBe('refresherrestore 0')
  expect(await drawer.evaluate((element) => element.parentElement?.clientHeight)).toBe(0)
  expect(program.errors).toEqual([])
})

test('dialogs wait for the user', async () => {
  const program = await openForm()
  await program.tap('#ask')
  await expect.poll(() => program.find('text=不能恢复').isVisible(), LONG_TIMEOUT).toBe(true)
  await program.tap('text=确定')
  await program.tap('text=乙')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('true 1')
  await expect.poll(() => program.find('text=好了').isVisible(), LONG_TIMEOUT).toBe(true)
  expect(await program.calls('showToast')).toMatchObject([{ arguments: [{ title: '好了' }] }])
})

test('a selector query measures from the page', async () => {
  const program = await openForm()
  await program.tap('#box')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('195x20 at 0 scrolled 0')
})

test('rich text shows its words and runs no script', async () => {
  const program = await openForm()
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('富文本')
  expect(await program.page.evaluate(() => 'pwned' in globalThis)).toBe(false)
  expect(program.errors).toEqual([])
})
