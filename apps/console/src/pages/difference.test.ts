import { expect, test } from 'vitest'
import { differenceOf } from './difference.ts'

test('changed fields come first, with inner fields by their path', () => {
  const before = JSON.stringify({ name: 'a', terms: { isOn: false, most: 3 } })
  const after = JSON.stringify({ name: 'a', terms: { isOn: true, most: 3 } })
  expect(differenceOf(before, after)).toEqual([
    { field: 'terms.isOn', before: 'false', after: 'true', isChanged: true },
    { field: 'name', before: 'a', after: 'a', isChanged: false },
    { field: 'terms.most', before: '3', after: '3', isChanged: false },
  ])
})

test('new, removed and empty fields are told apart', () => {
  expect(differenceOf(null, '{"list":[],"none":null}')).toEqual([
    { field: 'list', before: null, after: '[]', isChanged: true },
    { field: 'none', before: null, after: 'null', isChanged: true },
  ])
  expect(differenceOf('{"a":1}', null)).toEqual([{ field: 'a', before: '1', after: null, isChanged: true }])
  expect(differenceOf(null, null)).toEqual([])
})

test('a text that is no JSON is shown as it is', () => {
  expect(differenceOf('cut off {', '"later"')).toEqual([
    { field: '内容', before: 'cut off {', after: 'later', isChanged: true },
  ])
})
