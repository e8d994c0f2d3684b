import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makePrivate } from './private-files.ts'

let folder = ''
let dataDir = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yunji-private-'))
  dataDir = join(folder, 'data')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const write = async (name: string): Promise<void> => {
  await mkdir(dirname(join(dataDir, name)), { recursive: true })
  await writeFile(join(dataDir, name), 'x')
}
const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8)

/** Modes by name, without the marker file. */
const modes = async (): Promise<Record<string, string>> => {
  const names = (await readdir(dataDir, { recursive: true })).filter((name) => name !== '.private').toSorted()
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await modeOf(join(dataDir, name))])))
}

/** Modes that a process with the usual umask leaves. */
const open = async (): Promise<void> => {
  for (const name of ['', ...(await readdir(dataDir, { recursive: true }))]) {
    const isFolder = (await stat(join(dataDir, name))).isDirectory()
    await chmod(join(dataDir, name), isFolder ? 0o755 : 0o644)
  }
}

it('makes a data folder that nobody else can enter', async () => {
  expect(await makePrivate(dataDir)).toBe(true)
  expect(await modeOf(dataDir)).toBe('700')
})

it('closes what stood open, once, and leaves to the database and to phones what is theirs', async () => {
  await write('objects/objects/verification/card')
  await write('server.log')
  await write('postgres/cluster/PG_VERSION')
  await write('phones/phones/p1/phone.json')
  await write('phones/phones/p1/files/sdcard/photo')
  await open()
  await chmod(join(dataDir, 'postgres/cluster'), 0o700)
  expect(await makePrivate(dataDir)).toBe(true)
  expect(await modeOf(dataDir)).toBe('700')
  expect(await modes()).toEqual({
    objects: '700',
    'objects/objects': '700',
    'objects/objects/verification': '700',
    'objects/objects/verification/card': '600',
    phones: '700',
    'phones/phones': '700',
    'phones/phones/p1': '700',
    'phones/phones/p1/files': '700',
    'phones/phones/p1/files/sdcard': '755',
    'phones/phones/p1/files/sdcard/photo': '644',
    'phones/phones/p1/phone.json': '600',
    postgres: '755',
    'postgres/cluster': '700',
    'postgres/cluster/PG_VERSION': '644',
    'server.log': '600',
  })
  // The folder itself is checked at every start.
  await chmod(dataDir, 0o755)
  expect(await makePrivate(dataDir)).toBe(true)
  expect(await modeOf(dataDir)).toBe('700')
})

it('follows no link out of the folder', async () => {
  const outside = join(folder, 'outside')
  await writeFile(outside, 'x')
  await chmod(outside, 0o644)
  await write('server.log')
  await symlink(outside, join(dataDir, 'link'))
  await makePrivate(dataDir)
  expect(await modeOf(outside)).toBe('644')
})

it.runIf(process.getuid?.() === 0)('lets the user of the database pass through, where it is not ours', async () => {
  await write('postgres/cluster/PG_VERSION')
  await chown(join(dataDir, 'postgres/cluster'), 65_534, 65_534)
  expect(await makePrivate(dataDir)).toBe(true)
  expect(await modeOf(dataDir)).toBe('711')
})
