import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'

export interface ConsoleDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
}
