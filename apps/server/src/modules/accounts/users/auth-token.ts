import { randomUUID } from 'node:crypto'
import { later, MINUTE_MS } from '../../../platform/clock.ts'
import { AppError } from '../../../platform/errors.ts'
import { createSecretCheck } from '../../../platform/operators/operators.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { SignedTokens } from '../../../platform/signed-tokens.ts'
import type { UserDeps } from './deps.ts'
import { insertExchangedToken, isActiveUser } from './store.ts'

const PURPOSE = 'page-session'
const LIFETIME_MS = MINUTE_MS

/** Content of the token in an external page's address: the user's id, without access to the account. */
interface PageVisitor extends Pick<Caller, 'userId'> {
  /** Tells tokens apart; an encoding of the same token that is written otherwise is still the same one. */
  readonly id: string
}

export const issueAuthToken = (signedTokens: SignedTokens, { userId }: Caller): string =>
  signedTokens.sign<PageVisitor>(PURPOSE, { userId, id: randomUUID() }, LIFETIME_MS)

const refused = (): AppError => new AppError('SHOW_ERROR_TIP', { text: '凭证无效、已过期或已使用' })

/**
 * Exchanges a token for the user's id, once. The secret is checked first, so that nobody else learns anything about a token
 * or uses one up. Every refusal looks alike.
 */
export const exchangeAuthToken = (deps: UserDeps) => {
  const { database, clock, signedTokens, externalSecret } = deps
  const isSecret = createSecretCheck(externalSecret)
  return ({ token, secret }: { readonly token: string; readonly secret: string }): Promise<{ userId: number }> => {
    const visitor = isSecret(secret) ? signedTokens.read<PageVisitor>(PURPOSE, token) : undefined
    if (!visitor) return Promise.reject(refused())
    return database.db.transaction(async (tx) => {
      const isFirst = await insertExchangedToken(tx, visitor.id, later(clock.now(), LIFETIME_MS))
      if (!isFirst || !(await isActiveUser(tx, visitor.userId))) throw refused()
      return { userId: visitor.userId }
    })
  }
}
