import { withClient } from '@yunji/testkit/with-client'
import { beforeEach, expect, test } from 'vitest'
import { demo, LONG_TIMEOUT, logIn, tapWhenReady, useRunningClient } from './running-client.ts'

const client = useRunningClient({ env: { YUNJI_PHONES: 'virtual' } })

/** Phones start one after the other, on a busy machine. */
const MAKING = { timeout: 90_000 }
const NAME = '星海远征 06'

interface DeviceRow {
  readonly id: string
  readonly phone_id: string
  readonly state: string
  readonly zone: string
}

const deviceOf = async (): Promise<DeviceRow | undefined> => {
  const { rows } = await withClient(client.databaseUrl(), (database) =>
    database.query<DeviceRow>(
      `select d.id, d.phone_id, d.state, z.name as zone from devices d join zones z on z.id = d.zone_id
       join users u on u.id = d.owner_id where d.name = $1 and u.mobile_phone = $2`,
      [NAME, demo.phone],
    ),
  )
  return rows[0]
}
const whenRunning = async (): Promise<DeviceRow> => {
  await expect.poll(async () => (await deviceOf())?.state, MAKING).toBe('running')
  return (await deviceOf()) as DeviceRow
}
const openAs = async (page: string) => {
  const program = client()
  await program.storage.clear()
  await program.start(page)
  await logIn(program)
  await program.waitForPage(page.split('?')[0] ?? '')
  return program
}

beforeEach(() => client().forgetReports())

test('a phone is replaced and keeps its name', async () => {
  const before = await whenRunning()
  const program = await openAs(`pages/Device/replace?deviceId=${before.id}`)
  await program.waitForText('免费，每台设备每天一次')
  await program.tap('text=/^运行卡顿$/')
  await tapWhenReady(program, '开始更换')
  await program.tap('text=/^确认更换$/')
  await program.waitForPage('pages/Task/index')
  await expect.poll(async () => (await deviceOf())?.phone_id, MAKING).not.toBe(before.phone_id)
  expect(program.errors).toEqual([])
})

test('a phone changes its zone by stock and latency, and keeps its name', async () => {
  const before = await whenRunning()
  const program = await openAs(`pages/Device/changeZone?deviceId=${before.id}`)
  await program.waitForText('30 天内还可免费更换 1 次')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toMatch(/\d+ ms/)
  await program.tap('text=/^华北 · 北京$/')
  await tapWhenReady(program, '更换到 华北 · 北京')
  await program.tap('text=/^确认更换$/')
  await program.waitForPage('pages/Task/index')
  await expect.poll(async () => (await deviceOf())?.zone, MAKING).toBe('华北 · 北京')
  expect(program.errors).toEqual([])
})

test('a system update names the version of now and the next one', async () => {
  const { id } = await whenRunning()
  const program = await openAs(`pages/Device/upgradeDevice?deviceId=${id}`)
  await program.waitForText('更新到 B-1.1')
  await program.waitForText('更新系统安全补丁')
  expect(program.errors).toEqual([])
})
