import { withClient } from '@yunji/testkit/with-client'
import { expect, test } from 'vitest'
import { demo, LONG_TIMEOUT, logIn, tapWhenReady, useRunningClient } from './running-client.ts'

const client = useRunningClient({ env: { YUNJI_PHONES: 'virtual' } })

interface Place {
  readonly name: string
  readonly group: string
}

/** Devices of the demo account with their groups. */
const places = async (): Promise<Place[]> => {
  const { rows } = await withClient(client.databaseUrl(), (database) =>
    database.query<Place>(
      `select d.name, g.name as group from devices d join device_groups g on g.id = d.group_id
       join users u on u.id = d.owner_id where u.mobile_phone = $1 and d.state <> 'released' order by d.id`,
      [demo.phone],
    ),
  )
  return rows
}
const groupNames = async (): Promise<string[]> => {
  const { rows } = await withClient(client.databaseUrl(), (database) =>
    database.query<{ name: string }>(
      `select g.name from device_groups g join users u on u.id = g.user_id where u.mobile_phone = $1 order by g.id`,
      [demo.phone],
    ),
  )
  return rows.map(({ name }) => name)
}

/** The button with three dots beside a group. */
const openActions = (name: string) =>
  client()
    .page.locator('.weapp-frame[current] [class*="groups-module__card"]', { hasText: name })
    .locator('[class*="icon-button-module__"]')
    .first()
    .tap()

test('a group is created, renamed, filled and deleted, and no phone is lost', async () => {
  const program = client()
  const before = await places()
  expect(before.length).toBeGreaterThan(1)
  const [first] = before
  await program.start('pages/Group/index')
  await logIn(program)
  await program.waitForPage('pages/Group/index')
  await program.tap('text=/^新建分组$/')
  await program.fill('placeholder=请输入分组名称', '夜班')
  await tapWhenReady(program, '创建')
  await expect.poll(groupNames, LONG_TIMEOUT).toContain('夜班')
  await program.waitForText('夜班')

  await openActions('夜班')
  await program.tap('text=/^重命名$/')
  await program.page.locator('.weapp-frame[current] wx-input input').first().fill('白班')
  await tapWhenReady(program, '保存')
  await expect.poll(groupNames, LONG_TIMEOUT).toContain('白班')
  await program.waitForText('白班')

  await openActions('白班')
  await program.tap('text=/^移入设备$/')
  await program.waitForPage('pages/Group/pages/MoveGroup')
  await program.tap(`text=/^${first?.name}$/`)
  await program.waitForText('已选 1 台')
  await tapWhenReady(program, '移到「白班」')
  await program.waitForPage('pages/Group/index')
  await expect.poll(async () => (await places())[0], LONG_TIMEOUT).toEqual({ name: first?.name, group: '白班' })

  await openActions('白班')
  await program.tap('text=/^删除$/')
  await program.waitForText('组内 1 台设备会移到默认分组')
  await program.tap('text=/^删除分组$/')
  await expect.poll(groupNames, LONG_TIMEOUT).not.toContain('白班')
  const after = await places()
  expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name))
  expect(after[0]?.group).toBe('默认分组')
  expect(program.errors).toEqual([])
})
