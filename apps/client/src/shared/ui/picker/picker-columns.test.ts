import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnsOf, labelOf, type PickerOption, pathAfter, pathTo, valuesAt } from './picker-columns.ts'

const zones: readonly PickerOption[] = [
  {
    value: 'east',
    label: '华东',
    children: [
      { value: 'sh', label: '上海' },
      { value: 'hz', label: '杭州' },
    ],
  },
  { value: 'south', label: '华南', children: [{ value: 'gz', label: '广州' }] },
  { value: 'abroad', label: '海外' },
]

const shown = (path: readonly number[]) =>
  columnsOf(zones, path).map(({ options, chosen }) => [options.map(({ label }) => label).join(' '), chosen])

describe('columns', () => {
  test.each([
    [[], ['华东 华南 海外', 0], ['上海 杭州', 0]],
    [
      [0, 1],
      ['华东 华南 海外', 0],
      ['上海 杭州', 1],
    ],
    [[1], ['华东 华南 海外', 1], ['广州', 0]],
    [[2], ['华东 华南 海外', 2]],
    [
      [1, 5],
      ['华东 华南 海外', 1],
      ['广州', 0],
    ],
    [
      [9, 1],
      ['华东 华南 海外', 0],
      ['上海 杭州', 0],
    ],
  ])('along %j', (path, ...columns) => {
    expect(shown(path)).toEqual(columns)
  })

  test('of nothing are none', () => {
    expect(columnsOf([], [])).toEqual([])
    expect(valuesAt([], [])).toEqual([])
  })
})

test.each([
  [[0, 1], 0, 1, [1]],
  [[0, 1], 1, 0, [0, 0]],
  [[], 1, 1, [0, 1]],
])('from %j, column %i to place %i leads to %j', (path, column, place, after) => {
  expect(pathAfter(path, column, place)).toEqual(after)
})

test.each([
  [['east', 'hz'], '华东 · 杭州'],
  [['abroad'], '海外'],
  [[], undefined],
  [['north'], undefined],
  [['south', 'hz'], undefined],
])('%j is %s', (values, label) => {
  expect(labelOf(zones, values)).toBe(label)
})

test('what is chosen is found again', () => {
  const place = fc.nat({ max: 3 })
  fc.assert(
    fc.property(place, place, (first, second) => {
      const values = valuesAt(zones, [first, second])
      expect(valuesAt(zones, pathTo(zones, values))).toEqual(values)
      expect(labelOf(zones, values)).toBeDefined()
    }),
  )
})
