import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { SignedTokens } from '../../../platform/signed-tokens.ts'
import type { Suppliers } from '../../../platform/supplier.ts'
import type { Tasks } from '../../../platform/tasks/tasks.ts'

export interface ChangeDeps {
  readonly database: Database
  readonly clock: Clock
  readonly tasks: Pick<Tasks, 'begin'>
  readonly signedTokens: SignedTokens
  readonly suppliers: Pick<Suppliers, 'of'>
  readonly log: Logger
}

/** For steps that may refund an order. */
export interface RefundingDeps {
  readonly clock: Clock
  readonly outbox: Outbox
  readonly jobs: Pick<Jobs, 'add'>
}
