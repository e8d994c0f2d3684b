import { describe, expect, it } from 'vitest'
import { isEmpty } from './emptiness.ts'

describe('emptiness', () => {
  it.each([
    ['null', null],
    ['undefined', undefined],
    ['empty text', ''],
    ['an empty array', []],
    ['an empty object', {}],
    ['an empty object without a prototype', Object.create(null)],
    ['NaN', Number.NaN],
    ['0', 0],
    ['-0', -0],
  ])('%s is empty', (_name, value) => expect(isEmpty(value)).toBe(true))

  it.each([
    ['false', false],
    ['true', true],
    ['a space', ' '],
    ['the text 0', '0'],
    ['an array of nothing', [undefined]],
    ['an object with a field of nothing', { field: undefined }],
    ['1', 1],
    ['-1', -1],
    ['a fraction', 0.1],
    ['infinity', Number.POSITIVE_INFINITY],
    ['a moment', new Date(0)],
    ['a function', () => undefined],
    ['a symbol', Symbol('empty')],
  ])('%s is not', (_name, value) => expect(isEmpty(value)).toBe(false))
})
