import { CheckStatus } from '@yunji/contract/accounts/user/enums'
import { expect, test } from 'vitest'
import { checkShown } from './shown-check.ts'

const { none, pending, pass, reject } = CheckStatus

test.each([
  [none, none, none],
  [pass, reject, pass],
  [none, pass, pass],
  [reject, pending, pending],
  [reject, none, reject],
])('person %i, company %i: %i', (personalCheckStatus, companyCheckStatus, shown) => {
  expect(checkShown({ personalCheckStatus, companyCheckStatus })).toBe(shown)
})
