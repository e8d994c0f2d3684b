import { expect, test } from 'vitest'
import { upsertSavedAccount } from './saved-accounts.ts'

const account = (userId: number, token: string) => ({ userId, token, showModifyPassword: 0 }) as const

test('a new account is added in front', () => {
  expect(upsertSavedAccount([account(1, 'a')], account(2, 'b'))).toEqual([account(2, 'b'), account(1, 'a')])
})

test('a user is kept once, with the latest token', () => {
  const saved = [account(1, 'old'), account(2, 'b')]
  expect(upsertSavedAccount(saved, account(1, 'new'))).toEqual([account(1, 'new'), account(2, 'b')])
})
