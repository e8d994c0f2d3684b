import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SupplierType } from '@yunji/contract/devices/device/enums'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { parseListedPhones } from '../adapters/suppliers/self-hosted/listed-phones.ts'
import { LISTED_PHONES, RESTORED_LIST } from '../backup/restored-mark.ts'
import type { PhonesConfig } from '../config/config.ts'
import type { AttachedPhones } from '../platform/attached-phones.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createSuppliers, type PhoneAddress } from '../platform/supplier.ts'
import { createScriptedSupplier } from '../testing/scripted-supplier.ts'
import { addSupplierMetrics, connectPhones, leaveOutAttached, logProblems } from './connect-phones.ts'

it("says at start, and for as long as it lasts, that scrcpy's server is missing", async () => {
  const supplier = createScriptedSupplier()
  const suppliers = createSuppliers([supplier])
  const metrics = createMetrics()
  addSupplierMetrics(metrics, suppliers)
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })

  await logProblems(suppliers, log)
  expect(lines).toEqual([])
  expect(await metrics.expose()).not.toContain('yunji_supplier_problem{')

  supplier.problems = [{ problem: 'scrcpyServerMissing' }]
  await logProblems(suppliers, log)
  expect(lines).toMatchObject([{ problem: 'scrcpyServerMissing', msg: expect.stringContaining('YUNJI_SCRCPY_SERVER') }])
  const gauge = `yunji_supplier_problem{supplier="${SupplierType.selfHosted}",problem="scrcpyServerMissing"} 1`
  expect(await metrics.expose()).toContain(gauge)

  supplier.problems = []
  expect(await metrics.expose()).not.toContain('yunji_supplier_problem{')
})

it('leaves out a listed phone that an operator has attached, and says so', async () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const attached = { listAddresses: async () => [{ host: '10.0.0.7', port: 5555 }] }
  const listed = ['10.0.0.7:5555', '[::ffff:a00:7]:5555', '10.0.0.7:5556', '10.0.0.8:5555']
  const phones = parseListedPhones(listed.map((address) => `east=${address}`).join(','))
  const kept = await leaveOutAttached({ attached, log }, phones)
  expect(kept).toEqual(phones.slice(2))
  expect(lines).toMatchObject([
    { host: '10.0.0.7', port: 5555, msg: expect.stringContaining('attached in the console') },
    { host: '::ffff:a00:7', port: 5555 },
  ])
})

/** Every id is the one phone's. */
const attachedPhone = (address: PhoneAddress | null): AttachedPhones => ({
  claim: async () => address,
  find: async () => address,
  findAttached: async (phoneIds) => new Set(address ? phoneIds : []),
  release: async () => undefined,
  listAddresses: async () => [],
  isAny: async () => address !== null,
})

it('connects to no phone in a drill, whatever the settings and the database name', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'yunji-drill-'))
  let connections = 0
  const phone = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  phone.listen(0, '127.0.0.1')
  await once(phone, 'listening')
  const address = { host: '127.0.0.1', port: (phone.address() as AddressInfo).port }
  const connect = (phones: PhonesConfig, isDrill: boolean) =>
    connectPhones({
      phones,
      isDrill,
      dataDir,
      log: pino({ level: 'silent' }),
      attached: attachedPhone(address),
    })
  const signal = AbortSignal.timeout(10_000)
  try {
    const url = `http://127.0.0.1:${address.port}`
    const kinds: PhonesConfig[] = [
      { kind: 'none' },
      { kind: 'virtual' },
      { kind: 'listed', list: `east=127.0.0.1:${address.port}` },
      { kind: 'farm', address: { url, secret: 'secret-of-the-farm' } },
    ]
    for (const phones of kinds) {
      const { suppliers, parts, start } = await connect(phones, true)
      start()
      const supplier = suppliers.of(SupplierType.selfHosted)
      expect(await supplier.health('order-1-1', signal)).toBe('unseen')
      const order = { phoneId: 'order-2-1', zoneCode: 'east', version: '10/B' } as const
      await expect(supplier.provision(order, signal)).rejects.toMatchObject({ kind: 'noStock' })
      for (const work of [supplier.release, (ids: string[]) => supplier.run({ kind: 'factoryReset' }, ids, signal)]) {
        expect(await work(['order-1-1'])).toMatchObject({ results: [{ error: { kind: 'unreachable' } }] })
      }
      expect([supplier.probe, supplier.isUp, supplier.switchPower]).toEqual([undefined, undefined, undefined])
      for (const part of parts) await part.close()
    }
    expect(connections).toBe(0)
    const { suppliers, parts } = await connect({ kind: 'none' }, false)
    await suppliers.of(SupplierType.selfHosted).health('order-1-1', signal)
    expect(connections).toBeGreaterThan(0)
    for (const part of parts) await part.close()
  } finally {
    phone.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})

it('starts with no listed phone that customers may have used since the restored backup', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'yunji-listed-'))
  const connect = (isDrill: boolean) =>
    connectPhones({
      phones: { kind: 'listed', list: 'east=10.0.0.1:5555,east=10.0.0.2:5555,east=10.0.0.3:5555' },
      isDrill,
      dataDir,
      log: pino({ level: 'silent' }),
      attached: attachedPhone(null),
    })
  try {
    await writeFile(join(dataDir, LISTED_PHONES), JSON.stringify({ '10.0.0.2:5555': 'order-1-1' }))
    await connect(false)
    await writeFile(join(dataDir, RESTORED_LIST), '')
    await expect(connect(false)).rejects.toThrow(/used 10\.0\.0\.1:5555, 10\.0\.0\.3:5555 since .* then delete/)
    await connect(true)
    const claims = { '10.0.0.1:5555': 'a', '10.0.0.2:5555': 'b', '10.0.0.3:5555': 'c' }
    await writeFile(join(dataDir, LISTED_PHONES), JSON.stringify(claims))
    await connect(false)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
