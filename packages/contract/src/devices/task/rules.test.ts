import { describe, expect, it } from 'vitest'
import { isRetryable, isTaskOver, type TaskState, taskProgressOf, taskStateOf } from './rules.ts'

const part = (state: TaskState, progress = 0) => ({ state, progress })

describe('the progress of a task', () => {
  it('is the mean of its parts, rounded down', () =>
    expect(taskProgressOf([part('working', 50), part('working', 25), part('waiting')])).toBe(25))

  it('counts a part that is over as whole, however it ended', () =>
    expect(taskProgressOf([part('succeeded', 100), part('failed', 10), part('interrupted', 0)])).toBe(100))

  it('is whole only when every part is over', () =>
    expect(taskProgressOf([part('succeeded'), part('succeeded'), part('working', 99)])).toBe(99))

  it('of no parts is none', () => expect(taskProgressOf([])).toBe(0))
})

describe('the state of a task', () => {
  it.each<[TaskState, readonly TaskState[]]>([
    ['waiting', ['waiting', 'waiting']],
    ['working', ['waiting', 'working']],
    ['working', ['waiting', 'succeeded']],
    ['working', ['failed', 'working']],
    ['succeeded', ['succeeded', 'succeeded']],
    ['failed', ['succeeded', 'failed']],
    ['failed', ['interrupted', 'failed']],
    ['interrupted', ['succeeded', 'interrupted']],
  ])('is %s for %j', (state, parts) => expect(taskStateOf(parts.map((each) => part(each)))).toBe(state))
})

it.each<[TaskState, boolean, boolean]>([
  ['waiting', false, false],
  ['working', false, false],
  ['succeeded', true, false],
  ['failed', true, true],
  ['interrupted', true, true],
])('%s: over %s, to be tried again %s', (state, isOver, isToTry) => {
  expect(isTaskOver(state)).toBe(isOver)
  expect(isRetryable(state)).toBe(isToTry)
})
