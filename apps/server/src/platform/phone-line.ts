import type { ControlMessage } from '@yunji/phone-protocol/scrcpy/control'
import type { Upload } from './supplier.ts'

export type LineState = 'connecting' | 'online' | 'offline'

export interface ScreenOptions {
  /** Longest side of the picture in pixels. */
  readonly maxSize: number
  readonly bitrate: number
  readonly maxFps: number
}

/** An encoded picture: Annex-B H.264. */
export interface Frame {
  readonly isKey: boolean
  readonly ptsUs: number
  readonly data: Uint8Array
}

export interface ScreenConfig {
  readonly width: number
  readonly height: number
  /** SPS and PPS. */
  readonly data: Uint8Array
}

/** One running encoder of a phone. It ends once; another is opened in its place. */
export interface ScreenSession {
  /** The newest one; it comes again when the phone is turned. */
  readonly config: ScreenConfig
  onConfig(listener: (config: ScreenConfig) => void): () => void
  onFrame(listener: (frame: Frame) => void): () => void
  onClipboard(listener: (text: string) => void): () => void
  /** Told once, with the reason when it was not closed on purpose. */
  onEnd(listener: (error?: Error) => void): () => void
  control(message: ControlMessage): void
  requestKeyFrame(): void
  close(): void
}

/**
 * A use of the connection to one phone. The supplier shares the connection between its uses and keeps it up; closing
 * gives up this use only.
 */
export interface PhoneLine {
  readonly state: LineState
  onState(listener: (state: LineState) => void): () => void
  openScreen(options: ScreenOptions, signal?: AbortSignal): Promise<ScreenSession>
  push(path: string, upload: Upload, signal?: AbortSignal): Promise<void>
  install(upload: Upload, signal?: AbortSignal): Promise<void>
  close(): void
}
