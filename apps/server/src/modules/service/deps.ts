import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { ObjectStore } from '../../platform/object-store.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import type { Sessions } from '../../platform/sessions/sessions.ts'
import type { SignedTokens } from '../../platform/signed-tokens.ts'
import type { SmsCodes } from '../accounts/sms-codes/index.ts'

export interface ServiceDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly objectStore: ObjectStore
  readonly outbox: Outbox
  readonly sessions: Sessions
  readonly signedTokens: SignedTokens
  readonly smsCodes: SmsCodes
}
