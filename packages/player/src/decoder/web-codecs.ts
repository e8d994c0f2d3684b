import { createBacklog } from './backlog.ts'
import { codecString } from './codec-string.ts'
import type { CreateDecoder, VideoConfig, VideoFrameMessage } from './decoder.ts'

/** Frames of a longer queue are dropped until the next key frame, unless it shrinks by itself. */
const MAX_WAITING = 8
/** The first picture takes longer than the others: a decoder that is closed before it would never show one. */
const FIRST_PICTURE_MS = 5000
/** Failures in a row, without a picture between them, until the decoder is given up. */
const MAX_FAILURES = 3

/** Annex B: the parameter sets precede every key frame. */
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

const isSameStream = (one: VideoConfig, other: VideoConfig): boolean =>
  one.width === other.width &&
  one.height === other.height &&
  one.data.length === other.data.length &&
  one.data.every((byte, index) => byte === other.data[index])

/** WebCodecs, optimised for latency. */
export const createWebCodecsDecoder: CreateDecoder = (surface, events) => {
  let config: VideoConfig | undefined
  let decoder: VideoDecoder | undefined
  let backlog = createBacklog(MAX_WAITING)
  let hasShown = false
  let isBehind = false
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
    hasShown = true
    if (decoder) backlog.update(decoder.decodeQueueSize)
    surface.draw(picture, { width: picture.displayWidth, height: picture.displayHeight })
  }

  const open = (wanted: VideoConfig): VideoDecoder | undefined => {
    const codec = codecString(wanted.data)
    if (!codec) return undefined
    backlog = createBacklog(MAX_WAITING)
    hasShown = false
    isBehind = false
    const opened: VideoDecoder = new VideoDecoder({
      output: show,
      // Errors of a replaced decoder are ignored.
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
      // A stream that is sent again from its key frame keeps its decoder.
      if (isBehind || !config || !isSameStream(config, wanted)) close()
      config = wanted
      needsKey = true
    },
    decode(frame) {
      if (!config || (needsKey && !frame.isKey)) return
      decoder ??= open(config)
      if (!decoder) return events.onFailure()
      isBehind = backlog.update(decoder.decodeQueueSize, hasShown ? undefined : FIRST_PICTURE_MS)
      if (isBehind && !frame.isKey) {
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
