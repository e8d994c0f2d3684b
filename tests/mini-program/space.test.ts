import { createHash, randomBytes } from 'node:crypto'
import { withClient } from '@yunji/testkit/with-client'
import { expect, test } from 'vitest'
import { demo, LONG_TIMEOUT, logIn, tapWhenReady, useRunningClient } from './running-client.ts'

const client = useRunningClient({ env: { YUNJI_PHONES: 'virtual' } })
const MAKING = { timeout: 90_000 }
const PHONE = '星海远征 06'
const NAME = '副本通关攻略.bin'
const PATH = 'wxfile://tmp_1.bin'
const ALBUM_PATH = 'wxfile://tmp_album.mp4'
const MB = 1024 ** 2

const query = <Row extends object>(sql: string, values: unknown[] = []) =>
  withClient(client.databaseUrl(), async (database) => (await database.query<Row>(sql, values)).rows)

const stored = () =>
  query<{ name: string; size_bytes: string; content_hash: string }>(
    'select f.name, o.size_bytes, o.content_hash from space_files f join space_objects o on o.id = f.object_id order by f.name',
  )

test('an upload goes on after the program was in the background, and the file goes to a phone', async () => {
  const program = client()
  await program.start('pages/Space/index')
  await logIn(program)
  await program.waitForText('云空间还是空的')
  const content = randomBytes(3 * MB)
  await program.putFile(PATH, content)
  const tempFiles = [{ name: NAME, path: PATH, size: content.length, type: 'file', time: 1_800_000_000 }]
  await program.answer('chooseMessageFile', { tempFiles, errMsg: 'chooseMessageFile:ok' })

  const offsets: number[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await program.page.route('**/files/*', async (route) => {
    const headers = route.request().headers()
    if (headers['x-http-method-override'] !== 'PATCH') return route.fallback()
    offsets.push(Number(headers['upload-offset']))
    // The third piece gets no answer before the program is back.
    if (offsets.length === 3) await released
    return route.fallback().catch(() => undefined)
  })
  await program.tap('text=/^上传文件$/')
  await program.tap('text=/^从聊天中选择文件$/')
  await expect.poll(() => offsets.length, LONG_TIMEOUT).toBe(3)
  await program.enterBackground()
  await expect.poll(() => query('select 1 from space_files'), LONG_TIMEOUT).toEqual([])
  await program.waitForRequests()
  release()
  await program.enterForeground()
  await program.waitForText(NAME)
  const [file] = await stored()
  expect(file).toMatchObject({ name: NAME, size_bytes: String(content.length) })
  // The piece that was cut off is sent again from where the server stands, and none before it.
  expect(offsets.slice(0, 3)).toEqual(offsets.slice(0, 3).toSorted((one, other) => one - other))
  expect(Math.min(...offsets.slice(3))).toBeGreaterThanOrEqual(offsets[2] ?? 0)
  expect(file?.content_hash).toBe(createHash('blake2b512').update(content).digest('hex').slice(0, 64))

  await expect
    .poll(
      () =>
        query<{ state: string }>(
          'select d.state from devices d join users u on u.id = d.owner_id where d.name = $1 and u.mobile_phone = $2',
          [PHONE, demo.phone],
        ),
      MAKING,
    )
    .toEqual([{ state: 'running' }])
  await program.tap(`text=/^${NAME}/`)
  await program.tap('text=/^发送到云手机$/')
  await program.waitForPage('pages/user/device')
  await program.tap(`text=/^${PHONE}$/`)
  await tapWhenReady(program, '确定')
  await program.waitForText('传输列表')
  await program.waitForText('发送与取回')
  await expect
    .poll(() => query(`select state from tasks where kind = 'uploadFile'`), MAKING)
    .toEqual([{ state: 'succeeded' }])
  await program.waitForText('已完成')
  expect(program.errors).toEqual([])
})

test('a video of the album is uploaded under the time, and saved to the phone again', async () => {
  const program = client()
  await program.start('pages/Space/index')
  await program.waitForText(NAME)
  const content = randomBytes(MB / 2)
  await program.putFile(ALBUM_PATH, content)
  const tempFiles = [{ tempFilePath: ALBUM_PATH, size: content.length, fileType: 'video' }]
  await program.answer('chooseMedia', { tempFiles, type: 'video', errMsg: 'chooseMedia:ok' })
  await program.tap('text=/^上传文件$/')
  await program.tap('text=/^从相册选择图片和视频$/')
  await expect
    .poll(async () => (await stored()).filter(({ name }) => /^视频_\d{8}_\d{4}\.mp4$/.test(name)), LONG_TIMEOUT)
    .toMatchObject([
      {
        size_bytes: String(content.length),
        content_hash: createHash('blake2b512').update(content).digest('hex').slice(0, 64),
      },
    ])
  expect(await program.calls('chooseMedia')).toMatchObject([
    { arguments: [{ mediaType: ['image', 'video'], sourceType: ['album'], sizeType: ['original'] }] },
  ])

  const save = async () => {
    await program.tap('text=/^视频_.*mp4/')
    await program.tap('text=/^保存到手机$/')
  }
  await program.answer('downloadFile', { statusCode: 403, errMsg: 'downloadFile:ok' })
  await save()
  await program.waitForText('没有保存')
  expect(await program.calls('saveVideoToPhotosAlbum')).toEqual([])

  await program.answer('downloadFile', { statusCode: 200, errMsg: 'downloadFile:ok' })
  await program.answer('saveVideoToPhotosAlbum', { errMsg: 'saveVideoToPhotosAlbum:ok' })
  await save()
  await expect
    .poll(() => program.calls('saveVideoToPhotosAlbum'), LONG_TIMEOUT)
    .toMatchObject([{ arguments: [{ filePath: expect.stringMatching(/download\.mp4$/) }] }])
  const [asked] = ((await program.calls('downloadFile')).at(-1)?.arguments ?? []) as { url: string; filePath: string }[]
  const { pathname, search } = new URL(asked?.url ?? '', client.url())
  const fetched = Buffer.from(await (await fetch(client.url() + pathname + search)).arrayBuffer())
  expect(fetched.equals(content)).toBe(true)
  expect(program.errors).toEqual([])
})

test('space is bought', async () => {
  const program = client()
  await program.start('pages/Space/BuySpace')
  await program.waitForText('购买后共')
  await program.tap('text=/^50 GB$/')
  await program.waitForText('购买后共 51.00 GB')
  await tapWhenReady(program, '立即购买')
  await program.waitForPage('pages/pay/pay')
  expect(program.errors).toEqual([])
})
