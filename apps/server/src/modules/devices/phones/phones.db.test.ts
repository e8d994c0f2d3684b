import type { PhoneRecord, ProbeFacts } from '@yunji/contract/operator/phones'
import { eventually } from '@yunji/testkit/eventually'
import { and, eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../platform/clock.ts'
import { zoneStock } from '../../../tables/catalogue.ts'
import { attachedPhones, devices, quarantinedPhones } from '../../../tables/devices.ts'
import { operatorAudit } from '../../../tables/operators.ts'
import { createDevices } from '../../../testing/devices.ts'
import { createOperatorHarness } from '../../../testing/operators.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { useServer } from '../../../testing/use-server.ts'
import { createAttachedPhones, markErasing } from './attached-phones.ts'

const server = await useServer()
const { db } = server.database
const operators = createOperatorHarness(server)
const phones = createAttachedPhones(server.database)
const make = createDevices(server)
let shop: Shop
let token = ''
let last = 0
/** One configuration for each test, so that units are counted alone. */
let configId = 0
let usedConfigs: number[] = []

beforeAll(async () => {
  shop = await openShop(server)
  token = (await operators.addReady('catalogue')).token
  usedConfigs = [...new Set((await db.select().from(zoneStock)).map((row) => row.configId))]
})
beforeEach(async () => {
  configId = usedConfigs[0] ?? 0
  server.supplier.probes.clear()
  await db.delete(attachedPhones)
  await db.update(zoneStock).set({ capacity: 0, reserved: 0, rented: 0, leaving: 0 })
})

const nextAddress = (): string => `10.1.0.${++last}:5555`
const attach = async (address = nextAddress()): Promise<number> => {
  const { code, msg, data } = await operators.post('attachPhone', { address }, token)
  if (code !== 200) throw new Error(msg)
  return (data as { attachedPhoneId: number }).attachedPhoneId
}
const stock = (attachedPhoneId: number) =>
  operators.post('stockPhone', { attachedPhoneId, zoneId: shop.zoneId, configId }, token)
const drain = (attachedPhoneId: number, isDraining = true) =>
  operators.post('drainPhone', { attachedPhoneId, isDraining }, token)
const detach = (attachedPhoneId: number) => operators.post('detachPhone', { attachedPhoneId }, token)
/** The end of a phone's first erasure, which the scripted supplier does not bring. */
const erase = async (attachedPhoneId: number): Promise<void> => {
  const [phone] = await db.select().from(attachedPhones).where(eq(attachedPhones.id, attachedPhoneId))
  if (phone?.isErasing) await phones.release(phone.phoneId ?? '')
}
const stocked = async (address?: string): Promise<number> => {
  const attachedPhoneId = await attach(address)
  expect((await stock(attachedPhoneId)).code).toBe(200)
  await erase(attachedPhoneId)
  return attachedPhoneId
}
const units = async () => {
  const [row] = await db
    .select()
    .from(zoneStock)
    .where(and(eq(zoneStock.zoneId, shop.zoneId), eq(zoneStock.configId, configId)))
  return { capacity: row?.capacity, leaving: row?.leaving }
}
const setHeld = (reserved: number, rented: number) =>
  db
    .update(zoneStock)
    .set({ reserved, rented })
    .where(and(eq(zoneStock.zoneId, shop.zoneId), eq(zoneStock.configId, configId)))
const claim = (phoneId: string) => phones.claim({ phoneId, zoneCode: 'east', version: '10/B', configId })
const recordOf = async (attachedPhoneId: number): Promise<PhoneRecord> =>
  (await operators.get(`getPhone?attachedPhoneId=${attachedPhoneId}`, token)).data as PhoneRecord

describe('attaching', () => {
  it('probes first, keeps what the phone told, and leaves a row in the audit log', async () => {
    const address = nextAddress()
    const { data } = await operators.post('attachPhone', { address, note: '一号机柜' }, token)
    const { attachedPhoneId, probe } = data as { attachedPhoneId: number; probe: ProbeFacts }
    expect(probe).toMatchObject({ problem: null, androidVersion: '10', model: 'Yunji Board', hasEncoder: true })
    expect(await recordOf(attachedPhoneId)).toMatchObject({ address, note: '一号机柜', state: 'attached', probe })
    const [row] = await db
      .select()
      .from(operatorAudit)
      .where(eq(operatorAudit.subject, `attachedPhone:${attachedPhoneId}`))
    expect(row).toMatchObject({ call: 'attachPhone', after: { address } })
  })

  it.each(['unreachable', 'timeout', 'lost', 'commandFailed'] as const)(
    'tells no more of a host that fails with %s than that no phone answers',
    async (kind) => {
      const address = nextAddress()
      server.supplier.probes.set(address, kind)
      const { code, msg } = await operators.post('attachPhone', { address }, token)
      expect({ code, msg }).toEqual({ code: 1080, msg: '连接不上：这个地址没有应答 ADB' })
      const rows = await db.select().from(operatorAudit).where(eq(operatorAudit.subject, 'attachedPhone'))
      expect(rows.at(-1)).toMatchObject({ outcome: 'failed', after: { address, problem: 'unreachable' } })
      expect(await db.$count(attachedPhones)).toBe(0)
    },
  )

  it('tells of a phone that refuses our key', async () => {
    const address = nextAddress()
    server.supplier.probes.set(address, 'unauthorised')
    expect((await operators.post('attachPhone', { address }, token)).msg).toContain('ADB 密钥')
  })

  it.each(['127.0.0.1:5432', '[::1]:5432', '169.254.169.254:80', '0.0.0.0:5555'])(
    'never connects to %s',
    async (address) => {
      const probed = server.supplier.probed.length
      expect((await operators.post('attachPhone', { address }, token)).msg).toContain('不能使用这个地址')
      expect(server.supplier.probed).toHaveLength(probed)
    },
  )

  it('takes an address once, also of two operators at once', async () => {
    const address = nextAddress()
    const both = await Promise.all([1, 2].map(() => operators.post('attachPhone', { address }, token)))
    expect(both.map(({ code }) => code).toSorted()).toEqual([1080, 200].toSorted())
    expect(both.find(({ code }) => code === 1080)?.msg).toBe('这个地址已经接入')
    server.supplier.ownAddresses.add('10.9.9.9:5555')
    expect((await operators.post('attachPhone', { address: '10.9.9.9:5555' }, token)).msg).toContain('已经在用')
  })

  it.each([
    ['10.2.0.1:5555', '[::ffff:10.2.0.1]:5555'],
    ['[::ffff:a02:2]:5555', '10.2.0.2:5555'],
    ['[2001:db8:0:0::7]:5555', '[2001:db8::7]:5555'],
  ])('takes the phone at %s no second time as %s', async (first, second) => {
    await attach(first)
    expect((await operators.post('attachPhone', { address: second }, token)).msg).toBe('这个地址已经接入')
  })

  it('compares the address behind a spelling with those of the platform', async () => {
    server.supplier.ownAddresses.add('10.9.9.8:5555')
    const { msg } = await operators.post('attachPhone', { address: '[::ffff:10.9.9.8]:5555' }, token)
    expect(msg).toContain('已经在用')
  })

  it('connects to the address that was judged, wherever the name points later', async () => {
    const attachedPhoneId = await stocked()
    const { host, port } = (await claim('named')) as { host: string; port: number }
    await db.update(attachedPhones).set({ host: 'moved.example' }).where(eq(attachedPhones.id, attachedPhoneId))
    expect(await phones.find('named')).toEqual({ host, port })
    await phones.release('named')
    expect(await claim('again')).toEqual({ host, port })
    const { data } = await operators.post('probePhone', { attachedPhoneId }, token)
    expect(data).toMatchObject({ probe: { problem: null } })
    expect(server.supplier.probed.at(-1)).toBe(`${host}:${port}`)
  })

  it('needs the right to phones', async () => {
    const support = await operators.addReady('support')
    const { code, data } = await operators.post('attachPhone', { address: nextAddress() }, support.token)
    expect({ code, data }).toEqual({ code: 1080, data: { right: 'phones.write' } })
    expect((await operators.get('getPhones', support.token)).code).toBe(200)
  })
})

describe('stock', () => {
  it('counts a unit for each phone, and claims each once', async () => {
    await stocked()
    await stocked()
    expect(await units()).toEqual({ capacity: 2, leaving: 0 })
    const first = await claim('device-1')
    const both = await Promise.all([claim('device-2'), claim('device-3')])
    expect(both.filter((each) => each === null)).toHaveLength(1)
    expect(both).not.toContainEqual(first)
    expect(await claim('device-1')).toEqual(first)
  })

  it('probes again, and refuses a phone that is not fit', async () => {
    const address = nextAddress()
    const attachedPhoneId = await attach(address)
    for (const [facts, text] of [
      [{ hasEncoder: false }, '编码器'],
      [{ sdk: 23 }, 'Android 8'],
      [{ isBooted: false }, '启动'],
    ] as const) {
      server.supplier.probes.set(address, facts)
      expect((await stock(attachedPhoneId)).msg).toContain(text)
    }
    server.supplier.probes.set(address, 'unreachable')
    expect((await stock(attachedPhoneId)).msg).toContain('不能入库')
    expect(await units()).toEqual({ capacity: 0, leaving: 0 })
    server.supplier.probes.delete(address)
    expect((await stock(attachedPhoneId)).code).toBe(200)
    expect((await stock(attachedPhoneId)).msg).toBe('它已经在库里')
    await erase(attachedPhoneId)
    expect(await units()).toEqual({ capacity: 1, leaving: 0 })
  })

  it('erases a phone before its first customer, and sells it from then on', async () => {
    const attachedPhoneId = await attach()
    expect((await stock(attachedPhoneId)).code).toBe(200)
    const [phone] = await db.select().from(attachedPhones).where(eq(attachedPhones.id, attachedPhoneId))
    await eventually(() => expect(server.supplier.released).toContain(phone?.phoneId))
    expect(await recordOf(attachedPhoneId)).toMatchObject({ state: 'erasing', stockState: 'inStock' })
    expect(await units()).toEqual({ capacity: 0, leaving: 0 })
    expect(await claim('device-1')).toBeNull()
    // Neither drained and sold again nor stocked anew without it.
    await drain(attachedPhoneId)
    await drain(attachedPhoneId, false)
    expect(await units()).toEqual({ capacity: 0, leaving: 0 })
    await erase(attachedPhoneId)
    expect(await units()).toEqual({ capacity: 1, leaving: 0 })
    expect(await claim('device-1')).not.toBeNull()
    await phones.release('device-1')
    await drain(attachedPhoneId)
    expect((await stock(attachedPhoneId)).code).toBe(200)
    expect(await recordOf(attachedPhoneId)).toMatchObject({ state: 'inStock' })
    expect(await units()).toEqual({ capacity: 1, leaving: 0 })
  })

  it('refuses an unknown zone and an unknown configuration', async () => {
    const attachedPhoneId = await attach()
    for (const wrong of [{ zoneId: 987_654 }, { configId: 987_654 }]) {
      const input = { attachedPhoneId, zoneId: shop.zoneId, configId, ...wrong }
      expect((await operators.post('stockPhone', input, token)).code).toBe(1080)
    }
    expect((await recordOf(attachedPhoneId)).stockState).toBe('attached')
  })

  it('waits for a phone that is being erased instead of failing the order', async () => {
    await stocked()
    await claim('device-1')
    await db.transaction((tx) => markErasing(tx, 'device-1'))
    expect(await claim('device-2')).toBe('erasing')
    await phones.release('device-1')
    expect(await claim('device-2')).toMatchObject({ port: 5555 })
  })
})

describe('draining', () => {
  it('takes a free phone out of stock at once, and puts it back', async () => {
    const attachedPhoneId = await stocked()
    expect((await drain(attachedPhoneId)).code).toBe(200)
    expect((await drain(attachedPhoneId)).code).toBe(200)
    expect(await units()).toEqual({ capacity: 0, leaving: 0 })
    expect(await claim('device-1')).toBeNull()
    expect((await drain(attachedPhoneId, false)).code).toBe(200)
    expect(await units()).toEqual({ capacity: 1, leaving: 0 })
    expect(await claim('device-1')).not.toBeNull()
  })

  it('leaves a rented phone to its customer, and its unit goes with the customer', async () => {
    const attachedPhoneId = await stocked()
    await stocked()
    const { userId } = await make.addPerson()
    const device = await make.addDevice(userId, { zoneId: shop.zoneId, configId, phoneId: 'rented-1' })
    await claim('rented-1')
    await setHeld(0, 1)
    expect((await drain(attachedPhoneId)).code).toBe(200)
    // The other phone is still for sale.
    expect(await units()).toEqual({ capacity: 2, leaving: 0 })
    expect(await recordOf(attachedPhoneId)).toMatchObject({ state: 'draining', deviceId: device.id, renter: null })
    expect((await detach(attachedPhoneId)).msg).toContain(`#${device.id} 正在使用`)
    await db.transaction((tx) => markErasing(tx, 'rented-1'))
    await setHeld(0, 0)
    expect(await units()).toEqual({ capacity: 1, leaving: 0 })
    await db.update(devices).set({ state: 'released', stateDeadline: null }).where(eq(devices.id, device.id))
    await phones.release('rented-1')
    expect(await units()).toEqual({ capacity: 1, leaving: 0 })
    expect((await detach(attachedPhoneId)).code).toBe(200)
    expect((await detach(attachedPhoneId)).msg).toContain('可能已被移除')
  })

  it('keeps the unit of an order that holds the last one, until it is paid or cancelled', async () => {
    const attachedPhoneId = await stocked()
    await setHeld(1, 0)
    await drain(attachedPhoneId)
    expect(await units()).toEqual({ capacity: 1, leaving: 1 })
    expect((await detach(attachedPhoneId)).msg).toContain('已有客户下单')
    // Paid: the order gets the phone that it was promised.
    expect(await claim('device-1')).not.toBeNull()
    await setHeld(0, 1)
    expect(await units()).toEqual({ capacity: 1, leaving: 1 })
    // Returned: the unit is gone.
    await setHeld(0, 0)
    expect(await units()).toEqual({ capacity: 0, leaving: 0 })
  })

  it('detaches a phone that died while it was being erased, and keeps its address until it is', async () => {
    const address = nextAddress()
    const attachedPhoneId = await stocked(address)
    await claim('dead-1')
    await setHeld(0, 1)
    await db.transaction((tx) => markErasing(tx, 'dead-1'))
    // Sold again while it was being erased: the order waits for it, drained or not.
    await setHeld(1, 0)
    await drain(attachedPhoneId)
    expect(await claim('device-2')).toBe('erasing')
    expect((await detach(attachedPhoneId)).msg).toContain('已有客户下单')
    await setHeld(0, 0)
    expect(await units()).toEqual({ capacity: 0, leaving: 0 })
    expect((await detach(attachedPhoneId)).code).toBe(200)
    expect((await detach(attachedPhoneId)).msg).toContain('可能已被移除')
    expect((await operators.get('getPhones', token)).data).toMatchObject({ records: [] })
    expect(await claim('device-2')).toBeNull()
    await expect(attach(address)).rejects.toThrow('还留有上一位客户的数据')
    // Back on the network: the job of the erasure finds its address, and the row goes.
    expect(await phones.find('dead-1')).toMatchObject({ port: 5555 })
    await phones.release('dead-1')
    expect(await units()).toEqual({ capacity: 0, leaving: 0 })
    expect(await attach(address)).toBeGreaterThan(attachedPhoneId)
  })

  it('never detaches a phone with the data of a replaced one', async () => {
    const attachedPhoneId = await stocked()
    const { userId } = await make.addPerson()
    const device = await make.addDevice(userId, { zoneId: shop.zoneId })
    await claim('kept-1')
    const now = server.clock.now()
    const kept = { deviceId: device.id, ownerId: userId, supplierType: 7, phoneId: 'kept-1', zoneId: shop.zoneId }
    await db.insert(quarantinedPhones).values({ ...kept, hasPlace: false, quarantinedAt: now, erasesAt: now })
    await drain(attachedPhoneId)
    expect((await recordOf(attachedPhoneId)).state).toBe('quarantined')
    expect((await detach(attachedPhoneId)).msg).toContain('保留着更换下来的数据')
  })
})

describe('a phone that goes away', () => {
  const runCheck = async (): Promise<void> => {
    server.clock.advance(MINUTE_MS)
    await server.periodicJobs.find(({ name }) => name === 'devices.checkPhones')?.run()
  }

  it('is not sold until it is back', async () => {
    const attachedPhoneId = await stocked()
    const { address } = await recordOf(attachedPhoneId)
    server.supplier.probes.set(address, 'unreachable')
    await runCheck()
    await runCheck()
    expect(await units()).toEqual({ capacity: 1, leaving: 0 })
    await runCheck()
    expect(await units()).toEqual({ capacity: 0, leaving: 0 })
    expect((await recordOf(attachedPhoneId)).state).toBe('unreachable')
    expect(await claim('device-1')).toBeNull()
    server.supplier.probes.delete(address)
    await runCheck()
    await runCheck()
    expect(await units()).toEqual({ capacity: 1, leaving: 0 })
    expect(await recordOf(attachedPhoneId)).toMatchObject({ state: 'inStock', unreachableSince: null })
  })
})

describe('a phone that cannot be erased', () => {
  afterEach(() => server.supplier.failing.clear())

  /** A phone whose rental has ended. */
  const returned = async (phoneId: string): Promise<number> => {
    const attachedPhoneId = await stocked()
    await claim(phoneId)
    await db.transaction((tx) => markErasing(tx, phoneId))
    return attachedPhoneId
  }
  const tryErasing = (phoneId: string): Promise<void> =>
    server.runJob('device.erase', { deviceId: 1, supplierType: 7, phoneId })

  it('is not sold while that lasts, waits for a person, and comes back by itself', async () => {
    const attachedPhoneId = await returned('dead-2')
    server.supplier.failing.set('dead-2', 'unreachable')
    await expect(tryErasing('dead-2')).rejects.toMatchObject({ kind: 'unreachable' })
    // It may be restarting: the unit is still for sale, and an order waits.
    expect(await units()).toEqual({ capacity: 1, leaving: 0 })
    expect(await claim('device-1')).toBe('erasing')
    server.clock.advance(2 * MINUTE_MS)
    await expect(tryErasing('dead-2')).rejects.toMatchObject({ kind: 'unreachable' })
    await expect(tryErasing('dead-2')).rejects.toMatchObject({ kind: 'unreachable' })
    expect(await units()).toEqual({ capacity: 0, leaving: 0 })
    expect(await claim('device-1')).toBeNull()
    expect((await recordOf(attachedPhoneId)).state).toBe('unerased')
    const { data } = await operators.get('getPhones?state=unerased', token)
    expect(data).toMatchObject({ records: [{ attachedPhoneId }] })
    const overview = (await operators.get('getOverview', token)).data as { waiting: { kind: string; count: number }[] }
    expect(overview.waiting.find(({ kind }) => kind === 'unerasedPhones')?.count).toBe(1)
    const { userId } = await make.addPerson()
    const waiting = await make.addDevice(userId, { state: 'faulty', zoneId: shop.zoneId, configId })
    expect((await operators.get(`getDevice?deviceId=${waiting.id}`, token)).data).toMatchObject({
      places: expect.arrayContaining([
        expect.objectContaining({ zoneId: shop.zoneId, free: 0, erasing: 0, unerased: 1, away: 0 }),
      ]),
    })
    // Neither does a change of mind sell it.
    await drain(attachedPhoneId)
    await drain(attachedPhoneId, false)
    expect(await units()).toEqual({ capacity: 0, leaving: 0 })
    server.supplier.failing.clear()
    await tryErasing('dead-2')
    await phones.release('dead-2')
    expect(await units()).toEqual({ capacity: 1, leaving: 0 })
    expect(await recordOf(attachedPhoneId)).toMatchObject({ state: 'inStock' })
  })

  it('is not waited for by the order that holds its unit', async () => {
    await returned('dead-3')
    await setHeld(1, 0)
    server.supplier.failing.set('dead-3', 'unreachable')
    await expect(tryErasing('dead-3')).rejects.toMatchObject({ kind: 'unreachable' })
    server.clock.advance(2 * MINUTE_MS)
    await expect(tryErasing('dead-3')).rejects.toMatchObject({ kind: 'unreachable' })
    expect(await units()).toEqual({ capacity: 1, leaving: 1 })
    expect(await claim('device-2')).toBeNull()
    await setHeld(0, 0)
    expect(await units()).toEqual({ capacity: 0, leaving: 0 })
  })
})

describe('the list', () => {
  it('filters by text, zone and state, and shows the renter to operators with the right to users', async () => {
    const free = await stocked()
    const rented = await stocked()
    const { userId } = await make.addPerson()
    await make.addDevice(userId, { zoneId: shop.zoneId, configId, phoneId: 'listed-1' })
    await claim('listed-1')
    const owner = await operators.addReady('owner')
    const ids = async (query: string): Promise<number[]> => {
      const { data } = await operators.get(`getPhones?${query}`, owner.token)
      return (data as { records: PhoneRecord[] }).records.map(({ attachedPhoneId }) => attachedPhoneId)
    }
    expect(await ids('')).toEqual([rented, free])
    expect(await ids('state=rented')).toEqual([free])
    expect(await ids('state=inStock')).toEqual([rented])
    expect(await ids(`zoneId=${shop.zoneId + 1}`)).toEqual([])
    expect(await ids(`text=${encodeURIComponent('yunji board')}`)).toEqual([rented, free])
    const { data } = await operators.get(`getPhone?attachedPhoneId=${free}`, owner.token)
    expect((data as PhoneRecord).renter).toMatchObject({ userId, maskedPhone: expect.stringContaining('****') })
    expect((await recordOf(free)).renter).toBeNull()
  })
})
