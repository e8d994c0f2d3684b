import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { CoverAddresses } from '../../devices/covers/index.ts'

export interface RenewalDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly covers: CoverAddresses
  readonly outbox: Outbox
  readonly jobs: Pick<Jobs, 'add'>
}
