import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { Payments } from '../../../platform/payments.ts'

export interface RefundDeps {
  readonly jobs: Pick<Jobs, 'add'>
}

/** For refunds that a payment provider carries out. */
export interface ProviderRefundDeps extends RefundDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly outbox: Outbox
  readonly payments: Payments
}
