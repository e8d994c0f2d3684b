import type { ScreenConfig } from '@yunji/phone-driver/types'
import type { QualityName } from '@yunji/phone-protocol/stream/quality'
import { encodeToViewer } from '@yunji/phone-protocol/stream/to-viewer'
import type { Logger } from 'pino'
import type { PhoneConnection } from '../platform/phone-connection.ts'
import { createFrameCache } from './frame-cache.ts'
import { superviseScreen } from './screen-supervisor.ts'
import type { Viewer } from './viewer.ts'

/** `tile` has small pictures for walls of phones; `main` is the screen of those who use the phone. */
export type ChannelName = 'main' | 'tile'

export const channelNameOf = (quality: QualityName): ChannelName => (quality === 'tile' ? 'tile' : 'main')

interface ChannelOptions {
  readonly connection: PhoneConnection
  readonly first: QualityName
  readonly log: Logger
  /** Delay until the phone may be asked for a key frame for this viewer. */
  readonly keyFrameDelayOf: (viewer: Viewer) => number
  /** The channel has become ready. */
  readonly onReady: () => void
  readonly onClipboard: (text: string) => void
}

/** One encoder of a phone, and the viewers of its picture. */
export const createScreenChannel = (options: ChannelOptions) => {
  const { connection, first, log, keyFrameDelayOf, onReady, onClipboard } = options
  const viewers = new Set<Viewer>()
  const frameCache = createFrameCache()
  const encodeConfig = ({ width, height, data }: ScreenConfig): Uint8Array =>
    encodeToViewer({ kind: 'config', width, height, data })

  const screen = superviseScreen(
    connection,
    first,
    {
      onConfig(config) {
        frameCache.clear()
        const bytes = encodeConfig(config)
        for (const viewer of viewers) viewer.restart(bytes)
      },
      onFrame({ isKey, ptsUs, data }) {
        const bytes = encodeToViewer({ kind: 'frame', isKey, ptsUs, data })
        frameCache.add(bytes, isKey)
        for (const viewer of viewers) viewer.offer(bytes, isKey)
        if (isKey) onReady()
      },
      onClipboard,
      onPhone(state) {
        for (const viewer of viewers) viewer.sendEvent({ type: 'phone', state })
      },
      onQuality(name) {
        for (const viewer of viewers) viewer.sendEvent({ type: 'quality', name })
      },
      onUnable() {
        for (const viewer of viewers) viewer.end('phone')
        onReady()
      },
    },
    log,
  )

  /** For a viewer without a decodable frame. The phone is asked only when the cache cannot help. */
  const showFromKey = (viewer: Viewer): void => {
    if (viewer.isPaused) return
    if (frameCache.frames.length === 0) screen.requestKeyFrame(keyFrameDelayOf(viewer))
    for (const [index, bytes] of frameCache.frames.entries()) viewer.offer(bytes, index === 0)
  }

  /** Sends the stream from its beginning to a viewer that cannot decode what it has. */
  const resend = (viewer: Viewer): void => {
    const { config } = screen
    if (!config) return
    viewer.restart(encodeConfig(config))
    showFromKey(viewer)
  }

  return {
    viewers,
    screen,
    resend,
    /** A new viewer gets a picture at once, or is told at once that there is none. */
    get isReady(): boolean {
      return screen.isUnable || (screen.config !== undefined && frameCache.frames.length > 0)
    },

    /** Sends the state of the phone and the current picture. */
    begin(viewer: Viewer): void {
      viewers.add(viewer)
      viewer.onCaughtUp = () => showFromKey(viewer)
      if (screen.isUnable) return viewer.end('phone')
      viewer.sendEvent({ type: 'phone', state: screen.state })
      resend(viewer)
    },

    close: screen.close,
  }
}

export type ScreenChannel = ReturnType<typeof createScreenChannel>
