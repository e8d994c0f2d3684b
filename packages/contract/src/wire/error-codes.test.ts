import { describe, expect, it, test } from 'vitest'
import { answerKindOf, ErrorCode, passedCodes, wholeResponseCodes } from './error-codes.ts'
import { crossRegionTexts, errorTexts } from './error-texts.ts'

describe('the error catalogue', () => {
  it('has the 48 codes of the specification, each once', () => {
    const codes = Object.values(ErrorCode)
    const fromThousand = Array.from({ length: 36 }, (_, index) => 1000 + index)
    const others = [200, 1039, 1057, 1065, 1072, 1080, 1082, 1083, 1090, 1330, 1331, 2017]
    expect(codes.toSorted((a, b) => a - b)).toEqual([...fromThousand, ...others].toSorted((a, b) => a - b))
  })

  it('says every code in Chinese', () => {
    for (const name of Object.keys(ErrorCode))
      expect(errorTexts[name as keyof typeof errorTexts]).toMatch(/\p{Script=Han}/u)
  })

  it('has a second text for 1034 and 1035', () => {
    expect(Object.keys(crossRegionTexts).map((name) => ErrorCode[name as keyof typeof ErrorCode])).toEqual([1034, 1035])
  })

  it('passes four codes to the caller and rejects three whole', () => {
    expect(passedCodes).toEqual([200, 1025, 1026, 1017])
    expect(wholeResponseCodes).toEqual([1090, 1057, 1330])
  })
})

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
