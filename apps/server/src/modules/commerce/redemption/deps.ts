import type { Clock } from '../../../platform/clock.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { Tasks } from '../../../platform/tasks/tasks.ts'

export interface RedeemDeps {
  readonly clock: Clock
  readonly tasks: Pick<Tasks, 'begin'>
  readonly outbox: Outbox
}
