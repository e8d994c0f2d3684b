import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { UserCache } from '../setup/user-cache.mjs'
import { findTroubles } from './history.ts'
import { shareOut } from './order.ts'
import {
  expectDurations,
  type FileResult,
  measuredDurations,
  readRuns,
  renewCommitted,
  storeRun,
  type TestRun,
} from './runs.ts'

const run = (minute: number, more: Partial<TestRun> = {}): TestRun => ({
  at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
  commit: 'one',
  isChanged: false,
  words: [],
  seconds: 1,
  machineSeconds: 1,
  passed: 1,
  failed: 0,
  skipped: 0,
  files: {},
  failures: [],
  projects: [],
  smallForms: {},
  axeRuns: 0,
  stages: [],
  ...more,
})
const file = (seconds: number, state: FileResult['state'] = 'passed', project = 'browser'): FileResult => ({
  project,
  state,
  seconds,
})

describe('runs', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'yunji-runs-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('come back with the last one first, and the oldest go', () => {
    const cache = new UserCache(folder)
    for (let minute = 0; minute < 65; minute++) storeRun(run(minute), cache)
    const kept = readRuns(cache)
    expect(kept).toHaveLength(60)
    expect(kept[0]).toEqual(run(64))
    expect(kept.at(-1)).toEqual(run(5))
  })
})

describe('durations', () => {
  test('are the shortest of the last three that passed the file, then the committed, then those of its kind', () => {
    const measured = measuredDurations([
      run(4, { files: { a: file(3, 'failed') } }),
      run(3, { files: { a: file(90) } }),
      run(2, { files: { a: file(50) } }),
      run(1, { files: { a: file(60) } }),
      run(0, { files: { a: file(20) } }),
    ])
    const durationOf = expectDurations(measured, { a: 30, b: 40 })
    expect(['a', 'b', 'c'].map((name) => durationOf(name, 'browser'))).toEqual([50, 40, 20])
    expect(durationOf('c', 'unit')).toBeLessThan(durationOf('c', 'database'))
  })

  test('are committed in steps, sorted, without files that are gone', () => {
    const measured = new Map([
      ['b', file(31)],
      ['a', file(0.2)],
      ['quick', file(2, 'passed', 'unit')],
    ])
    const renewed = renewCommitted({ gone: 10, kept: 10 }, measured, new Set(['a', 'b', 'kept', 'quick']))
    expect(Object.entries(renewed)).toEqual([
      ['a', 1],
      ['b', 40],
      ['kept', 10],
    ])
  })

  test('stay as committed while they are about right', () => {
    const files = new Set(['a'])
    expect(renewCommitted({ a: 30 }, new Map([['a', file(33)]]), files)).toEqual({ a: 30 })
    expect(renewCommitted({ a: 30 }, new Map([['a', file(19)]]), files)).toEqual({ a: 30 })
    expect(renewCommitted({ a: 30 }, new Map([['a', file(36)]]), files)).toEqual({ a: 40 })
    expect(renewCommitted({ a: 30 }, new Map([['a', file(14)]]), files)).toEqual({ a: 15 })
  })
})

test('shards have equal parts of each project, and every file once', () => {
  const items = [60, 50, 40, 30, 20, 10].flatMap((seconds) => [
    { group: 'system', seconds },
    { group: 'browser', seconds },
  ])
  const shares = shareOut(items, 2, (item) => item)
  const total = (share: typeof items, group: string) =>
    share.filter((item) => item.group === group).reduce((sum, { seconds }) => sum + seconds, 0)
  expect(shares.flat()).toHaveLength(items.length)
  expect(new Set(shares.flat())).toEqual(new Set(items))
  for (const share of shares) {
    expect(Math.abs(total(share, 'system') - 105)).toBeLessThanOrEqual(10)
    expect(Math.abs(total(share, 'browser') - 105)).toBeLessThanOrEqual(10)
  }
})

describe('the history', () => {
  const failing = { failures: [{ file: 'a', test: 'works' }], files: { a: file(1, 'failed') } }
  const passing = { files: { a: file(1) } }

  test('names what failed and passed again', () => {
    const troubles = findTroubles([
      run(3, { ...passing, commit: 'two' }),
      run(2, { files: {} }),
      run(1, failing),
      run(0),
    ])
    expect(troubles).toEqual([
      {
        name: 'a > works',
        failures: [{ at: run(1).at, commit: 'one' }],
        passedAgain: { at: run(3).at, commit: 'two' },
        isFlaky: false,
      },
    ])
  })

  test('calls flaky what failed and passed at the same commit, before or after', () => {
    const isFlaky = (runs: TestRun[]) => findTroubles(runs)[0]?.isFlaky
    expect(isFlaky([run(2, passing), run(1, failing)])).toBe(true)
    expect(isFlaky([run(2, failing), run(1, passing)])).toBe(true)
    expect(isFlaky([run(2, { ...passing, isChanged: true }), run(1, failing)])).toBe(false)
    expect(isFlaky([run(2, failing), run(1, failing)])).toBe(false)
  })

  test('says that something has not passed since', () => {
    const [trouble] = findTroubles([run(2, failing), run(1, passing)])
    expect(trouble).not.toHaveProperty('passedAgain')
  })
})
