import { expect, test } from 'vitest'
import type { MiniProgram } from './index.ts'
import { journalOf, LONG_TIMEOUT, useFixtureProgram } from './testing/fixture-program.ts'

const start = useFixtureProgram()

/** Journal lines since the last call. */
function journalReader(program: MiniProgram): () => Promise<readonly string[]> {
  let read = 0
  return async () => {
    const lines = await journalOf(program)
    const fresh = lines.slice(read)
    read = lines.length
    return fresh
  }
}

const pathsOf = async (program: MiniProgram) => (await program.pages()).map(({ path }) => path)

test('a launch runs the lifecycle in WeChat’s order', async () => {
  const program = await start()
  await program.waitForPage('pages/home/index')
  await expect
    .poll(() => journalOf(program), LONG_TIMEOUT)
    .toEqual(['app launch pages/home/index 1001', 'app show', 'home onLoad', 'home onShow', 'home onReady'])
})

test('opening and closing pages, with a query that stays encoded and a channel between them', async () => {
  const program = await start()
  const news = journalReader(program)
  await expect.poll(() => journalOf(program), LONG_TIMEOUT).toContain('home onReady')
  await news()
  await program.tap('#open')
  await program.waitForPage('extra/detail/index')
  expect((await program.currentPage()).query).toEqual({ id: '42', name: '%E4%BA%91' })
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('你好')
  expect(await pathsOf(program)).toEqual(['pages/home/index', 'extra/detail/index'])
  expect(await news()).toEqual([
    'extra package runs',
    'home onHide',
    'detail onLoad',
    'detail onShow',
    'detail onReady',
  ])
  await program.tap('#choose')
  await program.waitForPage('pages/home/index')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('选中!')
  expect(await news()).toEqual(['detail onUnload', 'home onShow'])
})

test('the bar’s own button goes back', async () => {
  const program = await start()
  await program.tap('#open')
  await program.waitForPage('extra/detail/index')
  await program.page.getByLabel('返回').tap()
  await expect.poll(() => pathsOf(program), LONG_TIMEOUT).toEqual(['pages/home/index'])
})

test('tabs stay alive while others are shown', async () => {
  const program = await start()
  await program.waitForPage('pages/home/index')
  await program.tap('#add')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('count=1')
  const news = journalReader(program)
  await news()
  await program.page.getByRole('tab', { name: '我的' }).tap()
  await program.waitForPage('pages/mine/index')
  await expect.poll(() => journalOf(program), LONG_TIMEOUT).toContain('mine onReady')
  expect(await news()).toEqual(['home onHide', 'mine onLoad', 'mine onShow', 'mine onReady'])
  await program.page.getByRole('tab', { name: '首页' }).tap()
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('count=1')
  expect(await news()).toEqual(['mine onHide', 'home onShow'])
})

test('switching tabs closes what lies above, and a tab under it is not hidden twice', async () => {
  const program = await start()
  await program.tap('#open')
  await program.waitForPage('extra/detail/index')
  const news = journalReader(program)
  await news()
  await program.navigate('switchTab', '/pages/mine/index')
  await expect.poll(() => journalOf(program), LONG_TIMEOUT).toContain('mine onReady')
  expect(await news()).toEqual(['detail onUnload', 'mine onLoad', 'mine onShow', 'mine onReady'])
  expect(await pathsOf(program)).toEqual(['pages/mine/index'])
})

test('a page that is closed before it is ready never becomes ready', async () => {
  const program = await start()
  await program.waitForPage('pages/home/index')
  const news = journalReader(program)
  await news()
  await program.tap('#glance')
  await expect.poll(() => journalOf(program), LONG_TIMEOUT).toContain('detail onUnload')
  await program.navigate('switchTab', '/pages/mine/index')
  expect((await news()).filter((line) => line.startsWith('detail'))).toEqual([
    'detail onLoad',
    'detail onShow',
    'detail onUnload',
  ])
})

test('a relaunch closes everything, hidden tabs too', async () => {
  const program = await start()
  await program.navigate('switchTab', '/pages/mine/index')
  const news = journalReader(program)
  await expect.poll(() => journalOf(program), LONG_TIMEOUT).toContain('mine onReady')
  await news()
  await program.launch('/pages/form/index')
  expect(await news()).toEqual(['mine onUnload', 'home onUnload'])
})

test('ten pages are the limit', async () => {
  const program = await start('extra/detail/index')
  for (let count = 1; count < 10; count += 1) {
    await program.tap('#again')
    await expect.poll(async () => (await program.pages()).length, LONG_TIMEOUT).toBe(count + 1)
  }
  await program.tap('#again')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('navigateTo:fail webview count limit exceed')
  expect(await program.pages()).toHaveLength(10)
})

test('while a page is on its way, another is refused', async () => {
  const program = await start('extra/detail/index')
  await program.holdNavigations()
  await program.tap('#again')
  await expect.poll(async () => (await program.calls('navigateTo')).length, LONG_TIMEOUT).toBe(1)
  await program.tap('#again')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('navigateTo:fail another page is on its way')
  expect(await program.pages()).toHaveLength(1)
  await program.releaseNavigations()
  await expect.poll(async () => (await program.pages()).length, LONG_TIMEOUT).toBe(2)
})

test.each([
  ['navigateTo', '/pages/nowhere', 'page "pages/nowhere" is not found'],
  ['navigateTo', '/pages/mine/index', 'can not navigateTo a tabbar page'],
  ['switchTab', '/pages/form/index', 'can not switch to no-tabBar page'],
  ['navigateBack', '', 'cannot navigate back at first page.'],
] as const)('%s %s is refused', async (kind, url, reason) => {
  const program = await start()
  await expect(program.navigate(kind, url)).rejects.toThrow(reason)
})

test('a launch on an unknown page asks the program', async () => {
  const program = await start('pages/gone?x=1')
  await program.waitForPage('pages/home/index')
  expect(await journalOf(program)).toContain('app page-not-found pages/gone')
})

test('going to the background and coming back', async () => {
  const program = await start()
  await expect.poll(() => journalOf(program), LONG_TIMEOUT).toContain('home onReady')
  const news = journalReader(program)
  await news()
  await program.enterBackground()
  expect(await news()).toEqual(['home onHide', 'app hide'])
  await program.enterForeground()
  expect(await news()).toEqual(['app show', 'home onShow'])
})
