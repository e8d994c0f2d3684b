import { describe, expect, it } from 'vitest'
import { isTaxNumber, normaliseTaxNumber } from './tax-number.ts'

describe('tax number', () => {
  // Codes that their owners print on their own pages: Tencent, Alibaba, Huawei, Baidu.
  it.each(['9144030071526726XG', '91330100799655058B', '914403001922038216', '91110000802100433B'])(
    'takes the unified social credit code %s',
    (code) => expect(isTaxNumber(code)).toBe(true),
  )

  it('refuses every other last character', () => {
    const right = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((last) => isTaxNumber(`9144030071526726X${last}`))
    expect(right).toEqual(['G'])
  })

  it('refuses two neighbouring characters that were swapped', () => {
    const code = '9144030071526726XG'
    const swapped = Array.from(
      { length: code.length - 1 },
      (_, at) => `${code.slice(0, at)}${code[at + 1]}${code[at]}${code.slice(at + 2)}`,
    )
    expect(swapped.filter((text) => text !== code && isTaxNumber(text))).toEqual([])
  })

  it('takes the older 15 characters by the check of the organisation code', () => {
    expect([...'0123456789X'].filter((last) => isTaxNumber(`44030071526726${last}`))).toEqual(['X'])
  })

  it.each(['', '123', '91440300I1526726XG', '9144030071526726xg', '9144030071526726XG0', '４４0300715267267'])(
    'refuses %j',
    (text) => expect(isTaxNumber(text)).toBe(false),
  )

  it('is read without the spaces and small letters of a copied text', () =>
    expect(normaliseTaxNumber(' 9144 0300-7152 6726 xg ')).toBe('9144030071526726XG'))
})
