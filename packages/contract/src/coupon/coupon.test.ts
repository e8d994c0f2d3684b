import { expect, it } from 'vitest'
import { tokensOf } from './coupon.ts'

it.each([
  [null, []],
  [undefined, []],
  ['', []],
  [' , ,', []],
  ['1', ['1']],
  ['1,12', ['1', '12']],
  [' 1 , 12 ,', ['1', '12']],
])('the tokens of %j are %j', (list, tokens) => expect(tokensOf(list)).toEqual(tokens))
