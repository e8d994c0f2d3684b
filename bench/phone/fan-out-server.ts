import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { ScreenFrame, ScreenSession } from '@yunji/phone-driver/types'
import { encodeToViewer } from '@yunji/phone-protocol/stream/to-viewer'
import { WebSocketServer } from 'ws'
import { createControlLease } from '../../apps/server/src/gateway/control-lease.ts'
import { createHub } from '../../apps/server/src/gateway/hub.ts'
import { createStreamStats } from '../../apps/server/src/gateway/stats.ts'
import { createViewer } from '../../apps/server/src/gateway/viewer.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openLog } from '../../apps/server/src/platform/logger.ts'
import { createMetrics } from '../../apps/server/src/platform/metrics.ts'

export type FanOutServer = 'gateway' | 'relay'
export type ToServer = { go: true }
export type FromServer = { port: number } | { cpuMs: number }

const FRAMES = 240
const FRAME_MS = 16
/** A scrolling phone: about 1.6 Mbit/s. */
const FRAME_BYTES = 3400
const KEY_FRAME_BYTES = 40_000
const HOUR_MS = 3_600_000

type OnFrame = (frame: ScreenFrame) => void

/** Sends the same frames at the same times, through the gateway or directly to the sockets. */
const serve = async (kind: FanOutServer): Promise<void> => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
  await once(server, 'listening')
  const onFrame = kind === 'gateway' ? throughGateway(server) : throughRelay(server)
  report({ port: (server.address() as AddressInfo).port })
  await once(process, 'message')
  await pause(200)
  const before = process.cpuUsage()
  const startedAt = performance.now()
  for (let number = 0; number < FRAMES; number += 1) {
    await pause(Math.max(0, startedAt + number * FRAME_MS - performance.now()))
    const isKey = number === 0
    onFrame({ isKey, ptsUs: number * FRAME_MS * 1000, data: new Uint8Array(isKey ? KEY_FRAME_BYTES : FRAME_BYTES) })
  }
  await pause(200)
  const { user, system } = process.cpuUsage(before)
  report({ cpuMs: (user + system) / 1000 })
}

const report = (message: FromServer): void => void process.send?.(message)

const throughRelay = (server: WebSocketServer): OnFrame => {
  return ({ isKey, ptsUs, data }) => {
    const bytes = encodeToViewer({ kind: 'frame', isKey, ptsUs, data })
    for (const socket of server.clients) socket.send(bytes)
  }
}

const throughGateway = (server: WebSocketServer): OnFrame => {
  const stats = createStreamStats(createMetrics().registry)
  let emit: OnFrame = () => undefined
  const session = sessionOf((listener) => (emit = listener))
  const hub = createHub({
    openConnection: () => ({
      state: 'online',
      onState: () => () => undefined,
      openScreen: async () => session,
      list: async () => [],
      pull: async () => Readable.from([]),
      push: async () => undefined,
      install: async () => undefined,
      installArchive: async () => undefined,
      readClipboard: async () => '',
      close: () => undefined,
    }),
    listApps: async () => [],
    openLease: (listener) =>
      createControlLease({
        nowMs: () => Date.now(),
        isLive: () => true,
        sync: () => undefined,
        close: () => undefined,
        listener,
      }),
    clock: systemClock,
    log: openLog('silent').log,
    stats,
    onEmpty: () => undefined,
  })
  server.on('connection', (socket, request) => {
    const now = Date.now()
    const viewer = createViewer({
      socket,
      connection: request.socket,
      grant: { userId: 1, sessionId: 1, deviceId: 1, mode: 'view' },
      device: {
        name: '',
        phoneId: '1',
        supplierType: 7,
        isMetered: false,
        isTrial: false,
        isOwner: true,
        expiresAt: new Date(now + HOUR_MS),
      },
      sessionId: '',
      uploadKey: null,
      resumeTicket: '',
      stats,
      nowMs: now,
    })
    hub.join(viewer)
    hub.begin(viewer)
  })
  return (frame) => emit(frame)
}

const sessionOf = (take: (listener: OnFrame) => void): ScreenSession => {
  const nothing = (): (() => void) => () => undefined
  const config = { width: 720, height: 1280, data: new Uint8Array(24) }
  return {
    size: config,
    config,
    onConfig: nothing,
    onFrame: (listener) => {
      take(listener)
      return () => undefined
    },
    onClipboard: nothing,
    onEnd: nothing,
    control: () => undefined,
    requestKeyFrame: () => undefined,
    close: async () => undefined,
  }
}

await serve(process.argv[2] as FanOutServer)
