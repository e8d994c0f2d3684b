import { describe, expect, test } from 'vitest'
import { sampleTask } from '../../../shared/live/sample-task.ts'
import { devicesOf, reasonOf, resultsOf, stateOf, stepOf } from './task-text.ts'

test.each([
  [1, '星海远征 06'],
  [3, '星海远征 06 等 3 台'],
])('%i devices are %s', (deviceCount, words) => expect(devicesOf(sampleTask({ deviceCount }))).toBe(words))

test.each([
  [{ deviceCount: 1, succeededCount: 1 }, ''],
  [{ deviceCount: 3, succeededCount: 3 }, '成功 3 台'],
  [{ deviceCount: 3, succeededCount: 2, failedCount: 1 }, '成功 2 台，失败 1 台'],
  [{ deviceCount: 4, succeededCount: 1, failedCount: 1 }, '成功 1 台，失败 1 台，中断 2 台'],
  [{ deviceCount: 2 }, '中断 2 台'],
])('%o ended as %j', (counts, words) => expect(resultsOf(sampleTask(counts))).toBe(words))

describe('what is being done', () => {
  test.each([
    [{ state: 'waiting', step: '' } as const, '等待开始'],
    [{ step: '正在启动系统' }, '正在启动系统'],
    [{ step: '' }, '进行中'],
    [{ deviceCount: 3, step: '', succeededCount: 1, failedCount: 1 }, '已完成 2/3 台'],
  ])('%o: %s', (changes, words) => expect(stepOf(sampleTask(changes))).toBe(words))
})

test.each([
  [{ state: 'failed', succeededCount: 0 } as const, '失败'],
  [{ state: 'failed', succeededCount: 2 } as const, '部分失败'],
  [{ state: 'succeeded', succeededCount: 2 } as const, '已完成'],
  [{ state: 'interrupted', succeededCount: 2 } as const, '已中断'],
])('%o is %s', (changes, word) => expect(stateOf(sampleTask(changes))).toBe(word))

test.each([
  ['working', ''],
  ['succeeded', ''],
  ['failed', '设备没有响应'],
  ['interrupted', '设备没有响应'],
] as const)('a task that is %s gives the reason %j', (state, reason) =>
  expect(reasonOf(sampleTask({ state, reason: '设备没有响应' }))).toBe(reason),
)
