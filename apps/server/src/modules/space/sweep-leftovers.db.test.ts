import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createFileSystemStore } from '../../adapters/object-store/file-system.ts'
import { createLogger } from '../../platform/logger.ts'
import type { ObjectStore } from '../../platform/object-store.ts'
import { backupPacks } from '../../tables/backups.ts'
import { spaceParts } from '../../tables/space.ts'
import { createDevices } from '../../testing/devices.ts'
import { useServer } from '../../testing/use-server.ts'
import { packKey } from './backups/block-store.ts'
import { packObjects } from './backups/sweep-backups.ts'
import { partKey } from './files/contents.ts'
import { partObjects } from './files/index.ts'
import { sweepLeftovers } from './sweep-leftovers.ts'

const server = await useServer()
const make = createDevices(server)
const { db } = server.database
let folder: string
let objectStore: ObjectStore
let lines: Record<string, unknown>[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yunji-leftovers-'))
  objectStore = createFileSystemStore(folder)
  lines = []
})
afterEach(() => rm(folder, { recursive: true }))

const log = createLogger('warn', { write: (line) => void lines.push(JSON.parse(line)) })
const kinds = [packObjects, partObjects]
const sweep = (store = objectStore) => sweepLeftovers({ database: server.database, objectStore: store, log, kinds })()
const put = async (...keys: string[]) => {
  for (const key of keys) await objectStore.put(key, Readable.from([Buffer.from(key)]), 100)
}
const kept = async () => {
  const keys: string[] = []
  for await (const key of objectStore.list()) keys.push(key)
  return keys.toSorted()
}
const addRows = async (): Promise<string[]> => {
  const { userId } = await make.addPerson()
  const createdAt = server.clock.now()
  const pack = { userId, rawBytes: 1, storedBytes: 1, checksum: '', chargedAs: 'backup', createdAt } as const
  const packs = await db.insert(backupPacks).values([pack, pack]).returning({ id: backupPacks.id })
  const partId = String(userId).padStart(32, '0')
  await db.insert(spaceParts).values({ id: partId, userId, position: 0, createdAt })
  return [...packs.map(({ id }) => packKey(id)), partKey(partId)]
}

it('deletes what has no row, and nothing else', async () => {
  const known = await addRows()
  const others = ['covers/7', 'avatars/a.jpg']
  await put(...known, ...others, packKey(999_999_999), partKey('gone'), packKey('nonsense'))
  await sweep()
  expect(await kept()).toEqual([...known, ...others].toSorted())
  expect(lines).toEqual([])
})

it('goes on past one that cannot be deleted', async () => {
  const known = await addRows()
  await put(...known, partKey('broken'), partKey('gone'))
  const refusing: ObjectStore = {
    ...objectStore,
    delete: (key) => (key === partKey('broken') ? Promise.reject(new Error('refused')) : objectStore.delete(key)),
  }
  await sweep(refusing)
  expect(await kept()).toEqual([...known, partKey('broken')].toSorted())
  expect(lines).toMatchObject([{ level: 50, job: 'space.sweepLeftovers', key: partKey('broken') }])
})

it('leaves the objects of another database alone', async () => {
  const known = await addRows()
  const foreign = Array.from({ length: 4 }, (_, index) => partKey(`foreign${index}`))
  await put(...known, ...foreign)
  await sweep()
  expect(await kept()).toEqual([...known, ...foreign].toSorted())
  expect(lines).toMatchObject([{ level: 50, leftovers: 4, known: 3 }])
})
