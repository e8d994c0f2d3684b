import { expect, it } from 'vitest'
import { fillIn, placeholdersOf } from './wording.ts'

it('fills facts in, and leaves other braces alone', () => {
  expect(fillIn('「{商品}」已退款 {金额}', { 商品: '{金额}', 金额: '¥1' })).toBe('「{金额}」已退款 ¥1')
  expect(fillIn('{} {没有} {constructor}', { 商品: '畅享' })).toBe('{} {没有} {constructor}')
})

it('names the facts of a pattern', () => {
  expect(placeholdersOf('「{商品}」已退款 {金额}，{}')).toEqual(['商品', '金额'])
})
