import { expect, it } from 'vitest'
import { inviteCodeOf, inviterOf } from './bind-invite.ts'

it('names the inviter, in either case and with space around', () => {
  expect(inviteCodeOf(100_001)).toBe('255T')
  expect(inviterOf('255T')).toBe(100_001)
  expect(inviterOf(' 255t ')).toBe(100_001)
  expect(inviterOf(inviteCodeOf(Number.MAX_SAFE_INTEGER))).toBe(Number.MAX_SAFE_INTEGER)
})

it.each(['', '0', '-1', 'ZZZZZZZZZZZ', 'ZZZZZZZZZZZZ', '云', '1.5', '1e3!'])('%j names nobody', (code) => {
  expect(inviterOf(code)).toBeUndefined()
})
