import { requestDeletion } from '@yunji/contract/accounts/profile/calls'
import { bindWechatPhone, logoutUser, resetPassword, wxAppletsLogin } from '@yunji/contract/accounts/session/calls'
import { getGoodPrice } from '@yunji/contract/commerce/commodity/calls'
import { issueCoupons } from '@yunji/contract/operator/commerce-calls'
import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { parseInput, queryInput } from './input.ts'

const refusalOf = (work: () => unknown): AppError => {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error
  }
  throw new Error('not refused')
}

test('no body is no fields; null, lists and texts are bodies of the wrong type', () => {
  expect(parseInput(logoutUser, undefined)).toEqual({})
  for (const body of [null, [], '', 0, false]) {
    expect(refusalOf(() => parseInput(logoutUser, body)).error).toBe('BAD_INPUT')
  }
})

test('a refusal names the field in Chinese', () => {
  const { message, data } = refusalOf(() => parseInput(wxAppletsLogin, { jsCode: 5 }))
  expect(message).toMatch(/^参数有误：jsCode \p{Script=Han}+/u)
  expect(data).toMatchObject({ fields: [{ field: 'jsCode' }] })
})

test.each([
  ['USER_ID_EMPTY', issueCoupons, { templateId: 1, userIds: [] }],
  ['USER_ID_EMPTY', issueCoupons, { templateId: 1 }],
  ['WECHAT_ACCOUNT_EMPTY', wxAppletsLogin, {}],
  ['WECHAT_ACCOUNT_EMPTY', wxAppletsLogin, { jsCode: '' }],
  ['WECHAT_ACCOUNT_EMPTY', bindWechatPhone, { mobilePhone: '13800138000', code: '123456' }],
  ['VERIFICATION_CODE_EMPTY', resetPassword, { mobilePhone: '13800138000', newPassword: 'a1b2c3' }],
  ['VERIFICATION_CODE_EMPTY', requestDeletion, { code: '', givesUpAll: true }],
  ['BAD_INPUT', wxAppletsLogin, { jsCode: 5 }],
  ['BAD_INPUT', resetPassword, { mobilePhone: '13800138000', code: '12', newPassword: 'a1b2c3' }],
] as const)('%s: %#', (error, call, body) => expect(refusalOf(() => parseInput(call, body)).error).toBe(error))

test('the version is taken out of a query, a doubled parameter is refused, and so is U+0000', () => {
  expect(parseInput(getGoodPrice, queryInput({ goodId: '7', versionCode: '001000000' }))).toEqual({ goodId: 7 })
  expect(refusalOf(() => parseInput(getGoodPrice, queryInput({ goodId: ['7', '8'] }))).error).toBe('BAD_INPUT')
  expect(refusalOf(() => queryInput({ goodId: '7\0' })).error).toBe('BAD_INPUT')
})
