import { describe, expect, it } from 'vitest'
import { isMobile } from './mobile.ts'

describe('mobile number', () => {
  it.each(['13000000000', '13800138000', '19999999999'])('takes %s', (text) => expect(isMobile(text)).toBe(true))

  it.each([
    '',
    '12800138000',
    '10800138000',
    '23800138000',
    '1380013800',
    '138001380000',
    '1380013800x',
    ' 13800138000',
    '13800138000\n',
    '１３８００１３８０００',
    '+8613800138000',
  ])('refuses %j', (text) => expect(isMobile(text)).toBe(false))
})
