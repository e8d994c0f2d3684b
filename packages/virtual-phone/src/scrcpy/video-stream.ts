import { encodeVideoPacket, type VideoPacket } from '@yunji/phone-protocol/scrcpy/video'
import type { OpenEncoder, VideoEncoder } from '../encoder/video-encoder.ts'
import type { PhoneScreen, ScreenView } from '../screen/door.ts'
import type { Size } from '../screen/draw/box.ts'
import type { ScreenClock } from '../screen/ui.ts'
import type { PhoneSocket } from './door.ts'

export interface VideoStreamOptions {
  screen: PhoneScreen
  socket: PhoneSocket
  openEncoder: OpenEncoder
  clock: ScreenClock
  maxSize: number
  bitrate: number
  maxFps: number
  hasFrameMeta: boolean
  onError(error: unknown): void
}

/** Motion is encoded coarsely; this long after its end one more frame makes the picture sharp. */
const REFINE_MS = 100
/** ADB takes a packet when the one before is acknowledged. One that waits costs no time; more would be late. */
const PACKETS_AHEAD = 2

/** Sends the screen as it changes: nothing while it stands still, and never more than the socket takes. */
export class VideoStream {
  readonly #options: VideoStreamOptions
  readonly #view: ScreenView
  #encoder: VideoEncoder | null = null
  #encodedSize: Size
  #needsConfig = true
  #needsRefine = false
  #unacknowledged = 0
  #lastFrameMs = Number.NEGATIVE_INFINITY
  #lastPtsUs = 0
  #cancelFrame: (() => void) | null = null
  #cancelRefine: (() => void) | null = null
  #isStopped = false

  constructor(options: VideoStreamOptions) {
    this.#options = options
    this.#view = options.screen.look(() => this.#kick(), options.maxSize)
    this.#encodedSize = this.#view.size
  }

  /** Of the picture that is sent now: positions of touches refer to it. */
  get size(): Size {
    return this.#encodedSize
  }

  async start(): Promise<void> {
    await this.#openEncoder()
    this.#frame()
  }

  /** Parameter sets and a key frame, as soon as the socket takes them. */
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

  /** At once after a pause, else when the next frame is due. */
  #kick(): void {
    if (this.#isStopped || this.#cancelFrame || !this.#encoder) return
    if (this.#unacknowledged >= PACKETS_AHEAD) return
    const { clock, maxFps } = this.#options
    const waitMs = this.#lastFrameMs + 1000 / maxFps - clock.nowMs()
    this.#cancelFrame = clock.after(Math.max(0, waitMs), () => {
      this.#cancelFrame = null
      this.#frame()
    })
  }

  #frame(): void {
    try {
      this.#paintAndSend()
    } catch (error) {
      this.#options.onError(error)
    }
  }

  #paintAndSend(): void {
    if (this.#isStopped || !this.#encoder) return
    const { width, height } = this.#view.size
    if (width !== this.#encodedSize.width || height !== this.#encodedSize.height) return this.#turn()
    const rows = this.#view.paint()
    if (!rows && !this.#needsConfig && !this.#needsRefine) return
    const nowMs = this.#options.clock.nowMs()
    this.#lastFrameMs = nowMs
    this.#lastPtsUs = Math.max(this.#lastPtsUs + 1, Math.round(nowMs * 1000))
    if (rows) this.#encoder.writeRows(this.#view.readRows(rows), rows[0])
    const isKey = this.#needsConfig
    const packets: VideoPacket[] = isKey ? [{ type: 'config', data: this.#encoder.config }] : []
    const frame = this.#encoder.encode(this.#lastPtsUs, isKey)
    if (frame) packets.push({ type: 'frame', ptsUs: this.#lastPtsUs, ...frame })
    this.#needsConfig = false
    this.#needsRefine = false
    if (rows) this.#refineLater()
    void this.#send(packets)
  }

  /** Another is made while one is on its way; what changes until then goes into the next frame. */
  async #send(packets: readonly VideoPacket[]): Promise<void> {
    const { socket, hasFrameMeta, onError } = this.#options
    const parts = packets.map((packet) => (hasFrameMeta ? encodeVideoPacket(packet) : packet.data))
    this.#unacknowledged += 1
    try {
      await socket.write(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts))
    } catch (error) {
      return onError(error)
    }
    this.#unacknowledged -= 1
    this.#kick()
  }

  #refineLater(): void {
    this.#cancelRefine?.()
    this.#cancelRefine = this.#options.clock.after(REFINE_MS, () => {
      this.#needsRefine = true
      this.#kick()
    })
  }

  /** Another shape needs another encoder, which starts with parameter sets and a key frame of its own. */
  #turn(): void {
    this.#encoder?.close()
    this.#encoder = null
    this.#needsConfig = true
    this.#openEncoder().then(() => this.#frame(), this.#options.onError)
  }

  async #openEncoder(): Promise<void> {
    const { openEncoder, bitrate, maxFps } = this.#options
    const size = this.#view.size
    const encoder = await openEncoder({ ...size, bitrate, maxFps })
    if (this.#isStopped) return encoder.close()
    this.#encoder = encoder
    this.#encodedSize = size
  }
}
