import type { Duplex } from 'node:stream'
import type { EndReason, StreamEvent } from '@yunji/phone-protocol/stream/events'
import { DEFAULT_QUALITY, type QualityName } from '@yunji/phone-protocol/stream/quality'
import { encodeToViewer } from '@yunji/phone-protocol/stream/to-viewer'
import type { WebSocket } from 'ws'
import type { StreamedDevice, StreamGrant } from '../modules/devices/streams/index.ts'
import { createPressed } from './input.ts'
import type { StreamStats } from './stats.ts'

/** More than this waiting for a slow viewer, and it is sent nothing until it has caught up. */
const QUEUE_LIMIT_BYTES = 512 * 1024
/** Events are small and must not be lost; a viewer that lets this much stand is gone. */
const QUEUE_END_BYTES = 2 * QUEUE_LIMIT_BYTES
/** Caught up: the next key frame goes out whole. */
const QUEUE_LOW_BYTES = 64 * 1024
/** Nothing heard for this long, not even the answer to a ping. */
const SILENCE_LIMIT_MS = 9_000
const PING_EVERY_MS = 3_000
/** What hands can do in a second, and then some. */
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
  /** The connection below the socket, which tells when it has drained. */
  readonly connection: Duplex
  readonly grant: StreamGrant
  readonly device: StreamedDevice
  readonly sessionId: string
  readonly uploadKey: string | null
  readonly resumeTicket: string
  readonly stats: StreamStats
  readonly nowMs: number
}

/** One open screen: what it is sent, how far behind it is, and when it was last heard. */
export const createViewer = (options: ViewerOptions) => {
  const { socket, connection, device, stats, nowMs } = options
  let isWaitingForKey = true
  let hasEnded = false
  let messagesThisSecond = 0
  let lastHeardMs = nowMs
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
    /** Aborted when the right to control ends; a connection that is merely lost does not end it. */
    control: new AbortController(),
    expiresAtMs: device.expiresAt.getTime(),
    /** When it last touched, typed, or said that somebody is there. */
    lastInputMs: nowMs,
    hasBeenWarned: false,
    quality: DEFAULT_QUALITY as QualityName,
    pressed: createPressed(),
    resumeTicket: options.resumeTicket,
    resumeGivenMs: nowMs,
    /** Asked for when a slow viewer has caught up and cannot go on without a key frame. */
    onCaughtUp: (): void => undefined,
    /** It is over, whoever ended it: from here on it neither sees nor touches. */
    onOver: (): void => undefined,
    onClosed: (): void => undefined,
    endReason: undefined as EndReason | undefined,

    /** A picture for everybody, encoded once. Who is behind skips to a key frame; nothing piles up. */
    offer(bytes: Uint8Array, isKey: boolean): void {
      if (hasEnded) return
      if (socket.bufferedAmount > QUEUE_LIMIT_BYTES) isWaitingForKey = true
      const canTake = isKey ? socket.bufferedAmount <= QUEUE_LOW_BYTES : true
      if (!canTake || (isWaitingForKey && !isKey) || socket.bufferedAmount > QUEUE_LIMIT_BYTES) {
        isWaitingForKey = true
        stats.skippedFrames.inc()
        return
      }
      isWaitingForKey = false
      stats.frames.inc()
      stats.bytes.inc(bytes.length)
      socket.send(bytes)
    },

    /** A new beginning of the picture: nothing before the next key frame can be shown. */
    restart(config: Uint8Array): void {
      isWaitingForKey = true
      viewer.send(config)
    },

    send(bytes: Uint8Array): void {
      if (hasEnded) return
      if (socket.bufferedAmount > QUEUE_END_BYTES) socket.terminate()
      else socket.send(bytes)
    },

    tell(event: StreamEvent): void {
      viewer.send(encodeToViewer({ kind: 'event', event }))
    },

    /** Counts a message; false when there are more than a person can make. */
    hear(atMs: number): boolean {
      lastHeardMs = atMs
      messagesThisSecond += 1
      return messagesThisSecond <= MESSAGES_PER_SECOND
    },

    /** Once a second. False when it has vanished. */
    tick(atMs: number): boolean {
      messagesThisSecond = 0
      if (atMs - lastHeardMs >= SILENCE_LIMIT_MS) return false
      if (atMs - lastPingMs >= PING_EVERY_MS) {
        lastPingMs = atMs
        socket.ping()
      }
      return true
    },

    /** Says why, then closes; a connection that does not take even this is cut. */
    end(reason: EndReason): void {
      if (reason === 'revoked' || reason === 'expired') viewer.control.abort()
      if (hasEnded) return
      viewer.tell({ type: 'ended', reason })
      hasEnded = true
      viewer.endReason = reason
      stats.ended.inc({ reason })
      viewer.onOver()
      socket.close(closeCodes[reason] ?? CLOSE_NORMAL, reason)
      setTimeout(() => socket.terminate(), CLOSE_DEADLINE_MS).unref()
    },

    /** The other end is gone. */
    drop(): void {
      hasEnded = true
      viewer.onOver()
      socket.terminate()
    },
  }

  socket.on('close', () => viewer.onClosed())
  socket.on('pong', () => {
    // The answer to an older ping may come behind a newer message.
    lastHeardMs = Math.max(lastHeardMs, lastPingMs)
  })
  connection.on('drain', () => {
    if (isWaitingForKey && socket.bufferedAmount <= QUEUE_LOW_BYTES) viewer.onCaughtUp()
  })
  return viewer
}

export type Viewer = ReturnType<typeof createViewer>
