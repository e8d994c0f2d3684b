import type { TaskRecord } from '@yunji/contract/devices/task/schema'
import { expect, test } from 'vitest'
import type { KnownTasks } from '../../../../shared/live/live-tasks.ts'
import { sampleTask } from '../../../../shared/live/sample-task.ts'
import { endedTasks, noticeText } from './task-results.ts'

const told = (...tasks: readonly TaskRecord[]): KnownTasks =>
  new Map(tasks.map((task) => [task.taskId, { task, knownAtMs: 1 }]))

test('what ends is told once', () => {
  const working = told(sampleTask({ taskId: 1 }), sampleTask({ taskId: 2 }))
  const over = told(sampleTask({ taskId: 1, state: 'failed' }), sampleTask({ taskId: 2 }))
  expect(endedTasks(working, over).map(({ taskId }) => taskId)).toEqual([1])
  expect(endedTasks(over, over)).toEqual([])
})

test('what had ended before anybody looked is no news', () =>
  expect(endedTasks(told(), told(sampleTask({ state: 'failed' })))).toEqual([]))

test.each([
  [[sampleTask()], '「星海远征 06」重启 40%'],
  [[sampleTask({ deviceCount: 3 })], '3 台设备重启 40%'],
  [[sampleTask({ progress: 41 }), sampleTask({ progress: 80 })], '2 个任务进行中 60%'],
])('%o is %s', (active, words) => expect(noticeText(active)).toBe(words))
