import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { SigningKeys } from '../../../platform/signing-keys.ts'
import type { CoverAddresses } from '../covers/index.ts'
import type { Tickets } from '../streams/index.ts'

export interface GrantDeps {
  readonly database: Database
  readonly clock: Clock
  readonly covers: CoverAddresses
  readonly outbox: Outbox
}

export interface ShareDeps {
  readonly database: Database
  readonly clock: Clock
  readonly tickets: Tickets
  readonly signingKeys: SigningKeys
}

export interface ExpireDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
}
