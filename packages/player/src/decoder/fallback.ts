import type { CreateDecoder, Decoder, VideoConfig, VideoFrameMessage } from './decoder.ts'

export interface FallbackOptions {
  /** Absent without WebCodecs. */
  readonly first?: CreateDecoder
  /** Loaded only when it is needed. */
  readonly loadSecond: () => Promise<CreateDecoder>
}

/**
 * Uses the first decoder until it fails, then loads the second. Frames that arrive while it loads are dropped; a key
 * frame is requested afterwards.
 */
export const createFallbackDecoder =
  ({ first, loadSecond }: FallbackOptions): CreateDecoder =>
  (surface, events) => {
    let decoder: Decoder | undefined
    let config: VideoConfig | undefined
    let isClosed = false

    const useSecond = async () => {
      decoder?.close()
      decoder = undefined
      try {
        const create = await loadSecond()
        if (isClosed) return
        decoder = create(surface, events)
        if (config) decoder.configure(config)
        events.onGap()
      } catch {
        if (!isClosed) events.onFailure()
      }
    }

    if (first) decoder = first(surface, { onGap: events.onGap, onFailure: () => void useSecond() })
    else void useSecond()

    return {
      configure(wanted: VideoConfig) {
        config = wanted
        decoder?.configure(wanted)
      },
      decode: (frame: VideoFrameMessage) => decoder?.decode(frame),
      close() {
        isClosed = true
        decoder?.close()
      },
    }
  }
