import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountCents, isAmount, isEmpty, isFileListComplete } from './input.ts'

describe('amount', () => {
  it.each([
    ['0', 0],
    ['0.0', 0],
    ['0.01', 1],
    ['0.1', 10],
    ['1', 100],
    ['19.9', 1990],
    ['19.99', 1999],
    ['007.50', 750],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER],
  ])('takes %s, which is %i cents', (text, cents) => {
    expect(isAmount(text)).toBe(true)
    expect(amountCents(text)).toBe(cents)
  })

  it.each(['', '-1', '-0.01', '+1', '.5', '1.', '1.234', '1,000', '1 000', '1e3', '１', '1.2.3', 'NaN', '1\n', ' 1'])(
    'refuses %j',
    (text) => {
      expect(isAmount(text)).toBe(false)
      expect(amountCents(text)).toBeUndefined()
    },
  )

  it('counts no cents that a number cannot hold', () => {
    expect(isAmount('90071992547409.92')).toBe(true)
    expect(amountCents('90071992547409.92')).toBeUndefined()
  })

  it('gives back every whole number of cents', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (cents) => {
        const text = String(cents).padStart(3, '0')
        expect(amountCents(`${text.slice(0, -2)}.${text.slice(-2)}`)).toBe(cents)
      }),
    )
  })
})

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

it.each([
  ['no file', [], true],
  ['one that has arrived', [100], true],
  ['several that have', [100, 100], true],
  ['the last one on its way', [100, 99], false],
  ['the first one on its way', [99.9, 100], false],
  ['one that has not begun', [0], false],
  ['more than all of it', [101], false],
])('%s', (_name, progresses, complete) => {
  expect(isFileListComplete(progresses.map((progress) => ({ progress })))).toBe(complete)
})
