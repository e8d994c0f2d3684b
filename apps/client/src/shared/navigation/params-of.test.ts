import { expect, test } from 'vitest'
import { decodeParams } from './decode-params.ts'

test('values are decoded', () => {
  expect(decodeParams({ name: '%E4%BA%91%E6%9C%BA', plain: 'a' })).toEqual({ name: '云机', plain: 'a' })
})

test('what cannot be decoded stays as it came', () => {
  expect(decodeParams({ rate: '100%' })).toEqual({ rate: '100%' })
})

test('a repeated name counts once, a name without a value not at all', () => {
  expect(decodeParams({ id: ['1', '2'], empty: null, none: undefined })).toEqual({ id: '1' })
})
