import type { PhoneFiles } from '../files/phone-files.ts'
import type { PhoneScreen } from '../screen/types.ts'
import type { PhoneConfig } from './config.ts'
import type { PhoneNetwork } from './network.ts'
import type { Packages } from './packages.ts'
import type { Processes } from './processes.ts'
import type { Properties } from './properties.ts'
import type { SystemHost } from './screen-host.ts'
import type { Settings } from './settings.ts'

/** The running Android, from one boot to the next. */
export interface PhoneSystem {
  readonly config: PhoneConfig
  readonly files: PhoneFiles
  readonly network: PhoneNetwork
  readonly properties: Properties
  readonly settings: Settings
  readonly packages: Packages
  readonly processes: Processes
  readonly screen: PhoneScreen
  readonly host: SystemHost
  /** Aborted when the phone shuts down. */
  readonly signal: AbortSignal
  now(): Date
  uptimeSeconds(): number
  reboot(): void
}
