import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { encodeTar, type TarFile } from '@yunji/backup-format/testing/tar'
import { eventually } from '@yunji/testkit/eventually'
import { asc, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFileSystemStore } from '../../../adapters/object-store/file-system.ts'
import { backupPacks, backups } from '../../../tables/backups.ts'
import { taskParts } from '../../../tables/tasks.ts'
import { createDevices } from '../../../testing/devices.ts'
import { useServer } from '../../../testing/use-server.ts'
import { packKey } from '../backups/block-store.ts'

const server = await useServer()
const make = createDevices(server)
const { db } = server.database
const { supplier } = server
const objectStore = createFileSystemStore(join(server.dataDir, 'objects'))
let person: Awaited<ReturnType<typeof make.addPerson>>
let device: Awaited<ReturnType<typeof make.addDevice>>
let backupId: number
let content: TarFile[]
let lastKey = 0

const call = (path: string, body: object, { token } = person) =>
  server.post(`/vmcloud/api/backup/${path}`, body, { token, headers: { 'idempotency-key': `restore-${++lastKey}` } })
const restore = (deviceIds: readonly number[], who = person) => call('restoreBackup', { backupId, deviceIds }, who)
const check = (deviceId: number, { token } = person) =>
  server.get(`/vmcloud/api/backup/checkRestore?backupId=${backupId}&deviceId=${deviceId}`, { token })
const lastPart = (deviceId: number, kindCount: number) =>
  eventually(async () => {
    const parts = await db.select().from(taskParts).where(eq(taskParts.deviceId, deviceId)).orderBy(asc(taskParts.id))
    expect(parts.filter(({ endedAt }) => endedAt !== null)).toHaveLength(kindCount)
    return parts.at(-1)
  })

beforeEach(async () => {
  person = await make.addPerson()
  device = await make.addDevice(person.userId)
  content = Array.from({ length: 5 }, (_, index) => ({ name: `sdcard/${index}`, content: randomBytes(50_000) }))
  supplier.backupFiles.set(device.phoneId, content)
  await call('backUpDevices', { deviceIds: [device.id] })
  await lastPart(device.id, 1)
  const [row] = await db.select().from(backups).where(eq(backups.deviceId, device.id))
  backupId = row?.id ?? 0
})
afterEach(() => {
  supplier.failing.clear()
  supplier.restored.length = 0
  supplier.recovered.length = 0
  supplier.freeBytes = 8 * 1024 ** 3
})

describe('a restore', () => {
  it('brings the backup to the same phone and to others, as one task', async () => {
    const other = await make.addDevice(person.userId)
    expect(await restore([device.id, other.id])).toMatchObject({ code: 200, data: { refused: [] } })
    expect(await lastPart(device.id, 2)).toMatchObject({ state: 'succeeded' })
    expect(await lastPart(other.id, 1)).toMatchObject({ state: 'succeeded' })
    expect(supplier.restored.map(({ phoneId }) => phoneId).toSorted()).toEqual(
      [device.phoneId, other.phoneId].toSorted(),
    )
    for (const { tar } of supplier.restored) expect(tar.equals(encodeTar(content))).toBe(true)
    expect(await make.stateOf(other.id)).toBe('running')
  })

  it('of a damaged backup touches no phone', async () => {
    const [pack] = await db.select().from(backupPacks).where(eq(backupPacks.userId, person.userId))
    await objectStore.delete(packKey(pack?.id ?? 0))
    expect(await restore([device.id])).toMatchObject({ code: 200 })
    expect(await lastPart(device.id, 2)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('备份已损坏'),
    })
    expect(supplier.restored).toEqual([])
    expect(supplier.recovered).toEqual([])
  })

  it('that the phone refuses or loses is rolled back, and can be tried again', async () => {
    supplier.failing.set(`restore ${device.phoneId}`, 'noSpace')
    await restore([device.id])
    expect(await lastPart(device.id, 2)).toMatchObject({ state: 'failed', reason: expect.stringContaining('空间不够') })
    expect(supplier.recovered).toEqual([device.phoneId])
    supplier.failing.set(`restore ${device.phoneId}`, 'lost')
    await restore([device.id])
    expect(await lastPart(device.id, 3)).toMatchObject({ reason: expect.stringContaining('自动还原') })
    supplier.failing.clear()
    const part = await lastPart(device.id, 3)
    const retried = await server.post(
      '/vmcloud/api/task/retryTask',
      { taskId: part?.taskId },
      { token: person.token, headers: { 'idempotency-key': `restore-${++lastKey}` } },
    )
    expect(retried).toMatchObject({ code: 200 })
    expect(await lastPart(device.id, 4)).toMatchObject({ state: 'succeeded' })
    expect(supplier.restored).toHaveLength(1)
  })

  it('of others, of what is no backup any more, and to the phones of others is refused', async () => {
    const stranger = await make.addPerson()
    const foreign = await make.addDevice(stranger.userId)
    expect(await restore([foreign.id], stranger)).toMatchObject({ code: 1080 })
    expect((await restore([foreign.id])).code).not.toBe(200)
    await call('deleteBackup', { backupId })
    expect(await restore([device.id])).toMatchObject({ code: 1080 })
    expect(supplier.restored).toEqual([])
  })

  it('is refused while the device is backed up or restored, with the code of each', async () => {
    for (const [state, code] of [
      ['backingUp', 1034],
      ['restoring', 1035],
      ['replacing', 1065],
    ] as const) {
      const busy = await make.addDevice(person.userId, { state })
      expect(await restore([busy.id])).toMatchObject({ code })
      expect(await check(busy.id)).toMatchObject({ code })
    }
  })
})

describe('the check before a restore', () => {
  it('says what fits and what not', async () => {
    expect(await check(device.id)).toMatchObject({ code: 200, data: { obstacles: [] } })
    supplier.freeBytes = 1024
    const { data } = await check(device.id)
    expect(data).toMatchObject({ obstacles: [expect.stringContaining('可用空间')] })
  })

  it('tells when the phone is away or expired', async () => {
    supplier.failing.set(device.phoneId, 'unreachable')
    expect(await check(device.id)).toMatchObject({ code: 1080, msg: '设备暂时连接不上，请稍后再试' })
    const expired = await make.addDevice(person.userId, { state: 'expired' })
    expect((await check(expired.id)).code).not.toBe(200)
  })

  it('lets a stopped phone in, which the restore switches on, and asks it nothing', async () => {
    const stopped = await make.addDevice(person.userId, { state: 'stopped', isPowerOn: false })
    supplier.failing.set(stopped.phoneId, 'unreachable')
    expect(await check(stopped.id)).toMatchObject({
      code: 200,
      data: { obstacles: [], notes: expect.arrayContaining([expect.stringContaining('会先开机')]) },
    })
    supplier.failing.clear()
    expect(await restore([stopped.id])).toMatchObject({ code: 200 })
    expect(await lastPart(stopped.id, 1)).toMatchObject({ state: 'succeeded' })
    expect(supplier.switched).toContainEqual({ phoneId: stopped.phoneId, isOn: true })
    expect(supplier.restored.map(({ phoneId }) => phoneId)).toEqual([stopped.phoneId])
  })
})
