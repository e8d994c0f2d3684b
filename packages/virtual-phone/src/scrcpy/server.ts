import { ControlReader } from '@yunji/phone-protocol/scrcpy/control-reader'
import { encodeDeviceMessage } from '@yunji/phone-protocol/scrcpy/device-message'
import { parseServerArguments, SCRCPY_VERSION, type ServerOptions } from '@yunji/phone-protocol/scrcpy/options'
import { CodecId, encodeCodecMeta, encodeDeviceName } from '@yunji/phone-protocol/scrcpy/video'
import type { OpenEncoder } from '../encoder/video-encoder.ts'
import { loadEncoder, openX264 } from '../encoder/x264.ts'
import type { ScreenClock } from '../screen/ui.ts'
import { Controller } from './controller.ts'
import { openSockets, type Sockets } from './sockets.ts'
import type { PhoneSocket, ScrcpyContext, ScrcpyRun } from './types.ts'
import { VideoStream } from './video-stream.ts'

const DEFAULT_MAX_FPS = 60

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
  const done = run(context, words, parts, ending).then(
    () => 0,
    (error: unknown) => {
      if (ending.signal.aborted) return 0
      context.print(`[server] ERROR: ${error instanceof Error ? error.message : String(error)}`)
      ending.abort()
      return 1
    },
  )
  return { done, stop: () => ending.abort() }
}

async function run(
  context: ScrcpyContext,
  words: readonly string[],
  parts: ScrcpyDependencies,
  ending: AbortController,
): Promise<void> {
  const { version, options, unknownKeys } = parseServerArguments(words)
  if (version !== SCRCPY_VERSION) {
    throw new Error(`The server version (${SCRCPY_VERSION}) does not match the client (${version})`)
  }
  for (const key of unknownKeys) context.print(`[server] WARN: Unknown server option: ${key}`)
  context.print(`[server] INFO: Device: [Yunji] yunji ${context.model} (Android ${context.androidVersion})`)
  if (options.list_encoders || options.list_displays || options.list_apps) return list(context, options)
  if (options.video && options.video_codec !== 'h264') throw new Error(`Unsupported codec: ${options.video_codec}`)
  if (options.video) await parts.loadEncoder()
  const sockets = await openSockets(context, options, ending.signal)
  await serve(context, options, parts, sockets, ending)
}

/** Runs until a socket closes or the signal is aborted. */
async function serve(
  context: ScrcpyContext,
  options: ServerOptions,
  parts: ScrcpyDependencies,
  sockets: Sockets,
  ending: AbortController,
): Promise<void> {
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
    if (stream) closers.unshift(() => stream.stop())
    const control = sockets.get('control')
    if (control) closers.unshift(handleControl(context, options, control, stream, fail))
    if (video && options.send_codec_meta && stream) {
      video.write(encodeCodecMeta({ codecId: CodecId.h264, ...stream.size })).catch(fail)
    }
    await stream?.start()
    await ended
  } finally {
    for (const close of closers) close()
    if (options.power_off_on_close) context.screen.setPower(false)
  }
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
    hasFrameMeta: options.send_frame_meta,
    onError,
  })
}

/** Handles the control socket; the returned function stops it. */
function handleControl(
  context: ScrcpyContext,
  options: ServerOptions,
  socket: PhoneSocket,
  stream: VideoStream | null,
  onError: (error: unknown) => void,
): () => void {
  const controller = new Controller({
    context,
    isClipboardSynced: options.clipboard_autosync,
    videoSize: () => stream?.size ?? null,
    resetVideo: () => stream?.reset(),
    send: (message) => void socket.write(encodeDeviceMessage(message)).catch(onError),
  })
  const reader = new ControlReader()
  socket.onData((chunk) => {
    try {
      for (const message of reader.push(chunk)) controller.obey(message)
    } catch (error) {
      onError(error)
    }
  })
  return () => controller.stop()
}

function list(context: ScrcpyContext, options: ServerOptions): void {
  const lines = [
    ...(options.list_encoders
      ? [
          'List of video encoders:\n    --video-codec=h264 --video-encoder=c2.yunji.h264.encoder  (sw)',
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
  for (const line of lines) context.print(`[server] INFO: ${line}`)
}
