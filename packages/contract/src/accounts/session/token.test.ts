import { expect, test } from 'vitest'
import { TOKEN_LIFETIME_MS, tokenStatusOf } from './token.ts'

const expiresAtMs = 1_763_164_800_000

test.each([
  ['none', undefined, 0, 'NULL'],
  ['valid', { expiresAtMs, isRevoked: false }, -1, 'NORMAL'],
  ['at its end', { expiresAtMs, isRevoked: false }, 0, 'EXPIRE'],
  ['past its end', { expiresAtMs, isRevoked: false }, 1, 'EXPIRE'],
  ['revoked', { expiresAtMs, isRevoked: true }, -1, 'EXPIRE'],
])('%s', (_name, token, laterMs, status) => expect(tokenStatusOf(token, expiresAtMs + laterMs)).toBe(status))

test('lives thirty days from its last use', () => expect(TOKEN_LIFETIME_MS).toBe(2_592_000_000))
