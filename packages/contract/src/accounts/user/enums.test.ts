import { describe, expect, it } from 'vitest'
import { CheckStatus, isVerified } from './enums.ts'

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
