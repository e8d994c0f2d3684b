import { describe, expect, test } from 'vitest'
import { answerKindOf } from './answers.ts'
import { ErrorCode } from './error-codes.ts'

const codesOf = (kind: string) => Object.values(ErrorCode).filter((code) => answerKindOf(code) === kind)

describe('answers by envelope code', () => {
  test('only success, balance, space and stock are normal results', () => {
    expect(codesOf('passed')).toEqual([200, 1017, 1025, 1026])
  })

  test('a missing app, a frozen account and a refused transfer reject the whole response', () => {
    expect(codesOf('wholeResponse')).toEqual([1057, 1090, 1330])
  })

  test('an invalid login stands alone', () => {
    expect(codesOf('loginInvalid')).toEqual([2017])
  })

  test('beans and space that do not suffice are rejected like any other code', () => {
    expect(codesOf('rejected')).toEqual(expect.arrayContaining([1015, 1039, 1080]))
  })
})
