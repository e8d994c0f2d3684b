import { expect, test } from 'vitest'
import { LONG_TIMEOUT, logIn, tapWhenReady, useRunningClient } from './running-client.ts'

const widthOf = (canvas: HTMLElement) => (canvas as HTMLCanvasElement).width

const client = useRunningClient({ env: { YUNJI_PHONES: 'virtual' } })

test('a phone of the home page is opened in a web view, by a ticket and never by the login', async () => {
  const program = client()
  await program.start('pages/login/login')
  await logIn(program)
  await program.waitForPage('pages/Home/index')
  await program.waitForText('星海远征 06')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('台设备将在 24 小时内到期')
  const cover = program.page.locator('wx-image[data-mode="widthFix"] > img').first()
  const width = () => cover.evaluate((picture) => (picture as HTMLImageElement).naturalWidth)
  await expect.poll(width, LONG_TIMEOUT).toBeGreaterThan(0)
  const { token } = await program.storage.read()

  await tapWhenReady(program, '进入云手机')
  await program.waitForPage('pages/webView/web_instance')
  const view = program.page.locator('iframe[src*="ticket="]')
  await view.waitFor()
  const src = (await view.getAttribute('src')) ?? ''
  expect(src).toContain('/pages/webView/web_instance?ticket=')
  expect(src).not.toContain(String(token))
  expect(program.errors).toEqual([])

  // The build contains another server's address; this one serves the same page to any ticket holder.
  const { pathname, search } = new URL(src)
  const stranger = await program.page.context().browser()?.newPage()
  await stranger?.goto(new URL(pathname + search, program.page.url()).href)
  await expect.poll(() => stranger?.locator('canvas').evaluate(widthOf), LONG_TIMEOUT).toBeGreaterThan(300)
})
