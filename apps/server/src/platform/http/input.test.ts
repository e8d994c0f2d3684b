import { getGoodPrice } from '@yunji/contract/commodity/calls'
import { logoutUser, wxAppletsLogin } from '@yunji/contract/user/login-calls'
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

test('the version is taken out of a query, a doubled parameter is refused, and so is U+0000', () => {
  expect(parseInput(getGoodPrice, queryInput({ goodId: '7', versionCode: '001000000' }))).toEqual({ goodId: 7 })
  expect(refusalOf(() => parseInput(getGoodPrice, queryInput({ goodId: ['7', '8'] }))).error).toBe('BAD_INPUT')
  expect(refusalOf(() => queryInput({ goodId: '7\0' })).error).toBe('BAD_INPUT')
})
