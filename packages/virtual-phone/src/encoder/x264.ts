import { availableParallelism } from 'node:os'
import { withoutVui } from '@yunji/phone-protocol/h264/parameter-sets'
import type { CodecContext, Frame, Packet, SoftwareScaleContext } from 'node-av/lib'
import type { Move } from '../screen/types.ts'
import {
  type EncodedFrame,
  type EncoderSettings,
  NoEncoderError,
  type OpenEncoder,
  type VideoEncoder,
} from './video-encoder.ts'

type Library = Awaited<ReturnType<typeof load>>

/** CRF; the bit rate is a ceiling that only long motion reaches. */
const QUALITY = '23'
const TIME_BASE = 1_000_000
const BYTES_PER_PIXEL = 4
/** Leaves the VUI out, as the encoders of real phones do. */
const OMITS_VUI = process.env.VIRTUAL_PHONE_VUI === 'none'

let loading: Promise<Library> | undefined

/** Large and optional: loaded with the first viewer, or earlier by a call. */
export function loadEncoder(): Promise<Library> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw new NoEncoderError(`no H.264 encoder: the optional package node-av is not usable here`, { cause: error })
  })
  return loading
}

async function load() {
  const [lib, constants] = await Promise.all([import('node-av/lib'), import('node-av/constants')])
  lib.Log.setLevel(constants.AV_LOG_ERROR)
  return { ...lib, ...constants }
}

/** libx264 tuned for one viewer who waits for every frame: no look-ahead, no B frames, key frames only on demand. */
export const openX264: OpenEncoder = async (settings) => {
  const library = await loadEncoder()
  const codec = library.Codec.findEncoderByName(library.FF_ENCODER_LIBX264)
  if (!codec) throw new NoEncoderError('no H.264 encoder: node-av was built without libx264')
  const context = new library.CodecContext()
  context.allocContext3(codec)
  context.width = settings.width
  context.height = settings.height
  context.pixelFormat = library.AV_PIX_FMT_YUV420P
  context.timeBase = new library.Rational(1, TIME_BASE)
  context.framerate = new library.Rational(settings.maxFps, 1)
  context.maxBFrames = 0
  // Slice threads: lower latency than frame threads.
  context.threadCount = Math.min(2, availableParallelism())
  context.setFlags(library.AV_CODEC_FLAG_GLOBAL_HEADER)
  const options = library.Dictionary.fromObject({
    preset: 'ultrafast',
    tune: 'zerolatency',
    profile: settings.isBaseline ? 'baseline' : 'high',
    crf: QUALITY,
    maxrate: String(settings.bitrate),
    bufsize: String(settings.bitrate / 2),
    'forced-idr': '1',
    // Matches the matrix of the conversion below; without the tag, browsers guess by size.
    'x264-params': `8x8dct=${Number(!settings.isBaseline)}:keyint=infinite:scenecut=0:colorprim=smpte170m:transfer=smpte170m:colormatrix=smpte170m:range=tv:log-level=none`,
  })
  // Not open2Sync: it leaves the dictionary with memory that is freed again when the dictionary is collected.
  const code = await context.open2(codec, options)
  if (code < 0) {
    context.freeContext()
    throw new NoEncoderError(`the H.264 encoder does not open (${code})`)
  }
  return new X264Encoder(library, context, settings)
}

interface Plane {
  bytes: Buffer
  stride: number
  /** Of its own for one of the picture. */
  rowsPerRow: number
}

class X264Encoder implements VideoEncoder {
  readonly config: Uint8Array
  readonly #library: Library
  readonly #context: CodecContext
  readonly #frame: Frame
  readonly #packet: Packet
  readonly #width: number
  readonly #converters = new Map<number, SoftwareScaleContext>()
  #knownPlanes: readonly Plane[] = []
  #working: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(library: Library, context: CodecContext, { width, height }: EncoderSettings) {
    this.#library = library
    this.#context = context
    this.#width = width
    const config = Uint8Array.from(context.extraData ?? [])
    this.config = OMITS_VUI ? withoutVui(config) : config
    this.#frame = new library.Frame()
    this.#frame.alloc()
    this.#frame.format = library.AV_PIX_FMT_YUV420P
    this.#frame.width = width
    this.#frame.height = height
    this.#frame.getBuffer(32)
    this.#packet = new library.Packet()
    this.#packet.alloc()
  }

  writeRows(pixels: Uint8Array, fromRow: number): void {
    const stride = this.#width * BYTES_PER_PIXEL
    const count = pixels.length / stride
    const source = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength)
    const planes = this.#planes()
    const rest = planes.map(({ bytes, stride: length, rowsPerRow }) => bytes.subarray(fromRow * rowsPerRow * length))
    const strides = planes.map((plane) => plane.stride)
    this.#converterFor(count).scaleSync([source], [stride], 0, count, rest, strides)
  }

  moveRows({ rows: [from, to], by }: Move): void {
    for (const { bytes, stride, rowsPerRow } of this.#planes()) {
      const at = (row: number) => row * rowsPerRow * stride
      bytes.copyWithin(at(Math.max(from, from + by)), at(Math.max(from, from - by)), at(Math.min(to, to - by)))
    }
  }

  async encode(ptsUs: number, isKey: boolean): Promise<EncodedFrame | null> {
    const { AV_PICTURE_TYPE_I, AV_PICTURE_TYPE_NONE } = this.#library
    this.#frame.pts = BigInt(ptsUs)
    this.#frame.pictType = isKey ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
    const sending = this.#context.sendFrame(this.#frame)
    this.#working = sending
    const code = await sending
    if (this.#isClosed) return null
    if (code < 0) throw new Error(`the encoder refuses a frame (${code})`)
    if (this.#context.receivePacketSync(this.#packet) !== 0) return null
    const encoded = { isKey: this.#packet.isKeyframe, data: Uint8Array.from(this.#packet.data ?? []) }
    this.#packet.unref()
    return encoded
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    // A thread of the library may still use the memory.
    void this.#working.finally(() => this.#free())
  }

  #free(): void {
    for (const converter of this.#converters.values()) converter.freeContext()
    this.#converters.clear()
    this.#packet.free()
    this.#frame.free()
    this.#context.freeContext()
  }

  /**
   * Brightness, and colour twice, which has one row for two. The encoder copies what it is given, so the frame keeps its
   * memory; asked for anew each time, the collector would believe that a picture has been allocated, and run for it.
   */
  #planes(): readonly Plane[] {
    if (this.#knownPlanes.length > 0 && this.#frame.isWritable) return this.#knownPlanes
    this.#frame.makeWritable()
    const { data, linesize } = this.#frame
    this.#knownPlanes = [1, 0.5, 0.5].map((rowsPerRow, index) => {
      const bytes = data?.[index]
      if (!bytes) throw new Error('the frame has no planes')
      return { bytes, stride: linesize[index] ?? 0, rowsPerRow }
    })
    return this.#knownPlanes
  }

  /** Cached by height: there are few different ones. */
  #converterFor(height: number): SoftwareScaleContext {
    const known = this.#converters.get(height)
    if (known) return known
    const { AV_PIX_FMT_RGBA, AV_PIX_FMT_YUV420P, SWS_FAST_BILINEAR } = this.#library
    const converter = new this.#library.SoftwareScaleContext()
    const width = this.#width
    converter.getContext(width, height, AV_PIX_FMT_RGBA, width, height, AV_PIX_FMT_YUV420P, SWS_FAST_BILINEAR)
    this.#converters.set(height, converter)
    return converter
  }
}
