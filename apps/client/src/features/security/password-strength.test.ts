import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test.each([
  ['', undefined],
  ['123456', undefined],
  ['cloud 2027', undefined],
  ['abc123', 'weak'],
  ['aaaaaaaaa111', 'weak'],
  ['cloudphone27', 'medium'],
  ['Cloud27', 'medium'],
  ['CloudPhone27', 'strong'],
] as const)('%s is %s', (text, strength) => {
  expect(passwordStrength(text)).toBe(strength)
})
