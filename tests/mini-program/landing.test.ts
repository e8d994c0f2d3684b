import { expect, test } from 'vitest'
import { demo, LONG_TIMEOUT, logIn, tapWhenReady, useRunningClient } from './running-client.ts'

const client = useRunningClient({ env: { YUNJI_PHONES: 'virtual' } })

test('a trial is looked at without a login, started with one, and opens its phone', async () => {
  const program = client()
  await program.start('pages/landing/play-trial/index')
  await program.waitForText('星海远征')
  await program.waitForText('登录后开始')
  await tapWhenReady(program, '立即试玩')
  await logIn(program, demo)
  await program.waitForPage('pages/webView/web_instance')
  expect(program.errors).toEqual([])
})

test('the download page says honestly that nothing is in the stores', async () => {
  const program = client()
  await program.start('pages/landing/play-trial/download')
  await program.waitForText('安装包还没有上架')
  expect(program.errors).toEqual([])
})

test('the tour lights up what it speaks of, and is left for good', async () => {
  const program = client()
  // The label lies under the larger touch target of a small button.
  const next = program.page.locator('.weapp-frame[current] [class*="button-module__small"]', { hasText: '下一步' })
  const goOn = () => next.tap(LONG_TIMEOUT)
  await program.launch('/pages/Home/user')
  await program.tap('text=/^新手引导$/')
  await program.waitForText('新手引导 1 / 5')
  await goOn()
  await program.waitForText('新手引导 2 / 5')
  await goOn()
  await goOn()
  await program.waitForText('新手引导 4 / 5')
  const light = program.page.locator('.weapp-frame[current] [class*="spotlight-module__light"]')
  const phone = program.page.locator('.weapp-frame[current] [class*="single-view-module__phone"]').first()
  await expect
    .poll(async () => {
      const [around, element] = await Promise.all([light.boundingBox(), phone.boundingBox()])
      return around && element && Math.abs(around.x + 6 - element.x) < 2 && Math.abs(around.y + 6 - element.y) < 2
    }, LONG_TIMEOUT)
    .toBe(true)
  await program.tap('text=/^跳过引导$/')
  await expect.poll(() => program.text(), LONG_TIMEOUT).not.toContain('新手引导')
  await program.launch('/pages/Home/index')
  expect(await program.text()).not.toContain('新手引导')
  expect(program.errors).toEqual([])
})
