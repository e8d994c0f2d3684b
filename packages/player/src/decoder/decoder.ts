import type { ToViewer } from '@yunji/phone-protocol/stream/to-viewer'
import type { Surface } from '../picture/surface.ts'

export type VideoConfig = Extract<ToViewer, { kind: 'config' }>
export type VideoFrameMessage = Extract<ToViewer, { kind: 'frame' }>

/** Decodes the stream and draws it on a surface. */
export interface Decoder {
  configure(config: VideoConfig): void
  decode(frame: VideoFrameMessage): void
  close(): void
}

export interface DecoderEvents {
  /** Frames were dropped: a key frame is needed. */
  readonly onGap: () => void
  /** The stream cannot be decoded. */
  readonly onFailure: () => void
}

export type CreateDecoder = (surface: Surface, events: DecoderEvents) => Decoder
