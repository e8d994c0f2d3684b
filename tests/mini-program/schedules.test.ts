import { withClient } from '@yunji/testkit/with-client'
import { beforeEach, expect, test } from 'vitest'
import { demo, LONG_TIMEOUT, logIn, tapWhenReady, useRunningClient } from './running-client.ts'

const client = useRunningClient({ env: { YUNJI_PHONES: 'virtual' } })

/** Phones start one after the other, on a busy machine. */
const MAKING = { timeout: 90_000 }

const deviceId = async (): Promise<string | undefined> => {
  const { rows } = await withClient(client.databaseUrl(), (database) =>
    database.query<{ id: string }>(
      `select d.id from devices d join users u on u.id = d.owner_id where u.mobile_phone = $1 order by d.id limit 1`,
      [demo.phone],
    ),
  )
  return rows[0]?.id
}

beforeEach(() => client().forgetReports())

test('a schedule of a device is made, runs when it is due, and is deleted', async () => {
  const program = client()
  await expect.poll(deviceId, MAKING).toBeDefined()
  await program.start(`pages/Device/schedules?deviceId=${await deviceId()}`)
  await logIn(program)
  await program.waitForPage('pages/Device/schedules')
  await program.tap('text=/^关机$/')
  await program.tap('text=/^每周$/')
  await program.tap('text=/^周日$/')
  await program.waitForText('下次运行：')
  await tapWhenReady(program, '创建')
  await program.waitForText('每周一、日 03:00')
  await withClient(client.databaseUrl(), (database) => database.query('update device_schedules set next_at = now()'))
  await expect
    .poll(async () => {
      const { rows } = await withClient(client.databaseUrl(), (database) =>
        database.query<{ state: string }>('select state from device_schedule_runs'),
      )
      return rows.map(({ state }) => state)
    }, LONG_TIMEOUT)
    .toEqual(['ended'])
  const remove = program.page.locator('.weapp-frame[current] [class*="button-module__button"]', { hasText: '删除' })
  await remove.first().tap()
  await program.waitForText('以后不再运行')
  await remove.last().tap()
  await program.waitForText('还没有定时任务')
  expect(program.errors).toEqual([])
})
