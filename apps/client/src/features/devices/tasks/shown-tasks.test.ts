import type { TaskRecord } from '@yunji/contract/devices/task/schema'
import { expect, test } from 'vitest'
import type { KnownTasks } from '../../../shared/live/live-tasks.ts'
import { sampleTask } from '../../../shared/live/sample-task.ts'
import { shownTasks } from './shown-tasks.ts'

const READ_AT = 1000

const told = (...tasks: readonly TaskRecord[]): KnownTasks =>
  new Map(tasks.map((task) => [task.taskId, { task, knownAtMs: READ_AT + 1 }]))

const idsOf = (tasks: readonly TaskRecord[]) => tasks.map(({ taskId }) => taskId)

const two = { rows: [sampleTask({ taskId: 5 }), sampleTask({ taskId: 3 })], readAtMs: READ_AT }

test('what is told stands in place of what was read', () => {
  const [first, second] = shownTasks(two, told(sampleTask({ taskId: 3, progress: 90 })), 'all')
  expect(first?.progress).toBe(40)
  expect(second?.progress).toBe(90)
})

test('what has begun since stands on top, the newest first', () => {
  const known = told(sampleTask({ taskId: 6 }), sampleTask({ taskId: 9 }))
  expect(idsOf(shownTasks(two, known, 'all'))).toEqual([9, 6, 5, 3])
  expect(idsOf(shownTasks({ rows: [], readAtMs: READ_AT }, known, 'all'))).toEqual([9, 6])
})

test('an older one that is not in the list yet waits for its page', () => {
  expect(idsOf(shownTasks(two, told(sampleTask({ taskId: 4 })), 'all'))).toEqual([5, 3])
})

test.each([
  ['all', [9, 8, 7]],
  ['active', [9]],
  ['failed', [8, 7]],
] as const)('the list %s takes in what belongs to it', (filter, ids) => {
  const known = told(
    sampleTask({ taskId: 9 }),
    sampleTask({ taskId: 8, state: 'failed' }),
    sampleTask({ taskId: 7, state: 'interrupted' }),
  )
  expect(idsOf(shownTasks({ rows: [], readAtMs: READ_AT }, known, filter))).toEqual(ids)
})

test('what ends under the eyes of whoever watches stays', () => {
  const shown = shownTasks(two, told(sampleTask({ taskId: 5, state: 'succeeded' })), 'active')
  expect(shown.map(({ state }) => state)).toEqual(['succeeded', 'working'])
})
