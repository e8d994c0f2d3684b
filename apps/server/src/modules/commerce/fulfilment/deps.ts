import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { SealedTexts } from '../../../platform/sealed-texts.ts'
import type { Tasks } from '../../../platform/tasks/tasks.ts'

export interface FulfilmentDeps {
  readonly database: Database
  readonly clock: Clock
  readonly tasks: Pick<Tasks, 'begin'>
  readonly outbox: Outbox
  readonly sealedTexts: SealedTexts
  readonly jobs: Pick<Jobs, 'add'>
}
