import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { TarFile } from '@yunji/backup-format/testing/tar'
import { eventually } from '@yunji/testkit/eventually'
import { and, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createFileSystemStore } from '../../../adapters/object-store/file-system.ts'
import { DAY_MS, later } from '../../../platform/clock.ts'
import { backupPacks, backups, restoreDrills } from '../../../tables/backups.ts'
import { zoneStock } from '../../../tables/catalogue.ts'
import { devices } from '../../../tables/devices.ts'
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
const drills = () => db.select().from(restoreDrills)
const drilled = () =>
  eventually(async () => {
    const row = await drillOf()
    expect([row, await drills()]).toMatchObject([{ drillResult: expect.any(String) }, []])
    return row
  })
/** A drill whose spare phone is not ready until it is opened. */
const begin = async () => {
  let open = () => {}
  supplier.blockedBy = new Promise<void>((resolve) => (open = resolve))
  await plan()
  await eventually(() => expect(supplier.waiting).toContainEqual(expect.stringMatching(`^drill-${backupId}-`)))
  expect(await findLeft()).toBe(1)
  const [{ phoneId } = { phoneId: '' }] = await drills()
  return { phoneId, open }
}
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
  expect(await drills()).toEqual([])
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
  expect([await drillOf(), await drills()]).toMatchObject([{ drillAt: null }, []])
})

it('without a spare phone fails, with nothing to erase', async () => {
  const phoneId = `drill-${backupId}-${server.clock.now().getTime()}`
  supplier.failing.set(`provision ${phoneId}`, 'noStock')
  await plan()
  expect(await drilled()).toMatchObject({ drillResult: 'failed' })
  expect(await findLeft()).toBe(2)
  const text = `select from pgboss.job where name = 'device.erase' and data ->> 'phoneId' = $1`
  expect((await server.database.pool.query(text, [phoneId])).rows).toEqual([])
})

it('whose job is lost ends, and gives everything back', async () => {
  const { phoneId, open } = await begin()
  await db.update(restoreDrills).set({ beganAt: later(server.clock.now(), -DAY_MS) })
  await plan()
  expect(await drilled()).toMatchObject({ drillResult: 'failed', drillReason: '演练没有完成' })
  expect(await findLeft()).toBe(2)
  open()
  await eventually(() => expect(supplier.released.filter((released) => released === phoneId)).toHaveLength(2))
  expect(await findLeft()).toBe(2)
})

it('returns the unit of stock that it took, wherever its device is by then', async () => {
  const { open } = await begin()
  await db.update(devices).set({ configId: null }).where(eq(devices.id, device.id))
  open()
  await drilled()
  expect(await findLeft()).toBe(2)
})

it('of a backup that is erased meanwhile ends, and the spare phone is erased', async () => {
  const { phoneId, open } = await begin()
  for (const _ of ['into the trash', 'for good']) {
    await server.post('/vmcloud/api/backup/deleteBackup', { backupId }, { token: person.token })
  }
  expect(await drillOf()).toBeUndefined()
  await plan()
  await eventually(() => expect(supplier.released).toContain(phoneId))
  expect([await drills(), await findLeft()]).toEqual([[], 2])
  open()
})
