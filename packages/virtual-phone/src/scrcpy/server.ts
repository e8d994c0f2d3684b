import { ProtocolError } from '@yunji/phone-protocol/protocol-error'
import { ControlReader } from '@yunji/phone-protocol/scrcpy/control-reader'
import { encodeDeviceMessage } from '@yunji/phone-protocol/scrcpy/device-message'
import { parseServerArguments, SCRCPY_VERSION, type ServerOptions } from '@yunji/phone-protocol/scrcpy/options'
import { CodecId, encodeCodecMeta, encodeDeviceName } from '@yunji/phone-protocol/scrcpy/video'
import type { OpenEncoder } from '../encoder/video-encoder.ts'
import { loadEncoder, openX264 } from '../encoder/x264.ts'
import type { ScreenClock } from '../screen/ui.ts'
import { Controller } from './controller.ts'
import { ServerLog } from './log.ts'
import { openSockets, type Sockets } from './sockets.ts'
import type { PhoneSocket, ScrcpyContext, ScrcpyRun } from './types.ts'
import { VideoStream } from './video-stream.ts'

const DEFAULT_MAX_FPS = 60
const SMALLER_SIZES = [2560, 1920, 1600, 1280, 1024, 800]
const ENCODER_NAME = 'c2.yunji.h264.encoder'
/** Java reads any length; longer than this stands for a phone out of memory. */
const CONTROL_MAX_BYTES = 32 * 1024 * 1024
const LOG_LEVEL = 'log_level'

/** A delay of 0 runs in the same turn of the event loop, for latency. */
const frameClock: ScreenClock = {
  nowMs: () => performance.now(),
  after: (delayMs, action) => {
    if (delayMs < 1) {
      const immediate = setImmediate(action)
      return () => clearImmediate(immediate)
    }
    const timer = setTimeout(action, delayMs)
    return () => clearTimeout(timer)
  },
}

export interface ScrcpyDependencies {
  /** Rejects when there is no encoder on this machine. */
  loadEncoder(): Promise<unknown>
  openEncoder: OpenEncoder
  clock: ScreenClock
}

const REAL_DEPENDENCIES: ScrcpyDependencies = { loadEncoder, openEncoder: openX264, clock: frameClock }

/** Arguments are scrcpy's: the version and `key=value` pairs. */
export function startScrcpyServer(
  context: ScrcpyContext,
  words: readonly string[],
  parts: ScrcpyDependencies = REAL_DEPENDENCIES,
): ScrcpyRun {
  const ending = new AbortController()
  const log = new ServerLog(context)
  const done = run({ context, log, parts, ending }, words).then(
    () => 0,
    (error: unknown) => {
      if (ending.signal.aborted || error instanceof ConfigurationError) return 0
      const message = error instanceof Error ? error.message : String(error)
      log.error(message, `java.io.IOException: ${message}`)
      ending.abort()
      return 1
    },
  )
  return { done, stop: () => ending.abort() }
}

/** Reported already; the process ends with 0 all the same. */
class ConfigurationError extends Error {
  override name = 'ConfigurationError'
}

interface Run {
  context: ScrcpyContext
  log: ServerLog
  parts: ScrcpyDependencies
  ending: AbortController
}

async function run(running: Run, words: readonly string[]): Promise<void> {
  const { context, log, ending } = running
  const level = words.find((word) => word.startsWith(`${LOG_LEVEL}=`))
  if (level !== undefined) log.setLevel(level.slice(LOG_LEVEL.length + 1))
  const { version, options, unknownKeys } = parseServerArguments(words)
  if (version !== SCRCPY_VERSION) {
    throw new Error(`The server version (${SCRCPY_VERSION}) does not match the client (${version})`)
  }
  for (const key of unknownKeys) if (key !== LOG_LEVEL) log.warn(`Unknown server option: ${key}`)
  log.info(`Device: [Yunji] yunji ${context.model} (Android ${context.androidVersion})`)
  if (options.list_encoders || options.list_displays || options.list_apps) return list(running, options)
  if (options.video) await findEncoder(running, options.video_codec)
  const sockets = await openSockets(context, options, ending.signal)
  await serve(running, options, sockets)
}

async function findEncoder({ log, parts }: Run, codec: string): Promise<void> {
  try {
    if (codec === 'h264') return void (await parts.loadEncoder())
  } catch (error) {
    log.warn(error instanceof Error ? error.message : String(error))
  }
  const message = `Could not create default video encoder for ${codec}`
  log.error(message)
  throw new ConfigurationError(message)
}

/** Runs until a socket closes or the signal is aborted. */
async function serve(running: Run, options: ServerOptions, sockets: Sockets): Promise<void> {
  const { context, log, parts, ending } = running
  const { promise: ended, resolve: end, reject: fail } = Promise.withResolvers<void>()
  ending.signal.addEventListener('abort', () => end(), { once: true })
  for (const socket of sockets.values()) socket.onClose(() => end())
  const closers = [() => sockets.forEach((socket) => socket.close())]
  try {
    if (options.power_on) context.screen.setPower(true)
    const [first] = sockets.values()
    if (options.send_device_meta) first?.write(encodeDeviceName(context.model)).catch(fail)
    // Codec id 0: the stream is disabled.
    sockets.get('audio')?.write(new Uint8Array(4)).catch(fail)
    const video = sockets.get('video')
    const stream = video ? createStream(context, options, parts, video, fail) : null
    if (stream) {
      log.debug('Display: using DisplayManager API')
      log.debug(`Using video encoder: '${ENCODER_NAME}'`)
      closers.unshift(() => {
        stream.stop()
        log.debug('Screen streaming stopped')
      })
    }
    const control = sockets.get('control')
    if (control) closers.unshift(handleControl(running, options, control, stream, { end, fail }))
    if (video && options.send_codec_meta && stream) {
      video.write(encodeCodecMeta({ codecId: CodecId.h264, ...stream.size })).catch(fail)
    }
    if (stream && context.refusesProfile && asksForProfile(options)) return refuseProfile(log, options)
    await stream?.start()
    await ended
  } finally {
    for (const close of closers) close()
    if (options.power_off_on_close) context.screen.setPower(false)
  }
}

const asksForProfile = (options: ServerOptions): boolean => /(^|,)profile=/.test(options.video_codec_options)

/** The real server tries smaller pictures, which are refused as well. */
function refuseProfile(log: ServerLog, { downsize_on_error: downsizes, max_size: maxSize }: ServerOptions): void {
  const sizes = downsizes ? SMALLER_SIZES.filter((size) => maxSize === 0 || size < maxSize) : []
  for (const size of [null, ...sizes]) {
    if (size !== null) log.info(`Retrying with -m${size}...`)
    log.error('Capture/encoding error: java.lang.IllegalArgumentException: null')
  }
  log.error('Video encoding error', 'java.lang.IllegalArgumentException')
}

function createStream(
  { screen }: ScrcpyContext,
  options: ServerOptions,
  { openEncoder, clock }: ScrcpyDependencies,
  socket: PhoneSocket,
  onError: (error: unknown) => void,
): VideoStream {
  return new VideoStream({
    screen,
    socket,
    openEncoder,
    clock,
    maxSize: options.max_size,
    bitrate: options.video_bit_rate,
    maxFps: options.max_fps || DEFAULT_MAX_FPS,
    isBaseline: /(^|,)profile=1(,|$)/.test(options.video_codec_options),
    hasFrameMeta: options.send_frame_meta,
    onError,
  })
}

/** Handles the control socket; the returned function stops it. */
function handleControl(
  { context, log }: Run,
  options: ServerOptions,
  socket: PhoneSocket,
  stream: VideoStream | null,
  { end, fail }: { end(): void; fail(error: unknown): void },
): () => void {
  const controller = new Controller({
    context,
    log,
    isClipboardSynced: options.clipboard_autosync,
    videoSize: () => stream?.size ?? null,
    resetVideo: () => stream?.reset(),
    send: (message) => void socket.write(encodeDeviceMessage(message)).catch(fail),
  })
  const reader = new ControlReader(CONTROL_MAX_BYTES)
  socket.onData((chunk) => {
    try {
      for (const message of reader.push(chunk)) controller.obey(message)
    } catch (error) {
      if (!(error instanceof ProtocolError)) return fail(error)
      const thrown = `com.genymobile.scrcpy.control.ControlProtocolException: ${error.message}`
      log.error('Control protocol error', thrown)
      end()
    }
  })
  return () => {
    controller.stop()
    log.debug('Controller stopped')
    log.debug('Device message sender stopped')
  }
}

function list({ context, log }: Run, options: ServerOptions): void {
  const lines = [
    ...(options.list_encoders
      ? [
          `List of video encoders:\n    --video-codec=h264 --video-encoder=${ENCODER_NAME}  (sw)`,
          'List of audio encoders:',
        ]
      : []),
    ...(options.list_displays
      ? [`List of displays:\n    --display-id=0    (${context.screen.size.width}x${context.screen.size.height})`]
      : []),
    ...(options.list_apps
      ? [
          `List of apps:\n${context.host
            .listApps()
            .map(({ label, packageName }) => ` * ${label}  ${packageName}`)
            .join('\n')}`,
        ]
      : []),
  ]
  for (const line of lines) log.info(line)
}
