import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeFrames } from '@yunji/backup-format/manifest'
import { readBackup, verifyBackup } from '@yunji/backup-format/read-backup'
import { encodeTar, inPieces, type TarFile } from '@yunji/backup-format/testing/tar'
import { writeBackup } from '@yunji/backup-format/write-backup'
import type { BackupRecord } from '@yunji/contract/space/backup-calls'
import { SPACE_FREE_BYTES } from '@yunji/contract/space/limits'
import { eventually } from '@yunji/testkit/eventually'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFileSystemStore } from '../../../adapters/object-store/file-system.ts'
import { DAY_MS } from '../../../platform/clock.ts'
import { backupBlocks, backupPacks, backups } from '../../../tables/backups.ts'
import { devices, deviceTags } from '../../../tables/devices.ts'
import { outbox } from '../../../tables/messages.ts'
import { deviceSchedules } from '../../../tables/schedules.ts'
import { spaceUsage } from '../../../tables/space.ts'
import { taskParts } from '../../../tables/tasks.ts'
import { createDevices } from '../../../testing/devices.ts'
import { useServer } from '../../../testing/use-server.ts'
import { createBlockStore, openBlockStore, packKey } from './block-store.ts'
import { beginAttempt, eraseBackups, setComplete, writeResult } from './store.ts'

const server = await useServer()
const make = createDevices(server)
const { db } = server.database
const objectsDir = join(server.dataDir, 'objects')
const objectStore = createFileSystemStore(objectsDir)
const untouched = server.supplier.onBackupPiece
let person: Awaited<ReturnType<typeof make.addPerson>>
let device: Awaited<ReturnType<typeof make.addDevice>>
let lastKey = 0

beforeEach(async () => {
  person = await make.addPerson()
  device = await make.addDevice(person.userId)
})
afterEach(() => {
  server.supplier.failing.clear()
  server.supplier.onBackupPiece = untouched
})

/** Files that do not compress. */
const files = (count: number, bytes: number): TarFile[] =>
  Array.from({ length: count }, (_, index) => ({ name: `sdcard/${index}`, content: randomBytes(bytes) }))
const put = (content: readonly TarFile[], { phoneId } = device) => server.supplier.backupFiles.set(phoneId, content)

const call = (path: string, body: object, { token } = person) =>
  server.post(`/vmcloud/api/backup/${path}`, body, {
    token,
    headers: { 'idempotency-key': `backup-${++lastKey}` },
  })
const backUp = (more: object = {}, who = person) => call('backUpDevices', { deviceIds: [device.id], ...more }, who)
const list = async (filter = 'kept', { token } = person) =>
  (
    (await server.get(`/vmcloud/api/backup/getBackupList?filter=${filter}`, { token })).data as {
      records: BackupRecord[]
    }
  ).records
const partEnded = (count = 1, deviceId = device.id) =>
  eventually(async () => {
    const parts = await db.select().from(taskParts).where(eq(taskParts.deviceId, deviceId)).orderBy(asc(taskParts.id))
    expect(parts.filter(({ endedAt }) => endedAt !== null)).toHaveLength(count)
    return parts.at(-1)
  })
let made = new Map<number, number>()
beforeEach(() => void (made = new Map()))
/** A complete backup of a device. */
const done = async (more: object = {}) => {
  const count = (made.get(device.id) ?? 0) + 1
  made.set(device.id, count)
  expect(await backUp(more)).toMatchObject({ code: 200 })
  expect(await partEnded(count)).toMatchObject({ state: 'succeeded' })
  const [newest] = await list()
  return newest as BackupRecord
}
const usage = async () => {
  const [row] = await db.select().from(spaceUsage).where(eq(spaceUsage.userId, person.userId))
  return { backup: row?.backupBytes ?? 0, trash: row?.trashBytes ?? 0, lastChance: row?.lastChanceBytes ?? 0 }
}
/** Bytes of packs by what they are charged to, and of their objects. */
const stored = async () => {
  const packs = await db.select().from(backupPacks).where(eq(backupPacks.userId, person.userId))
  let objectBytes = 0
  for (const { id } of packs) objectBytes += (await objectStore.sizeBytes(packKey(id))) ?? 0
  const sum = (kind: string) =>
    packs.filter(({ chargedAs }) => chargedAs === kind).reduce((total, { storedBytes }) => total + storedBytes, 0)
  return { backup: sum('backup'), trash: sum('trash'), lastChance: sum('lastChance'), objectBytes, packs }
}
const rowOf = async (backupId: number) => {
  const [row] = await db.select().from(backups).where(eq(backups.id, backupId))
  if (!row?.manifest) throw new Error('no manifest')
  return { ...row, manifest: row.manifest }
}
const deps = { database: server.database, objectStore }
const readBack = async (backupId: number): Promise<Buffer> => {
  const blocks: Buffer[] = []
  const { manifest } = await rowOf(backupId)
  for await (const block of readBackup(manifest, openBlockStore(deps, backupId))) blocks.push(Buffer.from(block))
  return Buffer.concat(blocks)
}
const sweep = () => server.periodicJobs.find(({ name }) => name === 'space.sweepBackups')?.run()

describe('a backup', () => {
  it('gives back what was on the phone, counts exactly, and stores only changes the next time', async () => {
    const content = files(40, 60_000)
    put(content)
    const first = await done({ note: '升级前' })
    expect(first).toMatchObject({
      state: 'complete',
      origin: 'manual',
      note: '升级前',
      deviceName: device.name,
      deleteAt: null,
      drill: null,
      contents: { androidVersion: '10', hasAppData: true, leftOutPackages: 0 },
    })
    expect((await readBack(first.backupId)).equals(encodeTar(content))).toBe(true)
    const { backup, objectBytes } = await stored()
    expect(await usage()).toEqual({ backup, trash: 0, lastChance: 0 })
    expect(objectBytes).toBe(backup)
    expect(first.storedBytes).toBe(backup)

    const changed = content.with(7, { name: 'sdcard/7', content: randomBytes(60_000) })
    put(changed)
    const second = await done()
    expect(second.storedBytes).toBeLessThan(first.storedBytes / 5)
    expect((await readBack(second.backupId)).equals(encodeTar(changed))).toBe(true)
    expect((await readBack(first.backupId)).equals(encodeTar(content))).toBe(true)
    expect((await usage()).backup).toBe((await stored()).backup)
    expect(await make.stateOf(device.id)).toBe('running')
  })

  it('of chosen apps asks the phone for those, and says so', async () => {
    const { contents } = await done({ include: ['com.example.notes'] })
    expect(server.supplier.backedUp.at(-1)).toMatchObject({ phoneId: device.phoneId, include: ['com.example.notes'] })
    expect(contents).toMatchObject({ onlyPackages: 1 })
    expect((await done({ exclude: ['com.a.b', 'com.c.d'] })).contents).toMatchObject({ leftOutPackages: 2 })
    expect(await backUp({ include: ['no such; package'] })).toMatchObject({ code: 1080 })
  })

  it('of a stopped device starts its phone, which is off again afterwards', async () => {
    device = await make.addDevice(person.userId, { state: 'stopped', isPowerOn: false })
    await done()
    expect(server.supplier.switched).toContainEqual({ phoneId: device.phoneId, isOn: true })
    expect(await make.stateOf(device.id)).toBe('stopped')
    await server.periodicJobs.find(({ name }) => name === 'devices.switchPower')?.run()
    await eventually(() => expect(server.supplier.switched.at(-1)).toEqual({ phoneId: device.phoneId, isOn: false }))
  })

  it('is one at a time for a device (1034), and of several devices one task', async () => {
    const gate = Promise.withResolvers<void>()
    server.supplier.onBackupPiece = () => gate.promise
    const other = await make.addDevice(person.userId)
    expect(await backUp()).toMatchObject({ code: 200 })
    expect(await backUp()).toMatchObject({ code: 1034 })
    const both = await call('backUpDevices', { deviceIds: [device.id, other.id] })
    expect(both).toMatchObject({ code: 200, data: { refused: [{ deviceId: device.id, code: 1034 }] } })
    // The worker adds it when it begins.
    const making = await eventually(async () => {
      const found = (await list()).find(({ deviceId }) => deviceId === device.id)
      expect(found).toMatchObject({ state: 'making' })
      return found
    })
    expect(await call('deleteBackup', { backupId: making?.backupId })).toMatchObject({ code: 1034 })
    gate.resolve()
    expect(await partEnded(1)).toMatchObject({ state: 'succeeded' })
    expect(await partEnded(1, other.id)).toMatchObject({ state: 'succeeded' })
  })

  it('is refused for devices of others, broken ones, and where the supplier makes none', async () => {
    const stranger = await make.addPerson()
    expect((await backUp({}, stranger)).code).not.toBe(200)
    const friend = await make.addPerson()
    await make.grant(device.id, friend.userId, 'control')
    expect((await backUp({}, friend)).code).not.toBe(200)
    device = await make.addDevice(person.userId, { state: 'faulty' })
    expect(await backUp()).toMatchObject({ code: 1031 })
    device = await make.addDevice(person.userId, { state: 'restoring' })
    expect(await backUp()).toMatchObject({ code: 1035 })
    device = await make.addDevice(person.userId)
    const { createBackup } = server.supplier
    delete server.supplier.createBackup
    const { data } = await server.get('/vmcloud/api/backup/getDataCenter', { token: person.token })
    expect((data as { records: object[] }).records.at(-1)).toMatchObject({ obstacle: '该设备不支持此操作' })
    expect(await backUp()).toMatchObject({ code: 1080, msg: '该设备不支持此操作' })
    if (createBackup) server.supplier.createBackup = createBackup
    expect(await db.$count(taskParts, eq(taskParts.deviceId, device.id))).toBe(0)
  })
})

describe('a backup that fails', () => {
  /** Expects no trace of the backup, and earlier ones whole. */
  const expectNothingLeft = async (before: Awaited<ReturnType<typeof usage>>, kept?: BackupRecord) => {
    expect(await usage()).toEqual(before)
    await sweep()
    const { backup, objectBytes } = await stored()
    expect(backup).toBe(before.backup)
    expect(objectBytes).toBe(before.backup)
    if (kept) await verifyBackup((await rowOf(kept.backupId)).manifest, openBlockStore(deps, kept.backupId))
  }

  it('in the middle of the stream leaves nothing, is named (1032), and makes way for the next', async () => {
    put(files(300, 60_000))
    const kept = await done()
    const before = await usage()
    put(files(300, 60_000))
    server.supplier.onBackupPiece = async (_phoneId, sentBytes) => {
      if (sentBytes > 12_000_000) throw new Error('the link is cut')
    }
    expect(await backUp()).toMatchObject({ code: 200 })
    expect(await partEnded(2)).toMatchObject({ state: 'failed' })
    await expectNothingLeft(before, kept)
    const [failed] = await list()
    expect(failed).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('原有备份不受影响'),
      storedBytes: 0,
    })
    server.supplier.onBackupPiece = untouched
    expect(await backUp()).toMatchObject({ code: 1032, data: { backupId: failed?.backupId, reason: failed?.reason } })
    expect(await backUp({ replacesFailed: true })).toMatchObject({ code: 200 })
    expect(await partEnded(3)).toMatchObject({ state: 'succeeded' })
    expect((await list()).filter(({ state }) => state === 'failed')).toEqual([])
  })

  it('of the owner before is nothing to the next one', async () => {
    server.supplier.onBackupPiece = () => Promise.reject(new Error('the link is cut'))
    await backUp()
    expect(await partEnded(1)).toMatchObject({ state: 'failed' })
    server.supplier.onBackupPiece = untouched
    const before = person
    person = await make.addPerson()
    await db.update(devices).set({ ownerId: person.userId }).where(eq(devices.id, device.id))
    expect(await backUp()).toMatchObject({ code: 200 })
    expect(await partEnded(2)).toMatchObject({ state: 'succeeded' })
    expect(await db.$count(backups, eq(backups.userId, before.userId))).toBe(1)
  })

  it('can be retried as a task', async () => {
    server.supplier.onBackupPiece = () => Promise.reject(new Error('the link is cut'))
    const { data } = await backUp()
    expect(await partEnded(1)).toMatchObject({ state: 'failed' })
    server.supplier.onBackupPiece = untouched
    const again = await server.post(
      '/vmcloud/api/task/retryTask',
      { taskId: (data as { taskId: number }).taskId },
      { token: person.token, headers: { 'idempotency-key': `backup-${++lastKey}` } },
    )
    expect(again).toMatchObject({ code: 200 })
    expect(await partEnded(2)).toMatchObject({ state: 'succeeded' })
    expect(await list()).toMatchObject([{ state: 'complete' }])
  })

  it('because the space is full ends with words and leaves no used space (1039); over it none begins (1026)', async () => {
    await db
      .insert(spaceUsage)
      .values({ userId: person.userId, fileBytes: SPACE_FREE_BYTES - 5_000_000 })
      .onConflictDoNothing()
    put(files(300, 60_000))
    expect(await backUp()).toMatchObject({ code: 200 })
    expect(await partEnded(1)).toMatchObject({ state: 'failed', reason: expect.stringContaining('空间') })
    await expectNothingLeft({ backup: 0, trash: 0, lastChance: 0 })
    await db
      .update(spaceUsage)
      .set({ fileBytes: SPACE_FREE_BYTES + 1 })
      .where(eq(spaceUsage.userId, person.userId))
    expect(await backUp({ replacesFailed: true })).toMatchObject({ code: 1026 })
  })

  it('because the disk of the server is full leaves nothing', async () => {
    put(files(300, 60_000))
    const objects = join(objectsDir, 'objects', 'backups')
    await rm(objects, { recursive: true, force: true })
    // A file where the folder should be: nothing can be written there.
    await writeFile(objects, '')
    expect(await backUp()).toMatchObject({ code: 200 })
    expect(await partEnded(1)).toMatchObject({ state: 'failed', reason: expect.stringContaining('备份失败') })
    await rm(objects)
    await expectNothingLeft({ backup: 0, trash: 0, lastChance: 0 })
  })

  it('because its owner calls it off leaves nothing', async () => {
    put(files(1000, 60_000))
    const gate = Promise.withResolvers<void>()
    server.supplier.onBackupPiece = async (_phoneId, sentBytes) => {
      if (sentBytes > 55_000_000) await gate.promise
    }
    const { data } = await backUp()
    await eventually(async () => expect((await usage()).backup).toBeGreaterThan(0))
    const centre = () => server.get(`/vmcloud/api/backup/getDataCenter?deviceId=${device.id}`, { token: person.token })
    expect((await centre()).data).toMatchObject({ records: [{ makingBytes: expect.any(Number) }] })
    const { taskId } = data as { taskId: number }
    await server.post('/vmcloud/api/task/cancelTask', { taskId }, { token: person.token })
    expect(await partEnded(1)).toMatchObject({ state: 'interrupted' })
    expect((await centre()).data).toMatchObject({ records: [{ makingBytes: null }] })
    gate.resolve()
    await expectNothingLeft({ backup: 0, trash: 0, lastChance: 0 })
  })

  it('because what was stored reads back differently is not complete', async () => {
    put([{ name: 'a', content: Buffer.from('not whole') }])
    const { backupFiles: onPhones } = server.supplier
    const { createBackup } = server.supplier
    server.supplier.createBackup = async (phoneId, options) => {
      const backup = await createBackup?.(phoneId, options)
      if (!backup) throw new Error('no backup')
      return { ...backup, body: backup.body.take(0) }
    }
    expect(await backUp()).toMatchObject({ code: 200 })
    expect(await partEnded(1)).toMatchObject({ state: 'failed', reason: expect.stringContaining('不完整') })
    if (createBackup) server.supplier.createBackup = createBackup
    onPhones.clear()
  })
})

describe('kept backups', () => {
  it('go to the trash, counted apart, come back, and are gone after 7 days', async () => {
    put(files(100, 60_000))
    const first = await done()
    put(files(100, 60_000))
    const second = await done()
    const all = (await usage()).backup
    expect(await call('deleteBackup', { backupId: first.backupId })).toMatchObject({ data: { isTrashed: true } })
    const { backup, trash } = await usage()
    expect(backup + trash).toBe(all)
    expect(trash).toBeGreaterThan(4_000_000)
    expect(await stored()).toMatchObject({ backup, trash })
    expect(await list('trash')).toMatchObject([{ backupId: first.backupId, state: 'trashed' }])
    expect(await call('restoreTrashedBackup', { backupId: first.backupId })).toMatchObject({ code: 200 })
    expect(await usage()).toMatchObject({ backup: all, trash: 0 })
    await call('deleteBackup', { backupId: first.backupId })
    server.clock.advance(7 * DAY_MS + 1000)
    await sweep()
    expect(await list('trash')).toEqual([])
    expect(await usage()).toMatchObject({ backup, trash: 0 })
    expect((await stored()).objectBytes).toBe(backup)
    await verifyBackup((await rowOf(second.backupId)).manifest, openBlockStore(deps, second.backupId))
    expect(await call('restoreTrashedBackup', { backupId: first.backupId })).toMatchObject({ code: 1080 })
  })

  it('share blocks: deleting one takes nothing from the others', async () => {
    const content = files(100, 60_000)
    put(content)
    const first = await done()
    const second = await done()
    expect(second.storedBytes).toBeLessThan(20_000)
    for (const time of [1, 2])
      expect((await call('deleteBackup', { backupId: first.backupId })).code, `${time}`).toBe(200)
    await sweep()
    expect((await readBack(second.backupId)).equals(encodeTar(content))).toBe(true)
    expect((await usage()).trash).toBe(0)
  })

  it('beyond the last ones that the owner keeps go to the trash', async () => {
    const backupIds: number[] = []
    for (const time of [1, 2, 3]) {
      put(files(3, 40_000 + time))
      backupIds.push((await done()).backupId)
    }
    expect(await call('setKeepLast', { deviceId: device.id, keepLast: 2 })).toMatchObject({ data: { keepLast: 2 } })
    expect((await list('trash')).map(({ backupId }) => backupId)).toEqual([backupIds[0]])
    put(files(3, 50_000))
    await done()
    expect((await list('trash')).map(({ backupId }) => backupId)).toEqual([backupIds[1], backupIds[0]])
    expect((await usage()).trash).toBe((await stored()).trash)
    const { data } = await server.get('/vmcloud/api/backup/getDataCenter', { token: person.token })
    expect(data).toMatchObject({
      records: [{ keepLast: 2, completeCount: 2, lastBackup: { state: 'complete' }, obstacle: '' }],
    })
  })

  it('of one device are told with the next run of its schedules, and with nothing of a device of others', async () => {
    await make.addDevice(person.userId)
    const centre = async (deviceId: number, { token } = person) =>
      (
        (await server.get(`/vmcloud/api/backup/getDataCenter?deviceId=${deviceId}`, { token })).data as {
          records: object[]
        }
      ).records
    expect(await centre(device.id)).toMatchObject([{ deviceId: device.id, nextBackupAt: null }])
    expect(await centre(device.id, await make.addPerson())).toEqual([])
    const nextAt = new Date(server.clock.now().getTime() + 5000)
    const schedule = { ownerId: person.userId, repeat: 'daily', time: '03:00', createdAt: server.clock.now() } as const
    const later = new Date(nextAt.getTime() + DAY_MS)
    await db.insert(deviceSchedules).values([
      { ...schedule, kind: 'backup', target: 'group', groupId: device.groupId, nextAt: later },
      { ...schedule, kind: 'reboot', target: 'group', groupId: device.groupId, nextAt },
      { ...schedule, kind: 'backup', target: 'tag', tag: '别的', nextAt },
      { ...schedule, kind: 'backup', target: 'group', groupId: device.groupId, nextAt: null, pausedAt: nextAt },
    ])
    expect(await centre(device.id)).toMatchObject([{ nextBackupAt: later.getTime() }])
    await db.insert(deviceTags).values({ deviceId: device.id, tag: '别的' })
    expect(await centre(device.id)).toMatchObject([{ nextBackupAt: nextAt.getTime() }])
    await db.delete(deviceSchedules)
  })

  it('of earlier releases, whose packs are one frame each, are read and used again', async () => {
    const content = files(30, 60_000)
    put(content)
    const first = await done()
    const [pack] = (await stored()).packs
    const [frame, ...others] = decodeFrames(pack?.frames ?? Buffer.alloc(0))
    expect(others).toEqual([])
    await db
      .update(backupPacks)
      .set({ frames: null, checksum: frame?.checksum ?? '' })
      .where(eq(backupPacks.id, pack?.id ?? 0))
    expect((await readBack(first.backupId)).equals(encodeTar(content))).toBe(true)
    const second = await done()
    expect(second.storedBytes).toBeLessThan(20_000)
    expect((await readBack(second.backupId)).equals(encodeTar(content))).toBe(true)
  })

  it('do not keep a pack alive of which they use little: it is stored again and goes', async () => {
    const content = files(60, 60_000)
    put(content)
    const first = await done()
    put([content[0] ?? { name: '', content: Buffer.alloc(0) }])
    const second = await done()
    put([content[0] ?? { name: '', content: Buffer.alloc(0) }])
    const third = await done()
    for (const { backupId } of [first, first, second, second]) await call('deleteBackup', { backupId })
    await sweep()
    expect((await usage()).backup).toBeLessThan(200_000)
    await verifyBackup((await rowOf(third.backupId)).manifest, openBlockStore(deps, third.backupId))
  })

  it('of others cannot be seen, deleted or taken back', async () => {
    const { backupId } = await done()
    const stranger = await make.addPerson()
    expect(await list('kept', stranger)).toEqual([])
    for (const path of ['deleteBackup', 'restoreTrashedBackup'])
      expect(await call(path, { backupId }, stranger)).toMatchObject({ code: 1080, data: null })
    const info = (token: string) => server.get(`/vmcloud/api/backup/getBackupInfo?backupId=${backupId}`, { token })
    expect(await info(stranger.token)).toMatchObject({ code: 1080 })
    expect(await info(person.token)).toMatchObject({
      code: 200,
      data: {
        backupId,
        apps: [],
        holds: expect.arrayContaining(['照片、视频、下载和其他文件']),
        lacks: expect.any(Array),
      },
    })
  })

  it('of an erased account are gone with their blocks, and the sweep deletes the objects', async () => {
    put(files(20, 60_000))
    await done()
    const keys = (await stored()).packs.map(({ id }) => packKey(id))
    await db.transaction((tx) => eraseBackups(tx, person.userId))
    expect(await db.$count(backups, eq(backups.userId, person.userId))).toBe(0)
    expect(await db.$count(backupBlocks, eq(backupBlocks.userId, person.userId))).toBe(0)
    await sweep()
    for (const key of keys) expect(await objectStore.sizeBytes(key)).toBeNull()
    expect(keys.length).toBeGreaterThan(0)
  })
})

it('is deleted oldest first when its space is over the quota for 7 days', async () => {
  put(files(100, 60_000))
  const first = await done()
  put(files(100, 60_000))
  const second = await done()
  const { backup } = await usage()
  // Over by less than the packs that only the first one uses.
  const fileBytes = SPACE_FREE_BYTES - backup + 3_000_000
  await db.update(spaceUsage).set({ fileBytes }).where(eq(spaceUsage.userId, person.userId))
  const settle = () => server.periodicJobs.find(({ name }) => name === 'space.settleOver')?.run()
  await settle()
  server.clock.advance(7 * DAY_MS + 1000)
  await settle()
  expect((await list()).map(({ backupId }) => backupId)).toEqual([second.backupId])
  expect(first.backupId).toBeLessThan(second.backupId)
  expect((await usage()).backup).toBe((await stored()).backup)
})

describe('a last-chance backup', () => {
  const lastBackups = () => server.periodicJobs.find(({ name }) => name === 'space.beginLastBackups')?.run()

  it('is made once of an expired device, beyond the quota, and kept for 7 days', async () => {
    const firstStartedAt = server.clock.now()
    device = await make.addDevice(person.userId, { state: 'expired', firstStartedAt, isPowerOn: false })
    await make.addDevice(person.userId, { state: 'expired', firstStartedAt: null })
    await db.insert(spaceUsage).values({ userId: person.userId, fileBytes: SPACE_FREE_BYTES + 1 })
    put(files(20, 60_000))
    await lastBackups()
    expect(await partEnded(1)).toMatchObject({ state: 'succeeded' })
    await lastBackups()
    expect(await db.$count(taskParts, eq(taskParts.deviceId, device.id))).toBe(1)
    expect(server.supplier.switched).toContainEqual({ phoneId: device.phoneId, isOn: true })
    expect(await make.stateOf(device.id)).toBe('expired')
    const [last, ...others] = await list()
    expect(others).toEqual([])
    const deleteAt = server.clock.now().getTime() + 7 * DAY_MS
    expect(last).toMatchObject({ origin: 'lastChance', state: 'complete', deleteAt })
    const { lastChance } = await stored()
    expect(await usage()).toEqual({ backup: 0, trash: 0, lastChance })
    expect(lastChance).toBeGreaterThan(1_000_000)

    const backupId = last?.backupId ?? 0
    expect(await call('restoreTrashedBackup', { backupId })).toMatchObject({ code: 1026 })
    await db.update(spaceUsage).set({ fileBytes: 0 }).where(eq(spaceUsage.userId, person.userId))
    expect(await call('restoreTrashedBackup', { backupId })).toMatchObject({ code: 200, data: { deleteAt: null } })
    expect(await usage()).toEqual({ backup: lastChance, trash: 0, lastChance: 0 })
  })

  it('that fails is tried twice, and goes after its time', async () => {
    device = await make.addDevice(person.userId, { state: 'expired', firstStartedAt: server.clock.now() })
    server.supplier.onBackupPiece = () => Promise.reject(new Error('the link is cut'))
    for (const count of [1, 2]) {
      await lastBackups()
      expect(await partEnded(count)).toMatchObject({ state: 'failed' })
      await lastBackups()
      server.clock.advance(11 * 60_000)
    }
    await lastBackups()
    expect(await db.$count(taskParts, eq(taskParts.deviceId, device.id))).toBe(2)
    const told = await db.select().from(outbox).where(eq(outbox.userId, person.userId))
    expect(told.map(({ event }) => event)).toEqual(['taskFailed'])
    server.supplier.onBackupPiece = untouched
    device = await make.addDevice(person.userId, { state: 'expired', firstStartedAt: server.clock.now() })
    await lastBackups()
    await partEnded(1)
    server.clock.advance(7 * DAY_MS + 1000)
    await sweep()
    expect((await list()).filter(({ deviceId }) => deviceId === device.id)).toEqual([])
    expect(await usage()).toEqual({ backup: 0, trash: 0, lastChance: 0 })
  })
})

it('that another attempt takes up stores only what the one before has not', async () => {
  const content = files(700, 60_000)
  put(content)
  const about = { userId: person.userId, deviceId: device.id, deviceName: '', note: '', createdAt: server.clock.now() }
  const begin = (attempt: number) =>
    db.transaction((tx) => beginAttempt(tx, { partId: 1_000_000, attempt }, { ...about, origin: 'manual' }))
  const write = async (attempt: number, tar: AsyncIterable<Uint8Array>) => {
    const backupId = (await begin(attempt))?.id ?? 0
    const making = { backupId, userId: person.userId, attempt, chargedAs: 'backup' } as const
    const store = createBlockStore({ ...deps, clock: server.clock }, making)
    return { backupId, store, written: await writeBackup(tar, store) }
  }
  const tar = encodeTar(content)
  const cutOff = (async function* () {
    yield tar.subarray(0, 40_000_000)
    throw new Error('killed')
  })()
  await expect(write(1, cutOff)).rejects.toThrow('killed')
  const before = await usage()
  expect(before.backup).toBeGreaterThan(30_000_000)
  const { backupId, store, written } = await write(2, inPieces(tar, 65_536))
  expect(written.newStoredBytes).toBeLessThan(12_000_000)
  expect((await usage()).backup).toBe(before.backup + written.newStoredBytes)
  const { manifest, rawBytes } = written
  await db.transaction(async (tx) => {
    await writeResult(tx, backupId, 2, { manifest, contents: null, rawBytes, storedBytes: written.newStoredBytes })
    await store.writeUses(tx)
    await setComplete(tx, backupId, server.clock.now(), null)
  })
  expect((await readBack(backupId)).equals(tar)).toBe(true)
})

it('gives a worker that lost its attempt nothing to write', async () => {
  put(files(300, 60_000))
  let isTaken = false
  server.supplier.onBackupPiece = async (_phoneId, sentBytes) => {
    if (sentBytes < 9_000_000 || isTaken) return
    isTaken = true
    await db
      .update(backups)
      .set({ attempt: 99 })
      .where(and(eq(backups.deviceId, device.id), eq(backups.state, 'making')))
  }
  await backUp()
  expect(await partEnded(1)).toMatchObject({ state: 'failed' })
  expect(isTaken).toBe(true)
  expect((await usage()).backup).toBe(0)
  expect(
    await db.$count(backupPacks, and(eq(backupPacks.userId, person.userId), isNotNull(backupPacks.chargedAs))),
  ).toBe(0)
})
