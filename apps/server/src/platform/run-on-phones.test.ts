import { describe, expect, it } from 'vitest'
import { createScriptedSupplier } from '../testing/scripted-supplier.ts'
import { runOnPhones } from './run-on-phones.ts'
import type { PhoneResult, Supplier } from './supplier.ts'
import { SupplierError } from './supplier.ts'

const reboot = { kind: 'reboot' } as const
const kindsOf = (results: ReadonlyMap<string, SupplierError | undefined>) =>
  Object.fromEntries([...results].map(([phoneId, error]) => [phoneId, error?.kind ?? 'done']))

/** Supplier with asynchronous tasks: each poll of a task finds one more phone done. */
const createCloud = (findResult: (phoneId: string) => PhoneResult | undefined): Supplier => {
  const tasks = new Map<string, { waiting: string[]; results: PhoneResult[] }>()
  return {
    ...createScriptedSupplier(),
    async run(_command, phoneIds) {
      const taskId = `task-${tasks.size}`
      tasks.set(taskId, { waiting: [...phoneIds], results: [] })
      return { kind: 'task', taskId }
    },
    async findTask(taskId) {
      const task = tasks.get(taskId)
      const phoneId = task?.waiting.shift()
      const result = phoneId === undefined ? undefined : findResult(phoneId)
      if (result) task?.results.push(result)
      return { isOver: task?.waiting.length === 0, results: task?.results ?? [] }
    },
  }
}

describe('a supplier that tells later', () => {
  it('is asked until every phone has a result of its own', async () => {
    const cloud = createCloud((phoneId) =>
      phoneId === 'b' ? { phoneId, error: new SupplierError('commandFailed', 'no') } : { phoneId },
    )
    const results = await runOnPhones(cloud, reboot, ['a', 'b', 'c'], AbortSignal.timeout(30_000))
    expect(kindsOf(results)).toEqual({ a: 'done', b: 'commandFailed', c: 'done' })
  })

  it('loses the phones that it never tells of', async () => {
    const cloud = createCloud((phoneId) => (phoneId === 'a' ? { phoneId } : undefined))
    const results = await runOnPhones(cloud, reboot, ['a', 'b'], AbortSignal.timeout(30_000))
    expect(kindsOf(results)).toEqual({ a: 'done', b: 'lost' })
  })

  it('is not waited for longer than the caller does', async () => {
    const cloud: Supplier = { ...createCloud(() => undefined), findTask: async () => ({ isOver: false, results: [] }) }
    const results = await runOnPhones(cloud, reboot, ['a'], AbortSignal.timeout(20))
    expect(kindsOf(results)).toEqual({ a: 'timeout' })
  })
})

it('is not asked for what it cannot do', async () => {
  const supplier = createScriptedSupplier()
  const unable: Supplier = { ...supplier, capabilities: { ...supplier.capabilities, commands: new Set(['openUrl']) } }
  const results = await runOnPhones(unable, reboot, ['a', 'b'], AbortSignal.timeout(30_000))
  expect(kindsOf(results)).toEqual({ a: 'unsupported', b: 'unsupported' })
  expect(supplier.commands).toEqual([])
})
