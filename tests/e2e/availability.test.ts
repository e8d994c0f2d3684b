import { withClient } from '@yunji/testkit/with-client'
import { expect, test } from 'vitest'
import { settleInterruptions } from '../../apps/server/src/modules/devices/availability/index.ts'
import { runPeriodicJobOnce } from '../../apps/server/src/testing/due-work.ts'
import { button, chooseForDevice, link, problemsOf, sheet, text } from './page-elements.ts'
import { createPeople } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, pathOfPage, shownPage } from './visit.ts'

const system = useRunningSystem()
const people = createPeople(system)

const query = (statement: string, values: unknown[] = []) =>
  withClient(system.databaseUrl(), (client) => client.query(statement, values))

/** A stopped device that was away for 31 minutes by our fault, and rebooted by its owner. */
const addDevice = async (userId: number): Promise<void> => {
  await query(`insert into zones (code, name, created_at) values ('test', '测试区', now()) on conflict do nothing`)
  await query(
    `with made as (
       insert into devices (owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, expires_at,
         state, is_power_on, created_at, first_started_at)
       select $1::bigint, g.id, (select min(id) from zones), '云机 1', 3, '10/B', 7, 'away-' || $1::bigint,
         now() + interval '10 days', 'stopped', false, now() - interval '9 days', now() - interval '9 days'
       from device_groups g where g.user_id = $1::bigint and g.is_default returning id, owner_id, zone_id
     )
     insert into device_interruptions (device_id, owner_id, zone_id, cause, fault, started_at, ended_at)
     select id, owner_id, zone_id, c.cause, c.fault, now() - c.began, now() - c.began + c.lasted from made,
       (values ('unreachable', 'ours', interval '3 hours', interval '31 minutes'),
         ('rebooting', 'customer', interval '1 hour', interval '40 seconds')) as c (cause, fault, began, lasted)`,
    [userId],
  )
}

test('a phone says what it was away for, what was given back and why, and leads to a ticket', async () => {
  const { page, userId, takeErrors } = await people.signUp()
  await addDevice(userId)
  await chooseForDevice(page, '可用性')
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/Device/availability')
  await text(page, '云手机没有响应').waitFor(LONG_TIMEOUT)
  await text(page, '用户操作').waitFor(LONG_TIMEOUT)
  expect(await problemsOf(page)).toEqual([])
  await button(page, '补偿规则').click()
  await sheet(page, '补偿规则').getByText('一次中断满 10 分钟').waitFor(LONG_TIMEOUT)
  await page.keyboard.press('Escape')
  await runPeriodicJobOnce(system.databaseUrl(), settleInterruptions)
  await page.reload()
  await text(page, '已补偿 2 小时').waitFor(LONG_TIMEOUT)

  await shownPage(page).getByRole('link', { name: '有疑问' }).last().click()
  await text(page, '会附上这次中断和设备的情况').waitFor(LONG_TIMEOUT)
  await shownPage(page)
    .getByLabel(/^问题描述，/)
    .fill('这次中断影响了挂机')
  await button(page, '提交').click()
  await text(page, /^云手机没有响应 · 平台原因/).waitFor(LONG_TIMEOUT)
  await link(page, '查看设备的中断记录').click()
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/Device/availability')
  expect(takeErrors()).toEqual([])
})
