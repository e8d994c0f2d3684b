import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { SignedTokens } from '../../../platform/signed-tokens.ts'

const PURPOSE = 'page-session'
const LIFETIME_MS = MINUTE_MS

/** Content of the token in an external page's address: the user's id, without access to the account. */
type PageVisitor = Pick<Caller, 'userId'>

export const issueAuthToken = (signedTokens: SignedTokens, { userId }: Caller): string =>
  signedTokens.sign<PageVisitor>(PURPOSE, { userId }, LIFETIME_MS)

/** For the exchange into a session of that page; undefined for any other token. */
export const readAuthToken = (signedTokens: SignedTokens, token: string): PageVisitor | undefined =>
  signedTokens.read<PageVisitor>(PURPOSE, token)
