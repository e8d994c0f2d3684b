import { expect, test } from 'vitest'
import { newerTask } from './newer-task.ts'
import { sampleTask } from './sample-task.ts'

const told = (knownAtMs: number, changes: Parameters<typeof sampleTask>[0]) => ({
  knownAtMs,
  task: sampleTask(changes),
})

test('what is over is not under way again, whichever came later', () => {
  const over = told(1, { state: 'failed', progress: 100 })
  const late = told(2, { state: 'working', progress: 40 })
  expect(newerTask(over, late)).toBe(over)
  expect(newerTask(late, over)).toBe(over)
})

test('what is under way does not go back', () => {
  const further = told(1, { state: 'working', progress: 60 })
  const late = told(2, { state: 'working', progress: 40 })
  expect(newerTask(late, further)).toBe(further)
  expect(newerTask(further, late)).toBe(further)
})

test('of two that are as far, the later stands', () => {
  const early = told(1, { state: 'failed', canRetry: true })
  const late = told(2, { state: 'failed', canRetry: false })
  expect(newerTask(early, late)).toBe(late)
  expect(newerTask(late, early)).toBe(late)
})
