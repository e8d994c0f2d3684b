import { SupplierType } from '@yunji/contract/devices/device/enums'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { parseListedPhones } from '../adapters/suppliers/self-hosted/listed-phones.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createSuppliers } from '../platform/supplier.ts'
import { createScriptedSupplier } from '../testing/scripted-supplier.ts'
import { addSupplierMetrics, leaveOutAttached, logProblems } from './connect-phones.ts'

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
