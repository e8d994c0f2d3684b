import { withClient } from '@yunji/testkit/with-client'
import { beforeAll, expect, test } from 'vitest'
import { demo, LONG_TIMEOUT, logIn, tapWhenReady, useRunningClient } from './running-client.ts'

const client = useRunningClient({ env: { YUNJI_PHONES: 'virtual' } })

const FIRST = '星海远征 06'

/** States of the demo account's devices, the first one first. */
const states = async (): Promise<string[]> =>
  withClient(client.databaseUrl(), async (database) => {
    const { rows } = await database.query<{ state: string }>(
      'select state from devices where owner_id = (select id from users where mobile_phone = $1) order by id',
      [demo.phone],
    )
    return rows.map(({ state }) => state)
  })

/** Before the bell. */
const switchView = () =>
  client().page.locator('.weapp-frame[current] [class*="home-header-module__icons"] > :nth-last-child(2)').tap()

/** The button of the dialog; tools behind it have the same words. */
const confirm = async (words: string) => {
  const dialog = client().page.locator('.weapp-frame[current] [class*="dialog-card-module__"]')
  await dialog.getByText(words, { exact: true }).last().tap()
}

const chooseAll = async () => {
  await client().tap('text=/^批量$/')
  await client().waitForText('已选 0 台')
  await client().tap('text=/^全选$/')
  await client().waitForText('已选 3 台')
}

beforeAll(async () => {
  await client().start('pages/login/login')
  await logIn(client())
  await client().waitForPage('pages/Home/index')
  await client().waitForText(FIRST)
})

test('the word of the selected tab has the contrast of the browser', async () => {
  const tab = client().page.getByRole('tab', { name: '云手机', exact: true })
  expect(await tab.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(29, 86, 207)')
})

test('all phones are chosen at once, switched off and on, and shared', async () => {
  const program = client()
  await switchView()
  await chooseAll()
  await program.tap('text=/^全不选$/')
  await program.waitForText('已选 0 台')
  await program.tap('text=/^取消$/')

  await chooseAll()
  await program.tap('text=/^关机$/')
  await program.waitForText('3 台设备')
  await confirm('关机')
  await expect.poll(states, LONG_TIMEOUT).toEqual(['stopped', 'stopped', 'stopped'])

  await chooseAll()
  await program.tap('text=/^更多$/')
  await program.tap('text=/^授权$/')
  const { query } = await program.waitForPage('pages/Device/empower')
  expect(decodeURIComponent(query.deviceIds ?? '').split(',')).toHaveLength(3)
  await program.navigate('navigateBack')

  await program.waitForText('已选 3 台')
  await program.tap('text=/^开机$/')
  await program.waitForText('3 台设备')
  await confirm('开机')
  await expect.poll(states, LONG_TIMEOUT).toEqual(['running', 'running', 'running'])
  expect(program.errors).toEqual([])
})

test('a stopped phone is started by the large button, which goes on to it', async () => {
  const program = client()
  await program.launch('/pages/Home/index')
  await switchView()
  await tapWhenReady(program, '更多')
  await program.tap('text=/^关机$/')
  await confirm('关机')
  await expect.poll(async () => (await states())[0], LONG_TIMEOUT).toBe('stopped')
  await tapWhenReady(program, '开机')
  await program.waitForPage('pages/webView/web_instance')
  await program.page.locator('iframe[src*="ticket="]').waitFor()
  await expect.poll(async () => (await states())[0], LONG_TIMEOUT).toBe('running')
  expect(program.errors).toEqual([])
})
