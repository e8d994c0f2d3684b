import { describe, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { findDuplicateKey, parseJsonBody } from './json-body.ts'

describe('duplicate keys', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":{"b":1,"c":[{"d":1,"d":1}]}}', 'd'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"__proto__":{}}', '__proto__'],
  ])('finds %s', (json, key) => expect(findDuplicateKey(json)).toBe(key))

  it.each([
    '{}',
    '[]',
    '"a"',
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":2}]',
    '{"a":"b","b":"a","c":"{\\"a\\":1,\\"a\\":2}"}',
    '{"a":["a","a"]}',
  ])('leaves %s alone', (json) => expect(findDuplicateKey(json)).toBeUndefined())

  it('bears nesting that no recursion would', () => {
    const depth = 20_000
    expect(findDuplicateKey('['.repeat(depth) + ']'.repeat(depth))).toBeUndefined()
  })
})

describe('a body', () => {
  it('is what it says', () => expect(parseJsonBody('{"名":"值"}')).toEqual({ 名: '值' }))
  it.each(['', '{', 'undefined', '{"a":1,}', "{'a':1}"])('of %j is refused as no JSON', (text) =>
    expect(() => parseJsonBody(text)).toThrow(/JSON/),
  )
  it('with a NUL is refused before PostgreSQL would', () => {
    expect(() => parseJsonBody('{"a":"x\\u0000"}')).toThrow(AppError)
  })
})
