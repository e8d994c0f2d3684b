import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { Sessions } from '../../../platform/sessions/sessions.ts'
import type { SignedTokens } from '../../../platform/signed-tokens.ts'
import type { WechatLogin } from '../../../platform/wechat-login.ts'
import type { RecordLoginConsents } from '../../content/agreements/index.ts'
import type { SmsCodes } from '../sms-codes/index.ts'
import type { LoginStore } from './login-store.ts'
import type { PasswordAttempts } from './password-attempt-store.ts'
import type { VerifyPassword } from './passwords.ts'

export interface UserDeps {
  readonly database: Database
  readonly sessions: Sessions
  readonly clock: Clock
  readonly smsCodes: SmsCodes
  readonly wechatLogin: WechatLogin
  readonly signedTokens: SignedTokens
  readonly outbox: Outbox
  readonly recordLoginConsents: RecordLoginConsents
  /** Shared with the server of the external page; without it no token is exchanged. */
  readonly externalSecret?: string | undefined
  /** Argon2 verification when absent. */
  readonly verifyPassword?: VerifyPassword
}

/** One per server: batching must span all of its requests. */
export interface LoginDeps extends UserDeps {
  readonly loginStore: LoginStore
  readonly passwordAttempts: PasswordAttempts
}
