import { expect, it } from 'vitest'
import { linkCodeIn } from './link-code.ts'

it('is read alone or out of an address', () => {
  expect(linkCodeIn(' abcd-1234_X ')).toBe('abcd-1234_X')
  expect(linkCodeIn('https://yunji.example/pages/create/bigUserBuyGoods?a=1&linkCode=abcd1234#x')).toBe('abcd1234')
})

it.each(['', 'short', 'has space in it', 'https://yunji.example/?linkCode=no', '编号编号编号编号'])(
  'is none in %j',
  (text) => {
    expect(linkCodeIn(text)).toBeUndefined()
  },
)
