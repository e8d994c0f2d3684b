import { eventually } from '@yunji/testkit/eventually'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTaskHarness, type TaskHarness } from '../../testing/task-harness.ts'
import { isRefusal, SupplierError } from '../supplier.ts'
import { defineTask, type TaskDefinition, type TaskStep } from './definition.ts'

let harness: TaskHarness
beforeAll(async () => {
  harness = await startTaskHarness()
})
beforeEach(() => harness.supplier.failing.clear())
afterAll(() => harness.stop())

/** Log of the steps, in order. */
let seen: string[] = []
beforeEach(() => {
  seen = []
})

const step = (name: string, changes: Partial<TaskStep> = {}): TaskStep => ({
  name,
  weight: 1,
  run: async () => void seen.push(name),
  undo: async () => void seen.push(`undo ${name}`),
  ...changes,
})
const failing = (name: string) =>
  step(name, {
    run: async () => {
      seen.push(name)
      throw new Error('no')
    },
  })
/** Step that waits until it is released or aborted. */
const waiting = (name: string, changes: Partial<TaskStep> = {}) => {
  const begun = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const run: TaskStep['run'] = async ({ signal }) => {
    begun.resolve()
    await Promise.race([
      held.promise,
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ])
    seen.push(name)
  }
  return { begun: begun.promise, goOn: held.resolve, step: step(name, { run, ...changes }) }
}
const define = (steps: readonly TaskStep[], changes: Partial<TaskDefinition> = {}) =>
  defineTask({
    kind: 'clean',
    deadlineMs: 60_000,
    undoMs: 10_000,
    retriedAs: 'clean',
    steps,
    describeFailure: () => '没有做成',
    ...changes,
  })
/** Step that its supplier refuses. */
const refusing = (name: string) =>
  step(name, {
    run: async () => {
      seen.push(name)
      throw new SupplierError('noStock', 'as the test says')
    },
    isRefusal,
  })
const inTx = <Result>(work: Parameters<typeof harness.database.db.transaction<Result>>[0]) =>
  harness.database.db.transaction(work)

describe('the steps of a part', () => {
  it('run one after the other, tell each other what they found, and settle the device', async () => {
    const found: unknown[] = []
    const process = harness.startProcess([
      define([
        step('one', { run: async () => ({ mark: 7 }) }),
        step('two', { run: async ({ data, key }) => void found.push(data, key) }),
      ]),
    ])
    const { taskId, partIds, devices } = await harness.begin(process, 'clean')
    const [partId = 0] = partIds
    expect(process.queued).toEqual(partIds)
    expect(await harness.taskOf(taskId)).toMatchObject({ state: 'waiting', endedAt: null })
    await process.run(partId)
    expect(found).toEqual([{ mark: 7 }, `task-${taskId}-${partId}-1`])
    expect(await harness.partOf(partId)).toMatchObject({ state: 'succeeded', progress: 100, reason: '' })
    expect(await harness.taskOf(taskId)).toMatchObject({ state: 'succeeded', endedAt: harness.clock.now() })
    expect(await harness.stateOfDevice(devices[0]?.id ?? 0)).toBe('running')
  })

  it('count by their weights and by what they say of themselves', async () => {
    const held = waiting('two', { weight: 3 })
    const process = harness.startProcess([
      define([
        step('one'),
        step('two', {
          ...held.step,
          run: (context) => {
            context.progress(50)
            return held.step.run(context)
          },
        }),
      ]),
    ])
    const { partIds } = await harness.begin(process, 'clean')
    const running = process.run(partIds[0] ?? 0)
    await held.begun
    await eventually(async () => expect((await harness.partOf(partIds[0] ?? 0)).progress).toBe(62))
    held.goOn()
    await running
  })

  it('that are done are not done again by the worker that takes over', async () => {
    const held = waiting('two')
    const process = harness.startProcess([define([step('one'), held.step, step('three')])])
    const { partIds } = await harness.begin(process, 'clean')
    const [partId = 0] = partIds
    const first = process.run(partId)
    await held.begun
    process.close()
    await expect(first).rejects.toThrow('closing')
    expect(await harness.partOf(partId)).toMatchObject({ state: 'working', step: 1 })
    held.goOn()
    await harness.startProcess([define([step('one'), step('two'), step('three')])]).run(partId)
    expect(seen.toSorted()).toEqual(['one', 'three', 'two'])
    expect(await harness.partOf(partId)).toMatchObject({ state: 'succeeded', attempt: 2 })
  })

  it('of a worker that was taken for dead write nothing any more', async () => {
    const held = waiting('one')
    const undone = step('one', { undo: async () => void seen.push('wrong') })
    const process = harness.startProcess([define([{ ...held.step, undo: undone.undo as never }])])
    const { partIds, devices } = await harness.begin(process, 'clean')
    const [partId = 0] = partIds
    const dead = process.run(partId)
    await held.begun
    await harness.startProcess([define([step('other')])]).run(partId)
    const after = await harness.partOf(partId)
    expect(after).toMatchObject({ state: 'succeeded', attempt: 2 })
    held.goOn()
    await dead
    expect(await harness.partOf(partId)).toEqual(after)
    expect(await harness.stateOfDevice(devices[0]?.id ?? 0)).toBe('running')
  })

  it('of a part that is over are not run', async () => {
    const process = harness.startProcess([define([step('one')])])
    const { partIds } = await harness.begin(process, 'clean')
    await process.run(partIds[0] ?? 0)
    await process.run(partIds[0] ?? 0)
    expect(seen).toEqual(['one'])
  })
})

describe('a failure', () => {
  it('undoes the steps from the last to the first, the failed one too, and says why', async () => {
    const process = harness.startProcess([define([step('one'), step('two'), failing('three'), step('four')])])
    const { taskId, partIds, devices } = await harness.begin(process, 'clean')
    await process.run(partIds[0] ?? 0)
    expect(seen).toEqual(['one', 'two', 'three', 'undo three', 'undo two', 'undo one'])
    expect(await harness.partOf(partIds[0] ?? 0)).toMatchObject({
      state: 'failed',
      reason: '没有做成',
      direction: 'back',
    })
    expect(await harness.taskOf(taskId)).toMatchObject({ state: 'failed' })
    expect(await harness.stateOfDevice(devices[0]?.id ?? 0)).toBe('running')
    expect(await harness.listOutboxEvents()).toContainEqual({
      event: 'taskFailed',
      payload: expect.objectContaining({ taskId, failedCount: 1, reason: '没有做成', deviceId: devices[0]?.id }),
    })
  })

  it('that came before any effect is not undone, and is told when it is the first', async () => {
    const ends: boolean[] = []
    const onEnd: TaskDefinition['onEnd'] = async (_tx, { isRefused, isUndone }) => void ends.push(isRefused, isUndone)
    for (const steps of [[refusing('one'), step('two')], [step('one'), refusing('two')], [failing('one')]]) {
      const process = harness.startProcess([define(steps, { onEnd })])
      const { partIds } = await harness.begin(process, 'clean')
      await process.run(partIds[0] ?? 0)
      expect(await harness.partOf(partIds[0] ?? 0)).toMatchObject({ state: 'failed', reason: '没有做成' })
    }
    expect(seen).toEqual(['one', 'one', 'two', 'undo one', 'one', 'undo one'])
    expect(ends).toEqual([true, true, false, true, false, true])
  })

  it('leaves a device faulty whose phone does not answer', async () => {
    const process = harness.startProcess([define([failing('one')])])
    const { partIds, devices } = await harness.begin(process, 'clean')
    harness.supplier.failing.set(devices[0]?.phoneId ?? '', 'unreachable')
    await process.run(partIds[0] ?? 0)
    expect(await harness.stateOfDevice(devices[0]?.id ?? 0)).toBe('faulty')
  })

  it('whose undoing is cut off is undone further by the next worker, each step once', async () => {
    const begun = Promise.withResolvers<void>()
    const stuck = step('one', {
      undo: ({ signal }) => {
        begun.resolve()
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
    })
    const process = harness.startProcess([define([stuck, step('two'), failing('three')])])
    const { partIds } = await harness.begin(process, 'clean')
    const [partId = 0] = partIds
    const first = process.run(partId)
    await begun.promise
    process.close()
    await expect(first).rejects.toThrow('closing')
    expect(await harness.partOf(partId)).toMatchObject({ state: 'working', direction: 'back', step: 1 })
    await harness.startProcess([define([step('one'), step('two'), step('three')])]).run(partId)
    expect(seen).toEqual(['one', 'two', 'three', 'undo three', 'undo two', 'undo one'])
    expect(await harness.partOf(partId)).toMatchObject({ state: 'failed', reason: '没有做成' })
  })

  it('of an undo is tried again until it succeeds', async () => {
    let tries = 0
    const undo = async () => {
      tries += 1
      if (tries === 1) throw new Error('not yet')
    }
    const process = harness.startProcess([define([step('one', { undo }), failing('two')])])
    const { partIds } = await harness.begin(process, 'clean')
    await process.run(partIds[0] ?? 0)
    expect(tries).toBe(2)
    expect(await harness.partOf(partIds[0] ?? 0)).toMatchObject({ state: 'failed', step: 0 })
  })

  it('of the line to a phone is a result, though a lost database looks alike', async () => {
    const refused = () => Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    const throwing = (error: Error) =>
      step('one', {
        run: async () => {
          throw error
        },
      })
    const line = throwing(new SupplierError('unreachable', 'no line', { cause: refused() }))
    const process = harness.startProcess([define([line]), define([throwing(refused())], { kind: 'reboot' })])
    const [failed, left] = [await harness.begin(process, 'clean'), await harness.begin(process, 'reboot')]
    await process.run(failed.partIds[0] ?? 0)
    expect(await harness.partOf(failed.partIds[0] ?? 0)).toMatchObject({ state: 'failed' })
    await expect(process.run(left.partIds[0] ?? 0)).rejects.toThrow('the database is away')
    expect(await harness.partOf(left.partIds[0] ?? 0)).toMatchObject({ state: 'working', direction: 'forward' })
  })

  it('of one device is none of the others', async () => {
    const broken = step('one', {
      run: async ({ device }) => {
        if (device.phoneId === brokenPhone) throw new Error('no')
      },
    })
    const process = harness.startProcess([define([broken])])
    const { taskId, partIds, devices } = await harness.begin(process, 'clean', 3)
    const brokenPhone = devices[1]?.phoneId
    await Promise.all(partIds.map((partId) => process.run(partId)))
    const states = await Promise.all(partIds.map(async (partId) => (await harness.partOf(partId)).state))
    expect(states).toEqual(['succeeded', 'failed', 'succeeded'])
    expect(await harness.taskOf(taskId)).toMatchObject({ state: 'failed', endedAt: expect.any(Date) })
  })
})

describe('one task for a device', () => {
  it('is what the database holds on to, whatever the code believes', async () => {
    const process = harness.startProcess([define([step('one')])])
    const { devices } = await harness.begin(process, 'clean')
    const [device] = devices
    const busy = device ? [{ device, before: 'running' as const }] : []
    const second = inTx((tx) => process.begin(tx, { kind: 'clean', ownerId: harness.ownerId, devices: busy }))
    await expect(second).rejects.toMatchObject({ cause: { constraint: 'task_parts_one_per_device' } })
  })

  it('ends with the state that it was begun for', async () => {
    const held = waiting('one')
    const process = harness.startProcess([define([held.step])])
    const { partIds, devices } = await harness.begin(process, 'clean')
    const running = process.run(partIds[0] ?? 0)
    await held.begun
    await inTx((tx) => process.abandon(tx, [devices[0]?.id ?? 0]))
    expect(await harness.partOf(partIds[0] ?? 0)).toMatchObject({ state: 'interrupted' })
    held.goOn()
    await running
    expect(await harness.partOf(partIds[0] ?? 0)).toMatchObject({ state: 'interrupted' })
    expect(await harness.stateOfDevice(devices[0]?.id ?? 0)).toBe('cleaning')
  })
})

describe('cancelling', () => {
  const cancel = (process: ReturnType<typeof harness.startProcess>, id: number) =>
    inTx((tx) => process.cancel(tx, { id, kind: 'clean' }))

  it.each(['running', 'stopped', 'faulty'] as const)(
    'ends what waits at once, its device %s as before',
    async (before) => {
      const process = harness.startProcess([define([step('one')])])
      const { taskId, partIds, devices } = await harness.begin(process, 'clean', 1, before)
      await cancel(process, taskId)
      expect(await harness.partOf(partIds[0] ?? 0)).toMatchObject({ state: 'interrupted', reason: '已取消' })
      expect(await harness.taskOf(taskId)).toMatchObject({ state: 'interrupted' })
      expect(await harness.stateOfDevice(devices[0]?.id ?? 0)).toBe(before)
      await process.run(partIds[0] ?? 0)
      expect(seen).toEqual([])
      expect(
        (await harness.listOutboxEvents()).map(({ payload }) => (payload as { taskId?: number }).taskId),
      ).not.toContain(taskId)
    },
  )

  it('stops what another process works on, and undoes it', async () => {
    const held = waiting('two')
    const here = harness.startProcess([define([step('one'), held.step])])
    const there = harness.startProcess([define([step('one'), held.step])])
    const { taskId, partIds, devices } = await harness.begin(here, 'clean')
    const running = here.run(partIds[0] ?? 0)
    await held.begun
    await cancel(there, taskId)
    await running
    expect(seen).toEqual(['one', 'undo two', 'undo one'])
    expect(await harness.partOf(partIds[0] ?? 0)).toMatchObject({ state: 'interrupted', reason: '已取消' })
    expect(await harness.stateOfDevice(devices[0]?.id ?? 0)).toBe('running')
  })

  it('is seen between steps by a worker that does not hear of it', async () => {
    const held = waiting('one', { run: async () => void (await unblock.promise) })
    const unblock = Promise.withResolvers<void>()
    const process = harness.startProcess([define([held.step, step('two', { canCancel: false })])])
    const { taskId, partIds } = await harness.begin(process, 'clean')
    const running = process.run(partIds[0] ?? 0)
    await eventually(async () => expect((await harness.partOf(partIds[0] ?? 0)).state).toBe('working'))
    await harness.database.pool.query('update task_parts set is_cancelled = true where task_id = $1', [taskId])
    unblock.resolve()
    await running
    expect(seen).toEqual(['undo two', 'undo one'])
    expect(await harness.partOf(partIds[0] ?? 0)).toMatchObject({ state: 'interrupted' })
  })

  it('is refused during a step that cannot be called back', async () => {
    const held = waiting('one', { canCancel: false })
    const process = harness.startProcess([define([held.step])])
    const { taskId, partIds } = await harness.begin(process, 'clean')
    const running = process.run(partIds[0] ?? 0)
    await held.begun
    await expect(cancel(process, taskId)).rejects.toMatchObject({ error: 'SHOW_ERROR_TIP' })
    held.goOn()
    await running
    expect(await harness.partOf(partIds[0] ?? 0)).toMatchObject({ state: 'succeeded' })
  })

  it('calls back what it can of many, and lets the rest go on', async () => {
    const held = waiting('one', { canCancel: false })
    const process = harness.startProcess([define([held.step])])
    const { taskId, partIds } = await harness.begin(process, 'clean', 2)
    const running = process.run(partIds[0] ?? 0)
    await held.begun
    await cancel(process, taskId)
    expect((await harness.partOf(partIds[1] ?? 0)).state).toBe('interrupted')
    expect(await harness.taskOf(taskId)).toMatchObject({ state: 'working' })
    held.goOn()
    await running
    expect(await harness.taskOf(taskId)).toMatchObject({ state: 'interrupted' })
  })

  it('of what is over says so', async () => {
    const process = harness.startProcess([define([step('one')])])
    const done = await harness.begin(process, 'clean')
    await process.run(done.partIds[0] ?? 0)
    await expect(cancel(process, done.taskId)).rejects.toMatchObject({ error: 'SHOW_ERROR_TIP', message: '任务已结束' })
    const cancelled = await harness.begin(process, 'clean')
    await cancel(process, cancelled.taskId)
    await expect(cancel(process, cancelled.taskId)).rejects.toMatchObject({ error: 'TASK_INTERRUPTED' })
  })
})

describe('the deadline', () => {
  it('ends a part whose worker is gone, and its device is faulty until it is found', async () => {
    const held = waiting('one')
    const process = harness.startProcess([define([held.step])])
    const { taskId, partIds, devices } = await harness.begin(process, 'clean')
    const running = process.run(partIds[0] ?? 0)
    await held.begun
    process.close()
    await running.catch(() => undefined)
    harness.clock.advance(59_000)
    await process.sweep()
    expect(await harness.partOf(partIds[0] ?? 0)).toMatchObject({ state: 'working' })
    harness.clock.advance(1000)
    await process.sweep()
    expect(await harness.partOf(partIds[0] ?? 0)).toMatchObject({
      state: 'interrupted',
      reason: '未能在规定时间内完成',
    })
    expect(await harness.taskOf(taskId)).toMatchObject({ state: 'interrupted' })
    expect(await harness.stateOfDevice(devices[0]?.id ?? 0)).toBe('faulty')
  })

  it('holds for a kind that this version does not know', async () => {
    const newer = harness.startProcess([define([step('one')], { kind: 'reboot' })])
    const { partIds } = await harness.begin(newer, 'reboot')
    const older = harness.startProcess([define([step('one')])])
    await expect(older.run(partIds[0] ?? 0)).rejects.toThrow('no definition of reboot')
    expect(await harness.partOf(partIds[0] ?? 0)).toMatchObject({ state: 'waiting', attempt: 0 })
    harness.clock.advance(60_000)
    await older.sweep()
    expect(await harness.partOf(partIds[0] ?? 0)).toMatchObject({ state: 'interrupted' })
  })

  it('of the queue ends what nobody has begun, its device as before', async () => {
    const process = harness.startProcess([define([step('one')], { deadlineMs: 2 * 60 * 60_000 })])
    const { partIds, devices } = await harness.begin(process, 'clean')
    harness.clock.advance(10 * 60_000)
    await process.sweep()
    expect(await harness.partOf(partIds[0] ?? 0)).toMatchObject({
      state: 'interrupted',
      reason: '排队超时，请稍后再试',
    })
    expect(await harness.stateOfDevice(devices[0]?.id ?? 0)).toBe('running')
  })

  it('stops a step while there is still time to undo it', async () => {
    const held = waiting('one')
    const process = harness.startProcess([define([held.step], { deadlineMs: 10_050, undoMs: 10_000 })])
    const { partIds, devices } = await harness.begin(process, 'clean')
    await process.run(partIds[0] ?? 0)
    expect(seen).toEqual(['undo one'])
    expect(await harness.partOf(partIds[0] ?? 0)).toMatchObject({
      state: 'interrupted',
      reason: '未能在规定时间内完成',
    })
    expect(await harness.stateOfDevice(devices[0]?.id ?? 0)).toBe('running')
  })
})

describe('who is told by a message', () => {
  it.each([
    ['create', ['deviceReady']],
    ['replace', ['taskEnded']],
    ['deepClean', ['taskEnded']],
    ['reboot', []],
    ['clean', []],
  ] as const)('of a %s of two that succeeded: %j', async (kind, events) => {
    const before = (await harness.listOutboxEvents()).length
    const process = harness.startProcess([define([step('one')], { kind })])
    const { partIds } = await harness.begin(process, kind, 2)
    for (const partId of partIds) await process.run(partId)
    expect((await harness.listOutboxEvents()).slice(before).map(({ event }) => event)).toEqual(events)
  })

  it('of phones of one task in one message, and of those that failed in another', async () => {
    const before = (await harness.listOutboxEvents()).length
    let runs = 0
    const last = step('one', {
      run: async () => {
        runs += 1
        if (runs === 3) throw new Error('no')
      },
    })
    const process = harness.startProcess([define([last], { kind: 'create' })])
    const { partIds, devices } = await harness.begin(process, 'create', 3)
    const told = async () => (await harness.listOutboxEvents()).slice(before)
    for (const partId of partIds.slice(0, 2)) await process.run(partId)
    expect(await told()).toEqual([])
    await process.run(partIds[2] ?? 0)
    const [first, second] = devices
    expect(await told()).toMatchObject([
      { event: 'deviceReady', payload: { deviceId: first?.id, others: [{ deviceId: second?.id }] } },
      { event: 'taskFailed', payload: { failedCount: 1, deviceCount: 3 } },
    ])
  })
})
