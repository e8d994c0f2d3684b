import type { ScreenConfig, ScreenFrame } from '@yunji/phone-driver/types'
import type { FromViewer } from '@yunji/phone-protocol/stream/from-viewer'
import type { QualityName } from '@yunji/phone-protocol/stream/quality'
import { encodeToViewer } from '@yunji/phone-protocol/stream/to-viewer'
import type { Logger } from 'pino'
import type { Clock } from '../platform/clock.ts'
import type { PhoneConnection } from '../platform/phone-connection.ts'
import type { ControlLease, LeaseListener } from './control-lease.ts'
import { createFrameCache } from './frame-cache.ts'
import { toControl } from './input.ts'
import { type SupervisedScreen, superviseScreen } from './screen-supervisor.ts'
import type { StreamStats } from './stats.ts'
import type { Viewer } from './viewer.ts'

/** The encoder outlives the last viewer by this time, because users switch between pages. */
const LINGER_MS = 5000
/** Interval of the key frames that a viewer without the controls can ask for; they cost everybody's picture. */
const WATCHER_KEY_FRAME_EVERY_MS = 10_000

const REFUSALS = {
  taken: '对方正在操作，请稍后再试',
  unavailable: '暂时无法操作，请稍后再试',
} as const
const LAPSED = '暂时无法操作，恢复后会自动继续'

interface HubOptions {
  readonly openConnection: () => PhoneConnection
  readonly openLease: (listener: LeaseListener<Viewer>) => ControlLease<Viewer>
  readonly clock: Clock
  readonly log: Logger
  readonly stats: StreamStats
  /** Called when a viewer takes the controls. */
  readonly onControl?: (viewer: Viewer) => void
  /** Called when the last viewer has not been replaced within the linger time. */
  readonly onEmpty: () => void
}

/** Viewers of one phone: one connection, one encoder, any number of viewers, one holder of the controls. */
export const createHub = ({ openConnection, openLease, clock, log, stats, onControl, onEmpty }: HubOptions) => {
  const viewers = new Set<Viewer>()
  const frameCache = createFrameCache()
  let screen: SupervisedScreen | undefined
  let linger: NodeJS.Timeout | undefined
  /** Each read starts a process on the phone. */
  let isReadingClipboard = false
  let lastHolder: Viewer | undefined

  const nowMs = (): number => clock.now().getTime()
  const encodeConfig = ({ width, height, data }: ScreenConfig): Uint8Array =>
    encodeToViewer({ kind: 'config', width, height, data })

  const open = (first: QualityName): SupervisedScreen =>
    superviseScreen(
      openConnection(),
      first,
      {
        onConfig(config) {
          frameCache.clear()
          const bytes = encodeConfig(config)
          for (const viewer of viewers) viewer.restart(bytes)
        },
        onFrame({ isKey, ptsUs, data }: ScreenFrame) {
          const bytes = encodeToViewer({ kind: 'frame', isKey, ptsUs, data })
          frameCache.add(bytes, isKey)
          for (const viewer of viewers) viewer.offer(bytes, isKey)
        },
        // The phone's clipboard goes to the holder of the controls only.
        onClipboard: (text) => lease.holder?.send(encodeToViewer({ kind: 'clipboard', text })),
        onPhone(state) {
          for (const viewer of viewers) viewer.sendEvent({ type: 'phone', state })
        },
        onQuality(name) {
          for (const viewer of viewers) viewer.sendEvent({ type: 'quality', name })
        },
        onUnable() {
          for (const viewer of viewers) viewer.end('phone')
        },
      },
      log,
    )

  /** For a viewer without a decodable frame. The phone is asked only when the cache cannot help. */
  const showFromKey = (viewer: Viewer): void => {
    if (frameCache.frames.length === 0) screen?.requestKeyFrame(keyFrameDelayOf(viewer))
    for (const [index, bytes] of frameCache.frames.entries()) viewer.offer(bytes, index === 0)
  }

  /** Delay until the phone may be asked for this viewer. */
  const keyFrameDelayOf = (viewer: Viewer): number => {
    if (lease.holder === viewer) return 0
    const monotonicMs = performance.now()
    const delayMs = Math.max(0, viewer.nextKeyFrameMs - monotonicMs)
    if (delayMs === 0) viewer.nextKeyFrameMs = monotonicMs + WATCHER_KEY_FRAME_EVERY_MS
    return delayMs
  }

  /** Sends the stream from its beginning to a viewer that cannot decode what it has. */
  const resend = (viewer: Viewer): void => {
    const config = screen?.config
    if (!config) return
    viewer.restart(encodeConfig(config))
    showFromKey(viewer)
  }

  const sendControl = (): void => {
    const { holder, isHeld } = lease
    for (const viewer of viewers) {
      const hasControl = viewer === holder
      viewer.sendEvent({ type: 'control', hasControl, isTaken: isHeld && !hasControl })
    }
  }

  /** The holder of the controls decides the quality; without one it stays as it is. */
  const chooseQuality = (): void => {
    if (lease.holder) screen?.setQuality(lease.holder.quality)
  }

  /** The answer goes to a viewer that still holds the controls. */
  const sendClipboard = async (viewer: Viewer): Promise<void> => {
    if (!screen || isReadingClipboard) return
    isReadingClipboard = true
    try {
      const text = await screen.readClipboard()
      if (lease.holder === viewer) viewer.send(encodeToViewer({ kind: 'clipboard', text }))
    } catch (error) {
      log.info({ err: error, deviceId: viewer.grant.deviceId }, 'clipboard read failed')
      viewer.sendEvent({ type: 'notice', text: '暂时读不到云手机的剪贴板，请稍后再试' })
    } finally {
      isReadingClipboard = false
    }
  }

  const sendInput = (...input: Parameters<typeof toControl>): void => {
    for (const message of toControl(...input)) screen?.control(message)
  }

  const releaseInputs = (viewer: Viewer): void => {
    const size = screen?.config
    const released = viewer.pressed.releaseAll()
    if (size) for (const input of released) sendInput(input, size)
  }

  const lease = openLease({
    onRelease: releaseInputs,
    onLost: (viewer) => void viewer.pressed.releaseAll(),
    onMove() {
      if (lease.holder && lease.holder !== lastHolder) onControl?.(lease.holder)
      lastHolder = lease.holder
      sendControl()
      chooseQuality()
    },
    onRefused: (viewer, reason) => viewer.sendEvent({ type: 'notice', text: REFUSALS[reason] }),
    onLapse: (viewer) => viewer.sendEvent({ type: 'notice', text: LAPSED }),
  })

  return {
    viewers,
    lease,
    get quality(): QualityName | undefined {
      return screen?.quality
    },

    /** Before the greeting: wakes the phone and decides whether this viewer gets the controls. */
    join(viewer: Viewer): void {
      clearTimeout(linger)
      screen ??= open(viewer.quality)
      viewer.onCaughtUp = () => showFromKey(viewer)
      lease.join(viewer)
    },

    /** After the greeting: sends the current picture and the holder of the controls. */
    begin(viewer: Viewer): void {
      clearTimeout(linger)
      screen ??= open(viewer.quality)
      viewers.add(viewer)
      if (screen.isUnable) return viewer.end('phone')
      viewer.sendEvent({ type: 'phone', state: screen.state })
      resend(viewer)
      sendControl()
      chooseQuality()
    },

    leave(viewer: Viewer): void {
      viewers.delete(viewer)
      lease.release(viewer)
      if (viewers.size > 0) return
      linger = setTimeout(onEmpty, LINGER_MS).unref()
    },

    /** Releases pressed keys and the controls; the viewer keeps watching. */
    revokeControl(viewer: Viewer): void {
      lease.release(viewer)
    },

    receive(viewer: Viewer, message: Exclude<FromViewer, { kind: 'ping' }>): void {
      viewer.lastInputMs = nowMs()
      viewer.hasBeenWarned = false
      if (message.kind !== 'request') {
        const size = screen?.config
        if (lease.holder !== viewer || !size) return
        stats.inputs.inc()
        if (viewer.pressed.track(message)) sendInput(message, size)
        return
      }
      const { request } = message
      switch (request.type) {
        case 'quality':
          viewer.quality = request.name
          chooseQuality()
          if (lease.holder !== viewer) viewer.sendEvent({ type: 'notice', text: '画质由正在操作的人决定' })
          break
        case 'takeControl':
          lease.take(viewer)
          break
        case 'releaseControl':
          lease.release(viewer)
          break
        case 'rotate':
          if (lease.holder === viewer) screen?.control({ type: 'rotateDevice' })
          break
        case 'copy':
          if (lease.holder === viewer) void sendClipboard(viewer)
          break
        case 'keyFrame':
          resend(viewer)
          break
        case 'stillHere':
          break
      }
    },

    close(): void {
      clearTimeout(linger)
      lease.close()
      screen?.close()
      screen = undefined
    },
  }
}

export type Hub = ReturnType<typeof createHub>
