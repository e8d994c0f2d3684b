/** Qualities of a picture. `tile` is that of a wall of phones and is encoded beside the others; nobody chooses it. */
export type QualityName = 'ultra' | 'high' | 'standard' | 'saver' | 'tile'

export interface Quality {
  readonly name: QualityName
  readonly label: string
  readonly note: string
  /** Longest side of the picture in pixels. */
  readonly maxSize: number
  readonly bitrate: number
  readonly maxFps: number
}

export const DEFAULT_QUALITY: QualityName = 'high'

export const QUALITIES: Readonly<Record<QualityName, Quality>> = {
  ultra: { name: 'ultra', label: '超清', note: '1080P', maxSize: 1920, bitrate: 6_000_000, maxFps: 60 },
  high: { name: 'high', label: '高清', note: '720P', maxSize: 1280, bitrate: 3_000_000, maxFps: 60 },
  standard: { name: 'standard', label: '标清', note: '540P', maxSize: 960, bitrate: 1_500_000, maxFps: 45 },
  saver: { name: 'saver', label: '流畅', note: '省流量', maxSize: 640, bitrate: 600_000, maxFps: 30 },
  tile: { name: 'tile', label: '预览', note: '多台同看', maxSize: 480, bitrate: 250_000, maxFps: 4 },
}

/** Best first, as a menu shows them. */
export const QUALITY_NAMES: readonly QualityName[] = ['ultra', 'high', 'standard', 'saver']

export const isQualityName = (value: unknown): value is QualityName =>
  typeof value === 'string' && Object.hasOwn(QUALITIES, value)
