import { expect, test } from 'vitest'
import { fill } from './choice.ts'
import { readOptions } from './options.ts'

test('npm test is everything but the extended tier, test:all adds it', () => {
  expect(readOptions([])).toEqual({
    kind: 'test',
    isWhole: true,
    isUnchanged: false,
    checks: 'all',
    needsRealParts: true,
    words: ['--project=!extended'],
    given: [],
  })
  expect(readOptions(['--all'])).toMatchObject({ kind: 'all', isWhole: true, checks: 'all', words: [] })
})

test.each([
  [['tests/e2e/home.test.ts']],
  [['-t', 'logs in']],
  [['--project=unit']],
  [['--changed']],
  [['--changed=main']],
])('%j runs chosen tests alone, without the checks', (args) => {
  expect(readOptions(args)).toMatchObject({ isWhole: false, checks: 'none', needsRealParts: false })
  expect(readOptions(args).words).toEqual(['--project=!extended', ...args])
})

test.each([[['tests/extended/large-text.test.ts']], [['--project=extended']]])(
  '%j may name the extended tier',
  (args) => {
    expect(readOptions(args).words).toEqual(args)
  },
)

test.each([[['--shard', '2/2']], [['--shard=2/2']]])('%j is a part of the whole, and the first one checks', (args) => {
  expect(readOptions(args)).toMatchObject({ shard: '2/2', isWhole: false, checks: 'none', needsRealParts: true })
  expect(readOptions(args).words).toEqual(['--project=!extended'])
  expect(readOptions(['--shard=1/2']).checks).toBe('all')
})

test('words of our own stay here', () => {
  expect(readOptions(['--unchanged', '--force'])).toMatchObject({
    isUnchanged: true,
    isWhole: true,
    words: ['--project=!extended'],
  })
  expect(readOptions(['--fast'])).toMatchObject({ kind: 'fast', checks: 'types', words: [] })
  expect(readOptions(['--merge'])).toMatchObject({ kind: 'merge', checks: 'none', needsRealParts: false, words: [] })
})

test('what a change reaches comes first, then the quickest, while the time lasts', () => {
  const candidate = (file: string, project: string, seconds: number, isReached = false) => ({
    file,
    project,
    seconds,
    isReached,
  })
  const all = [
    candidate('slow-unit', 'unit', 40),
    candidate('unit', 'unit', 5),
    candidate('database', 'database', 10),
    candidate('slow-database', 'database', 30),
    candidate('changed', 'database', 50, true),
    candidate('changed-too', 'database', 20, true),
  ]
  const names = (budget: number) => fill(all, budget).map(({ file }) => file)
  expect(names(1000)).toEqual(['changed-too', 'changed', 'unit', 'database', 'slow-database', 'slow-unit'])
  expect(names(85)).toEqual(['changed-too', 'changed', 'unit', 'database'])
  expect(names(30)).toEqual(['changed-too', 'unit'])
})
