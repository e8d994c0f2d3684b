export interface PhoneConfig {
  readonly id: string
  /** Authorised public keys in Android's format. */
  readonly authorisedKeys: readonly string[]
  readonly model: string
  readonly width: number
  readonly height: number
  readonly androidVersion: string
  /** Name of a background, as the screen knows it. */
  readonly wallpaper: string
  readonly memoryBytes: number
  readonly storageBytes: number
}

const GIBIBYTE = 1024 ** 3

export const DEFAULT_CONFIG: Omit<PhoneConfig, 'id' | 'authorisedKeys'> = {
  model: 'Yunji One',
  width: 720,
  height: 1280,
  androidVersion: '10',
  wallpaper: '',
  memoryBytes: 4 * GIBIBYTE,
  storageBytes: 64 * GIBIBYTE,
}
