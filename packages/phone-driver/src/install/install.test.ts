import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type PhoneHost, startPhoneHost } from '@yunji/virtual-phone/host'
import { makeApk, makeZip, type TestApp } from '@yunji/virtual-phone/testing/make-apk'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PhoneError } from '../errors.ts'
import { openPhone } from '../phone.ts'
import { createKeys } from '../testing/scripted-phone.ts'
import type { Phone } from '../types.ts'

const packageName = 'com.example.app'
const keys = createKeys()
let folder: string
let host: PhoneHost
let phone: Phone

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'yunji-install-'))
  host = await startPhoneHost({ dataDir: folder, secret: 'of this test', bootMs: 0 })
  const { port } = await host.put('subject', { authorisedKeys: [keys.publicKey], androidVersion: '8.0' })
  phone = openPhone({ host: '127.0.0.1', port, keys })
})
afterAll(async () => {
  await phone.close()
  await host.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => phone.run(['pm', 'uninstall', packageName]))

const apkOf = (app: Partial<TestApp> = {}) => makeApk({ packageName, ...app })
const install = (app?: Partial<TestApp>) => {
  const bytes = apkOf(app)
  return phone.install([bytes], bytes.length)
}
const installZip = (files: Parameters<typeof makeZip>[0]) => {
  const bytes = makeZip(files)
  return phone.installArchive([bytes], bytes.length)
}
const kindOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof PhoneError ? error.kind : String(error)),
  )
const paths = async () => (await phone.run(['pm', 'path', packageName])).stdout.trim().split('\n')
const at = (...names: string[]) => names.map((name) => `package:/data/app/${packageName}-1/${name}.apk`)

describe('an app that is there', () => {
  test('keeps its data when it is installed again, on a phone that must be told so', async () => {
    await install()
    await phone.run(['sh', '-c', `echo kept > /data/data/${packageName}/files/a`])
    await install({ versionCode: 2 })
    expect((await phone.run(['cat', `/data/data/${packageName}/files/a`])).stdout).toBe('kept\n')
  })

  test('is not replaced by an older version or by another signature', async () => {
    await install({ versionCode: 2 })
    expect(await kindOf(install({ versionCode: 1 }))).toBe('packageDowngrade')
    expect(await kindOf(install({ versionCode: 3, signer: 'somebody else' }))).toBe('packageConflict')
    expect(await kindOf(install({ versionCode: 3 }))).toBe('no error')
  })

  test('needs all of its parts', async () => {
    expect(await kindOf(install({ isSplitRequired: true }))).toBe('packageUnfit')
    expect(await kindOf(install({ split: 'config.zh' }))).toBe('badPackage')
  })
})

const abi = process.arch === 'arm64' ? 'arm64_v8a' : 'x86_64'
const splitNames = [abi, 'mips', 'xhdpi', 'mdpi', 'zh', 'de'].map((name) => `config.${name}`)
const chosen = [abi, 'xhdpi', 'zh'].map((name) => `split_config.${name}`)
const manifestOf = (more: object) =>
  Buffer.from(JSON.stringify({ xapk_version: 2, package_name: packageName, ...more }))

describe('an .xapk', () => {
  const obb = `Android/obb/${packageName}/main.1.${packageName}.obb`
  const splits = splitNames.map((name) => [`${name}.apk`, apkOf({ split: name })] as const)
  const listed = [
    { file: `${packageName}.apk`, id: 'base' },
    ...splitNames.map((name) => ({ file: `${name}.apk`, id: name })),
  ]
  const base = [`${packageName}.apk`, apkOf({ isSplitRequired: true })] as const

  test('is installed in the parts that the phone needs, with its expansion files', async () => {
    const content = Buffer.alloc(100_000, 'x')
    const manifest = manifestOf({ split_apks: listed, expansions: [{ file: obb, install_path: obb }] })
    const progress: number[] = []
    const bytes = makeZip([['manifest.json', manifest], base, ...splits, [obb, content], ['icon.png', Buffer.alloc(9)]])
    const received: number[] = []
    const onInstalled = (done: number, total: number) => progress.push(done / total)
    const onProgress = (done: number) => received.push(done)
    await phone.installArchive([bytes], bytes.length, { onProgress, onInstalled })
    expect(await paths()).toEqual(at('base', ...chosen.toSorted()).toSorted())
    expect(await buffer(await phone.pull(`/sdcard/${obb}`))).toEqual(content)
    expect(received).toEqual([bytes.length])
    expect(progress.at(-1)).toBe(1)
    expect(progress).toEqual(progress.toSorted((one, other) => one - other))
  })

  test('of one APK needs no list', async () => {
    await installZip([
      ['manifest.json', manifestOf({})],
      [`${packageName}.apk`, apkOf()],
    ])
    expect(await paths()).toEqual(at('base'))
  })

  test.each([
    ['lists what is not there', manifestOf({ split_apks: [{ id: 'base', file: 'absent.apk' }] })],
    ['has another form', Buffer.from('[]')],
    ['is no JSON', Buffer.from('{')],
    ['names no package', Buffer.from('{"package_name":"../../data"}')],
    [
      'puts a file elsewhere',
      manifestOf({ expansions: [{ file: 'icon.png', install_path: 'Android/data/com.other/files/x' }] }),
    ],
  ])('whose manifest %s', async (_, manifest) => {
    expect(await kindOf(installZip([['manifest.json', manifest], base, ['icon.png', Buffer.alloc(9)]]))).toBe(
      'badPackage',
    )
    expect(await paths()).toEqual([''])
  })

  test('that the phone refuses leaves no session behind', async () => {
    const stranger = apkOf({ split: 'config.zh', packageName: 'com.example.other' })
    const manifest = manifestOf({ split_apks: [listed[0], { id: 'config.zh', file: 'config.zh.apk' }] })
    expect(await kindOf(installZip([['manifest.json', manifest], base, ['config.zh.apk', stranger]]))).toBe(
      'badPackage',
    )
    expect((await phone.run(['ls', '/data/app'])).stdout).toBe('')
  })

  test('is given up before its next part', async () => {
    const stop = new AbortController()
    const bytes = makeZip([['manifest.json', manifestOf({ split_apks: listed })], base, ...splits])
    const installing = phone.installArchive([bytes], bytes.length, {
      signal: stop.signal,
      onInstalled: () => stop.abort(new Error('the controls were lost')),
    })
    await expect(installing).rejects.toThrow('the controls were lost')
    expect((await phone.run(['ls', '/data/app'])).stdout).toBe('')
  })
})

describe('an .apks', () => {
  test('without a table has its parts in its root', async () => {
    const splits = splitNames.map((name) => [`split_${name}.apk`, apkOf({ split: name })] as const)
    await installZip([
      ['base.apk', apkOf({ isSplitRequired: true })],
      ...splits,
      ['meta.sai_v1.json', Buffer.from('{}')],
    ])
    expect(await paths()).toEqual(at('base', ...chosen).toSorted())
  })

  test.each([
    ['no zip', Buffer.from('this is no archive')],
    ['no APK', makeZip([['readme.txt', Buffer.alloc(3)]])],
    ['a path out of it', makeZip([['../../data/local/tmp/x.apk', apkOf()]])],
    ['an absolute path', makeZip([['/data/local/tmp/x.apk', apkOf()]])],
    [
      'a file twice',
      makeZip([
        ['base.apk', apkOf()],
        ['base.apk', apkOf()],
      ]),
    ],
    ['too many files', makeZip(Array.from({ length: 5001 }, (_, index) => [`${index}.txt`, Buffer.alloc(0)] as const))],
    ['more than it announces', understate(makeZip([['base.apk', Buffer.alloc(5_000_000)]]), 1000)],
    ['an endless file', understate(makeZip([['base.apk', apkOf()]]), 0xffff_fff0)],
  ])('that is or has %s is refused, and no file stays behind', async (_, bytes) => {
    const before = await readdir(tmpdir())
    expect(await kindOf(phone.installArchive([bytes], bytes.length))).toBe('badPackage')
    expect((await readdir(tmpdir())).filter((name) => name.startsWith('yunji-archive-'))).toEqual(
      before.filter((name) => name.startsWith('yunji-archive-')),
    )
    expect((await phone.run(['ls', '/data/app'])).stdout).toBe('')
  })
})

/** Writes another unpacked size into the directory of a zip with one file. */
function understate(zip: Uint8Array, sizeBytes: number): Uint8Array {
  const bytes = Buffer.from(zip)
  bytes.writeUInt32LE(sizeBytes, bytes.indexOf('PK\u0001\u0002') + 24)
  return bytes
}
