import type { EnvelopeCode } from '@yunji/contract/wire/error-codes'
import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { refusedFields } from './refused-fields.ts'

const values = { code: '', oldPassword: '', password: '' }
const refusal = (code: EnvelopeCode) => new ApiError('不正确', { code })

test.each([
  [1005, 'code'],
  [1006, 'code'],
  [1009, 'oldPassword'],
  [1010, 'password'],
] as const)('%i stands under %s', (code, name) => {
  expect(refusedFields(refusal(code), values)).toEqual({ [name]: '不正确' })
})

test.each([1013, 1080] as const)('%i is about no field', (code) => {
  expect(refusedFields(refusal(code), values)).toBeUndefined()
})

test('a field that the form does not have cannot be marked', () => {
  expect(refusedFields(refusal(1010), { code: '' })).toBeUndefined()
})

test('what did not reach the server is about no field', () => {
  expect(refusedFields(new ApiError('网络连接失败', { isTransport: true }), values)).toBeUndefined()
  expect(refusedFields(new TypeError('x'), values)).toBeUndefined()
})
