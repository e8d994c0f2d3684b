import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { SmsCodes } from '../../accounts/sms-codes/index.ts'
import type { CoverAddresses } from '../covers/index.ts'

export interface TransferDeps {
  readonly database: Database
  readonly clock: Clock
  readonly covers: CoverAddresses
  readonly outbox: Outbox
  readonly smsCodes: SmsCodes
}
