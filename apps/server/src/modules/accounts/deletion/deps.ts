import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import type { ObjectStore } from '../../../platform/object-store.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { Sessions } from '../../../platform/sessions/sessions.ts'
import type { SmsCodes } from '../sms-codes/index.ts'

export interface DeletionDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly sessions: Sessions
  readonly outbox: Outbox
  readonly smsCodes: SmsCodes
  readonly objectStore: ObjectStore
}
