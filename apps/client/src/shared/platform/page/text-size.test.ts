import { expect, it } from 'vitest'
import { textVariables } from './text-size.ts'

it('leaves words as they are at the standard size', () => {
  for (const setting of [undefined, 15, 16, 17]) expect(textVariables(setting)).toEqual({})
})

it('follows a larger setting, up to twice the size', () => {
  expect(textVariables(20)).toMatchObject({ '--t12': '15px', '--l12': '20px', '--t28': '35px' })
  expect(textVariables(99)).toMatchObject({ '--t12': '24px', '--l28': '72px' })
})
