import * as z from 'zod/mini'
import { longText, shortText } from '../../wire/fields.ts'
import { type LoginResult, loginResult, type UserInfo } from '../user/schema.ts'

/** A login with the user's details, which are loaded after it. */
const savedAccount = z.object({
  ...loginResult.shape,
  name: z.optional(shortText),
  avatar: z.optional(longText),
  mobilePhone: z.optional(shortText),
})
export type SavedAccount = z.output<typeof savedAccount>

type SavedAccounts = readonly SavedAccount[]

/** Schema of local storage, which outlives releases and may hold foreign data. */
export const savedAccountList = z.array(savedAccount)

/** More than one person has; the oldest makes room. */
const MAXIMUM_ACCOUNTS = 20

/** The last login goes to the front and replaces the one that the same user had. */
export const upsertSavedAccount = (
  saved: SavedAccounts,
  { token, userId, showModifyPassword }: LoginResult,
): SavedAccounts => {
  const known = saved.find((account) => account.userId === userId)
  const account = { ...known, token, userId, showModifyPassword }
  return [account, ...removeSavedAccount(saved, userId)].slice(0, MAXIMUM_ACCOUNTS)
}

/** Adds the user's details to a saved account. */
export const describeSavedAccount = (
  saved: SavedAccounts,
  { userId, name, avatar, mobilePhone, showModifyPassword }: UserInfo,
): SavedAccounts =>
  saved.map((account) =>
    account.userId === userId ? { ...account, name, avatar, mobilePhone, showModifyPassword } : account,
  )

export const removeSavedAccount = (saved: SavedAccounts, userId: number): SavedAccounts =>
  saved.filter((account) => account.userId !== userId)

/** An account that logs out stays in the list and loses its token; the others keep theirs. */
export const clearSavedToken = (saved: SavedAccounts, userId: number): SavedAccounts =>
  saved.map((account) => (account.userId === userId ? { ...account, token: '' } : account))

export interface AccountRow {
  readonly account: SavedAccount
  readonly isCurrent: boolean
  /** Without a token the account has to log in again. */
  readonly hasToken: boolean
}

/** The list as `user/accountList` shows it. */
export const accountRowsOf = (saved: SavedAccounts, currentUserId: number | null): readonly AccountRow[] =>
  saved.map((account) => ({
    account,
    isCurrent: account.userId === currentUserId,
    hasToken: account.token !== '',
  }))
