import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { MAX_OPEN_UPLOADS, UPLOAD_KEPT_MS } from '@yunji/contract/space/file/rules'
import { SPACE_FREE_BYTES } from '@yunji/contract/space/limits'
import { eventually } from '@yunji/testkit/eventually'
import { eq } from 'drizzle-orm'
import { Upload } from 'tus-js-client'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFileSystemStore } from '../../../adapters/object-store/file-system.ts'
import { spaceParts, spaceUploads } from '../../../tables/space.ts'
import { createDevices } from '../../../testing/devices.ts'
import { createSpaceFiles } from '../../../testing/space.ts'
import { useServer } from '../../../testing/use-server.ts'
import { findSpace } from '../index.ts'
import { findUpload } from './store.ts'
import { appendToUpload, finishUpload } from './uploads.ts'

const server = await useServer()
const make = createDevices(server)
const { db } = server.database
let person: Awaited<ReturnType<typeof make.addPerson>>
beforeEach(async () => {
  person = await make.addPerson()
})
const { send, create, append, add, list, names, read, sweep } = createSpaceFiles(server, () => person)

const usedBytes = async () => (await findSpace(db, person.userId, server.clock.now())).usedBytes
const locationOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['location'])
const contentOf = async (fileId: string): Promise<Buffer> => {
  const answer = await server.post('/vmcloud/api/space/getDownloadAddress', { fileId }, { token: person.token })
  const { address } = answer.data as { address: string }
  return (await server.app.inject({ url: address })).rawPayload
}
/** At most so much is stored at once. */
const PIECE_BYTES = 64 * 1024 ** 2
const partCount = () => db.$count(spaceParts, eq(spaceParts.userId, person.userId))

describe('an upload', () => {
  it('comes in any number of pieces, says how far it is, and becomes a file', async () => {
    const begun = await create('照片.jpg', 10)
    expect(begun.statusCode).toBe(201)
    expect(begun.headers).toMatchObject({ 'tus-resumable': '1.0.0', 'upload-offset': '0' })
    const url = locationOf(begun)
    expect((await append(url, 0, Buffer.from('0123'))).headers).toMatchObject({ 'upload-offset': '4' })
    expect((await send('HEAD', url, {})).headers).toMatchObject({ 'upload-offset': '4', 'upload-length': '10' })
    expect(await read('getUploadList')).toMatchObject({
      records: [{ name: '照片.jpg', offsetBytes: 4, sizeBytes: 10 }],
    })
    expect(await list()).toEqual([])
    expect((await append(url, 4, Buffer.from('456789'))).statusCode).toBe(204)
    const [file] = await list()
    expect(file).toMatchObject({ name: '照片.jpg', kind: 'picture', sizeBytes: 10, deletesAt: null })
    expect((await contentOf(file?.fileId ?? '')).toString()).toBe('0123456789')
    expect(await usedBytes()).toBe(10)
    expect((await send('HEAD', url, {})).statusCode).toBe(404)
  })

  it('is posted with the name of the method by clients that cannot patch', async () => {
    const url = locationOf(await create('a.txt', 3))
    const override = (method: string, headers: object = {}, payload?: Buffer) =>
      send('POST', url, { 'x-http-method-override': method, ...headers }, payload)
    const part = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
    expect((await override('PATCH', part, Buffer.from('ab'))).headers).toMatchObject({ 'upload-offset': '2' })
    expect((await override('HEAD')).headers).toMatchObject({ 'upload-offset': '2' })
    expect((await override('DELETE')).statusCode).toBe(204)
    expect((await override('HEAD')).statusCode).toBe(404)
    expect((await override('PUT')).statusCode).toBe(404)
  })

  it('goes on with a common client, also after its link was cut in the middle', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.app.server.address() as { port: number }
    const content = randomBytes(3_000_000)
    const folder = await mkdtemp(join(tmpdir(), 'yunji-tus-'))
    const path = join(folder, 'content')
    await writeFile(path, content)
    const begun = await create('大文件.bin', content.length)
    const url = locationOf(begun)
    // Half of it is announced as a whole, and the sender goes away.
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      `PATCH ${url} HTTP/1.1\r\nhost: 127.0.0.1\r\ntoken: ${person.token}\r\ntus-resumable: 1.0.0\r\nupload-offset: 0\r\n` +
        `content-type: application/offset+octet-stream\r\ncontent-length: ${content.length}\r\n\r\n`,
    )
    socket.write(content.subarray(0, 1_000_000), () => socket.destroy())
    const offset = await eventually(async () => {
      const stored = Number((await send('HEAD', url, {})).headers['upload-offset'])
      expect(stored).toBeGreaterThan(0)
      return stored
    })
    expect(offset).toBeLessThan(content.length)
    await new Promise<void>((resolve, reject) => {
      const upload = new Upload(createReadStream(path) as never, {
        uploadUrl: `http://127.0.0.1:${port}${url}`,
        headers: { token: person.token },
        chunkSize: 700_000,
        uploadSize: content.length,
        retryDelays: [0, 100, 300],
        onSuccess: () => resolve(),
        onError: reject,
      })
      upload.start()
    })
    await rm(folder, { recursive: true, force: true })
    const [file] = await list()
    expect((await contentOf(file?.fileId ?? '')).equals(content)).toBe(true)
  })

  it('is refused out of turn, and of two senders one goes on', async () => {
    const url = locationOf(await create('a.bin', 8))
    expect((await append(url, 3, Buffer.from('x'))).statusCode).toBe(409)
    expect((await append(url, 0, Buffer.alloc(9))).statusCode).toBe(413)
    expect((await append(url, 0, Buffer.from('x'), { 'content-type': 'text/plain' })).statusCode).toBe(415)
    expect((await send('PATCH', url, {}, Buffer.from('x'))).statusCode).toBe(415)
    expect((await send('HEAD', url, { 'tus-resumable': '0.2.0' })).statusCode).toBe(412)
    const answers = await Promise.all([append(url, 0, Buffer.from('1234')), append(url, 0, Buffer.from('abcd'))])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409])
    expect((await send('HEAD', url, {})).headers).toMatchObject({ 'upload-offset': '4' })
    expect(await partCount()).toBe(1)
  })

  it('of a sender that was not the first is refused, and nothing is left of all its pieces', async () => {
    const url = locationOf(await create('两处上传.bin', 3 * PIECE_BYTES))
    const upload = await findUpload(db, person.userId, url.split('/').at(-1) ?? '', server.clock.now())
    if (!upload) throw new Error('no upload')
    await append(url, 0, Buffer.from('first'))
    const objectStore = createFileSystemStore(join(server.dataDir, 'objects'))
    const chunk = Buffer.alloc(1024 ** 2)
    // More than it announced, so that its second piece fails as well.
    const tooMuch = async function* () {
      for (let sent = 0; sent < 4 * PIECE_BYTES; sent += chunk.length) yield chunk
    }
    const deps = { database: server.database, clock: server.clock, objectStore }
    await expect(appendToUpload(deps)({ ...upload, sizeBytes: PIECE_BYTES + 9 }, tooMuch())).rejects.toMatchObject({
      error: 'UPLOAD_CONFLICT',
    })
    await eventually(async () => expect(await partCount()).toBe(1))
  })

  it('belongs to whoever began it', async () => {
    const url = locationOf(await create('a.bin', 8))
    const owner = person
    person = await make.addPerson()
    expect((await send('HEAD', url, {})).statusCode).toBe(404)
    expect((await append(url, 0, Buffer.from('x'))).statusCode).toBe(404)
    expect((await send('DELETE', url, {})).statusCode).toBe(404)
    person = { ...owner, token: 'nobody' }
    expect((await create('b.bin', 1)).statusCode).toBe(401)
    expect((await send('HEAD', url, {})).statusCode).toBe(401)
    person = owner
    expect((await send('HEAD', url, {})).statusCode).toBe(200)
  })

  it.each([
    ['an empty file', 'a.txt', 0, 1029],
    ['an illegal type', 'setup.exe', 1, 1083],
    ['an illegal name', '../a', 1, 1083],
    ['a name without signs', ' ', 1, 1083],
    ['more than fits', 'a.bin', SPACE_FREE_BYTES + 1, 1039],
  ])('of %s is refused', async (_name, name, sizeBytes, code) => {
    const answer = await create(name, sizeBytes)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ code })
    expect(await usedBytes()).toBe(0)
  })

  it.each([
    ['no length', { 'upload-length': '' }],
    ['a length that is no number', { 'upload-length': '-1' }],
    ['no name', { 'upload-metadata': 'type eA==' }],
    ['a name that is no text', { 'upload-metadata': 'filename /////w==' }],
  ])('with %s is refused', async (_name, headers) => {
    expect((await create('a', 1, headers)).statusCode).toBe(400)
  })

  it('is refused under a name that a file has (1030), in any case of its letters', async () => {
    await add('Photo.jpg', 'x')
    expect((await create('photo.JPG', 1)).json()).toMatchObject({ code: 1030 })
    expect(await usedBytes()).toBe(1)
  })

  it('takes what it announced from the quota, until it ends', async () => {
    const url = locationOf(await create('a.bin', SPACE_FREE_BYTES))
    expect((await create('b.bin', 1)).json()).toMatchObject({ code: 1039 })
    await append(url, 0, Buffer.from('half'))
    expect((await send('DELETE', url, {})).statusCode).toBe(204)
    expect(await usedBytes()).toBe(0)
    await sweep()
    expect(await partCount()).toBe(0)
  })

  it('never takes more than the quota, whoever comes at the same time', async () => {
    const part = SPACE_FREE_BYTES / 4
    const answers = await Promise.all(Array.from({ length: 12 }, (_each, index) => create(`${index}.bin`, part)))
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(4)
    expect(await usedBytes()).toBe(SPACE_FREE_BYTES)
  })

  it('is one of 52 at most', async () => {
    for (let index = 0; index < MAX_OPEN_UPLOADS; index += 1) await create(`${index}.bin`, 1)
    const answer = await create('further.bin', 1)
    expect(answer.statusCode).toBe(429)
    expect(answer.json()).toMatchObject({ code: 1080, msg: '最多同时上传 52 个文件' })
  })

  it('that nobody goes on with is dropped after a day', async () => {
    const url = locationOf(await create('a.bin', 100))
    await append(url, 0, Buffer.from('abc'))
    server.clock.advance(UPLOAD_KEPT_MS - 1)
    await sweep()
    expect((await send('HEAD', url, {})).statusCode).toBe(200)
    server.clock.advance(1)
    expect((await send('HEAD', url, {})).statusCode).toBe(404)
    await sweep()
    expect(await usedBytes()).toBe(0)
    expect(await partCount()).toBe(0)
  })

  it('whose process died after the last byte is finished by the next look or the sweep', async () => {
    const url = locationOf(await create('a.bin', 4))
    await append(url, 0, Buffer.from('ab'))
    const [upload] = await db.select().from(spaceUploads).where(eq(spaceUploads.userId, person.userId))
    // As it stands when the last piece is recorded and the process dies.
    const [part] = await db.select().from(spaceParts).where(eq(spaceParts.userId, person.userId))
    await db.update(spaceUploads).set({ sizeBytes: 2 }).where(eq(spaceUploads.userId, person.userId))
    await db.execute(`update space_usage set file_bytes = 2 where user_id = ${person.userId}`)
    expect([upload?.offsetBytes, part?.sizeBytes]).toEqual([2, 2])
    await sweep()
    await finishUpload({ ...server, objectStore: {} as never })({ id: upload?.id ?? '', userId: person.userId })
    expect(await names()).toEqual(['a.bin'])
    expect(await usedBytes()).toBe(2)
  })
})

describe('the same content', () => {
  it('of one owner is kept and counted once', async () => {
    const first = await add('a.bin', 'the same')
    const second = await add('b.bin', 'the same')
    expect(await usedBytes()).toBe(8)
    await sweep()
    expect(await partCount()).toBe(1)
    await server.post('/vmcloud/api/space/deleteFiles', { fileIds: [first] }, { token: person.token })
    await sweep()
    expect((await contentOf(second)).toString()).toBe('the same')
    expect(await usedBytes()).toBe(8)
    await server.post('/vmcloud/api/space/deleteFiles', { fileIds: [second] }, { token: person.token })
    await sweep()
    expect([await usedBytes(), await partCount()]).toEqual([0, 0])
  })

  it('is one content, whether it came in one body, in several, or partly to another process', async () => {
    await add('a.bin', 'the same')
    const several = locationOf(await create('b.bin', 8))
    await append(several, 0, Buffer.from('the '))
    await append(several, 4, Buffer.from('same'))
    const partly = locationOf(await create('c.bin', 8))
    await append(partly, 0, Buffer.from('the '))
    const [upload] = await db.select().from(spaceUploads).where(eq(spaceUploads.userId, person.userId))
    if (!upload) throw new Error('no upload is under way')
    await appendToUpload({ ...server, objectStore: createFileSystemStore(join(server.dataDir, 'objects')) })(
      upload,
      Readable.from([Buffer.from('same')]),
    )
    expect(await names()).toHaveLength(3)
    expect(await usedBytes()).toBe(8)
  })

  it('of two owners is kept for each, and tells neither of the other', async () => {
    await add('a.bin', 'shared')
    person = await make.addPerson()
    await add('a.bin', 'shared')
    expect([await usedBytes(), await partCount()]).toEqual([6, 1])
  })
})
