import { SupplierType } from '@yunji/contract/devices/device/enums'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createMetrics } from '../platform/metrics.ts'
import { createSuppliers } from '../platform/supplier.ts'
import { createScriptedSupplier } from '../testing/scripted-supplier.ts'
import { addSupplierMetrics, logProblems } from './connect-phones.ts'

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
