import type { AdbSocket } from '@yume-chan/adb'
import { h264ParseConfiguration } from '@yume-chan/scrcpy'
import { withoutReordering } from '@yunji/phone-protocol/h264/parameter-sets'
import type { ControlMessage } from '@yunji/phone-protocol/scrcpy/control'
import { DeviceMessageReader } from '@yunji/phone-protocol/scrcpy/device-message'
import type { ServerOptions } from '@yunji/phone-protocol/scrcpy/options'
import { CodecId, type VideoItem, VideoReader } from '@yunji/phone-protocol/scrcpy/video'
import { PhoneError } from '../errors.ts'
import type { Link } from '../link/link.ts'
import type { Operation } from '../operation.ts'
import type { ScreenConfig, ScreenFrame, ScreenOptions, ScreenSession, ScreenSize, Unsubscribe } from '../types.ts'
import { holdAwake } from './awake.ts'
import { ControlWriter } from './control-writer.ts'
import { Listeners } from './listeners.ts'
import { isEncodingError, type RunningServer, startServer } from './server.ts'

const OPEN_TIMEOUT_MS = 20_000
const EARLY_MAX_FRAMES = 120
/**
 * The only profile that every viewer decodes: tinyh264 stands in where a browser lacks WebCodecs. 1 is Android's
 * `AVCProfileBaseline`. A refusal must not end in smaller pictures.
 */
const BASELINE = { video_codec_options: 'profile=1', downsize_on_error: false } as const

/** Links to phones whose encoder refuses the profile. */
const refusing = new WeakSet<Link>()

export async function openScreen(
  link: Link,
  options: ScreenOptions = {},
  log: (text: string) => void = () => {},
): Promise<ScreenSession> {
  const { maxSize = 0, bitrate, maxFps = 0 } = options
  const wanted = { max_size: maxSize, max_fps: maxFps, ...(bitrate && { video_bit_rate: bitrate }) }
  if (refusing.has(link)) return start(link, wanted, log)
  try {
    return await start(link, { ...wanted, ...BASELINE }, log)
  } catch (error) {
    if (!isEncodingError(error)) throw error
    const session = await start(link, wanted, log)
    refusing.add(link)
    log('the encoder refuses the baseline profile: browsers without WebCodecs cannot show this phone')
    return session
  }
}

async function start(link: Link, wanted: Partial<ServerOptions>, log: (text: string) => void): Promise<ScreenSession> {
  const operation = link.begin('opening the screen', OPEN_TIMEOUT_MS)
  try {
    const session = new LiveScreen(await startServer(link, wanted, 2, operation), operation)
    await operation.race(session.ready)
    // After the first picture: the commands would delay it.
    session.keepAwake(link, log)
    operation.pause()
    return session
  } catch (error) {
    operation.end()
    throw error
  }
}

class LiveScreen implements ScreenSession {
  readonly ready: Promise<void>
  readonly #server: RunningServer
  readonly #operation: Operation
  /** Lets the phone sleep again. */
  #release = async (): Promise<void> => {}
  readonly #writer: ControlWriter
  readonly #configs = new Listeners<ScreenConfig>()
  readonly #frames = new Listeners<ScreenFrame>()
  readonly #clipboard = new Listeners<string>()
  readonly #ends = new Listeners<PhoneError | null>()
  readonly #firstConfig = Promise.withResolvers<void>()
  /** Frames received before the first listener: an idle phone sends no second key frame. */
  #early: ScreenFrame[] | null = []
  /** A frame has come: the first one is a key frame and need not be requested. */
  #isFlowing = false
  #config: ScreenConfig | null = null
  #released: Promise<void> | null = null
  #end: { reason: PhoneError | null } | null = null

  constructor(server: RunningServer, operation: Operation) {
    const [video, control] = server.sockets
    if (!video || !control) throw new Error('A screen has two sockets.')
    this.#server = server
    this.#operation = operation
    this.#writer = new ControlWriter(control, () => this.#finish(new PhoneError('lost', 'the phone takes no input')))
    this.ready = this.#firstConfig.promise
    this.ready.catch(() => {}) // raced in openScreen
    operation.signal.addEventListener('abort', () => this.#finish(operation.signal.reason), { once: true })
    void server.ended.then((reason) => this.#finish(reason))
    void this.#readVideo(video)
    void this.#readControl(control)
  }

  get size(): ScreenSize {
    return this.config
  }

  get config(): ScreenConfig {
    if (!this.#config) throw new Error('The screen is not open yet.')
    return this.#config
  }

  /** Until the end of the session. */
  keepAwake(link: Link, log: (text: string) => void): void {
    if (!this.#end) this.#release = holdAwake(link, log)
  }

  onConfig(listener: (config: ScreenConfig) => void): Unsubscribe {
    return this.#configs.add(listener)
  }

  onFrame(listener: (frame: ScreenFrame) => void): Unsubscribe {
    const early = this.#early ?? []
    this.#early = null
    for (const frame of early) listener(frame)
    if (this.#isFlowing && early.length === 0 && this.#frames.isEmpty) this.requestKeyFrame()
    return this.#frames.add(listener)
  }

  onClipboard(listener: (text: string) => void): Unsubscribe {
    return this.#clipboard.add(listener)
  }

  onEnd(listener: (reason: PhoneError | null) => void): Unsubscribe {
    if (this.#end) listener(this.#end.reason)
    return this.#ends.add(listener)
  }

  control(message: ControlMessage): void {
    if (!this.#end) this.#writer.send(message)
  }

  requestKeyFrame(): void {
    this.control({ type: 'resetVideo' })
  }

  async close(): Promise<void> {
    this.#finish(null)
    await this.#released
  }

  async #readVideo(socket: AdbSocket): Promise<void> {
    const reader = new VideoReader({ hasDummyByte: false, hasDeviceName: false })
    try {
      for await (const chunk of socket.readable) for (const item of reader.push(chunk)) this.#take(item)
    } catch (cause) {
      this.#finish(new PhoneError('lost', 'the phone sent no video', { cause }))
    }
    // The server's last output explains more than the end of its video.
    await this.#server.ended
  }

  #take(item: VideoItem): void {
    switch (item.type) {
      case 'config': {
        const { croppedWidth: width, croppedHeight: height } = h264ParseConfiguration(item.data)
        this.#config = { width, height, data: withoutReordering(item.data) }
        this.#firstConfig.resolve()
        return this.#configs.emit(this.#config)
      }
      case 'frame': {
        const { isKey, ptsUs } = item
        this.#isFlowing = true
        // Some encoders repeat their parameter sets ahead of every key frame.
        const data = isKey ? withoutReordering(item.data) : item.data
        if (this.#early) return this.#keep({ isKey, ptsUs, data })
        return this.#frames.emit({ isKey, ptsUs, data })
      }
      case 'codec':
        if (item.codecId !== CodecId.h264) throw new PhoneError('noEncoder', 'the phone does not encode H.264')
        return
      case 'deviceName':
        return
    }
  }

  /** Keeps frames from the latest key frame on, up to a limit. */
  #keep(frame: ScreenFrame): void {
    const before = this.#early ?? []
    if (frame.isKey) this.#early = [frame]
    else this.#early = before.length > 0 && before.length < EARLY_MAX_FRAMES ? [...before, frame] : []
  }

  async #readControl(socket: AdbSocket): Promise<void> {
    const reader = new DeviceMessageReader()
    try {
      for await (const chunk of socket.readable) {
        for (const message of reader.push(chunk)) if (message.type === 'clipboard') this.#clipboard.emit(message.text)
      }
    } catch (cause) {
      this.#finish(new PhoneError('lost', 'the phone sent no messages', { cause }))
    }
  }

  #finish(reason: PhoneError | null): void {
    if (this.#end) return
    // An end that follows from a lost link is reported as such.
    this.#end = { reason: reason && this.#operation.signal.aborted ? this.#operation.signal.reason : reason }
    this.#firstConfig.reject(this.#end.reason ?? new PhoneError('lost', 'the screen was closed'))
    this.#server.stop()
    this.#operation.end()
    this.#released = this.#release()
    this.#ends.emit(this.#end.reason)
    for (const listeners of [this.#configs, this.#frames, this.#clipboard, this.#ends]) listeners.clear()
  }
}
