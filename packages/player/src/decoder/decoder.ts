import type { ToViewer } from '@yunji/phone-protocol/stream/to-viewer'
import type { Surface } from '../picture/surface.ts'

export type VideoConfig = Extract<ToViewer, { kind: 'config' }>
export type VideoFrameMessage = Extract<ToViewer, { kind: 'frame' }>

/** Turns the stream into pictures on a surface. */
export interface Decoder {
  configure(config: VideoConfig): void
  decode(frame: VideoFrameMessage): void
  close(): void
}

export interface DecoderEvents {
  /** Frames were lost: nothing can be shown until a key frame comes. */
  readonly onGap: () => void
  /** It cannot decode this stream at all. */
  readonly onFailure: () => void
}

export type CreateDecoder = (surface: Surface, events: DecoderEvents) => Decoder
