import { describe, expect, it } from 'vitest'
import { CheckStatus } from './enums.ts'
import { isVerified, MOBILE_PATTERN, PASSWORD_PATTERN } from './schema.ts'

describe('mobile number', () => {
  it.each(['13000000000', '13800138000', '19999999999'])('takes %s', (text) => expect(text).toMatch(MOBILE_PATTERN))
  it.each(['12800138000', '23800138000', '1380013800', '138001380000', '1380013800x', ' 13800138000', '13800138000\n'])(
    'refuses %j',
    (text) => expect(text).not.toMatch(MOBILE_PATTERN),
  )
})

describe('password', () => {
  it.each(['abc123', 'yunji2026', 'A1b2C3d4E5f6g'])('takes %s', (text) => expect(text).toMatch(PASSWORD_PATTERN))
  it.each(['abc12', 'abcdefghijk123', '123456', 'abcdef', 'abc 123', 'abc123!', '密码abc123', 'abc123\n'])(
    'refuses %j',
    (text) => expect(text).not.toMatch(PASSWORD_PATTERN),
  )
})

describe('verified', () => {
  const { none, pending, pass, reject } = CheckStatus
  it.each([
    [none, none, false],
    [pending, reject, false],
    [pass, none, true],
    [reject, pass, true],
  ])('personal %i, company %i: %s', (personalCheckStatus, companyCheckStatus, verified) => {
    expect(isVerified({ personalCheckStatus, companyCheckStatus })).toBe(verified)
  })
})
