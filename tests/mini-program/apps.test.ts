import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { withClient } from '@yunji/testkit/with-client'
import { expect, test } from 'vitest'
import { demo, LONG_TIMEOUT, logIn, useRunningClient } from './running-client.ts'

const client = useRunningClient({ env: { YUNJI_PHONES: 'virtual' } })
const MAKING = { timeout: 90_000 }
const NAME = '星海远征 06'
const FILE_ID = 'a'.repeat(32)

const query = <Row extends object>(sql: string, values: unknown[]) =>
  withClient(client.databaseUrl(), async (database) => (await database.query<Row>(sql, values)).rows)

test('a file of a chat goes as the file of a form, and on to the phone; an app is opened on it', async () => {
  const program = client()
  const device = async () =>
    (
      await query<{ id: string; state: string; owner_id: string }>(
        `select d.id, d.state, d.owner_id from devices d join users u on u.id = d.owner_id
         where d.name = $1 and u.mobile_phone = $2`,
        [NAME, demo.phone],
      )
    )[0]
  await expect.poll(async () => (await device())?.state, MAKING).toBe('running')
  const { id = '', owner_id: ownerId = '' } = (await device()) ?? {}
  const page = `pages/Device/apps?deviceId=${id}`
  await program.start(page)
  await logIn(program)
  await program.waitForText('选择文件，发到 1 台')

  // The runner sends no files: the server keeps this one already.
  await query(
    `insert into app_files (id, user_id, name, size_bytes, is_complete, created_at) values ($1, $2, '说明.txt', 6, true, now())`,
    [FILE_ID, ownerId],
  )
  const data = { fileId: FILE_ID, name: '说明.txt', sizeBytes: 6, keptUntil: Date.now() }
  const answer = JSON.stringify({ code: ErrorCode.OK, msg: '', data, ts: 1 })
  const tempFiles = [{ name: '说明.txt', path: 'wxfile://tmp_1.txt', size: 6, type: 'file', time: 0 }]
  await program.answer('chooseMessageFile', { tempFiles, errMsg: 'chooseMessageFile:ok' })
  await program.answer('uploadFile', { statusCode: 200, data: answer, errMsg: 'uploadFile:ok' })
  await program.tap('text=/^选择文件/')
  await program.waitForPage('pages/Task/index')
  const [call] = await program.calls('uploadFile')
  expect(JSON.stringify(call)).toContain(sideRoutes.appFile.path)
  expect(call).toMatchObject({ arguments: [{ filePath: 'wxfile://tmp_1.txt', name: 'file' }] })
  await program.waitForText('上传文件 · 说明.txt')

  await program.start(page)
  await program.tap('text=/^已装应用$/')
  await program.waitForText('设置')
  await program.tap('text=/^设置$/')
  await program.waitForText('重启后自动打开')
  await program.tap('text=/^在 1 台云手机上打开$/')
  await program.waitForText('打开应用 · 设置')
  await expect
    .poll(async () => query(`select state from tasks where kind = 'startApp'`, []), LONG_TIMEOUT)
    .toEqual([{ state: 'succeeded' }])
  expect(program.errors).toEqual([])
})
