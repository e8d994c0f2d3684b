import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTaskHarness, type TaskHarness } from '../../testing/task-harness.ts'
import { DAY_MS } from '../clock.ts'
import { sweepJob } from '../maintenance.ts'
import { defineTask } from './definition.ts'
import { eraseTasks } from './store.ts'

let harness: TaskHarness
let process: ReturnType<TaskHarness['startProcess']>
beforeAll(async () => {
  harness = await startTaskHarness()
  process = harness.startProcess([
    defineTask({
      kind: 'clean',
      deadlineMs: 60_000,
      undoMs: 1000,
      steps: [{ name: 'one', weight: 1, run: async () => undefined }],
      describeFailure: () => '',
    }),
  ])
})
afterAll(() => harness.stop())

const sweep = () => sweepJob({ db: harness.database.db, clock: harness.clock, log: pino({ level: 'silent' }) }).run({})

const done = async (): Promise<number> => {
  const { taskId, partIds } = await harness.begin(process, 'clean')
  await process.run(partIds[0] ?? 0)
  return taskId
}

it('forgets what has been over for three months, and nothing else', async () => {
  const old = await done()
  const open = await harness.begin(process, 'clean')
  harness.clock.advance(89 * DAY_MS)
  const young = await done()
  await harness.database.pool.query('update tasks set retry_of = $1 where id = $2', [old, young])
  await sweep()
  expect(await harness.taskOf(old)).toBeDefined()
  harness.clock.advance(2 * DAY_MS)
  await sweep()
  expect(await harness.taskOf(old)).toBeUndefined()
  expect(await harness.taskOf(young)).toMatchObject({ retryOf: null })
  expect(await harness.taskOf(open.taskId)).toBeDefined()
})

it('erases what somebody had done, and leaves what still goes on', async () => {
  const over = await done()
  const open = await harness.begin(process, 'clean')
  await harness.database.db.transaction((tx) => eraseTasks(tx, harness.ownerId))
  expect(await harness.taskOf(over)).toBeUndefined()
  expect(await harness.taskOf(open.taskId)).toBeDefined()
})
