import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountCents, isAmount } from './amount.ts'

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
