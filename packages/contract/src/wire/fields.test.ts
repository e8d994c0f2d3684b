import { describe, expect, it } from 'vitest'
import { cents, flag, positiveId, queryId, queryInteger } from './fields.ts'

describe('a whole number in a query', () => {
  const rows = queryInteger(1, 100)

  it.each([
    ['1', 1],
    ['42', 42],
    ['100', 100],
    ['007', 7],
  ])('takes %s as %i', (text, number) => expect(rows.parse(text)).toBe(number))

  it.each(['', '0', '101', '-1', '1.0', '1e1', ' 1', '1 ', 'x1', '1x', '１', 5, null])('refuses %j', (value) => {
    expect(rows.safeParse(value).success).toBe(false)
  })

  it('ends at fifteen digits', () => {
    expect(queryId.parse('9'.repeat(15))).toBe(999_999_999_999_999)
    expect(queryId.safeParse('9'.repeat(16)).success).toBe(false)
  })
})

describe('fields of a body', () => {
  it.each([0, 1])('a flag is %i', (value) => expect(flag.parse(value)).toBe(value))
  it.each([2, -1, true, '1', null])('a flag is not %j', (value) => expect(flag.safeParse(value).success).toBe(false))

  it.each([0, -1, 0.5, '1', Number.MAX_SAFE_INTEGER + 1])('an id is not %j', (value) => {
    expect(positiveId.safeParse(value).success).toBe(false)
  })

  it('money is whole cents up to a hundred million yuan', () => {
    expect([0, 1, 10_000_000_000].map((value) => cents.safeParse(value).success)).toEqual([true, true, true])
    expect([-1, 0.5, 10_000_000_001].map((value) => cents.safeParse(value).success)).toEqual([false, false, false])
  })
})
