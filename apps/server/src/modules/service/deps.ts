import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { ObjectStore } from '../../platform/object-store.ts'
import type { Operators } from '../../platform/operators/operators.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import type { Sessions } from '../../platform/sessions/sessions.ts'
import type { SignedTokens } from '../../platform/signed-tokens.ts'
import type { SmsSender } from '../../platform/sms.ts'
import type { SmsCodes } from '../accounts/sms-codes/index.ts'

export interface ServiceDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly jobs: Pick<Jobs, 'add'>
  readonly objectStore: ObjectStore
  readonly operators: Operators
  readonly outbox: Outbox
  readonly sessions: Sessions
  readonly signedTokens: SignedTokens
  readonly sms: SmsSender
  readonly smsCodes: SmsCodes
}
