import type { Duplex } from 'node:stream'
import type { EndReason, StreamEvent } from '@yunji/phone-protocol/stream/events'
import { DEFAULT_QUALITY, type QualityName } from '@yunji/phone-protocol/stream/quality'
import { encodeToViewer } from '@yunji/phone-protocol/stream/to-viewer'
import type { WebSocket } from 'ws'
import type { StreamedDevice, StreamGrant } from '../modules/devices/streams/index.ts'
import { createPressedInputs } from './input.ts'
import type { StreamStats } from './stats.ts'

/** Backlog of a slow viewer from which frames are dropped until it has caught up. */
const QUEUE_LIMIT_BYTES = 512 * 1024
/** Events are small and must not be lost; a viewer with this backlog is disconnected. */
const QUEUE_END_BYTES = 2 * QUEUE_LIMIT_BYTES
/** Backlog at which a viewer has caught up and gets the next key frame. */
const QUEUE_LOW_BYTES = 64 * 1024
/** Time without any message, pongs included, after which a viewer counts as lost. */
const SILENCE_LIMIT_MS = 9_000
const PING_EVERY_MS = 3_000
/** Higher than human input rates. */
const MESSAGES_PER_SECOND = 1500
const CLOSE_DEADLINE_MS = 1000

const CLOSE_NORMAL = 1000
const CLOSE_GOING_AWAY = 1001
const CLOSE_PROTOCOL = 1002
const CLOSE_POLICY = 1008
const CLOSE_TRY_LATER = 1013

const closeCodes: Partial<Record<EndReason, number>> = {
  revoked: CLOSE_POLICY,
  expired: CLOSE_POLICY,
  protocol: CLOSE_PROTOCOL,
  shutdown: CLOSE_GOING_AWAY,
  tooMany: CLOSE_TRY_LATER,
}

export interface ViewerOptions {
  readonly socket: WebSocket
  /** Stream below the socket; emits `drain`. */
  readonly connection: Duplex
  readonly grant: StreamGrant
  readonly device: StreamedDevice
  readonly sessionId: string
  readonly uploadKey: string | null
  readonly resumeTicket: string
  readonly quality?: QualityName
  readonly stats: StreamStats
  readonly nowMs: number
}

export const noFigures = () => ({ sentFrames: 0, skippedFrames: 0, sentBytes: 0 })

/** One open screen: its send queue, backlog and last sign of life. */
export const createViewer = (options: ViewerOptions) => {
  const { socket, connection, device, stats, nowMs } = options
  let isWaitingForKey = true
  let hasEnded = false
  let messagesThisSecond = 0
  let lastMessageMs = nowMs
  let lastPingMs = nowMs

  const viewer = {
    sessionId: options.sessionId,
    uploadKey: options.uploadKey,
    grant: options.grant,
    device,
    userId: options.grant.userId,
    isOwner: device.isOwner,
    get isViewOnly(): boolean {
      return viewer.grant.mode === 'view'
    },
    /** Aborted when the right to control ends, not when the connection is lost. */
    control: new AbortController(),
    expiresAtMs: device.expiresAt.getTime(),
    /** Last touch, key or confirmed presence. */
    lastInputMs: nowMs,
    hasBeenWarned: false,
    controlRecordedMs: Number.NEGATIVE_INFINITY,
    quality: options.quality ?? DEFAULT_QUALITY,
    /** Gets no pictures: scrolled away, it keeps its last one. */
    isPaused: false,
    /** Earliest time, of `performance.now()`, at which the phone is asked for a key frame for a viewer without controls. */
    nextKeyFrameMs: 0,
    pressed: createPressedInputs(),
    resumeTicket: options.resumeTicket,
    resumeIssuedMs: nowMs,
    /** Counted since the resume ticket was issued. */
    figures: noFigures(),
    /** Called when a slow viewer has caught up and needs a key frame. */
    onCaughtUp: (): void => undefined,
    /** Called once at the end, by either side: no frames and no input afterwards. */
    onEnd: (): void => undefined,
    onClosed: (): void => undefined,
    endReason: undefined as EndReason | undefined,

    /** Frame encoded once for all viewers. A viewer with a backlog skips to a key frame, so memory stays bounded. */
    offer(bytes: Uint8Array, isKey: boolean): void {
      if (hasEnded || viewer.isPaused) return
      if (socket.bufferedAmount > QUEUE_LIMIT_BYTES) isWaitingForKey = true
      const canTake = isKey ? socket.bufferedAmount <= QUEUE_LOW_BYTES : true
      if (!canTake || (isWaitingForKey && !isKey) || socket.bufferedAmount > QUEUE_LIMIT_BYTES) {
        isWaitingForKey = true
        viewer.figures.skippedFrames += 1
        stats.skippedFrames.inc()
        return
      }
      isWaitingForKey = false
      viewer.figures.sentFrames += 1
      viewer.figures.sentBytes += bytes.length
      stats.frames.inc()
      stats.bytes.inc(bytes.length)
      socket.send(bytes)
    },

    /** New stream configuration: frames before the next key frame are dropped. */
    restart(config: Uint8Array): void {
      isWaitingForKey = true
      if (!viewer.isPaused) viewer.send(config)
    },

    send(bytes: Uint8Array): void {
      if (hasEnded) return
      if (socket.bufferedAmount > QUEUE_END_BYTES) socket.terminate()
      else socket.send(bytes)
    },

    sendEvent(event: StreamEvent): void {
      viewer.send(encodeToViewer({ kind: 'event', event }))
    },

    /** Counts a message; false above the rate limit. */
    countMessage(atMs: number): boolean {
      lastMessageMs = atMs
      messagesThisSecond += 1
      return messagesThisSecond <= MESSAGES_PER_SECOND
    },

    /** Runs once a second. False when the viewer is lost. */
    tick(atMs: number): boolean {
      messagesThisSecond = 0
      if (atMs - lastMessageMs >= SILENCE_LIMIT_MS) return false
      if (atMs - lastPingMs >= PING_EVERY_MS) {
        lastPingMs = atMs
        socket.ping()
      }
      return true
    },

    /** Sends the reason, then closes; a connection that does not take it is destroyed. */
    end(reason: EndReason): void {
      if (reason === 'revoked' || reason === 'expired') viewer.control.abort()
      if (hasEnded) return
      viewer.sendEvent({ type: 'ended', reason })
      hasEnded = true
      viewer.endReason = reason
      stats.ended.inc({ reason })
      viewer.onEnd()
      socket.close(closeCodes[reason] ?? CLOSE_NORMAL, reason)
      setTimeout(() => socket.terminate(), CLOSE_DEADLINE_MS).unref()
    },

    /** Called when the peer is gone. */
    drop(): void {
      hasEnded = true
      viewer.onEnd()
      socket.terminate()
    },
  }

  socket.on('close', () => viewer.onClosed())
  socket.on('pong', () => {
    // A pong may arrive after a newer message.
    lastMessageMs = Math.max(lastMessageMs, lastPingMs)
  })
  connection.on('drain', () => {
    if (isWaitingForKey && socket.bufferedAmount <= QUEUE_LOW_BYTES) viewer.onCaughtUp()
  })
  return viewer
}

export type Viewer = ReturnType<typeof createViewer>
