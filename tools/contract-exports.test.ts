import { expect, test } from 'vitest'
import { findDeadExports } from './contract-exports.ts'

const report = (file: string, ...names: string[]) => ({
  issues: [{ file, exports: names.map((name) => ({ name })), types: [] }],
})

test('an export of the contract that nothing uses is dead', () => {
  expect(findDeadExports(report('packages/contract/src/a.ts', 'a'), {})).toEqual([
    'packages/contract/src/a.ts: no production code uses a',
  ])
})

test('an unused type is dead too', () => {
  const issues = [{ file: 'packages/contract/src/a.ts', exports: [], types: [{ name: 'A' }] }]
  expect(findDeadExports({ issues }, {})).toHaveLength(1)
})

test('an awaited export may be unused', () => {
  expect(findDeadExports(report('packages/contract/src/a.ts', 'a'), { later: ['a'] })).toEqual([])
})

test('an awaited export that is used by now leaves the list', () => {
  expect(findDeadExports(report('packages/contract/src/a.ts', 'a'), { later: ['a', 'b'] })).toEqual([
    'b is used or gone: take it off the list',
  ])
})

test('other packages have a guard of their own', () => {
  expect(findDeadExports(report('apps/server/src/a.ts', 'a'), {})).toEqual([])
})
