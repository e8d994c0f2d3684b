import type { PhoneFiles } from '../files/phone-files.ts'
import { createPhoneScreen } from '../screen/phone-screen.ts'
import { Activities } from './activities.ts'
import type { PhoneConfig } from './config.ts'
import { MediaIndex } from './media-index.ts'
import { PhoneNetwork } from './network.ts'
import { Packages } from './packages.ts'
import { PhoneLog } from './phone-log.ts'
import { Processes } from './processes.ts'
import { Properties } from './properties.ts'
import type { SavedState } from './saved-state.ts'
import { SystemHost } from './screen-host.ts'
import { Services } from './services.ts'
import { Settings } from './settings.ts'
import type { StateFile } from './state-file.ts'
import type { PhoneSystem } from './system.ts'
import { Users } from './users.ts'

export interface BootedSystem extends PhoneSystem {
  shutDown(): void
}

interface BootOptions {
  config: PhoneConfig
  files: PhoneFiles
  state: StateFile<SavedState>
  now(): Date
  reboot(): void
  /** Called when somebody switches debugging on or off in the settings. */
  onDebugging?(isOn: boolean): void
}

/** Boots on the stored files and state. */
export function bootSystem({ config, files, state, now, reboot, onDebugging }: BootOptions): BootedSystem {
  const bootedAtMs = performance.now()
  const power = new AbortController()
  const log = new PhoneLog(now)
  log.add('I', 'SystemServer', 'Entered the Android system server!')
  log.add('I', 'ActivityManager', 'System now ready')
  const network = new PhoneNetwork()
  const properties = new Properties(config, state)
  const host = new SystemHost({ files, state, properties, now })
  const packages = new Packages({ files, state, now, onChange: () => host.announce('apps') })
  const settings = new Settings(state, (space, name) => {
    if (space === 'global' && name === 'adb_enabled') onDebugging?.(settings.get(space, name) !== '0')
    if (name === 'screen_off_timeout' || name === 'stay_on_while_plugged_in') screen.stir()
    if (space === 'system' && name === 'user_rotation') host.setRotation(settings.get(space, name) === '1' ? 1 : 0)
  })
  host.attach(packages, () => processes)
  const { width, height, wallpaper } = config
  const screen = createPhoneScreen({ host, width, height, wallpaper, sleepAfterMs: () => sleepAfterMs(settings) })
  const processes = new Processes(screen, config.memoryBytes)
  announceFiles(files, host)
  return {
    config,
    files: files.as('root'),
    serviceFiles: files,
    network,
    properties,
    settings,
    packages,
    users: new Users(state),
    processes,
    screen,
    activities: new Activities(screen, packages),
    host,
    services: new Services(),
    media: new MediaIndex(files),
    log,
    signal: power.signal,
    now,
    uptimeSeconds: () => (performance.now() - bootedAtMs) / 1000,
    reboot,
    shutDown() {
      power.abort()
      network.close()
      screen.close()
      files.onChange = () => {}
    },
  }
}

/** Null while the phone stays on: it is always plugged in. */
function sleepAfterMs(settings: Settings): number | null {
  if (Number(settings.get('global', 'stay_on_while_plugged_in') ?? 0) !== 0) return null
  return Number(settings.get('system', 'screen_off_timeout') ?? 60_000)
}

/** Debounced: one announcement for a copied folder. */
function announceFiles(files: PhoneFiles, host: SystemHost): void {
  let isAnnounced = false
  files.onChange = () => {
    if (isAnnounced) return
    isAnnounced = true
    setImmediate(() => {
      isAnnounced = false
      host.announce('files')
    })
  }
}
