import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { TaskInfo } from '@yunji/contract/devices/task/schema'
import { TRASH_KEPT_MS } from '@yunji/contract/space/file/rules'
import { SPACE_FREE_BYTES } from '@yunji/contract/space/limits'
import { eventually } from '@yunji/testkit/eventually'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../platform/clock.ts'
import { deviceGrants } from '../../../tables/devices.ts'
import { spaceParts, spaceUsage } from '../../../tables/space.ts'
import { createDevices } from '../../../testing/devices.ts'
import { createSpaceFiles } from '../../../testing/space.ts'
import { useServer } from '../../../testing/use-server.ts'
import { findSpace } from '../index.ts'

const server = await useServer()
const make = createDevices(server)
const { db } = server.database
let person: Awaited<ReturnType<typeof make.addPerson>>
let device: Awaited<ReturnType<typeof make.addDevice>>
beforeEach(async () => {
  person = await make.addPerson()
  device = await make.addDevice(person.userId)
})
afterEach(() => {
  server.supplier.failing.clear()
  server.supplier.files.clear()
})
const { add, call, list, names, read, begin, create, sweep } = createSpaceFiles(server, () => person)

const usage = async () => (await findSpace(db, person.userId, server.clock.now())).usage
const ended = (taskId: number | null): Promise<TaskInfo> =>
  eventually(async () => {
    const { data } = await server.get(`/vmcloud/api/task/getTaskInfo?taskId=${taskId}`, { token: person.token })
    expect((data as TaskInfo).endedAt).not.toBeNull()
    return data as TaskInfo
  })
const addressOf = async (fileId: string) =>
  ((await call('getDownloadAddress', { fileId })).data as { address: string } | null)?.address ?? ''

describe('files', () => {
  it('are listed by kind and by name, page by page', async () => {
    for (const name of ['猫.jpg', '狗.png', '歌.mp3', '100%_猫.txt']) await add(name, name)
    expect((await names()).toSorted()).toEqual(['100%_猫.txt', '歌.mp3', '狗.png', '猫.jpg'].toSorted())
    expect((await names('&kind=picture')).toSorted()).toEqual(['狗.png', '猫.jpg'].toSorted())
    expect((await names(`&search=${encodeURIComponent('猫')}`)).toSorted()).toEqual(
      ['100%_猫.txt', '猫.jpg'].toSorted(),
    )
    expect(await names(`&search=${encodeURIComponent('%_')}`)).toEqual(['100%_猫.txt'])
    const { records, totalPage } = (await read('getFileList', '?rows=3&page=2')) as never as {
      records: unknown[]
      totalPage: number
    }
    expect([records.length, totalPage]).toEqual([1, 2])
  })

  it('are sorted by age, size and name', async () => {
    for (const [name, content] of [
      ['b.txt', 'long content'],
      ['C.txt', 'x'],
      ['a.txt', 'short'],
    ] as const) {
      await add(name, content)
      server.clock.advance(1000)
    }
    expect(await names()).toEqual(['a.txt', 'C.txt', 'b.txt'])
    expect(await names('&sort=oldest')).toEqual(['b.txt', 'C.txt', 'a.txt'])
    expect(await names('&sort=largest')).toEqual(['b.txt', 'a.txt', 'C.txt'])
    expect(await names('&sort=name')).toEqual(['a.txt', 'b.txt', 'C.txt'])
  })

  it('are counted by kind, each content once, with uploads that are under way', async () => {
    await add('a.jpg', 'picture')
    server.clock.advance(1000)
    await add('copy.bin', 'picture')
    await add('b.apk', 'an app')
    const trashed = await add('c.mp4', 'video')
    await call('trashFiles', { fileIds: [trashed] })
    await create('d.mp3', 100)
    const { data } = await server.get('/vmcloud/api/space/getSpace', { token: person.token })
    const bytesByKind = { picture: 7, app: 6, audio: 100, video: 0, document: 0, other: 0 }
    expect(data).toMatchObject({ fileBytes: 113, bytesByKind, trashBytes: 5 })
    expect((await usage()).file).toBe(Object.values(bytesByKind).reduce((sum, bytes) => sum + bytes, 0))
  })

  it('are renamed by the rules of names', async () => {
    const fileId = await add('a.jpg', 'x')
    await add('b.jpg', 'y')
    expect(await call('renameFile', { fileId, name: 'B.JPG' })).toMatchObject({ code: 1030 })
    expect(await call('renameFile', { fileId, name: 'x/y' })).toMatchObject({ code: 1083 })
    expect(await call('renameFile', { fileId, name: 'a.exe' })).toMatchObject({ code: 1083 })
    expect(await call('renameFile', { fileId, name: 'A.mp4' })).toMatchObject({ code: 200 })
    expect(await call('renameFile', { fileId, name: 'a.MP4' })).toMatchObject({ code: 200 })
    expect(await list('&kind=video')).toMatchObject([{ name: 'a.MP4' }])
  })

  it('go to the trash, which is counted apart, and come back under a free name', async () => {
    const fileId = await add('a.jpg', 'first')
    expect(await call('trashFiles', { fileIds: [fileId] })).toMatchObject({ code: 200 })
    expect(await usage()).toMatchObject({ file: 0, trash: 5 })
    expect(await list()).toEqual([])
    const [trashed] = await list('&isTrash=1')
    expect(trashed).toMatchObject({ fileId, deletesAt: server.clock.now().getTime() + TRASH_KEPT_MS })
    await add('a.jpg', 'second')
    expect(await call('restoreFiles', { fileIds: [fileId] })).toMatchObject({ code: 200 })
    expect((await names()).toSorted()).toEqual(['a (2).jpg', 'a.jpg'])
    expect(await usage()).toMatchObject({ file: 11, trash: 0 })
  })

  it('come back only where they fit', async () => {
    const fileId = await add('a.bin', 'ten bytes!')
    await call('trashFiles', { fileIds: [fileId] })
    await create('large.bin', SPACE_FREE_BYTES - 9)
    expect(await call('restoreFiles', { fileIds: [fileId] })).toMatchObject({ code: 1039 })
    await db
      .update(spaceUsage)
      .set({ fileBytes: SPACE_FREE_BYTES + 1 })
      .where(eq(spaceUsage.userId, person.userId))
    expect(await call('restoreFiles', { fileIds: [fileId] })).toMatchObject({ code: 1026 })
    expect(await usage()).toMatchObject({ trash: 10 })
  })

  it('of one content count as trash only when all of them are there', async () => {
    const [first, second] = [await add('a.bin', 'same'), await add('b.bin', 'same')]
    await call('trashFiles', { fileIds: [first] })
    expect(await usage()).toMatchObject({ file: 4, trash: 0 })
    await call('trashFiles', { fileIds: [second] })
    expect(await usage()).toMatchObject({ file: 0, trash: 4 })
    await add('c.bin', 'same')
    expect(await usage()).toMatchObject({ file: 4, trash: 0 })
  })

  it('are deleted all or none (1082), and leave nothing', async () => {
    const fileIds = [await add('a.bin', 'one'), await add('b.bin', 'two')]
    const foreign = 'f'.repeat(32)
    expect(await call('trashFiles', { fileIds: [...fileIds, foreign] })).toMatchObject({ code: 1082 })
    expect(await call('deleteFiles', { fileIds: [...fileIds, foreign] })).toMatchObject({ code: 1082 })
    expect(await names()).toHaveLength(2)
    expect(await call('deleteFiles', { fileIds })).toMatchObject({ code: 200 })
    expect(await usage()).toMatchObject({ file: 0, trash: 0 })
    await sweep()
    expect(await db.$count(spaceParts, eq(spaceParts.userId, person.userId))).toBe(0)
  })

  it('leave the trash after seven days, or when it is emptied', async () => {
    await call('trashFiles', { fileIds: [await add('a.bin', 'one')] })
    server.clock.advance(TRASH_KEPT_MS - 1)
    await sweep()
    expect(await names('&isTrash=1')).toEqual(['a.bin'])
    server.clock.advance(1)
    await sweep()
    expect(await names('&isTrash=1')).toEqual([])
    await call('trashFiles', { fileIds: [await add('b.bin', 'two')] })
    expect(await call('emptyTrash', {})).toMatchObject({ code: 200 })
    expect(await usage()).toMatchObject({ trash: 0 })
  })

  it('of somebody else are as absent ones', async () => {
    const fileId = await add('a.jpg', 'secret')
    const owner = person
    person = await make.addPerson()
    expect(await call('renameFile', { fileId, name: 'b.jpg' })).toMatchObject({ code: 1080 })
    expect(await call('deleteFiles', { fileIds: [fileId] })).toMatchObject({ code: 1082 })
    expect(await call('getDownloadAddress', { fileId })).toMatchObject({ code: 1080 })
    person = owner
    expect(await names()).toEqual(['a.jpg'])
  })
})

describe('a download', () => {
  it('gives the file under its name, whole and in ranges, for a while', async () => {
    const address = await addressOf(await add('假期 照片.txt', '0123456789'))
    const get = (range?: string) => server.app.inject({ url: address, headers: range ? { range } : {} })
    const whole = await get()
    expect(whole.body).toBe('0123456789')
    expect(whole.headers).toMatchObject({ 'content-type': 'application/octet-stream', 'content-length': '10' })
    expect(whole.headers['content-disposition']).toContain(`UTF-8''${encodeURIComponent('假期 照片.txt')}`)
    const part = await get('bytes=3-5')
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '345', 'bytes 3-5/10'])
    expect((await get('bytes=8-')).body).toBe('89')
    expect((await get('bytes=-3')).body).toBe('789')
    expect((await get('bytes=10-')).statusCode).toBe(416)
    expect((await server.app.inject({ url: `${address}x` })).statusCode).toBe(404)
    server.clock.advance(10 * MINUTE_MS)
    expect((await get()).statusCode).toBe(404)
  })

  it('of a picture is small as its preview, and of what is none is no preview', async () => {
    const canvas = createCanvas(800, 600)
    canvas.getContext('2d').fillRect(0, 0, 400, 300)
    await add('画.png', canvas.toBuffer('image/png'))
    const [picture] = await list()
    const preview = await server.app.inject({ url: picture?.previewUrl ?? '' })
    expect(preview.headers['content-type']).toBe('image/jpeg')
    expect(preview.rawPayload.subarray(0, 2).toString('hex')).toBe('ffd8')
    const large = await server.app.inject({ url: `${picture?.previewUrl}&size=large` })
    const widths = await Promise.all(
      [preview, large].map(async ({ rawPayload }) => (await loadImage(rawPayload)).width),
    )
    expect(widths).toEqual([480, 800])
    await add('text.jpg', 'no picture')
    const [text] = await list(`&search=text`)
    expect((await server.app.inject({ url: text?.previewUrl ?? '' })).statusCode).toBe(404)
    await add('note.txt', 'x')
    expect(await list('&kind=document')).toMatchObject([{ previewUrl: '' }])
  })
})

describe('phones', () => {
  it('get a file of the space, or install it', async () => {
    const second = await make.addDevice(person.userId)
    const deviceIds = [device.id, second.id]
    const photo = await begin('sendFile', { deviceIds, fileId: await add('照片.jpg', 'from space') })
    expect(await ended(photo.taskId)).toMatchObject({ kind: 'uploadFile', subject: '照片.jpg', succeededCount: 2 })
    const app = await begin('sendFile', { deviceIds, fileId: await add('游戏.apk', 'app of space') })
    expect(await ended(app.taskId)).toMatchObject({ kind: 'installApp', succeededCount: 2 })
    const sent = server.supplier.pushed.map(({ path, bytes }) => `${path} ${bytes.toString()}`)
    expect(sent.filter((text) => text === '/sdcard/Download/照片.jpg from space')).toHaveLength(2)
    expect(sent.filter((text) => text === 'null app of space')).toHaveLength(2)
    expect(await call('sendFile', { deviceIds, fileId: 'f'.repeat(32) })).toMatchObject({ code: 1080 })
  })

  it('give a file to the space, which shows their folders', async () => {
    server.supplier.files.set('/sdcard/DCIM/截图.png', Buffer.from('a picture'))
    const query = `?deviceId=${device.id}&path=${encodeURIComponent('/sdcard/DCIM')}`
    expect(await read('getPhoneFiles', query)).toMatchObject({ records: [{ name: '截图.png', sizeBytes: 9 }] })
    await add('截图.png', 'another')
    const { taskId } = await begin('fetchFile', { deviceId: device.id, path: '/sdcard/DCIM/截图.png' })
    expect(await ended(taskId)).toMatchObject({ kind: 'fetchFile', subject: '截图.png', state: 'succeeded' })
    expect((await names()).toSorted()).toEqual(['截图 (2).png', '截图.png'])
    expect(await usage()).toMatchObject({ file: 16 })
  })

  it.each(['/data/app', '/sdcard/../data', '/sdcard/a/..', '/sdcard//a', 'sdcard/a', '/sdcard/a\0'])(
    'show nothing outside of their shared storage: %j',
    async (path) => {
      const query = `?deviceId=${device.id}&path=${encodeURIComponent(path)}`
      const answer = await server.get(`/vmcloud/api/space/getPhoneFiles${query}`, { token: person.token })
      expect(answer).toMatchObject({ code: 1080 })
      expect(await call('fetchFile', { deviceId: device.id, path })).toMatchObject({ code: 1080 })
    },
  )

  it('that fail, or have no such file, leave nothing in the space', async () => {
    const absent = await begin('fetchFile', { deviceId: device.id, path: '/sdcard/absent.txt' })
    expect(await ended(absent.taskId)).toMatchObject({ state: 'failed' })
    server.supplier.files.set('/sdcard/none.txt', Buffer.alloc(0))
    const empty = await begin('fetchFile', { deviceId: device.id, path: '/sdcard/none.txt' })
    expect(await ended(empty.taskId)).toMatchObject({ state: 'failed' })
    server.supplier.files.set('/sdcard/a.txt', Buffer.from('x'))
    server.supplier.failing.set(device.phoneId, 'unreachable')
    const away = await begin('fetchFile', { deviceId: device.id, path: '/sdcard/a.txt' })
    expect(await ended(away.taskId)).toMatchObject({ state: 'failed', canRetry: true })
    expect(await names()).toEqual([])
    expect(await usage()).toMatchObject({ file: 0 })
  })

  it('of others are read only with the right to control them', async () => {
    server.supplier.files.set('/sdcard/a.txt', Buffer.from('theirs'))
    person = await make.addPerson()
    const input = { deviceId: device.id, path: '/sdcard/a.txt' }
    expect(await call('fetchFile', input)).toMatchObject({ code: 1031 })
    await make.grant(device.id, person.userId, 'view')
    expect(await call('fetchFile', input)).toMatchObject({ code: 1031 })
    await db.update(deviceGrants).set({ access: 'control' }).where(eq(deviceGrants.deviceId, device.id))
    const { taskId } = await begin('fetchFile', input)
    expect(await ended(taskId)).toMatchObject({ state: 'succeeded' })
    expect(await names()).toEqual(['a.txt'])
  })
})

describe('the space', () => {
  it('shows what is used, by kind', async () => {
    await add('a.bin', 'file')
    await call('trashFiles', { fileIds: [await add('b.bin', 'trash')] })
    expect(await read('getSpace')).toEqual({
      quotaBytes: SPACE_FREE_BYTES,
      usedBytes: 4,
      fileBytes: 4,
      bytesByKind: { picture: 0, video: 0, audio: 0, document: 0, app: 0, other: 4 },
      backupBytes: 0,
      trashBytes: 5,
      lastChanceBytes: 0,
      planEndsAt: null,
      isReadOnly: false,
      deletesFrom: null,
    })
  })
})
