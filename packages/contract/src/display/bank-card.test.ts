import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupBankCard } from './bank-card.ts'

test.each([
  ['6222021234567890123', '6222 0212 3456 7890 123'],
  ['6222021234567890', '6222 0212 3456 7890'],
  ['62220', '6222 0'],
  ['6222', '6222'],
  ['62', '62'],
  ['', ''],
  [' 6222 0 2123 4', '6222 0212 34'],
])('%j in fours is %j', (cardNumber, shown) => expect(groupBankCard(cardNumber)).toBe(shown))

test('changes nothing but spaces, and a second time nothing at all', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\d ]{0,30}$/), (cardNumber) => {
      const shown = groupBankCard(cardNumber)
      expect(shown.replaceAll(' ', '')).toBe(cardNumber.replaceAll(' ', ''))
      expect(groupBankCard(shown)).toBe(shown)
      expect(shown).toMatch(/^(\d{4} )*\d{0,4}$/)
    }),
  )
})
