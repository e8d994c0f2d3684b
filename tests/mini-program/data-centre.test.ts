import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { withClient } from '@yunji/testkit/with-client'
import { beforeEach, expect, test } from 'vitest'
import { demo, logIn, tapWhenReady, useRunningClient } from './running-client.ts'

const client = useRunningClient({ env: { YUNJI_PHONES: 'virtual' } })

/** Phones start one after the other, on a busy machine. */
const MAKING = { timeout: 90_000 }
const NAME = '星海远征 06'

const query = (statement: string, values: unknown[] = []) =>
  withClient(client.databaseUrl(), (database) => database.query(statement, values))

interface DeviceRow {
  readonly id: string
  readonly phone_id: string
  readonly state: string
}

const deviceOf = async (): Promise<DeviceRow | undefined> => {
  const { rows } = await query(
    `select d.id, d.phone_id, d.state from devices d join users u on u.id = d.owner_id
     where d.name = $1 and u.mobile_phone = $2`,
    [NAME, demo.phone],
  )
  return rows[0] as DeviceRow | undefined
}
const whenRunning = async (): Promise<DeviceRow> => {
  await expect.poll(async () => (await deviceOf())?.state, MAKING).toBe('running')
  return (await deviceOf()) as DeviceRow
}
const documentOf = (phoneId: string) =>
  path.join(client.dataDir(), 'phones', 'phones', phoneId, 'files', 'data', 'media', '0', 'Documents', 'note.txt')

beforeEach(() => client().forgetReports())

test('a phone is backed up and what the backup holds is said, up to its restore', async () => {
  const { id, phone_id: phoneId } = await whenRunning()
  await mkdir(path.dirname(documentOf(phoneId)), { recursive: true })
  await writeFile(documentOf(phoneId), 'from the mini-program')
  const program = client()
  await program.storage.clear()
  await program.start(`pages/Space/DataCenter?deviceId=${id}`)
  await logIn(program)
  await program.waitForPage('pages/Space/DataCenter')
  await program.waitForText('这台设备还没有备份')
  await program.tap('text=/^新建备份$/')
  await program.waitForText('备份内容')
  await program.fill('placeholder=如：双十一开播前（可不填）', '小程序备份')
  await tapWhenReady(program, '开始备份')
  await expect
    .poll(async () => (await query(`select state from backups where note = '小程序备份'`)).rows[0]?.state, MAKING)
    .toBe('complete')
  await program.waitForText('小程序备份')
  await program.tap('text=/^小程序备份$/')
  await program.waitForText('锁屏密码、系统账号和系统设置')
  await program.tap('.weapp-frame[current] [class*="sheet-module__close"]')
  await writeFile(documentOf(phoneId), 'overwritten')

  await program.tap('.weapp-frame[current] [class*="button-module__small"]')
  await program.waitForText('可以恢复')
  await program.waitForText('备份之后新增的会被替换')
  await tapWhenReady(program, '恢复到这台设备')
  await program.tap('text=/^覆盖并恢复$/')
  await program.waitForPage('pages/Space/HistoryData')
  await program.waitForText('恢复数据')
  await expect
    .poll(async () => (await query(`select state from tasks where kind = 'restore'`)).rows[0]?.state, MAKING)
    .toBe('succeeded')
  expect(await readFile(documentOf(phoneId), 'utf8')).toBe('from the mini-program')
  expect(program.errors).toEqual([])
})
