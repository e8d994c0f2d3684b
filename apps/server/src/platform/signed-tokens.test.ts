import { createFakeClock } from '@yunji/testkit/fake-clock'
import { expect, it } from 'vitest'
import { createSignedTokens } from './signed-tokens.ts'
import { singleKey } from './signing-keys.ts'

const LIFETIME_MS = 60_000

const setUp = () => {
  const clock = createFakeClock()
  return { clock, tokens: createSignedTokens(singleKey(Buffer.alloc(32, 1)), clock) }
}

it('gives back what was signed, for the same purpose and until its end', () => {
  const { clock, tokens } = setUp()
  const token = tokens.sign('page', { userId: 7 }, LIFETIME_MS)
  expect(tokens.read('page', token)).toEqual({ userId: 7 })
  expect(tokens.read('other', token)).toBeUndefined()
  clock.advance(LIFETIME_MS - 1)
  expect(tokens.read('page', token)).toEqual({ userId: 7 })
  clock.advance(1)
  expect(tokens.read('page', token)).toBeUndefined()
})

it('refuses what another key has signed, and every change', () => {
  const { clock, tokens } = setUp()
  const token = tokens.sign('page', { userId: 7 }, LIFETIME_MS)
  const [number = '', body = '', signature = ''] = token.split('.')
  const forgedBody = Buffer.from(JSON.stringify({ expiresAt: 9e15, payload: { userId: 8 } })).toString('base64url')
  const foreign = createSignedTokens(singleKey(Buffer.alloc(32, 2)), clock).sign('page', { userId: 7 }, LIFETIME_MS)
  const wrong = [
    '',
    '.',
    body,
    `${number}.${forgedBody}.${signature}`,
    `${body}.${signature}`,
    `k2.${body}.${signature}`,
    `${number}.${body}.`,
    `${token}.x`,
    foreign,
    `${token}${'a'.repeat(600)}`,
  ]
  for (const each of wrong) expect(tokens.read('page', each)).toBeUndefined()
})
