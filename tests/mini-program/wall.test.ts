import { withClient } from '@yunji/testkit/with-client'
import { expect, test } from 'vitest'
import { demo, LONG_TIMEOUT, logIn, useRunningClient } from './running-client.ts'

const client = useRunningClient({ env: { YUNJI_PHONES: 'virtual' } })

const drawnWidths = (canvases: (HTMLElement | SVGElement)[]) =>
  canvases.map((canvas) => (canvas as HTMLCanvasElement).width).filter((width) => width !== 300)

const runningIds = async (): Promise<string[]> => {
  const { rows } = await withClient(client.databaseUrl(), (database) =>
    database.query<{ id: string }>(
      `select d.id from devices d join users u on u.id = d.owner_id
       where u.mobile_phone = $1 and d.state = 'running' order by d.id`,
      [demo.phone],
    ),
  )
  return rows.map(({ id }) => id)
}

test('several phones are opened side by side in a web view, by tickets and never by the login', async () => {
  await expect.poll(async () => (await runningIds()).length, { timeout: 90_000 }).toBe(3)
  const program = client()
  await program.start(`pages/Device/wall?deviceIds=${(await runningIds()).join()}`)
  await logIn(program)
  await program.waitForPage('pages/Device/wall')
  const { token } = await program.storage.read()
  const view = program.page.locator('iframe[src*="tickets="]')
  await view.waitFor(LONG_TIMEOUT)
  const src = (await view.getAttribute('src')) ?? ''
  expect(src).not.toContain(String(token))
  expect(program.errors).toEqual([])

  // The build contains another server's address; this one serves the same page to any ticket holder.
  const { pathname, search } = new URL(src)
  const stranger = await program.page.context().browser()?.newPage()
  await stranger?.goto(new URL(pathname + search, program.page.url()).href)
  const canvases = stranger?.locator('canvas')
  await expect.poll(async () => (await canvases?.evaluateAll(drawnWidths))?.length, LONG_TIMEOUT).toBe(3)
  await stranger?.getByText('操作会同步到 2 台').waitFor(LONG_TIMEOUT)
  expect(new URL(stranger?.url() ?? '').search).toBe('')
})

test('a wall without phones says what to choose', async () => {
  const program = client()
  await program.storage.clear()
  await program.start('pages/Device/wall')
  await logIn(program)
  await program.waitForText('请选择 2 台以上的云手机')
  expect(program.errors).toEqual([])
})
