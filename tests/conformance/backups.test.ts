import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { loadPhoneKeys, type PhoneKeys } from '@yunji/phone-driver/keys'
import { openPhone } from '@yunji/phone-driver/phone'
import type { BackupOptions, Phone } from '@yunji/phone-driver/types'
import { type PhoneHost, startPhoneHost } from '@yunji/virtual-phone/host'
import { makeApk } from '@yunji/virtual-phone/testing/make-apk'
import { afterAll, beforeAll, expect, test } from 'vitest'

const NOTES = 'com.example.notes'
const GAME = 'com.example.game'
const CAMERA = 'android.permission.CAMERA'
const GAME_PARTS = [undefined, 'config.arm64_v8a', 'config.zh'] as const

let dataDir: string
let keys: PhoneKeys
let host: PhoneHost
const phones: Phone[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'yunji-backup-'))
  keys = await loadPhoneKeys(path.join(dataDir, 'adb'))
  host = await startPhoneHost({ dataDir, secret: 'of this test' })
})
afterAll(async () => {
  for (const phone of phones) await phone.close()
  await host.close()
  await rm(dataDir, { recursive: true, force: true })
})

const gameParts = GAME_PARTS.map((split) =>
  makeApk({ packageName: GAME, ...(split ? { split } : { isPlain: true }), payload: randomBytes(70_000) }),
)

const open = async (id: string, root: 'always' | 'none' = 'always'): Promise<Phone> => {
  const { port } = await host.put(id, { authorisedKeys: [keys.publicKey], root })
  const phone = openPhone({ host: '127.0.0.1', port, keys })
  phones.push(phone)
  const notes = makeApk({ packageName: NOTES, versionCode: 7, permissions: [CAMERA, 'android.permission.INTERNET'] })
  await phone.install([notes], notes.length)
  await phone.run(['pm', 'grant', NOTES, CAMERA])
  await phone.installParts(
    gameParts.map((bytes, index) => ({ path: `${index}.apk`, sizeBytes: bytes.length, open: () => [bytes] })),
  )
  const data = (name: string) => path.join(dataDir, 'phones', id, 'files/data/data', name)
  await mkdir(path.dirname(data(`${NOTES}/files/note`)), { recursive: true })
  await writeFile(data(`${NOTES}/files/note`), 'a note')
  await symlink('note', data(`${NOTES}/files/inside`))
  await symlink('/system/lib', data(`${NOTES}/lib`))
  await writeFile(data(`${GAME}/files/score`), '100')
  await phone.push('/sdcard/Download/mine.txt', [Buffer.from('mine')])
  await phone.push(`/sdcard/Android/data/${GAME}/files/level`, [Buffer.from('3')])
  return phone
}

/** Extracted by a tar that is not ours. */
const extract = async (phone: Phone, options?: BackupOptions) => {
  const { body, finished, plan } = await phone.createBackup(options)
  const folder = await mkdtemp(path.join(dataDir, 'extracted-'))
  await writeFile(path.join(folder, 'backup.tar'), await buffer(body))
  await promisify(execFile)('tar', ['-xf', 'backup.tar'], { cwd: folder })
  const { stdout } = await promisify(execFile)('tar', ['-tf', 'backup.tar'], { cwd: folder })
  const read = (name: string) => readFile(path.join(folder, name))
  return { ...(await finished), plan, names: stdout.split('\n'), read }
}

test('a backup holds apps in all their parts, permissions and data', async () => {
  const phone = await open('whole')
  const { contents, names, read, plan } = await extract(phone)
  expect(contents).toMatchObject({
    androidVersion: '10',
    sdk: 29,
    appData: 'included',
    packages: expect.arrayContaining([NOTES, GAME, 'com.yunji.notes']),
    leftOut: { links: 1 },
  })
  expect(contents.abis).not.toEqual([])
  expect(contents.usedBytes).toBeGreaterThan(0)
  const notes = contents.apps.find(({ packageName }) => packageName === NOTES)
  expect(notes).toMatchObject({ versionCode: 7, permissions: [CAMERA], abi: null, parts: [{ name: 'base' }] })
  const game = contents.apps.find(({ packageName }) => packageName === GAME)
  expect(game?.parts.map(({ name }) => name)).toEqual(['base', 'split_config.arm64_v8a', 'split_config.zh'])
  for (const [index, { name, sha256 }] of (game?.parts ?? []).entries()) {
    const apk = await read(`apps/${GAME}/${name}.apk`)
    expect(apk.equals(gameParts[index] ?? Buffer.alloc(0))).toBe(true)
    expect(createHash('sha256').update(apk).digest('hex')).toBe(sha256)
  }
  expect((await read(`data/data/${NOTES}/files/inside`)).toString()).toBe('a note')
  expect(names).not.toContain(`data/data/${NOTES}/lib`)
  expect(names.findLastIndex((name) => name.startsWith('apps/'))).toBeLessThan(
    names.findIndex((name) => name.startsWith('storage/')),
  )
  expect(JSON.parse((await read('yunji-archive.json')).toString())).toEqual({ version: 2, ...contents })
  expect(plan.apps.map(({ packageName }) => packageName).toSorted()).toEqual([GAME, NOTES])
})

test('apps can be left out, with their folders on shared storage', async () => {
  const phone = await open('chosen')
  const without = await extract(phone, { exclude: [GAME] })
  expect(without.contents.apps.map(({ packageName }) => packageName)).toEqual([NOTES])
  expect(without.names.filter((name) => name.includes(GAME))).toEqual([])
  expect(without.contents.packages).toContain('com.yunji.notes')
  const only = await extract(phone, { include: [GAME] })
  expect(only.contents.packages).toEqual([GAME])
  expect(only.names.filter((name) => name.startsWith('data/') && !name.includes(GAME))).toEqual([])
  expect(only.names).toContain(`storage/emulated/0/Android/data/${GAME}/files/level`)
  expect(only.names).toContain('storage/emulated/0/Download/mine.txt')
})

test('without root there are apps and shared storage', async () => {
  const phone = await open('rootless', 'none')
  const { contents, names } = await extract(phone)
  expect(contents).toMatchObject({ appData: 'noRoot', packages: [] })
  expect(contents.apps.map(({ packageName }) => packageName).toSorted()).toEqual([GAME, NOTES])
  expect(names.filter((name) => name.startsWith('data/'))).toEqual([])
})

test('a backup that nobody wants any more ends, and so does its reader', async () => {
  const phone = await open('stopped')
  const stop = new AbortController()
  const { body, finished } = await phone.createBackup({ signal: stop.signal })
  stop.abort(new Error('enough'))
  await expect(buffer(body)).rejects.toThrow('enough')
  await expect(finished).rejects.toThrow('enough')
})
