import type { ScreenConfig, ScreenFrame } from '@yunji/phone-driver/types'
import type { FromViewer } from '@yunji/phone-protocol/stream/from-viewer'
import { QUALITY_NAMES, type QualityName } from '@yunji/phone-protocol/stream/quality'
import { encodeToViewer } from '@yunji/phone-protocol/stream/to-viewer'
import type { Logger } from 'pino'
import type { Clock } from '../platform/clock.ts'
import type { PhoneConnection } from '../platform/phone-connection.ts'
import { createControlLease } from './control-lease.ts'
import { createFrameCache } from './frame-cache.ts'
import { requestClipboard, toControl } from './input.ts'
import { type SupervisedScreen, superviseScreen } from './screen-supervisor.ts'
import type { StreamStats } from './stats.ts'
import type { Viewer } from './viewer.ts'

/** The encoder stays for so long after the last viewer, because people go back and forth between pages. */
const LINGER_MS = 5000

interface HubOptions {
  readonly openConnection: () => PhoneConnection
  readonly clock: Clock
  readonly log: Logger
  readonly stats: StreamStats
  /** Nobody looks any more, and nobody has come back. */
  readonly onEmpty: () => void
}

/** One phone with everybody who looks at it: one line, one encoder, any number of viewers, one pair of hands. */
export const createHub = ({ openConnection, clock, log, stats, onEmpty }: HubOptions) => {
  const viewers = new Set<Viewer>()
  const lease = createControlLease<Viewer>()
  const frameCache = createFrameCache()
  let screen: SupervisedScreen | undefined
  let linger: NodeJS.Timeout | undefined

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
        // What was copied on the phone is for the hands that hold it, not for everybody who looks.
        onClipboard: (text) => lease.holder?.send(encodeToViewer({ kind: 'clipboard', text })),
        onPhone(state) {
          for (const viewer of viewers) viewer.tell({ type: 'phone', state })
        },
        onQuality(name) {
          for (const viewer of viewers) viewer.tell({ type: 'quality', name })
        },
        onUnable() {
          for (const viewer of viewers) viewer.end('phone')
        },
      },
      log,
    )

  /** A viewer that has nothing to go on from. */
  const showFromKey = (viewer: Viewer): void => {
    if (frameCache.frames.length === 0) screen?.requestKeyFrame()
    for (const [index, bytes] of frameCache.frames.entries()) viewer.offer(bytes, index === 0)
  }

  const sendControl = (): void => {
    const { holder } = lease
    for (const viewer of viewers) {
      const hasControl = viewer === holder
      viewer.tell({ type: 'control', hasControl, isTaken: holder !== undefined && !hasControl })
    }
  }

  /** The hands on the phone decide its quality; while there are none, the most demanding eyes do. */
  const chooseQuality = (): void => {
    const wanted = lease.holder ? [lease.holder.quality] : [...viewers].map((viewer) => viewer.quality)
    const best = QUALITY_NAMES.find((name) => wanted.includes(name))
    if (best) screen?.want(best)
  }

  const releaseInputs = (viewer: Viewer): void => {
    const size = screen?.config
    for (const input of viewer.pressed.letGo()) if (size) screen?.control(toControl(input, size))
  }

  const moveControl = (change: () => boolean): void => {
    const before = lease.holder
    if (!change()) return
    if (before && before !== lease.holder) releaseInputs(before)
    sendControl()
    chooseQuality()
  }

  return {
    viewers,
    lease,
    get quality(): QualityName | undefined {
      return screen?.quality
    },

    /** Before the greeting: the phone wakes up, and whether this viewer gets the controls is known. */
    join(viewer: Viewer): void {
      clearTimeout(linger)
      screen ??= open(viewer.quality)
      viewer.onCaughtUp = () => showFromKey(viewer)
      const before = lease.holder
      if (lease.enter(viewer) && before) releaseInputs(before)
    },

    /** After the greeting: what there is to show, and who holds the controls now. */
    begin(viewer: Viewer): void {
      clearTimeout(linger)
      screen ??= open(viewer.quality)
      viewers.add(viewer)
      if (screen.isUnable) return viewer.end('phone')
      const { config } = screen
      viewer.tell({ type: 'phone', state: screen.state })
      if (config) {
        viewer.restart(encodeConfig(config))
        showFromKey(viewer)
      }
      sendControl()
      chooseQuality()
    },

    leave(viewer: Viewer): void {
      viewers.delete(viewer)
      releaseInputs(viewer)
      if (lease.release(viewer)) sendControl()
      chooseQuality()
      if (viewers.size > 0) return
      linger = setTimeout(onEmpty, LINGER_MS).unref()
    },

    /** The viewer stays and looks on; what it held down is let go, and the controls are free. */
    takeControl(viewer: Viewer): void {
      moveControl(() => lease.release(viewer))
    },

    receive(viewer: Viewer, message: Exclude<FromViewer, { kind: 'ping' }>): void {
      viewer.lastInputMs = nowMs()
      viewer.hasBeenWarned = false
      if (message.kind !== 'request') {
        const size = screen?.config
        if (lease.holder !== viewer || !size) return
        stats.inputs.inc()
        viewer.pressed.follow(message)
        screen?.control(toControl(message, size))
        return
      }
      const { request } = message
      switch (request.type) {
        case 'quality':
          viewer.quality = request.name
          chooseQuality()
          break
        case 'takeControl':
          if (lease.holder !== viewer && !lease.canTake(viewer, nowMs())) {
            viewer.tell({ type: 'notice', text: '对方正在操作，请稍后再试' })
          } else moveControl(() => lease.take(viewer, nowMs()))
          break
        case 'releaseControl':
          releaseInputs(viewer)
          moveControl(() => lease.release(viewer))
          break
        case 'rotate':
          if (lease.holder === viewer) screen?.control({ type: 'rotateDevice' })
          break
        case 'copy':
          if (lease.holder === viewer) screen?.control(requestClipboard)
          break
        case 'keyFrame':
          screen?.requestKeyFrame()
          break
        case 'stillHere':
          break
      }
    },

    close(): void {
      clearTimeout(linger)
      screen?.close()
      screen = undefined
    },
  }
}

export type Hub = ReturnType<typeof createHub>
