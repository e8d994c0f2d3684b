import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { UserInfo } from '../user/schema.ts'
import {
  accountRowsOf,
  clearSavedToken,
  describeSavedAccount,
  removeSavedAccount,
  upsertSavedAccount,
} from './saved-accounts.ts'

const account = (userId: number, token: string) => ({ userId, token, showModifyPassword: 0 }) as const

const logins = fc.array(fc.record({ userId: fc.integer({ min: 1, max: 5 }), token: fc.string({ minLength: 1 }) }))
const savedAfter = (list: { userId: number; token: string }[]) =>
  list.reduce<ReturnType<typeof upsertSavedAccount>>(
    (saved, { userId, token }) => upsertSavedAccount(saved, account(userId, token)),
    [],
  )

test('a new account is added in front', () => {
  expect(upsertSavedAccount([account(1, 'a')], account(2, 'b'))).toEqual([account(2, 'b'), account(1, 'a')])
})

test('a user is kept once, with the latest token', () => {
  const saved = [account(1, 'old'), account(2, 'b')]
  expect(upsertSavedAccount(saved, account(1, 'new'))).toEqual([account(1, 'new'), account(2, 'b')])
})

const info: UserInfo = {
  userId: 1,
  name: '林间晚风',
  avatar: '/avatar.png',
  mobilePhone: '13800138000',
  userType: 1,
  personalCheckStatus: 2,
  companyCheckStatus: 0,
  showModifyPassword: 0,
}
const face = { name: '林间晚风', avatar: '/avatar.png', mobilePhone: '13800138000' }

test('an account is known by name, picture and number, also after its next login', () => {
  const saved = describeSavedAccount([account(1, 'a'), account(2, 'b')], info)
  expect(saved).toEqual([{ ...account(1, 'a'), ...face }, account(2, 'b')])
  expect(upsertSavedAccount(saved, account(1, 'new'))).toEqual([{ ...account(1, 'new'), ...face }, account(2, 'b')])
})

test('nothing is known of an account that is not in the list', () => {
  expect(describeSavedAccount([account(2, 'b')], info)).toEqual([account(2, 'b')])
})

test('only what is read off a login is saved', () => {
  const login = { ...account(1, 'a'), openid: 'o1' }
  expect(upsertSavedAccount([], login)).toEqual([account(1, 'a')])
})

test('twenty accounts are kept; the oldest makes room', () => {
  const saved = savedAfter(Array.from({ length: 21 }, (_, index) => ({ userId: index + 1, token: 't' })))
  expect(saved).toHaveLength(20)
  expect(saved[0]?.userId).toBe(21)
  expect(saved[19]?.userId).toBe(2)
})

test('an account can be removed, and removing a stranger changes nothing', () => {
  const saved = [account(1, 'a'), account(2, 'b')]
  expect(removeSavedAccount(saved, 1)).toEqual([account(2, 'b')])
  expect(removeSavedAccount(saved, 3)).toEqual(saved)
})

test('the account that logs out loses its token, the others keep theirs', () => {
  expect(clearSavedToken([account(1, 'a'), account(2, 'b')], 1)).toEqual([account(1, ''), account(2, 'b')])
})

test('the current account is marked, and so is one that has to log in again', () => {
  expect(accountRowsOf([account(1, ''), account(2, 'b')], 2)).toEqual([
    { account: account(1, ''), isCurrent: false, hasToken: false },
    { account: account(2, 'b'), isCurrent: true, hasToken: true },
  ])
})

test('logged out, none is current', () => {
  expect(accountRowsOf([account(1, 'a')], null).map(({ isCurrent }) => isCurrent)).toEqual([false])
})

test('after any logins each user stands once, with the last token, the last login first', () => {
  fc.assert(
    fc.property(logins, (list) => {
      const saved = savedAfter(list)
      const lastTokens = new Map(list.map(({ userId, token }) => [userId, token]))
      expect(new Map(saved.map(({ userId, token }) => [userId, token]))).toEqual(lastTokens)
      expect(saved).toHaveLength(lastTokens.size)
      expect(saved[0]?.userId).toBe(list[list.length - 1]?.userId)
    }),
  )
})
