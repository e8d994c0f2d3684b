import type { PhoneFiles } from '../files/phone-files.ts'
import type { PhoneScreen } from '../screen/door.ts'
import type { PhoneConfig } from './config.ts'
import type { PhoneNetwork } from './network.ts'
import type { Properties } from './properties.ts'

/** Android, as the programs of the phone see it. It lives from one start of the phone to the next. */
export interface PhoneSystem {
  readonly config: PhoneConfig
  readonly files: PhoneFiles
  readonly network: PhoneNetwork
  readonly properties: Properties
  readonly screen: PhoneScreen
  /** Aborted when the phone goes down. */
  readonly signal: AbortSignal
  now(): Date
  uptimeSeconds(): number
  reboot(): void
}
