import { isPassword } from '@yunji/contract/validation/password'

export type PasswordStrength = 'weak' | 'medium' | 'strong'

const LONG_CHARACTERS = 10
const FEW_CHARACTERS = 4

/** How hard a password is to guess, as far as its look tells; nothing before it follows the rule. */
export const passwordStrength = (text: string): PasswordStrength | undefined => {
  if (!isPassword(text)) return undefined
  if (new Set(text.toLowerCase()).size <= FEW_CHARACTERS) return 'weak'
  const merits = [text.length >= LONG_CHARACTERS, /[a-z]/.test(text) && /[A-Z]/.test(text)]
  const count = merits.filter(Boolean).length
  return (['weak', 'medium', 'strong'] as const)[count]
}
