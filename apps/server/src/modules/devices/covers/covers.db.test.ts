import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { DeviceRecord } from '@yunji/contract/devices/device/schema'
import { eventually } from '@yunji/testkit/eventually'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFileSystemStore } from '../../../adapters/object-store/file-system.ts'
import { MINUTE_MS } from '../../../platform/clock.ts'
import { deviceGrants } from '../../../tables/devices.ts'
import { createDevices } from '../../../testing/devices.ts'
import { useServer } from '../../../testing/use-server.ts'

const API = '/vmcloud/api/device'

const server = await useServer()
const make = createDevices(server)
beforeEach(() => {
  server.supplier.failing.clear()
  server.supplier.blockedBy = Promise.resolve()
  server.supplier.screenshots = 0
  paint('#808080')
})

const paint = (colour: string, width = 720, height = 1280): void => {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = colour
  context.fillRect(0, 0, width, height)
  server.supplier.picture = { format: 'png', data: canvas.toBuffer('image/png') }
}

const addressOf = async (deviceId: number, token: string): Promise<string> =>
  ((await server.get(`${API}/getDeviceInfo?deviceId=${deviceId}`, { token })).data as DeviceRecord).cover
const load = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })
const colourOf = async (jpeg: Buffer): Promise<number[]> => {
  const image = await loadImage(jpeg)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  return [...context.getImageData(10, 10, 1, 1).data.subarray(0, 3)]
}

describe('a cover', () => {
  it('is a small JPEG of what the phone shows', async () => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId)
    paint('#ff0000')
    const address = await addressOf(device.id, token)
    // The first picture starts the worker; a busy machine is shown a placeholder meanwhile.
    await eventually(async () => {
      const answer = await load(address)
      expect(answer.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'private, no-cache' })
      const image = await loadImage(answer.rawPayload)
      expect([image.width, image.height]).toEqual([360, 640])
      const [red = 0, green = 255] = await colourOf(answer.rawPayload)
      expect(red).toBeGreaterThan(240)
      expect(green).toBeLessThan(15)
    })
  })

  it('is taken once for many who look at once, and not again while it is fresh', async () => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId)
    const address = await addressOf(device.id, token)
    await Promise.all(Array.from({ length: 8 }, () => load(address)))
    server.clock.advance(9_000)
    await load(address)
    expect(server.supplier.screenshots).toBe(1)
  })

  it('is given at once when it is old, taken again meanwhile, and has a new address then', async () => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId)
    const first = await load(await addressOf(device.id, token))
    const address = await addressOf(device.id, token)
    paint('#0000ff')
    server.clock.advance(10_000)
    const held = Promise.withResolvers<void>()
    server.supplier.blockedBy = held.promise
    expect((await load(address)).rawPayload.equals(first.rawPayload)).toBe(true)
    held.resolve()
    await eventually(async () => expect(await addressOf(device.id, token)).not.toBe(address))
    const [, , blue = 0] = await colourOf((await load(await addressOf(device.id, token))).rawPayload)
    expect(blue).toBeGreaterThan(240)
  })

  it('is not sent again to whoever has it', async () => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId)
    const address = await addressOf(device.id, token)
    const etag = String((await load(address)).headers.etag)
    const again = await load(address, { 'if-none-match': etag })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  })

  it.each(['creating', 'stopped', 'expired', 'faulty', 'running'] as const)(
    'of a phone that is %s and never gave a picture is drawn',
    async (state) => {
      const { userId, token } = await make.addPerson()
      const device = await make.addDevice(userId, { state })
      server.supplier.failing.set(device.phoneId, 'unreachable')
      const answer = await load(await addressOf(device.id, token))
      expect(answer.headers.etag).toBe(`"drawn-${state}"`)
      expect((await loadImage(answer.rawPayload)).width).toBe(360)
    },
  )

  it('leaves a phone alone for a while after it gave none', async () => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId)
    server.supplier.failing.set(device.phoneId, 'timeout')
    const address = await addressOf(device.id, token)
    for (let time = 0; time < 5; time += 1) await load(address)
    expect(server.supplier.screenshots).toBe(1)
    server.clock.advance(15_000)
    await load(address)
    expect(server.supplier.screenshots).toBe(2)
  })

  it('of a device that is not running stays as it was', async () => {
    const { userId, token } = await make.addPerson()
    const device = await make.addDevice(userId)
    const address = await addressOf(device.id, token)
    const before = await load(address)
    await server.database.pool.query(`update devices set state = 'stopped' where id = $1`, [device.id])
    server.clock.advance(MINUTE_MS)
    expect((await load(address)).rawPayload.equals(before.rawPayload)).toBe(true)
    expect(server.supplier.screenshots).toBe(1)
  })
})

describe('its address', () => {
  it('opens nothing when it is forged, old, or its right has ended', async () => {
    const [owner, guest] = [await make.addPerson(), await make.addPerson()]
    const device = await make.addDevice(owner.userId)
    const grantId = await make.grant(device.id, guest.userId, 'view')
    const mine = await addressOf(device.id, owner.token)
    const theirs = await addressOf(device.id, guest.token)
    expect((await load(mine.replace(String(device.id), String(device.id + 1)))).statusCode).toBe(404)
    expect((await load('/covers/x.jpg')).statusCode).toBe(404)
    expect((await load(theirs)).statusCode).toBe(200)
    await server.database.db.update(deviceGrants).set({ state: 'revoked' }).where(eq(deviceGrants.id, grantId))
    expect((await load(theirs)).statusCode).toBe(404)
    expect((await load(mine)).statusCode).toBe(200)
    server.clock.advance(10 * MINUTE_MS)
    expect((await load(mine)).statusCode).toBe(404)
  })
})

it('GetVmCover answers when the new picture is there', async () => {
  const { userId, token } = await make.addPerson()
  const device = await make.addDevice(userId)
  await load(await addressOf(device.id, token))
  paint('#00ff00')
  const { data } = await server.post(`${API}/sendCommand`, { deviceIds: [device.id], command: 'GetVmCover' }, { token })
  const [result] = (data as { results: { cover: string }[] }).results
  const [, green = 0] = await colourOf((await load(result?.cover ?? '')).rawPayload)
  expect(green).toBeGreaterThan(240)
})

it('nothing of what a phone showed outlives its reset', async () => {
  const { userId, token } = await make.addPerson()
  const device = await make.addDevice(userId)
  await load(await addressOf(device.id, token))
  server.supplier.failing.set(device.phoneId, 'noEncoder')
  await server.post(`${API}/sendCommand`, { deviceIds: [device.id], command: 'DeepCleanVm' }, { token })
  await eventually(async () => {
    const { headers } = await load(await addressOf(device.id, token))
    expect(headers.etag).toMatch(/^"drawn-/)
  })
})

it('nothing of what a phone showed outlives its release', async () => {
  const { userId, token } = await make.addPerson()
  const device = await make.addDevice(userId)
  await load(await addressOf(device.id, token))
  const store = createFileSystemStore(join(server.dataDir, 'objects'))
  const storedBytes = () => store.sizeBytes(`covers/${device.id}.jpg`)
  await eventually(async () => expect(await storedBytes()).toBeGreaterThan(0))
  await server.post(`${API}/stopDevice`, { deviceIds: [device.id] }, { token })
  await server.post(`${API}/deleteDevice`, { deviceIds: [device.id] }, { token })
  await eventually(async () => expect(await storedBytes()).toBeNull())
})
