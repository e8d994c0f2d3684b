import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTestDatabase, type TestDatabase } from '@yunji/testkit/database'
import { eventually } from '@yunji/testkit/eventually'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFileSystemStore } from '../adapters/object-store/file-system.ts'
import { ConfigError } from '../config/names.ts'
import { createAttachedPhones } from '../modules/devices/phones/index.ts'
import { readMigrations } from '../platform/migrate.ts'
import { zoneStock } from '../tables/catalogue.ts'
import { attachedPhones, zones } from '../tables/devices.ts'
import { type ServerHarness, startServerHarness } from '../testing/server-harness.ts'
import { openShop, type Shop } from '../testing/shop.ts'
import { createBackup } from './create-backup.ts'
import { eraseRestoredPhones } from './erase-restored-phones.ts'
import { restoreBackup } from './restore-backup.ts'
import { checkDrill } from './restored-mark.ts'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))
const log = pino({ level: 'silent' })

let root: string
let original: ServerHarness
let shop: Shop
let backup: string
const databases: TestDatabase[] = []

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'yunji-restored-'))
  original = await startServerHarness()
  shop = await openShop(original)
  const { db } = original.database
  const [stock] = await db.select().from(zoneStock).where(eq(zoneStock.zoneId, shop.zoneId))
  const at = original.clock.now()
  const phone = { port: 5555, zoneId: shop.zoneId, configId: stock?.configId ?? 0, checkedAt: at, attachedAt: at }
  const sold = { ...phone, stockState: 'inStock' as const, isCounted: true }
  await db.insert(attachedPhones).values([
    { ...sold, host: '10.0.0.1', resolvedHost: '10.0.0.1', phoneId: 'order-1-1' },
    { ...sold, host: '10.0.0.2', resolvedHost: '10.0.0.2' },
  ])
  const source = {
    databaseUrl: original.database.url,
    objectStore: createFileSystemStore(join(root, 'source')),
    dataDir: original.dataDir,
    clock: original.clock,
  }
  backup = (await createBackup(source, join(root, 'backups'))).folder
})

afterAll(async () => {
  await original.stop()
  for (const database of databases) await database.drop()
  await rm(root, { recursive: true, force: true })
})

/** A process on a restored copy. */
const restore = async (name: string, isDrill: boolean): Promise<ServerHarness> => {
  const testDatabase = await createTestDatabase()
  databases.push(testDatabase)
  const dataDir = join(root, name)
  await restoreBackup(backup, {
    isDrill,
    dataDir,
    objectStore: createFileSystemStore(join(dataDir, 'objects')),
    storeName: 'files',
    migrations: await readMigrations(MIGRATIONS),
    openDatabase: async () => ({ url: testDatabase.url, close: async () => undefined }),
  })
  return startServerHarness({}, log, undefined, { ...original.place, testDatabase, dataDir })
}

it('erases each free attached phone before it is sold, and leaves those in use alone', async () => {
  const restored = await restore('live', false)
  try {
    const { db } = restored.database
    const phones = createAttachedPhones(restored.database)
    const [zone] = await db.select().from(zones).where(eq(zones.id, shop.zoneId))
    const [{ configId } = { configId: 0 }] = await db.select().from(attachedPhones)
    const order = {
      phoneId: 'order-9-1',
      zoneCode: zone?.code ?? '',
      version: '10/B',
      configId: configId ?? 0,
    } as const
    expect(await phones.claim(order)).toBe('erasing')
    await eraseRestoredPhones({ database: restored.database, jobs: restored.jobs, log })
    // Meanwhile another process starts.
    await eraseRestoredPhones({ database: restored.database, jobs: restored.jobs, log })
    const released = await eventually(() => restored.supplier.released[0] ?? Promise.reject(new Error('not yet')))
    expect(restored.supplier.released).toEqual([expect.stringMatching(/^restored-[0-9a-f]{12}-\d+$/)])
    await phones.release(released)
    expect(await phones.claim(order)).toEqual({ host: '10.0.0.2', port: 5555 })
    expect(await phones.find('order-1-1')).toEqual({ host: '10.0.0.1', port: 5555 })
  } finally {
    await restored.close()
  }
})

it('knows a drill, also after a backup of it, and runs none beside a real provider', async () => {
  const check = ({ database }: ServerHarness, realProviders: string[], storeName = 'files') =>
    checkDrill(database.db, { realProviders, storeName })
  const drill = await restore('drill', true)
  try {
    expect(await check(original, ['ALIPAY_APP_ID'])).toBe(false)
    expect(await check(drill, [])).toBe(true)
    await expect(check(drill, ['ALIPAY_APP_ID'])).rejects.toThrow(ConfigError)
    await expect(check(drill, ['ALIPAY_APP_ID'])).rejects.toThrow('restored with --drill, and ALIPAY_APP_ID names')
    await expect(check(drill, [], 'bucket')).rejects.toThrow('into another object store: files')
    expect(await checkDrill(drill.database.db, { realProviders: [] })).toBe(true)
    const source = {
      databaseUrl: drill.database.url,
      objectStore: createFileSystemStore(join(root, 'drill', 'objects')),
      dataDir: join(root, 'drill'),
      clock: original.clock,
    }
    original.clock.advance(1000)
    backup = (await createBackup(source, join(root, 'backups'))).folder
    const live = await restore('live-from-drill', false)
    expect(await check(live, ['ALIPAY_APP_ID'], 'bucket')).toBe(false)
    await live.close()
  } finally {
    await drill.close()
  }
})
