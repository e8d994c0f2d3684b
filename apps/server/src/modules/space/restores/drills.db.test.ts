import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { TarFile } from '@yunji/backup-format/testing/tar'
import { eventually } from '@yunji/testkit/eventually'
import { and, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createFileSystemStore } from '../../../adapters/object-store/file-system.ts'
import { DAY_MS, later } from '../../../platform/clock.ts'
import { backupPacks, backups } from '../../../tables/backups.ts'
import { zoneStock } from '../../../tables/catalogue.ts'
import { createDevices } from '../../../testing/devices.ts'
import { openShop } from '../../../testing/shop.ts'
import { useServer } from '../../../testing/use-server.ts'
import { packKey } from '../backups/block-store.ts'

const server = await useServer()
const shop = await openShop(server)
const make = createDevices(server)
const { db } = server.database
const { supplier } = server
const objectStore = createFileSystemStore(join(server.dataDir, 'objects'))
const isStock = and(eq(zoneStock.zoneId, shop.zoneId), eq(zoneStock.configId, shop.configId))
let person: Awaited<ReturnType<typeof make.addPerson>>
let device: Awaited<ReturnType<typeof make.addDevice>>
let backupId: number

const files = (): TarFile[] =>
  ['storage/emulated/0/DCIM/a', 'data/data/com.example.notes/files/b'].map((name) => ({
    name,
    content: randomBytes(40_000),
  }))
const plan = async () => server.periodicJobs.find(({ name }) => name === 'space.planDrills')?.run()
const drillOf = async () => {
  const [row] = await db.select().from(backups).where(eq(backups.id, backupId))
  return row
}
const drilled = () =>
  eventually(async () => {
    const row = await drillOf()
    expect(row).toMatchObject({ drillingSince: null, drillResult: expect.any(String) })
    return row
  })
const setLeft = (left: number) =>
  db
    .update(zoneStock)
    .set({ capacity: sql`${zoneStock.reserved} + ${zoneStock.rented} + ${left}` })
    .where(isStock)
const findLeft = async () => {
  const [row] = await db.select().from(zoneStock).where(isStock)
  return row ? row.capacity - row.reserved - row.rented : 0
}

beforeEach(async () => {
  await db.update(backups).set({ drillAt: later(server.clock.now(), 365 * DAY_MS), drillResult: 'failed' })
  person = await make.addPerson()
  device = await make.addDevice(person.userId, { zoneId: shop.zoneId, configId: shop.configId })
  supplier.backupFiles.set(device.phoneId, files())
  await server.post(
    '/vmcloud/api/backup/backUpDevices',
    { deviceIds: [device.id] },
    { token: person.token, headers: { 'idempotency-key': `drill-of-${device.id}` } },
  )
  backupId = await eventually(async () => {
    const [row] = await db.select().from(backups).where(eq(backups.deviceId, device.id))
    if (row?.state !== 'complete') throw new Error('the backup is not complete')
    return row.id
  })
  await setLeft(2)
})
afterEach(() => {
  supplier.backupFiles.clear()
  supplier.failing.clear()
  supplier.restored.length = 0
  supplier.loses = ''
})

it('restores the newest backup into a spare phone, compares, and gives the phone back', async () => {
  await plan()
  expect(await drilled()).toMatchObject({ drillResult: 'recoverable', drillReason: '' })
  const [{ phoneId } = { phoneId: '' }] = supplier.restored
  expect(phoneId).toMatch(new RegExp(`^drill-${backupId}-`))
  expect(supplier.provided).toContain(phoneId)
  await eventually(() => expect(supplier.released).toContain(phoneId))
  expect(await findLeft()).toBe(2)
  const { data } = await server.get(`/vmcloud/api/backup/getBackupInfo?backupId=${backupId}`, { token: person.token })
  expect(data).toMatchObject({ drill: { result: 'recoverable' } })
})

it('is held once a week', async () => {
  await plan()
  await drilled()
  await plan()
  expect(await drillOf()).toMatchObject({ drillingSince: null })
  await db
    .update(backups)
    .set({ drillAt: later(server.clock.now(), -8 * DAY_MS) })
    .where(eq(backups.id, backupId))
  await plan()
  await eventually(() => expect(supplier.restored).toHaveLength(2))
})

it('finds what does not come back as it was', async () => {
  supplier.loses = 'storage/emulated/0/DCIM/a'
  await plan()
  expect(await drilled()).toMatchObject({ drillResult: 'damaged', drillReason: '1 个文件恢复后不一致' })
})

it('finds a damaged backup', async () => {
  const packs = await db.select().from(backupPacks).where(eq(backupPacks.userId, person.userId))
  for (const { id } of packs) await objectStore.delete(packKey(id))
  await plan()
  expect(await drilled()).toMatchObject({ drillResult: 'damaged', drillReason: '备份内容已损坏' })
  expect(await findLeft()).toBe(2)
})

it('never takes the last phone in stock', async () => {
  await setLeft(1)
  await plan()
  expect(await drillOf()).toMatchObject({ drillingSince: null, drillAt: null })
})

it('whose job is lost ends, and gives everything back', async () => {
  await db
    .update(zoneStock)
    .set({ rented: sql`${zoneStock.rented} + 1` })
    .where(isStock)
  await db
    .update(backups)
    .set({ drillingSince: later(server.clock.now(), -DAY_MS) })
    .where(eq(backups.id, backupId))
  await plan()
  expect(await drilled()).toMatchObject({ drillResult: 'failed', drillReason: '演练没有完成' })
  expect(await findLeft()).toBe(2)
})
