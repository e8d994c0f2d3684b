import type { PhoneNotification } from '../screen/types.ts'

export const SETTING_SPACES = ['system', 'secure', 'global'] as const
export type SettingSpace = (typeof SETTING_SPACES)[number]

export interface InstalledPackage {
  packageName: string
  label: string
  versionName: string
  versionCode: number
  apkPath: string
  splitPaths?: readonly string[]
  signer?: string
  isSystem: boolean
  installedAt: number
  /** Class names; absent in what an older version installed. */
  activities?: readonly string[]
  /** Class of the launcher's entry. */
  mainActivity?: string
  /** Permissions that the manifest asks for. */
  requested?: readonly string[]
  granted?: readonly string[]
}

export interface PhoneAccount {
  name: string
  type: string
  /** The authenticator; its accounts go with it. */
  packageName: string
}

/** A user beside the owner, who is 0. */
export interface FurtherUser {
  id: number
  name: string
}

/** State that survives restarts, beside the files. */
export interface SavedState {
  /** Only the `persist.` ones. */
  properties: Record<string, string>
  settings: Record<SettingSpace, Record<string, string>>
  /** Installed by the user; the built-in ones are always there. */
  packages: InstalledPackage[]
  clipboard: string
  accounts: PhoneAccount[]
  users: FurtherUser[]
  currentUserId: number
  /** Package that runs a VPN; empty for none. */
  vpn: string
  /** Packages that Doze leaves alone. */
  idleExempt: string[]
  /** Of the keyguard; empty for none. */
  pin: string
  volume: number
  rotation: 0 | 1
  notifications: PhoneNotification[]
}

export const INITIAL_STATE: SavedState = {
  properties: {},
  settings: {
    system: { screen_brightness: '102', screen_off_timeout: '600000', accelerometer_rotation: '0', user_rotation: '0' },
    secure: {
      android_id: '',
      default_input_method: 'com.yunji.inputmethod/.ScreenInput',
      bluetooth_address: '',
      location_mode: '3',
      location_providers_allowed: 'gps,network',
    },
    global: { airplane_mode_on: '0', wifi_on: '1', adb_enabled: '1', stay_on_while_plugged_in: '7', device_name: '' },
  },
  packages: [],
  clipboard: '',
  accounts: [],
  users: [],
  currentUserId: 0,
  vpn: '',
  idleExempt: [],
  pin: '',
  volume: 8,
  rotation: 0,
  notifications: [],
}
