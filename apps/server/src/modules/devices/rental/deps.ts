import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { CoverAddresses } from '../covers/index.ts'

export interface RentalDeps {
  readonly database: Database
  readonly clock: Clock
  readonly covers: CoverAddresses
  readonly outbox: Outbox
  readonly jobs: Pick<Jobs, 'add'>
  /** Switches phones as the new states of their devices say. */
  readonly power: { applyTo(deviceIds: readonly number[]): Promise<void> }
}
