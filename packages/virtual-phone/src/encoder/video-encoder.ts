import type { Size } from '../screen/draw/box.ts'
import type { Move } from '../screen/types.ts'

export interface EncoderSettings extends Size {
  bitrate: number
  /** Upper limit; an idle phone sends no frames. */
  maxFps: number
  /** Else high, as most hardware encoders choose. */
  isBaseline: boolean
}

export interface EncodedFrame {
  isKey: boolean
  /** Annex B. */
  data: Uint8Array
}

/** H.264 encoder that keeps the last picture: only changed rows are passed in. */
export interface VideoEncoder {
  /** Parameter sets in Annex B, sent ahead of the first frame. */
  readonly config: Uint8Array
  /** RGBA rows from `fromRow` on; both ends even. */
  writeRows(pixels: Uint8Array, fromRow: number): void
  /** Shifts the rows down by `by`; what leaves the range is dropped. All values even. */
  moveRows(move: Move): void
  /** Runs on a thread; until it resolves, no rows may be written and nothing else encoded. */
  encode(ptsUs: number, isKey: boolean): Promise<EncodedFrame | null>
  /** Frees the encoder after the running frame. */
  close(): void
}

export type OpenEncoder = (settings: EncoderSettings) => Promise<VideoEncoder>

/** No encoder on this machine; the message says what to do. */
export class NoEncoderError extends Error {
  override readonly name = 'NoEncoderError'
}
