import { expect, it } from 'vitest'
import { digestOf, formatCode, newCode, readCode } from './code.ts'

it('is sixteen signs that nobody mistakes, and never the same', () => {
  const codes = new Set(Array.from({ length: 500 }, newCode))
  expect(codes.size).toBe(500)
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
  // Every sign comes up: none of the bits stands still.
  expect(new Set([...codes].join('')).size).toBe(32)
})

it('is read however it is typed', () => {
  expect(readCode(' abcd-EFGH jkmn-0o1l ')).toBe('ABCDEFGHJKMN0011')
  expect(formatCode('ABCDEFGHJKMN0011')).toBe('ABCD-EFGH-JKMN-0011')
  expect(readCode(formatCode('ABCDEFGHJKMN0011'))).toBe('ABCDEFGHJKMN0011')
})

it.each(['', 'ABCD', 'ABCDEFGHJKMN00112', 'ABCDEFGHJKMN001U', '激活码激活码激活码激活码激活码激'])(
  'is not %j',
  (text) => {
    expect(readCode(text)).toBeUndefined()
  },
)

it('is found by a digest of its own', () => {
  expect(digestOf('ABCDEFGHJKMN0011')).toHaveLength(32)
  expect(digestOf('ABCDEFGHJKMN0011')).not.toEqual(digestOf('ABCDEFGHJKMN0012'))
})
