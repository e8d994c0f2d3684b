import { expect, test } from 'vitest'
import { LONG_TIMEOUT, useFixtureProgram } from './testing/fixture-program.ts'

const start = useFixtureProgram()

test('renders a page with its title and styles, and has nothing to complain about', async () => {
  const program = await start()
  expect(await program.currentPage()).toMatchObject({ path: 'pages/home/index', title: '样例' })
  expect(await program.text()).toContain('count=0')
  expect(await program.page.locator('.weapp-navigation').innerText()).toBe('样例')
  expect(program.errors).toEqual([])
  expect(program.warnings).toEqual([])
})

test('a tap runs its handler once, and the data reaches the view', async () => {
  const program = await start()
  await program.tap('#add')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('count=1')
  await program.tap('#add')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('count=2')
  expect(await program.find('#row-1').innerText()).toBe('第 new 行')
})

test('a disabled button takes no taps', async () => {
  const program = await start()
  await program.find('#disabled').tap({ force: true })
  await program.tap('#add')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('count=1')
})

test('typing fires the input event and scripts of the template run', async () => {
  const program = await start()
  await program.fill('#name', '小明')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('小明!')
})

test('an event tells the element, its data and the touches', async () => {
  const program = await start()
  await program.tap('#row-2')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('2 row-2 0')
})

test('a long press has its own event and is no tap', async () => {
  const program = await start()
  await program.longPress('#hold')
  await expect.poll(() => program.find('#tapped').innerText(), LONG_TIMEOUT).toBe('longpress')
  expect(await program.find('#count').innerText()).toBe('count=0')
})

test('a component has its own data, events, slot and style', async () => {
  const program = await start()
  await program.tap('#badge')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('{"count":0,"kind":"tap"}')
  expect(await program.find('#badge').innerText()).toBe('0 条 共')
  const colorOf = (id: string) => program.find(id).evaluate((element) => getComputedStyle(element).color)
  expect(await colorOf('#badge')).toBe('rgb(200, 0, 0)')
  expect(await colorOf('#plain')).toBe('rgb(48, 113, 242)')
})

test('750 rpx are the width of the screen, in sheets and in inline styles', async () => {
  const program = await start()
  const measured = await program.page.evaluate(() => ({
    padding: getComputedStyle(document.querySelector('.row') as Element).paddingLeft,
    picture: document.querySelector('#dot')?.getBoundingClientRect().width,
    idRule: getComputedStyle(document.querySelector('#count') as Element).fontSize,
  }))
  expect(measured).toEqual({ padding: '10.4px', picture: 52, idRule: '20.8px' })
})

test('a page stands between the bars: 100vh and fixed elements belong to it', async () => {
  const program = await start()
  const measured = await program.page.evaluate(() => {
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
    return { frame: box('.weapp-frame'), tall: box('.tall'), foot: box('#foot') }
  })
  expect(measured.frame).toMatchObject({ top: 91, bottom: 844 - 84 })
  expect(measured.tall?.height).toBeGreaterThanOrEqual(844 - 84 - 91)
  expect(measured.foot?.bottom).toBe(844 - 84)
})

test('files of the package are served to images', async () => {
  const program = await start()
  const width = await program.find('#dot').evaluate(async (element) => {
    const picture = element.querySelector('img')
    await picture?.decode()
    return picture?.naturalWidth
  })
  expect(width).toBe(8)
})
