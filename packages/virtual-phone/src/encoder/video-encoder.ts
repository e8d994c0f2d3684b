import type { Size } from '../screen/draw/box.ts'
import type { Move } from '../screen/types.ts'

export interface EncoderSettings extends Size {
  bitrate: number
  /** Frames come at most this often; an idle phone sends none. */
  maxFps: number
}

export interface EncodedFrame {
  isKey: boolean
  /** Annex B. */
  data: Uint8Array
}

/** Turns a picture that changes by rows into H.264. The picture is kept, so only what changed is handed in. */
export interface VideoEncoder {
  /** Parameter sets in Annex B, sent ahead of the first frame. */
  readonly config: Uint8Array
  /** RGBA rows from `fromRow` on, without gaps; both ends even. */
  writeRows(pixels: Uint8Array, fromRow: number): void
  /** What stands in these rows goes `by` rows down, as far as it stays among them; all even. */
  moveRows(move: Move): void
  /** Works beside whatever else happens; until it has ended no rows are written and nothing else is encoded. */
  encode(ptsUs: number, isKey: boolean): Promise<EncodedFrame | null>
  /** Once what is being encoded has ended. */
  close(): void
}

export type OpenEncoder = (settings: EncoderSettings) => Promise<VideoEncoder>

/** There is no encoder on this machine; the text says what to do. */
export class NoEncoderError extends Error {
  override readonly name = 'NoEncoderError'
}
