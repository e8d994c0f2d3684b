import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import type { ObjectStore } from '../../../platform/object-store.ts'
import type { Operators } from '../../../platform/operators/operators.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { SignedTokens } from '../../../platform/signed-tokens.ts'

export interface InvoiceDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly objectStore: ObjectStore
  readonly operators: Operators
  readonly outbox: Outbox
  readonly signedTokens: SignedTokens
}
