import type { PhoneUser } from '../files/access.ts'
import type { PhoneFiles } from '../files/phone-files.ts'
import type { PhoneScreen } from '../screen/types.ts'
import type { Activities } from './activities.ts'
import type { PhoneConfig } from './config.ts'
import type { MediaIndex } from './media-index.ts'
import type { PhoneNetwork } from './network.ts'
import type { Packages } from './packages.ts'
import type { PhoneLog } from './phone-log.ts'
import type { Processes } from './processes.ts'
import type { Properties } from './properties.ts'
import type { SystemHost } from './screen-host.ts'
import type { Services } from './services.ts'
import type { Settings } from './settings.ts'
import type { Users } from './users.ts'

/** The running Android, from one boot to the next. */
export interface PhoneSystem {
  readonly config: PhoneConfig
  /** With the rights of whoever works with it. */
  readonly files: PhoneFiles
  /** As Android's own services see them. */
  readonly serviceFiles: PhoneFiles
  readonly network: PhoneNetwork
  readonly properties: Properties
  readonly settings: Settings
  readonly packages: Packages
  readonly users: Users
  readonly processes: Processes
  readonly screen: PhoneScreen
  readonly activities: Activities
  readonly host: SystemHost
  readonly services: Services
  readonly media: MediaIndex
  readonly log: PhoneLog
  /** Aborted when the phone shuts down. */
  readonly signal: AbortSignal
  now(): Date
  uptimeSeconds(): number
  reboot(): void
}

export const asUser = (system: PhoneSystem, user: PhoneUser): PhoneSystem => ({
  ...system,
  files: system.serviceFiles.as(user),
})

/** Set by `adb root`, until the next boot. */
export const ADB_ROOT_PROPERTY = 'service.adb.root'

/** The user that adbd runs as. */
export const adbUser = ({ config, properties }: PhoneSystem): PhoneUser =>
  config.root === 'always' || properties.get(ADB_ROOT_PROPERTY) === '1' ? 'root' : 'shell'
