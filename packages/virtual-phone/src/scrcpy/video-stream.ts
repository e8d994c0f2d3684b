import { encodeVideoPacket, type VideoPacket } from '@yunji/phone-protocol/scrcpy/video'
import type { OpenEncoder, VideoEncoder } from '../encoder/video-encoder.ts'
import type { Size } from '../screen/draw/box.ts'
import type { Change, Move, PhoneScreen, ScreenView } from '../screen/types.ts'
import type { ScreenClock } from '../screen/ui.ts'
import type { PhoneSocket } from './types.ts'

export interface VideoStreamOptions {
  screen: PhoneScreen
  socket: PhoneSocket
  openEncoder: OpenEncoder
  clock: ScreenClock
  maxSize: number
  bitrate: number
  maxFps: number
  isBaseline: boolean
  hasFrameMeta: boolean
  onError(error: unknown): void
}

/** Motion is encoded coarsely; one more frame sharpens the picture this long after its end. */
const REFINE_MS = 100
/** ADB sends one frame at a time. One queued frame hides the acknowledgement; more would add latency. */
const FRAMES_UNDER_WAY = 2

interface RowRange {
  pixels: Uint8Array
  fromRow: number
}

/** Applied in this order: rows are moved, then written. */
interface Changed {
  move: Move | null
  written: readonly RowRange[]
}

/** Encodes the screen as it changes: no frames while idle, and never more than the socket takes. */
export class VideoStream {
  readonly #options: VideoStreamOptions
  readonly #view: ScreenView
  #encoder: VideoEncoder | null = null
  #encodedSize: Size
  #needsConfig = true
  #needsRefine = false
  /** Frames painted and not yet acknowledged. */
  #underWay = 0
  #encoding: Promise<unknown> = Promise.resolve()
  #lastFrameMs = Number.NEGATIVE_INFINITY
  #lastPtsUs = 0
  #cancelFrame: (() => void) | null = null
  #cancelRefine: (() => void) | null = null
  #isStopped = false

  constructor(options: VideoStreamOptions) {
    this.#options = options
    this.#view = options.screen.openView(() => this.#kick(), options.maxSize)
    this.#encodedSize = this.#view.size
  }

  /** Size of the current video; touch positions refer to it. */
  get size(): Size {
    return this.#encodedSize
  }

  async start(): Promise<void> {
    await this.#openEncoder()
    this.#frame()
  }

  /** Sends parameter sets and a key frame next. */
  reset(): void {
    this.#needsConfig = true
    this.#kick()
  }

  stop(): void {
    if (this.#isStopped) return
    this.#isStopped = true
    this.#cancelFrame?.()
    this.#cancelRefine?.()
    this.#view.close()
    this.#encoder?.close()
    this.#encoder = null
  }

  get #intervalMs(): number {
    return 1000 / this.#options.maxFps
  }

  /** A late timer does not delay the following frames. */
  #timeOf(nowMs: number): number {
    const dueMs = this.#lastFrameMs + this.#intervalMs
    return nowMs - dueMs < this.#intervalMs ? dueMs : nowMs
  }

  /** Immediately after a pause, else when the next frame is due. */
  #kick(): void {
    if (this.#isStopped || this.#cancelFrame || !this.#encoder) return
    if (this.#underWay >= FRAMES_UNDER_WAY) return
    const { clock } = this.#options
    const waitMs = this.#lastFrameMs + this.#intervalMs - clock.nowMs()
    this.#cancelFrame = clock.after(Math.max(0, waitMs), () => {
      this.#cancelFrame = null
      this.#frame()
    })
  }

  #frame(): void {
    this.#paintAndSend().catch(this.#options.onError)
  }

  async #paintAndSend(): Promise<void> {
    if (this.#isStopped || !this.#encoder) return
    const { width, height } = this.#view.size
    if (width !== this.#encodedSize.width || height !== this.#encodedSize.height) return this.#turn()
    const change = this.#view.paint()
    if (!change && !this.#needsConfig && !this.#needsRefine) return
    const nowMs = this.#options.clock.nowMs()
    this.#lastFrameMs = this.#timeOf(nowMs)
    this.#lastPtsUs = Math.max(this.#lastPtsUs + 1, Math.round(nowMs * 1000))
    const isKey = this.#needsConfig
    this.#needsConfig = false
    this.#needsRefine = false
    if (change) this.#refineLater()
    const changed = change && this.#read(change)
    this.#underWay += 1
    await this.#send(await this.#encode(this.#encoder, changed, this.#lastPtsUs, isKey))
    this.#underWay -= 1
    this.#kick()
  }

  #read({ move, drawn }: Change): Changed {
    return { move, written: drawn.map((rows) => ({ pixels: this.#view.readRows(rows), fromRow: rows[0] })) }
  }

  /** One frame at a time; the next one is painted meanwhile. */
  #encode(encoder: VideoEncoder, changed: Changed | null, ptsUs: number, isKey: boolean): Promise<VideoPacket[]> {
    const before = this.#encoding
    const encode = async (): Promise<VideoPacket[]> => {
      await before
      if (encoder !== this.#encoder) return []
      if (changed?.move) encoder.moveRows(changed.move)
      for (const { pixels, fromRow } of changed?.written ?? []) encoder.writeRows(pixels, fromRow)
      const frame = await encoder.encode(ptsUs, isKey)
      const config: VideoPacket[] = isKey ? [{ type: 'config', data: encoder.config }] : []
      return frame ? [...config, { type: 'frame', ptsUs, ...frame }] : config
    }
    const encoding = encode()
    this.#encoding = encoding.catch(() => {})
    return encoding
  }

  async #send(packets: readonly VideoPacket[]): Promise<void> {
    if (this.#isStopped || packets.length === 0) return
    const { socket, hasFrameMeta } = this.#options
    const parts = packets.map((packet) => (hasFrameMeta ? encodeVideoPacket(packet) : packet.data))
    await socket.write(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts))
  }

  #refineLater(): void {
    this.#cancelRefine?.()
    this.#cancelRefine = this.#options.clock.after(REFINE_MS, () => {
      this.#needsRefine = true
      this.#kick()
    })
  }

  /** A rotation needs a new encoder, which starts with parameter sets and a key frame. */
  #turn(): void {
    this.#encoder?.close()
    this.#encoder = null
    this.#needsConfig = true
    this.#openEncoder().then(() => this.#frame(), this.#options.onError)
  }

  async #openEncoder(): Promise<void> {
    const { openEncoder, bitrate, maxFps, isBaseline } = this.#options
    const size = this.#view.size
    const encoder = await openEncoder({ ...size, bitrate, maxFps, isBaseline })
    if (this.#isStopped) return encoder.close()
    this.#encoder = encoder
    this.#encodedSize = size
  }
}
