import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import type { DeviceAccess } from '../../../platform/device-access.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { Tasks } from '../../../platform/tasks/tasks.ts'
import type { CoverAddresses } from '../covers/index.ts'

export interface ScheduleDeps {
  readonly database: Database
  readonly clock: Clock
  readonly deviceAccess: DeviceAccess
}

export interface RunDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly covers: CoverAddresses
  readonly jobs: Pick<Jobs, 'add'>
  readonly outbox: Outbox
  readonly power: { applyTo(deviceIds: readonly number[]): Promise<void> }
  readonly tasks: Tasks
  /** Aborted at shutdown: further devices are left to the next process. */
  readonly closing: AbortSignal
}
