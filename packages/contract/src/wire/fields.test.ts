import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  cents,
  count,
  epochMillis,
  flag,
  longText,
  noInput,
  pageOf,
  pageQuery,
  positiveId,
  queryId,
  queryInteger,
  shortText,
} from './fields.ts'

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

  it.each([count, epochMillis])('a count and a moment begin at nothing', (field) => {
    expect([0, 1].map((value) => field.safeParse(value).success)).toEqual([true, true])
    expect([-1, 0.5, '1'].map((value) => field.safeParse(value).success)).toEqual([false, false, false])
  })

  it.each([
    [shortText, 64],
    [longText, 512],
  ])('a text ends', (field, characters) => {
    expect(field.safeParse('云'.repeat(characters)).success).toBe(true)
    expect(field.safeParse('云'.repeat(characters + 1)).success).toBe(false)
  })

  it('nothing is nothing', () => {
    expect(noInput.parse({})).toEqual({})
    expect(noInput.safeParse({ any: 1 }).success).toBe(false)
  })
})

describe('a paged list', () => {
  const query = z.strictObject(pageQuery)
  const answer = z.object(pageOf(z.string()))

  it('asks for the first ten rows by itself', () => expect(query.parse({})).toEqual({ page: 1, rows: 10 }))

  it('takes pages and rows within their limits', () => {
    expect(query.parse({ page: '100000', rows: '100' })).toEqual({ page: 100_000, rows: 100 })
    for (const wrong of [{ page: '0' }, { page: '100001' }, { rows: '0' }, { rows: '101' }]) {
      expect(query.safeParse(wrong).success).toBe(false)
    }
  })

  it('answers its records, its page and how many there are', () => {
    expect(answer.parse({ records: ['a'], page: 1, totalPage: 0 })).toEqual({ records: ['a'], page: 1, totalPage: 0 })
    for (const wrong of [{ records: [1] }, { page: 0 }, { totalPage: -1 }]) {
      expect(answer.safeParse({ records: [], page: 1, totalPage: 1, ...wrong }).success).toBe(false)
    }
  })
})
