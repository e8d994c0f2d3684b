import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { loadPhoneKeys, type PhoneKeys } from '@yunji/phone-driver/keys'
import { openPhone } from '@yunji/phone-driver/phone'
import type { Phone } from '@yunji/phone-driver/types'
import { type PhoneHost, startPhoneHost } from '@yunji/virtual-phone/host'
import { makeApk } from '@yunji/virtual-phone/testing/make-apk'
import { afterAll, beforeAll, expect, test } from 'vitest'

const APP = 'com.example.notes'
const DATA = `/data/data/${APP}`
const DATABASE = `${DATA}/databases/notes.db`

let dataDir: string
let keys: PhoneKeys
let host: PhoneHost
const phones: Phone[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'yunji-phone-'))
  keys = await loadPhoneKeys(path.join(dataDir, 'adb'))
  host = await startPhoneHost({ dataDir, secret: 'of this test' })
})
afterAll(async () => {
  for (const phone of phones) await phone.close()
  await host.close()
  await rm(dataDir, { recursive: true, force: true })
})

const open = async (id: string, root: 'always' | 'adb' | 'su' | 'none', apps = [APP]): Promise<Phone> => {
  const { port } = await host.put(id, { authorisedKeys: [keys.publicKey], root })
  const phone = openPhone({ host: '127.0.0.1', port, keys })
  phones.push(phone)
  for (const packageName of apps) {
    const apk = makeApk({ packageName })
    await phone.install([apk], apk.length)
  }
  return phone
}

/** Written with the rights of Android's own services. */
const fill = async (phone: Phone, id: string): Promise<void> => {
  await phone.push('/sdcard/Download/mine.txt', [Buffer.from('mine')])
  await phone.push(`/sdcard/Android/data/${APP}/cache/film`, [Buffer.from('a film that can be had again')])
  const folder = path.join(dataDir, 'phones', id, 'files')
  const files = {
    [DATABASE]: 'SQLite format 3',
    [`${DATABASE}-wal`]: 'frames',
    [`${DATA}/files/note`]: 'a note',
    [`${DATA}/files/gone`]: 'soon',
    [`${DATA}/files/short`]: 'shorter and shorter',
    [`${DATA}/cache/thumbnail`]: 'cached',
    [`${DATA}/code_cache/code`]: 'cached',
    [`${DATA}/files/cache/kept`]: 'no cache of Android',
  }
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true })
    await writeFile(path.join(folder, file), text)
  }
  await host.setState(id, { file: { path: `${DATA}/files/socket`, kind: 'socket' } })
  await host.setState(id, { file: { path: `${DATA}/files/gone`, kind: 'vanishes' } })
  await host.setState(id, { file: { path: `${DATA}/files/short`, kind: 'shrinks' } })
}

const readArchive = async (phone: Phone) => {
  const { body, finished } = await phone.createBackup()
  return { archive: await buffer(body), ...(await finished) }
}

test.each(['always', 'adb', 'su'] as const)(
  'with root %s a living phone is archived whole and says what is not',
  async (root) => {
    const phone = await open(root, root)
    await fill(phone, root)
    const { archive, contents } = await readArchive(phone)
    expect(contents).toMatchObject({
      appData: 'included',
      packages: expect.arrayContaining([APP, 'com.yunji.notes']),
      leftOut: { caches: ['cache', 'code_cache'], sockets: 1, vanished: [`data/data/${APP}/files/gone`] },
      changed: [`data/data/${APP}/files/short`],
    })
    expect(archive.includes('"appData":"included"')).toBe(true)
    expect(archive.includes('thumbnail')).toBe(false)
    expect(archive.includes('a film')).toBe(false)
    expect(archive.includes('no cache of Android')).toBe(true)
    const target = await open(`${root}-target`, root)
    const { restoredPackages } = await target.restoreBackup([archive], contents, {})
    expect(restoredPackages).toContain(APP)
    const read = async (file: string) => (await target.run(['su', '0', 'cat', file])).stdout
    expect(await read(DATABASE)).toBe('SQLite format 3')
    expect(await read(`${DATABASE}-wal`)).toBe('frames')
    expect((await buffer(await target.pull('/sdcard/Download/mine.txt'))).toString()).toBe('mine')
  },
)

test('without root the archive says that it holds no app data, and fits a phone with root', async () => {
  const phone = await open('none', 'none')
  await fill(phone, 'none')
  const { archive, contents } = await readArchive(phone)
  expect(contents).toMatchObject({ appData: 'noRoot', packages: [] })
  const target = await open('none-target', 'always')
  await target.restoreBackup([archive], contents, {})
  expect((await buffer(await target.pull('/sdcard/Download/mine.txt'))).toString()).toBe('mine')
})

test('an app is stopped while its data is copied', async () => {
  const phone = await open('running', 'always')
  await phone.run(['monkey', '-p', APP, '1'])
  expect((await phone.run(['pidof', APP])).exitCode).toBe(0)
  await readArchive(phone)
  expect((await phone.run(['pidof', APP])).exitCode).toBe(1)
})

test('without its package or activity service there is no archive', async () => {
  const phone = await open('away', 'always')
  for (const service of ['package', 'activity']) {
    await host.setState('away', { awayServices: [service] })
    await expect(phone.createBackup()).rejects.toMatchObject({ kind: 'commandFailed' })
  }
})
