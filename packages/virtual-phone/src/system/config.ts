/** Features of adb that a phone can announce. */
export const ADB_FEATURES: readonly string[] = [
  'shell_v2',
  'cmd',
  'stat_v2',
  'ls_v2',
  'fixed_push_mkdir',
  'sendrecv_v2',
]

export interface PhoneConfig {
  readonly id: string
  /** Authorised public keys in Android's format. */
  readonly authorisedKeys: readonly string[]
  readonly model: string
  readonly width: number
  readonly height: number
  readonly androidVersion: string
  /** Build of the system; empty for the first one. */
  readonly imageVersion: string
  /** Name of a background, as the screen knows it. */
  readonly wallpaper: string
  readonly memoryBytes: number
  readonly storageBytes: number
  /** Way to root: adbd runs as root, `adb root` and AOSP's `su` of a userdebug build, Magisk's `su`, or none. */
  readonly root: (typeof ROOT_WAYS)[number]
  /** Features that adbd announces; fewer on older phones. */
  readonly adbFeatures: readonly string[]
  /** Whether adbd opens reverse tunnels. */
  readonly hasReverse: boolean
  /** Whether adbd takes TLS connections of paired hosts only, as with Android 11's wireless debugging. */
  readonly isTlsRequired: boolean
  /** Whether its H.264 encoder fails when a profile is asked for. */
  readonly refusesProfile: boolean
}

export const ROOT_WAYS = ['always', 'adb', 'su', 'none'] as const

const GIBIBYTE = 1024 ** 3

export const DEFAULT_CONFIG: Omit<PhoneConfig, 'id' | 'authorisedKeys'> = {
  model: 'Yunji One',
  width: 720,
  height: 1280,
  androidVersion: '10',
  imageVersion: '',
  wallpaper: '',
  memoryBytes: 4 * GIBIBYTE,
  storageBytes: 64 * GIBIBYTE,
  root: 'always',
  adbFeatures: ADB_FEATURES,
  hasReverse: true,
  isTlsRequired: false,
  refusesProfile: false,
}
