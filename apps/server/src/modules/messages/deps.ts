import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { DeviceAccess } from '../../platform/device-access.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Live } from '../../platform/live/live.ts'
import type { SmsSender } from '../../platform/sms.ts'
import type { SubscriptionMessages } from '../../platform/subscription-messages.ts'
import type { CoverAddresses } from '../devices/covers/index.ts'

export interface MessageDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly live: Live
  readonly deviceAccess: DeviceAccess
  readonly covers: CoverAddresses
  readonly sms: SmsSender
  readonly subscriptions: SubscriptionMessages
  readonly jobs: Jobs
}
