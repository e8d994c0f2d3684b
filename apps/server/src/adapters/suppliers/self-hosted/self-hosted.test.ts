import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { openPhone } from '@yunji/phone-driver/phone'
import { createKeys } from '@yunji/phone-driver/testing/scripted-phone'
import { eventually } from '@yunji/testkit/eventually'
import { startPhoneHost } from '@yunji/virtual-phone/host'
import { afterEach, describe, expect, it, test } from 'vitest'
import { type Supplier, SupplierError } from '../../../platform/supplier.ts'
import { supplierSuite } from '../supplier-suite.ts'
import type { PhoneFarm } from './farm.ts'
import { createHttpFarm } from './http-farm.ts'
import { createListedPhones, parseListedPhones } from './listed-phones.ts'
import { createSelfHostedSupplier } from './supplier.ts'

const SECRET = 'of this test'
const keys = createKeys()

const startHost = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'yunji-farm-'))
  const host = await startPhoneHost({ dataDir: path.join(folder, 'farm'), secret: SECRET })
  const stop = async () => {
    await host.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { host, folder, stop }
}

const openFarm = async (secret = SECRET) => {
  const { host, stop } = await startHost()
  const control = async () => ({ url: `http://${host.control}`, secret })
  const farm = createHttpFarm({ control, authorisedKeys: [keys.publicKey] })
  return { supplier: createSelfHostedSupplier({ farm, keys }), zoneCode: 'anywhere', host, stop }
}

const openListed = async () => {
  const { host, folder, stop } = await startHost()
  const phones = await Promise.all(['a', 'b'].map((id) => host.put(id, { authorisedKeys: [keys.publicKey] })))
  const listed = parseListedPhones(phones.map(({ port }) => `east=127.0.0.1:${port}`).join(', '))
  const file = path.join(folder, 'claims.json')
  const create = (): Supplier => createSelfHostedSupplier({ farm: createListedPhones(listed, file), keys })
  return { supplier: create(), create, zoneCode: 'east', phones, host, file, stop }
}

supplierSuite('a farm of virtual phones', () => openFarm())
supplierSuite('listed phones', () => openListed())

const opened: { supplier: Supplier; stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const { supplier, stop } of opened.splice(0)) {
    await supplier.close()
    await stop()
  }
})
const keep = <Subject extends { supplier: Supplier; stop(): Promise<void> }>(subject: Subject): Subject => {
  opened.push(subject)
  return subject
}

it("reports a missing server of scrcpy's where phones are real, and only there", async () => {
  const problemsWith = async (hasRealPhones: boolean, isThere: boolean) => {
    const found = { sizeBytes: 1, read: async () => Buffer.alloc(1) }
    const findServer = async () => (isThere ? found : null)
    const supplier = createSelfHostedSupplier({
      farm: {} as PhoneFarm,
      keys,
      hasRealPhones: async () => hasRealPhones,
      findServer,
    })
    return supplier.findProblems?.().finally(() => supplier.close())
  }
  expect(await problemsWith(true, false)).toEqual([{ problem: 'scrcpyServerMissing' }])
  expect(await problemsWith(true, true)).toEqual([])
  expect(await problemsWith(false, false)).toEqual([])
})

describe('what is seen of a phone', () => {
  const healthWith = (find: PhoneFarm['find']) => {
    const farm = { find } as PhoneFarm
    const supplier = createSelfHostedSupplier({ farm, keys })
    return supplier.health('one').finally(() => supplier.close())
  }
  const away = new SupplierError('unreachable', 'the farm does not answer')

  it('is nothing while its farm does not answer', async () => {
    expect(await healthWith(() => Promise.reject(away))).toBe('unseen')
    expect(await healthWith(() => Promise.reject(new SupplierError('unauthorised', 'no')))).toBe('unseen')
  })

  it('is that it is down, when the farm answers and it does not', async () => {
    expect(await healthWith(async () => null)).toBe('down')
  })

  it('is that it refuses, when its host answers and nothing listens there', async () => {
    expect(await healthWith(async () => ({ host: '127.0.0.1', port: 1 }))).toBe('refused')
  })

  it('is that it refuses, when it does not accept our key', async () => {
    const { host, stop } = await startHost()
    const { port } = await host.put('one', { authorisedKeys: [createKeys().publicKey] })
    expect(await healthWith(async () => ({ host: '127.0.0.1', port })).finally(stop)).toBe('refused')
  })

  it('is nothing when the farm is gone after it was found', async () => {
    let times = 0
    const find = async () => {
      times += 1
      if (times > 1) throw away
      return { host: '127.0.0.1', port: 1 }
    }
    expect(await healthWith(find)).toBe('unseen')
  })
})

const order = (phoneId: string, zoneCode: string) => ({ phoneId, zoneCode, version: '10/B' }) as const

test('a restart is seen as it goes on, and is another start of the phone', async () => {
  const { supplier, zoneCode } = keep(await openFarm())
  const stages: string[] = []
  await supplier.provision(order('one', zoneCode), undefined, (_, stage) => stages.push(stage))
  expect(stages).toEqual(['made'])
  const before = await supplier.bootMark?.('one')
  expect(before).toMatch(/^\d+$/)
  expect(await supplier.bootMark?.('one')).toBe(before)
  await supplier.run({ kind: 'reboot' }, ['one'], undefined, (_, stage) => stages.push(stage))
  expect([...new Set(stages)]).toEqual(['made', 'away', 'back'])
  expect(await supplier.bootMark?.('one')).not.toBe(before)
  await expect(supplier.bootMark?.('absent')).rejects.toMatchObject({ kind: 'unknownPhone' })
})

describe('debugging that a customer switches off', () => {
  const seen = (supplier: Supplier, health: string) =>
    eventually(async () => expect(await supplier.health('one')).toBe(health))

  it('is noticed, and switched on again by the farm that holds the phone', async () => {
    const { supplier, zoneCode, host } = keep(await openFarm())
    await supplier.provision(order('one', zoneCode))
    await host.setState('one', { isDebuggingOn: false })
    await seen(supplier, 'refused')
    expect(await supplier.enableDebugging?.('one')).toBe(true)
    await seen(supplier, 'up')
  })

  it('is not the reason where the phone itself is down', async () => {
    const { supplier, zoneCode, host } = keep(await openFarm())
    await supplier.provision(order('one', zoneCode))
    await host.setFault('one', { kind: 'refuse', delayMs: 0 })
    await seen(supplier, 'refused')
    expect(await supplier.enableDebugging?.('one')).toBe(false)
    expect(await supplier.enableDebugging?.('absent')).toBe(false)
  })

  it('is only noticed where the phone has nothing but its address', async () => {
    const { supplier, zoneCode, host } = keep(await openListed())
    await supplier.provision(order('one', zoneCode))
    await host.setState('a', { isDebuggingOn: false })
    await seen(supplier, 'refused')
    expect(supplier.enableDebugging).toBeUndefined()
  })
})

describe('listed phones', () => {
  it('are out of stock when all are given out, and in another zone', async () => {
    const { supplier } = keep(await openListed())
    await expect(supplier.provision(order('one', 'west'))).rejects.toMatchObject({ kind: 'noStock' })
    await Promise.all([supplier.provision(order('one', 'east')), supplier.provision(order('two', 'east'))])
    await expect(supplier.provision(order('three', 'east'))).rejects.toMatchObject({ kind: 'noStock' })
  })

  it('stay whose they are over a restart', async () => {
    const { supplier, create, file, phones } = keep(await openListed())
    await supplier.provision(order('one', 'east'))
    const claims = await readFile(file, 'utf8')
    const again = create()
    await again.provision(order('one', 'east'))
    expect(await readFile(file, 'utf8')).toBe(claims)
    expect(JSON.parse(claims)).toEqual({ [`127.0.0.1:${phones[0]?.port}`]: 'one' })
    await again.close()
  })

  it('are empty before anybody else gets them', async () => {
    const { supplier, phones } = keep(await openListed())
    await supplier.provision(order('one', 'east'))
    const phone = openPhone({ host: '127.0.0.1', port: phones[0]?.port ?? 0, keys })
    await phone.push('/sdcard/Download/mine', [Buffer.from('secret')])
    await supplier.release(['one'])
    await expect(phone.pull('/sdcard/Download/mine')).rejects.toMatchObject({ kind: 'commandFailed' })
    await phone.close()
  })

  it('stay out of stock while something is left on them, with the reason for an operator', async () => {
    const { supplier, host, file, phones } = keep(await openListed())
    await supplier.provision(order('one', 'east'))
    const account = { name: 'me@example.org', type: 'com.google', packageName: 'com.android.settings' }
    await host.setState('a', { accounts: [account] })
    const batch = await supplier.release(['one'])
    const reason = 'left on the phone: accounts (com.google)'
    expect(batch).toMatchObject({ results: [{ phoneId: 'one', error: { kind: 'notErased', message: reason } }] })
    expect(await supplier.findProblems?.()).toEqual([{ problem: 'phoneNotErased', detail: `one: ${reason}` }])
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ [`127.0.0.1:${phones[0]?.port}`]: 'one' })
    await supplier.provision(order('two', 'east'))
    await expect(supplier.provision(order('three', 'east'))).rejects.toMatchObject({ kind: 'noStock' })
    // Wiped from outside, as a container that is made anew at the same address.
    await host.setState('a', { accounts: [] })
    expect(await supplier.release(['one'])).toEqual({ kind: 'done', results: [{ phoneId: 'one' }] })
    expect(await supplier.findProblems?.()).toEqual([])
    await supplier.provision(order('three', 'east'))
  })

  it('stay out of stock while a service of theirs does not answer', async () => {
    const { supplier, host } = keep(await openListed())
    await supplier.provision(order('one', 'east'))
    await host.setState('a', { awayServices: ['package'], afterCalls: 3 })
    expect(await supplier.release(['one'])).toMatchObject({ results: [{ error: { kind: 'commandFailed' } }] })
    await host.setState('a', { awayServices: [] })
    expect(await supplier.release(['one'])).toEqual({ kind: 'done', results: [{ phoneId: 'one' }] })
  })
})

test('a list that makes no sense is refused', () => {
  expect(parseListedPhones('east=10.0.0.1:5555, west=[fe80::1]:5555,')).toEqual([
    { zoneCode: 'east', host: '10.0.0.1', port: 5555 },
    { zoneCode: 'west', host: 'fe80::1', port: 5555 },
  ])
  for (const text of ['10.0.0.1:5555', 'east=10.0.0.1', 'east=10.0.0.1:0', 'east=10.0.0.1:99999']) {
    expect(() => parseListedPhones(text)).toThrow('zone=host:port')
  }
})

describe('a farm', () => {
  it('that wants another secret is told apart from one that is gone', async () => {
    const { supplier } = keep(await openFarm('another'))
    await expect(supplier.provision(order('one', 'any'))).rejects.toMatchObject({ kind: 'unauthorised' })
    const gone = keep(await openFarm())
    await gone.host.close()
    await expect(gone.supplier.provision(order('one', 'any'))).rejects.toMatchObject({ kind: 'unreachable' })
  })
})

describe('a line', () => {
  it('carries files, and says how far they are', async () => {
    const { supplier, host } = keep(await openFarm())
    await supplier.provision(order('one', 'any'))
    const line = supplier.openConnection('one')
    const sent: number[] = []
    const content = Buffer.from('a file of the user')
    const body = Readable.from([content])
    await line.push('/sdcard/Download/a', { body, sizeBytes: content.length, onProgress: (bytes) => sent.push(bytes) })
    expect(sent.at(-1)).toBe(content.length)
    expect(line.state).toBe('online')
    const [address] = host.list()
    const phone = openPhone({ host: '127.0.0.1', port: address?.port ?? 0, keys })
    expect((await buffer(await phone.pull('/sdcard/Download/a'))).equals(content)).toBe(true)
    await phone.close()
    const bad = { body: Readable.from([content]), sizeBytes: content.length, onProgress: () => {} }
    await expect(line.install(bad)).rejects.toMatchObject({ name: 'SupplierError', kind: 'badPackage' })
    line.close()
    await expect(line.openScreen({})).rejects.toMatchObject({ name: 'SupplierError', kind: 'lost' })
  })

  it('of a phone that does not exist says so', async () => {
    const { supplier } = keep(await openFarm())
    await expect(supplier.openConnection('absent').openScreen({})).rejects.toMatchObject({ kind: 'unknownPhone' })
  })
})
