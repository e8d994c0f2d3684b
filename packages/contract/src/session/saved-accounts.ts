import * as z from 'zod/mini'
import { type LoginResult, loginResult } from '../user/schema.ts'

type SavedAccounts = readonly LoginResult[]

/** What local storage may hold: it outlives releases, and anything else may have written there. */
export const savedAccountList = z.array(loginResult)

/** The last login goes to the front and replaces the one that the same user had. */
export const upsertSavedAccount = (saved: SavedAccounts, login: LoginResult): SavedAccounts => [
  login,
  ...removeSavedAccount(saved, login.userId),
]

export const removeSavedAccount = (saved: SavedAccounts, userId: number): SavedAccounts =>
  saved.filter((account) => account.userId !== userId)

/** An account that logs out stays in the list and loses its token; the others keep theirs. */
export const loggedOutSavedAccount = (saved: SavedAccounts, userId: number): SavedAccounts =>
  saved.map((account) => (account.userId === userId ? { ...account, token: '' } : account))

export interface AccountRow {
  readonly account: LoginResult
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
