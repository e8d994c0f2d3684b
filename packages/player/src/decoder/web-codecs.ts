import { codecString } from './codec-string.ts'
import type { CreateDecoder, VideoConfig, VideoFrameMessage } from './decoder.ts'

/** More waiting than this is delay that never goes away by itself: what waits is given up for the next key frame. */
const MAX_WAITING = 8
/** So many failures in a row, without one picture between them, are no accident. */
const MAX_FAILURES = 3

/** The parameter sets travel in front of every key frame, as the stream's own form (Annex B) wants it. */
const withParameterSets = ({ data: sets }: VideoConfig, data: Uint8Array): Uint8Array => {
  const whole = new Uint8Array(sets.length + data.length)
  whole.set(sets)
  whole.set(data, sets.length)
  return whole
}

const asChunk = (config: VideoConfig, { isKey, ptsUs, data }: VideoFrameMessage) =>
  new EncodedVideoChunk({
    type: isKey ? 'key' : 'delta',
    timestamp: ptsUs,
    data: isKey ? withParameterSets(config, data) : data,
  })

/** The browser's own decoder, told to show every picture as soon as it is decoded. */
export const createWebCodecsDecoder: CreateDecoder = (surface, events) => {
  let config: VideoConfig | undefined
  let decoder: VideoDecoder | undefined
  let needsKey = true
  let failures = 0

  const fail = () => {
    decoder = undefined
    needsKey = true
    failures += 1
    if (failures >= MAX_FAILURES) events.onFailure()
    else events.onGap()
  }

  const show = (picture: VideoFrame) => {
    failures = 0
    surface.draw(picture, { width: picture.displayWidth, height: picture.displayHeight })
  }

  const open = (wanted: VideoConfig): VideoDecoder | undefined => {
    const codec = codecString(wanted.data)
    if (!codec) return undefined
    const opened: VideoDecoder = new VideoDecoder({
      output: show,
      // One that has been replaced since has nothing to say any more.
      error: () => {
        if (decoder === opened) fail()
      },
    })
    opened.configure({
      codec,
      codedWidth: wanted.width,
      codedHeight: wanted.height,
      optimizeForLatency: true,
    })
    return opened
  }

  const close = () => {
    if (decoder && decoder.state !== 'closed') decoder.close()
    decoder = undefined
  }

  return {
    configure(wanted) {
      close()
      config = wanted
      needsKey = true
    },
    decode(frame) {
      if (!config || (needsKey && !frame.isKey)) return
      decoder ??= open(config)
      if (!decoder) return events.onFailure()
      if (!frame.isKey && decoder.decodeQueueSize > MAX_WAITING) {
        needsKey = true
        return events.onGap()
      }
      needsKey = false
      try {
        decoder.decode(asChunk(config, frame))
      } catch {
        close()
        fail()
      }
    },
    close,
  }
}
