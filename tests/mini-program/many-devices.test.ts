import { withClient } from '@yunji/testkit/with-client'
import { beforeAll, expect, test } from 'vitest'
import { addStoppedDevices } from '../support/stopped-devices.ts'
import { demo, LONG_TIMEOUT, logIn, useRunningClient } from './running-client.ts'

const COUNT = 150
/** Guards against hanging. */
const MOST_STEPS = 60
const STEP_LIMIT_BYTES = 64 * 1024
const CHANGE_LIMIT_BYTES = 2 * 1024

const client = useRunningClient()

const query = (sql: string) => withClient(client.databaseUrl(), (database) => database.query<{ id: string }>(sql))

const area = () => client().page.locator('.weapp-frame[current] [class*="pull-area-module__area"]')
const tiles = () => client().page.locator('.weapp-frame[current] [class*="device-tile-module__tile"]')

/** Bytes that came to the view while `act` ran and until nothing more came. */
const bytesOf = async (act: () => Promise<unknown>): Promise<number> => {
  const before = await client().viewTraffic()
  await act()
  let last = -1
  await expect
    .poll(async () => {
      await client().waitForRequests()
      const { calls } = await client().viewTraffic()
      const isQuiet = calls === last
      last = calls
      return isQuiet
    }, LONG_TIMEOUT)
    .toBe(true)
  return (await client().viewTraffic()).bytes - before.bytes
}

/** Scrolls by one screen. */
const scrollOn = () =>
  area().evaluate((element) => {
    element.scrollTop += element.clientHeight
  })

beforeAll(async () => {
  const { rows } = await query(`select id from users where mobile_phone = '${demo.phone}'`)
  await addStoppedDevices(client.databaseUrl(), Number(rows[0]?.id), COUNT)
  await client().start('pages/login/login')
  await logIn(client())
  await client().waitForPage('pages/Home/index')
  // Before the bell.
  await client().page.locator('.weapp-frame[current] [class*="home-header-module__icons"] > :nth-last-child(2)').tap()
  await tiles().nth(3).waitFor(LONG_TIMEOUT)
})

test('a step of scrolling sends little to the view, and few tiles stand in it', async () => {
  const steps: number[] = []
  let most = 0
  const last = tiles().getByText(`云机 ${COUNT}`, { exact: true })
  while (steps.length < MOST_STEPS && (await last.count()) === 0) {
    steps.push(await bytesOf(scrollOn))
    most = Math.max(most, await tiles().count())
  }
  expect(steps.length).toBeGreaterThan(10)
  expect(Math.max(...steps)).toBeLessThanOrEqual(STEP_LIMIT_BYTES)
  expect(most).toBeLessThanOrEqual(72)
  expect(await last.count()).toBe(1)
  await area().evaluate((element) => {
    element.scrollTop = 0
  })
  await client().waitForText('云机 1')
  expect(client().errors).toEqual([])
})

test('a change of one device sends that tile alone', async () => {
  await bytesOf(async () => undefined)
  // Other news, such as a minute that passes, may come between: the least counts.
  const sent: number[] = []
  for (const name of ['云机 2', '云机 3', '云机 4'])
    sent.push(
      await bytesOf(async () => {
        await query(
          `update devices set state = 'faulty', faulty_since = now(), state_deadline = now() + interval '1 day' where name = '${name}'`,
        )
        await expect.poll(() => tiles().getByText('离线').count(), LONG_TIMEOUT).toBe(sent.length + 1)
      }),
    )
  expect(Math.min(...sent)).toBeLessThanOrEqual(CHANGE_LIMIT_BYTES)
  expect(client().errors).toEqual([])
})
