import type { UpdateTerms } from '@yunji/contract/devices/update/schema'
import { eventually } from '@yunji/testkit/eventually'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { devices } from '../../../tables/devices.ts'
import { settings } from '../../../tables/platform.ts'
import { taskParts, tasks } from '../../../tables/tasks.ts'
import { createDevices } from '../../../testing/devices.ts'
import { openShop } from '../../../testing/shop.ts'
import { useServer } from '../../../testing/use-server.ts'

const server = await useServer()
const shop = await openShop(server)
const make = createDevices(server)
const { db } = server.database
let person: Awaited<ReturnType<typeof make.addPerson>>
let device: typeof devices.$inferSelect

beforeEach(async () => {
  person = await make.addPerson()
  device = await own()
})
afterEach(() => server.supplier.failing.clear())

const own = (fields = {}) => make.addDevice(person.userId, { configId: shop.configId, ...fields })
const terms = async (): Promise<UpdateTerms> =>
  (await server.get(`/vmcloud/api/device/getUpdateTerms?deviceId=${device.id}`, { token: person.token }))
    .data as UpdateTerms
const update = (version = 'B-1.1', { token } = person) =>
  server.post(
    '/vmcloud/api/device/upgradeDevice',
    { deviceId: device.id, version },
    { token, headers: { 'idempotency-key': shop.nextKey() } },
  )
const ended = () =>
  eventually(async () => {
    const [part] = await db.select().from(taskParts).where(eq(taskParts.deviceId, device.id))
    expect(part?.endedAt).toBeInstanceOf(Date)
    return part
  })
const now = async () => (await db.select().from(devices).where(eq(devices.id, device.id)))[0]

it('shows the image of now and the newest of the same line, and installs it', async () => {
  expect(await terms()).toMatchObject({
    device: { obstacle: '' },
    current: { version: 'B-1.0' },
    next: { version: 'B-1.1', sizeBytes: expect.any(Number), notes: expect.any(Array) },
  })
  expect(await update()).toMatchObject({ code: 200 })
  expect(await ended()).toMatchObject({ state: 'succeeded' })
  expect(server.supplier.images).toContainEqual({ phoneId: device.phoneId, imageVersion: 'B-1.1' })
  expect(await now()).toMatchObject({ state: 'running', imageVersion: 'B-1.1', phoneId: device.phoneId })
  expect(await terms()).toMatchObject({ current: { version: 'B-1.1' }, next: null })
  expect(await update()).toMatchObject({ code: 1080, msg: '已经是最新版本' })
  device = await own({ version: '10/H' })
  expect(await terms()).toMatchObject({ next: { version: 'H-1.1' } })
})

it('puts the image before back when the new one does not start', async () => {
  server.supplier.failing.set(`${device.phoneId}@B-1.1`, 'timeout')
  expect(await update()).toMatchObject({ code: 200 })
  expect(await ended()).toMatchObject({ state: 'failed', reason: expect.stringContaining('已恢复到原来的版本') })
  expect(server.supplier.images.filter(({ phoneId }) => phoneId === device.phoneId)).toEqual([
    { phoneId: device.phoneId, imageVersion: 'B-1.1' },
    { phoneId: device.phoneId, imageVersion: '' },
  ])
  expect(await now()).toMatchObject({ state: 'running', imageVersion: '' })
})

it('is refused for another version, a busy or faulty device, and where the supplier keeps its images', async () => {
  expect(await update('B-0.9')).toMatchObject({ code: 1080, msg: '有更新的版本，请确认后再试' })
  device = await own({ state: 'restoring' })
  expect(await update()).toMatchObject({ code: 1035 })
  device = await own({ state: 'faulty' })
  expect(await update()).toMatchObject({ code: 1080, msg: '设备暂时连接不上，恢复后才能更新' })
  device = await own()
  const { updateImage } = server.supplier
  delete server.supplier.updateImage
  expect(await terms()).toMatchObject({ device: { obstacle: '该设备的系统由供应商维护，无需更新' } })
  if (updateImage) server.supplier.updateImage = updateImage
  const [friend, stranger] = [await make.addPerson(), await make.addPerson()]
  await make.grant(device.id, friend.userId, 'control')
  for (const other of [friend, stranger]) expect((await update('B-1.1', other)).code).not.toBe(200)
  expect(await db.$count(taskParts, eq(taskParts.deviceId, device.id))).toBe(0)
})

it('offers nothing while the setting is missing or makes no sense', async () => {
  const [kept] = await db.select().from(settings).where(eq(settings.key, 'image_version_info'))
  await db
    .update(settings)
    .set({ value: { broken: true } })
    .where(eq(settings.key, 'image_version_info'))
  expect(await terms()).toMatchObject({ next: null })
  await db.delete(settings).where(eq(settings.key, 'image_version_info'))
  expect(await terms()).toMatchObject({ next: null })
  if (kept) await db.insert(settings).values(kept)
})

it('whose task is lost ends, and the device comes back with the image that it had', async () => {
  let open = () => {}
  server.supplier.blockedBy = new Promise<void>((resolve) => (open = resolve))
  expect(await update()).toMatchObject({ code: 200 })
  await eventually(() => expect(server.supplier.images.some(({ phoneId }) => phoneId === device.phoneId)).toBe(true))
  const run = (job: string) => server.periodicJobs.find(({ name }) => name === job)?.run()
  await run('updates.endLost')
  expect(await now()).toMatchObject({ state: 'updating' })
  await db.delete(tasks).where(eq(tasks.ownerId, person.userId))
  await run('updates.endLost')
  expect(await now()).toMatchObject({ state: 'faulty', imageVersion: '' })
  open()
  await eventually(async () => {
    await run('devices.checkHealth')
    expect(await now()).toMatchObject({ state: 'running', imageVersion: '' })
  })
  expect(await terms()).toMatchObject({ device: { obstacle: '' }, next: { version: 'B-1.1' } })
})
