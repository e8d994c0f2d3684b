import type { LoginResult } from '../user/schema.ts'

/** The last login goes to the front and replaces the one that the same user had. */
export const upsertSavedAccount = (saved: readonly LoginResult[], login: LoginResult): readonly LoginResult[] => [
  login,
  ...saved.filter((account) => account.userId !== login.userId),
]
