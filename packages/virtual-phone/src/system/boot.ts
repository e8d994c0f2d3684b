import type { PhoneFiles } from '../files/phone-files.ts'
import type { PhoneConfig } from './config.ts'
import { PhoneNetwork } from './network.ts'
import { Properties } from './properties.ts'
import type { SavedState } from './saved-state.ts'
import { createStandInScreen } from './stand-in-screen.ts'
import type { StateFile } from './state-file.ts'
import type { PhoneSystem } from './system.ts'

export interface BootedSystem extends PhoneSystem {
  shutDown(): void
}

interface BootOptions {
  config: PhoneConfig
  files: PhoneFiles
  state: StateFile<SavedState>
  reboot(): void
}

/** Starts Android on what the phone has kept. */
export function bootSystem({ config, files, state, reboot }: BootOptions): BootedSystem {
  const bootedAt = performance.now()
  const power = new AbortController()
  const network = new PhoneNetwork()
  const screen = createStandInScreen(config.width, config.height)
  return {
    config,
    files,
    network,
    properties: new Properties(config, state),
    screen,
    signal: power.signal,
    now: () => new Date(),
    uptimeSeconds: () => (performance.now() - bootedAt) / 1000,
    reboot,
    shutDown() {
      power.abort()
      network.close()
      screen.close()
    },
  }
}
