import { randomBytes } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { MAX_UPLOADS } from '@yunji/contract/devices/device/stream'
import { ProtocolError } from '@yunji/phone-protocol/protocol-error'
import { decodeFromViewer } from '@yunji/phone-protocol/stream/from-viewer'
import { DEFAULT_QUALITY, QUALITY_NAMES, type QualityName } from '@yunji/phone-protocol/stream/quality'
import { encodeToViewer } from '@yunji/phone-protocol/stream/to-viewer'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import {
  type OpenedTicket,
  RESUME_LIFETIME_MS,
  type ScreenFigures,
  type StreamedDevice,
  type Tickets,
} from '../modules/devices/streams/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import { AppError } from '../platform/errors.ts'
import type { Listener } from '../platform/listener.ts'
import type { CallMetrics } from '../platform/metrics.ts'
import type { Suppliers } from '../platform/supplier.ts'
import { watchAccess } from './access-watch.ts'
import { createHub, type Hub } from './hub.ts'
import { idlenessOf } from './idle.ts'
import { createScreenLeases } from './screen-leases.ts'
import { createStreamStats } from './stats.ts'
import { createViewer, noFigures, type Viewer } from './viewer.ts'

export interface GatewayDeps {
  readonly database: Database
  readonly listener: Listener
  readonly clock: Clock
  readonly log: Logger
  readonly suppliers: Suppliers
  readonly tickets: Tickets
  readonly metrics: CallMetrics
}

export interface OpenedStream extends OpenedTicket {
  /** Count of rights notifications when its ticket was checked. */
  readonly accessChanges: number
}

/** Upload to the phone of a live screen. */
interface RunningUpload {
  readonly viewer: Viewer
}

const TICK_MS = 1000
/** Interval of the rights check without a notification. */
const CHECK_EVERY_MS = 15_000
const KEY_BYTES = 24
const CONTROL_RECORDED_EVERY_MS = 60_000
/** A viewer whose controls are not decided by then is greeted without them, and told later. */
const GREETING_LIMIT_MS = 1000
const APP_LIST_LIMIT_MS = 10_000
const NOW_VIEW_ONLY = '设备主人已将你的权限改为仅查看'

export const createGateway = ({ database, listener, clock, log, suppliers, tickets, metrics }: GatewayDeps) => {
  const stats = createStreamStats(metrics.registry)
  const leases = createScreenLeases<Viewer>({ pool: database.pool, listener, log, clock })
  const hubs = new Map<string, Hub>()
  const hubOf = new Map<Viewer, Hub>()
  const byUploadKey = new Map<string, Viewer>()
  const uploads = new Set<RunningUpload>()
  const nowMs = (): number => clock.now().getTime()
  let lastCheckMs = nowMs()
  let timer: NodeJS.Timeout | undefined
  let isClosing = false
  let accessChanges = 0

  const findHub = (device: StreamedDevice, deviceId: number): Hub => {
    const key = `${deviceId}/${device.supplierType}/${device.phoneId}`
    const known = hubs.get(key)
    if (known) return known
    const hub = createHub({
      openConnection: () => suppliers.of(device.supplierType).openConnection(device.phoneId),
      listApps: () =>
        suppliers.of(device.supplierType).listApps(device.phoneId, AbortSignal.timeout(APP_LIST_LIMIT_MS)),
      openLease: (changes) => leases.open(deviceId, changes),
      clock,
      log: log.child({ deviceId }),
      stats,
      onControl: recordControl,
      onEmpty: () => {
        hubs.delete(key)
        hub.close()
        stats.phones.set(hubs.size)
      },
    })
    hubs.set(key, hub)
    stats.phones.set(hubs.size)
    return hub
  }

  const logUnrecorded = ({ grant }: Viewer, recording: Promise<void>): Promise<void> =>
    recording.catch((error: unknown) =>
      log.warn({ err: error, deviceId: grant.deviceId }, 'use of a device not recorded'),
    )

  /** Passing the controls to and fro is one use. */
  const recordControl = (viewer: Viewer): void => {
    if (viewer.isOwner || nowMs() - viewer.controlRecordedMs < CONTROL_RECORDED_EVERY_MS) return
    viewer.controlRecordedMs = nowMs()
    void logUnrecorded(viewer, tickets.recordControl(viewer.grant))
  }

  const closeTicket = (ticket: string, figures?: ScreenFigures): void =>
    void tickets
      .close(ticket, figures)
      .catch((error: unknown) => log.debug({ err: error }, 'stream ticket close failed'))

  const leave = (viewer: Viewer): void => {
    const hub = hubOf.get(viewer)
    if (!hub) return
    hubOf.delete(viewer)
    if (viewer.uploadKey) byUploadKey.delete(viewer.uploadKey)
    stats.viewers.set(hubOf.size)
    closeTicket(viewer.resumeTicket, viewer.figures)
    hub.leave(viewer)
    stopTimerIfIdle()
  }

  /** Viewers whose rights are checked: an upload continues after its screen has disconnected. */
  const listCheckedViewers = (): Set<Viewer> => new Set([...hubOf.keys(), ...[...uploads].map(({ viewer }) => viewer)])

  const stopTimerIfIdle = (): void => {
    if (hubOf.size > 0 || uploads.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  const sendHello = (viewer: Viewer, hub: Hub): void => {
    const { grant, device } = viewer
    viewer.sendEvent({
      type: 'hello',
      sessionId: viewer.sessionId,
      uploadKey: viewer.uploadKey,
      resumeTicket: viewer.resumeTicket,
      mode: grant.mode,
      hasControl: hub.lease.holder === viewer,
      device: {
        id: grant.deviceId,
        name: device.name,
        expiresAt: viewer.expiresAtMs,
        isMetered: device.isMetered,
        ...(device.isTrial && { isTrial: true }),
        serverTime: nowMs(),
      },
      qualities: QUALITY_NAMES,
      quality: hub.qualityFor(viewer),
    })
    hub.begin(viewer)
  }

  /** The first viewer of a phone waits until the database has said which gateway has the controls. */
  const greetWhenDecided = async (viewer: Viewer, hub: Hub): Promise<void> => {
    await Promise.race([hub.lease.ready, delay(GREETING_LIMIT_MS, undefined, { ref: false })])
    if (!hubOf.has(viewer)) return
    hub.join(viewer)
    sendHello(viewer, hub)
  }

  const receive = (viewer: Viewer, hub: Hub, data: Buffer, isBinary: boolean): void => {
    if (!hubOf.has(viewer)) return
    try {
      if (!isBinary || !viewer.countMessage(nowMs())) throw new ProtocolError('not a message of a person')
      const message = decodeFromViewer(data)
      if (message.kind === 'ping') viewer.send(encodeToViewer({ kind: 'pong', id: message.id }))
      else hub.receive(viewer, message)
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      viewer.end('protocol')
    }
  }

  /** Controls return only with a new ticket, so that nobody acts by surprise. */
  const makeViewOnly = (viewer: Viewer): void => {
    viewer.grant = { ...viewer.grant, mode: 'view' }
    if (viewer.uploadKey) byUploadKey.delete(viewer.uploadKey)
    viewer.uploadKey = null
    viewer.control.abort()
    hubOf.get(viewer)?.revokeControl(viewer)
    viewer.sendEvent({ type: 'mode', mode: 'view' })
    viewer.sendEvent({ type: 'notice', text: NOW_VIEW_ONLY })
    renewResume(viewer)
  }

  /** Ends screens without a right; applies extended and reduced rights. */
  const checkRights = async (): Promise<void> => {
    lastCheckMs = nowMs()
    const viewers = [...listCheckedViewers()]
    const checks = await tickets.check(viewers.map(({ grant }) => grant))
    for (const [index, check] of checks.entries()) {
      const viewer = viewers[index] as Viewer
      if (!check.holds) {
        viewer.end(check.isExpired ? 'expired' : 'revoked')
        continue
      }
      viewer.expiresAtMs = check.expiresAt.getTime()
      viewer.isOwner = check.isOwner
      if (check.mode === 'view' && !viewer.isViewOnly) makeViewOnly(viewer)
    }
  }
  const checkRightsSoon = (): void =>
    void checkRights().catch((error: unknown) => log.warn({ err: error }, 'rights check of open screens failed'))

  const renewResume = (viewer: Viewer): void => {
    viewer.resumeIssuedMs = nowMs()
    const old = viewer.resumeTicket
    const renewing = tickets.renewResume(viewer.grant, old).then((ticket) => {
      viewer.resumeTicket = ticket
      viewer.figures = noFigures()
      viewer.sendEvent({ type: 'resume', ticket })
      if (!hubOf.has(viewer)) closeTicket(ticket)
      return tickets.withdraw(old)
    })
    renewing.catch((error: unknown) =>
      log.debug({ err: error, deviceId: viewer.grant.deviceId }, 'resume ticket renewal failed'),
    )
  }

  const tickViewer = (viewer: Viewer, atMs: number): void => {
    if (!viewer.tick(atMs)) return viewer.drop()
    // What ends for others is their right: they have nothing to renew.
    if (atMs >= viewer.expiresAtMs) return viewer.end(viewer.isOwner ? 'expired' : 'revoked')
    const idleness = idlenessOf(viewer.lastInputMs, atMs)
    if (idleness.kind === 'over') return viewer.end('idle')
    if (idleness.kind === 'warned' && !viewer.hasBeenWarned) {
      viewer.hasBeenWarned = true
      viewer.sendEvent({ type: 'idle', secondsLeft: idleness.secondsLeft })
    }
    if (atMs - viewer.resumeIssuedMs >= RESUME_LIFETIME_MS / 2) renewResume(viewer)
  }

  const tick = (): void => {
    const atMs = nowMs()
    for (const viewer of hubOf.keys()) tickViewer(viewer, atMs)
    if (atMs - lastCheckMs >= CHECK_EVERY_MS) checkRightsSoon()
  }

  const watch = watchAccess(listener, () => {
    accessChanges += 1
    if (hubOf.size > 0 || uploads.size > 0) checkRightsSoon()
  })

  return {
    /** Consumes a ticket; null when it opens no screen. */
    async admit(ticket: string): Promise<OpenedStream | null> {
      const changesSeen = accessChanges
      const opened = await tickets.use(ticket)
      return opened && { ...opened, accessChanges: changesSeen }
    },

    /** Releases a ticket for which no socket was opened. */
    releaseTicket({ resumeTicket }: OpenedStream): void {
      if (resumeTicket !== null) closeTicket(resumeTicket)
    },

    /** Opens the screen of a consumed ticket. */
    open(socket: WebSocket, connection: Duplex, opened: OpenedStream, quality: QualityName = DEFAULT_QUALITY): void {
      const { grant, device, resumeTicket } = opened
      const key = () => randomBytes(KEY_BYTES).toString('base64url')
      const uploadKey = grant.mode === 'control' ? key() : null
      const viewer = createViewer({
        socket,
        connection,
        grant,
        device,
        stats,
        uploadKey,
        quality,
        sessionId: key(),
        resumeTicket: resumeTicket ?? '',
        nowMs: nowMs(),
      })
      if (resumeTicket === null) return viewer.end('tooMany')
      // Closing began while its ticket was checked.
      if (isClosing) {
        closeTicket(resumeTicket)
        return viewer.end('shutdown')
      }
      const hub = findHub(device, grant.deviceId)
      hubOf.set(viewer, hub)
      if (uploadKey) byUploadKey.set(uploadKey, viewer)
      stats.viewers.set(hubOf.size)
      timer ??= setInterval(tick, TICK_MS).unref()
      viewer.onEnd = () => leave(viewer)
      socket.on('close', () => leave(viewer))
      socket.on('error', () => viewer.drop())
      socket.on('message', (data: Buffer, isBinary) => receive(viewer, hub, data, isBinary))
      const isDecided = hub.lease.isKnown
      hub.join(viewer)
      // A right may have ended after the ticket check and before the viewer was registered for checks.
      if (opened.accessChanges !== accessChanges) checkRightsSoon()
      if (isDecided) sendHello(viewer, hub)
      else void greetWhenDecided(viewer, hub)
    },

    /**
     * Registers an upload of a live screen until `end`; undefined for an unknown key. Uploads outlive their screen and
     * are limited by account and phone, so another screen gives no more of them.
     */
    beginUpload(uploadKey: string): { readonly viewer: Viewer; end(): void } | undefined {
      const viewer = byUploadKey.get(uploadKey)
      if (!viewer) return undefined
      const isSameUserAndPhone = (other: Viewer): boolean =>
        other.userId === viewer.userId && other.device.phoneId === viewer.device.phoneId
      if ([...uploads].filter((other) => isSameUserAndPhone(other.viewer)).length >= MAX_UPLOADS)
        throw new AppError('TOO_MANY_UPLOADS')
      const upload = { viewer }
      uploads.add(upload)
      return {
        viewer,
        end() {
          uploads.delete(upload)
          stopTimerIfIdle()
        },
      }
    },

    /** The file is on the phone already, so its sender is not told of a failure. */
    async recordUpload(viewer: Viewer, fileName: string): Promise<void> {
      if (!viewer.isOwner) await logUnrecorded(viewer, tickets.recordUpload(viewer.grant, fileName))
    },

    tick,

    /** A new connection would keep the process from ending. */
    get isClosing(): boolean {
      return isClosing
    },

    async close(): Promise<void> {
      isClosing = true
      clearInterval(timer)
      const closing = [...hubOf.keys()].map(
        (viewer) => new Promise<void>((resolve) => (viewer.onClosed = () => resolve())),
      )
      for (const viewer of hubOf.keys()) viewer.end('shutdown')
      await Promise.all(closing)
      for (const hub of hubs.values()) hub.close()
      await leases.close()
      watch.close()
    },
  }
}

export type Gateway = ReturnType<typeof createGateway>
