import type { InstalledApp } from '@yunji/contract/devices/device/schema'
import type { FromViewer } from '@yunji/phone-protocol/stream/from-viewer'
import type { QualityName } from '@yunji/phone-protocol/stream/quality'
import { encodeToViewer } from '@yunji/phone-protocol/stream/to-viewer'
import type { Logger } from 'pino'
import type { Clock } from '../platform/clock.ts'
import type { PhoneConnection } from '../platform/phone-connection.ts'
import type { ControlLease, LeaseListener } from './control-lease.ts'
import { toControl } from './input.ts'
import { type ChannelName, channelNameOf, createScreenChannel, type ScreenChannel } from './screen-channel.ts'
import type { SupervisedScreen } from './screen-supervisor.ts'
import type { StreamStats } from './stats.ts'
import type { Viewer } from './viewer.ts'

/** An encoder outlives its last viewer by this time, because users switch between pages. */
const LINGER_MS = 5000
/** Interval of the key frames that a viewer without the controls can ask for; they cost everybody's picture. */
const WATCHER_KEY_FRAME_EVERY_MS = 10_000

/** A phone that runs one encoder at a time starts the next one only when the viewer has left this one. */
const MOVE_WITHIN_MS = 5000

interface Move {
  readonly quality: QualityName
  readonly deadline: NodeJS.Timeout
}

const REFUSALS = {
  taken: '对方正在操作，请稍后再试',
  unavailable: '暂时无法操作，请稍后再试',
} as const
const LAPSED = '暂时无法操作，恢复后会自动继续'

interface HubOptions {
  readonly openConnection: () => PhoneConnection
  readonly openLease: (listener: LeaseListener<Viewer>) => ControlLease<Viewer>
  readonly listApps: () => Promise<readonly InstalledApp[]>
  readonly clock: Clock
  readonly log: Logger
  readonly stats: StreamStats
  /** Called when a viewer takes the controls. */
  readonly onControl?: (viewer: Viewer) => void
  /** Called when the last viewer has not been replaced within the linger time. */
  readonly onEmpty: () => void
}

/**
 * Viewers of one phone: any number of them, one holder of the controls, one encoder; and a second one of small pictures
 * while the phone is on somebody's wall, which neither costs the others their picture nor decodes theirs.
 */
export const createHub = (options: HubOptions) => {
  const { openConnection, openLease, listApps, clock, log, stats, onControl, onEmpty } = options
  const viewers = new Set<Viewer>()
  const channels = new Map<ChannelName, ScreenChannel>()
  /** Viewers who change channels: until the next one is ready, they keep the picture and the controls that they have. */
  const moving = new Map<Viewer, Move>()
  /** Channels without a viewer, until they close. */
  const lingering = new Map<ChannelName, NodeJS.Timeout>()
  let linger: NodeJS.Timeout | undefined
  /** Each read starts a process on the phone. */
  let isReadingClipboard = false
  let isListingApps = false
  let lastHolder: Viewer | undefined

  const nowMs = (): number => clock.now().getTime()
  const channelOf = (viewer: Viewer): ScreenChannel | undefined => channels.get(channelNameOf(viewer.quality))

  const openChannel = (quality: QualityName): ScreenChannel => {
    const name = channelNameOf(quality)
    clearTimeout(lingering.get(name))
    const known = channels.get(name)
    if (known) return known
    const channel = createScreenChannel({
      connection: openConnection(),
      first: quality,
      log,
      keyFrameDelayOf,
      onReady: () => {
        for (const [viewer, next] of moving) if (channelNameOf(next.quality) === name) move(viewer, next.quality)
      },
      // The phone's clipboard goes to the holder of the controls only, once.
      onClipboard: (text) => {
        const { holder } = lease
        if (holder && channelOf(holder) === channel) holder.send(encodeToViewer({ kind: 'clipboard', text }))
      },
    })
    channels.set(name, channel)
    return channel
  }

  const leaveChannel = (viewer: Viewer): void => {
    const name = channelNameOf(viewer.quality)
    channels.get(name)?.viewers.delete(viewer)
    closeUnused(name)
  }

  /** The last viewer of a channel takes its encoder along after a while, when others look at the other one. */
  const closeUnused = (name: ChannelName): void => {
    const channel = channels.get(name)
    const isExpected = [...moving.values()].some(({ quality }) => channelNameOf(quality) === name)
    if (!channel || channel.viewers.size > 0 || isExpected) return
    const closeChannel = (): void => {
      channels.delete(name)
      channel.close()
    }
    clearTimeout(lingering.get(name))
    lingering.set(name, setTimeout(closeChannel, LINGER_MS).unref())
  }

  /** Delay until the phone may be asked for this viewer. */
  const keyFrameDelayOf = (viewer: Viewer): number => {
    if (lease.holder === viewer) return 0
    const monotonicMs = performance.now()
    const delayMs = Math.max(0, viewer.nextKeyFrameMs - monotonicMs)
    if (delayMs === 0) viewer.nextKeyFrameMs = monotonicMs + WATCHER_KEY_FRAME_EVERY_MS
    return delayMs
  }

  const sendControl = (): void => {
    const { holder, isHeld } = lease
    for (const viewer of viewers) {
      const hasControl = viewer === holder
      viewer.sendEvent({ type: 'control', hasControl, isTaken: isHeld && !hasControl })
    }
  }

  /** The holder of the controls decides the quality; without one, or with one at a wall, it stays as it is. */
  const chooseQuality = (): void => {
    const { holder } = lease
    if (holder) channelOf(holder)?.screen.setQuality(holder.quality)
  }

  /** From a wall to the whole screen or back, without a moment in which nothing is shown and no input is taken. */
  const changeQuality = (viewer: Viewer, quality: QualityName): void => {
    stopMoving(viewer)
    if (channelNameOf(quality) === channelNameOf(viewer.quality)) {
      viewer.quality = quality
      return chooseQuality()
    }
    const channel = openChannel(quality)
    // Now rather than after the move, which would leave the viewer without a picture again.
    if (lease.holder === viewer) channel.screen.setQuality(quality)
    if (channel.isReady) return move(viewer, quality)
    moving.set(viewer, { quality, deadline: setTimeout(move, MOVE_WITHIN_MS, viewer, quality).unref() })
    return channel.screen.requestKeyFrame(keyFrameDelayOf(viewer))
  }

  /** Inputs belong to the connection that they were made on. */
  const move = (viewer: Viewer, quality: QualityName): void => {
    clearTimeout(moving.get(viewer)?.deadline)
    moving.delete(viewer)
    releaseInputs(viewer)
    leaveChannel(viewer)
    viewer.quality = quality
    const channel = openChannel(quality)
    viewer.sendEvent({ type: 'quality', name: channel.screen.quality })
    channel.begin(viewer)
    chooseQuality()
  }

  const stopMoving = (viewer: Viewer): void => {
    const next = moving.get(viewer)
    if (!next) return
    clearTimeout(next.deadline)
    moving.delete(viewer)
    closeUnused(channelNameOf(next.quality))
  }

  /** The answer goes to a viewer that still holds the controls. */
  const sendClipboard = async (viewer: Viewer): Promise<void> => {
    const screen = channelOf(viewer)?.screen
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

  /** Its answer goes to a viewer that still holds the controls. */
  const sendApps = async (viewer: Viewer): Promise<void> => {
    if (isListingApps) return
    isListingApps = true
    try {
      const found = await listApps()
      // Only what can be opened has a name of its own.
      const apps = found
        .filter(({ packageName, name }) => name !== packageName)
        .map(({ packageName, name }) => ({ packageName, name }))
      if (lease.holder === viewer) viewer.sendEvent({ type: 'apps', apps })
    } catch (error) {
      log.info({ err: error, deviceId: viewer.grant.deviceId }, 'app list read failed')
      viewer.sendEvent({ type: 'notice', text: '暂时读不到应用列表，请稍后再试' })
    } finally {
      isListingApps = false
    }
  }

  const sendInput = (screen: SupervisedScreen, ...input: Parameters<typeof toControl>): void => {
    for (const message of toControl(...input)) screen.control(message)
  }

  const releaseInputs = (viewer: Viewer): void => {
    const screen = channelOf(viewer)?.screen
    const size = screen?.config
    const released = viewer.pressed.releaseAll()
    if (size) for (const input of released) sendInput(screen, input, size)
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
    /** Quality of the picture that this viewer gets. */
    qualityFor: (viewer: Viewer): QualityName => channelOf(viewer)?.screen.quality ?? viewer.quality,

    /** Before the greeting: wakes the phone and decides whether this viewer gets the controls. */
    join(viewer: Viewer): void {
      clearTimeout(linger)
      openChannel(viewer.quality)
      lease.join(viewer)
    },

    /** After the greeting: sends the current picture and the holder of the controls. */
    begin(viewer: Viewer): void {
      clearTimeout(linger)
      viewers.add(viewer)
      openChannel(viewer.quality).begin(viewer)
      // A phone without a picture has ended its viewer.
      if (!viewers.has(viewer)) return
      sendControl()
      chooseQuality()
    },

    leave(viewer: Viewer): void {
      viewers.delete(viewer)
      lease.release(viewer)
      stopMoving(viewer)
      leaveChannel(viewer)
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
        const screen = channelOf(viewer)?.screen
        const size = screen?.config
        if (lease.holder !== viewer || !size) return
        stats.inputs.inc()
        if (viewer.pressed.track(message)) sendInput(screen, message, size)
        return
      }
      const { request } = message
      switch (request.type) {
        case 'quality':
          changeQuality(viewer, request.name)
          if (lease.holder !== viewer && request.name !== 'tile')
            viewer.sendEvent({ type: 'notice', text: '画质由正在操作的人决定' })
          break
        case 'takeControl':
          lease.take(viewer)
          break
        case 'releaseControl':
          lease.release(viewer)
          break
        case 'rotate':
          if (lease.holder === viewer) channelOf(viewer)?.screen.control({ type: 'rotateDevice' })
          break
        case 'copy':
          if (lease.holder === viewer) void sendClipboard(viewer)
          break
        case 'startApp':
          if (lease.holder === viewer)
            channelOf(viewer)?.screen.control({ type: 'startApp', name: request.packageName })
          break
        case 'apps':
          if (lease.holder === viewer) void sendApps(viewer)
          break
        case 'pictures':
          viewer.isPaused = !request.isOn
          if (request.isOn) channelOf(viewer)?.resend(viewer)
          break
        case 'keyFrame':
          channelOf(viewer)?.resend(viewer)
          break
        case 'stillHere':
          break
      }
    },

    close(): void {
      clearTimeout(linger)
      for (const timer of lingering.values()) clearTimeout(timer)
      lease.close()
      for (const { deadline } of moving.values()) clearTimeout(deadline)
      moving.clear()
      for (const channel of channels.values()) channel.close()
      channels.clear()
    },
  }
}

export type Hub = ReturnType<typeof createHub>
