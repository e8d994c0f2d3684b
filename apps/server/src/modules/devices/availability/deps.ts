import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'

export interface AvailabilityDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly outbox: Outbox
}
