import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { createFakeClock } from '@yunji/testkit/fake-clock'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import type { PhoneConnection } from '../platform/phone-connection.ts'
import { createScriptedScreen } from '../testing/scripted-screen.ts'
import { type ControlLease, createControlLease } from './control-lease.ts'
import { createHub } from './hub.ts'
import { createStreamStats } from './stats.ts'
import { createViewer, type Viewer, type ViewerOptions } from './viewer.ts'

const KEY_FRAME = { kind: 'request', request: { type: 'keyFrame' } } as const

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const start = async () => {
  const stats = createStreamStats(new Registry())
  const screen = createScriptedScreen({})
  const connection: Partial<PhoneConnection> = {
    onState: () => () => undefined,
    openScreen: async () => screen.session,
    close: () => undefined,
  }
  let lease: ControlLease<Viewer> | undefined
  const hub = createHub({
    openConnection: () => connection as PhoneConnection,
    openLease: (listener) => {
      const alone = { nowMs: () => 0, isLive: () => true, sync: () => undefined, close: () => undefined }
      lease = createControlLease({ ...alone, listener })
      return lease
    },
    clock: createFakeClock(),
    log: pino({ level: 'silent' }),
    stats,
    onEmpty: () => undefined,
  })
  lease?.apply({ isMine: true, holder: null, next: null, isNextMine: false })
  const join = async (userId: number, mode: 'control' | 'view') => {
    const socket = Object.assign(new EventEmitter(), { bufferedAmount: 0, send: () => undefined })
    const viewer = createViewer({
      socket: socket as unknown as WebSocket,
      connection: new PassThrough(),
      grant: { userId, deviceId: 1, mode } as ViewerOptions['grant'],
      device: { isOwner: userId === 1, expiresAt: new Date(1e15) } as ViewerOptions['device'],
      sessionId: `session ${userId}`,
      uploadKey: null,
      resumeTicket: 'resume',
      stats,
      nowMs: 0,
    })
    hub.join(viewer)
    await vi.advanceTimersByTimeAsync(0)
    hub.begin(viewer)
    return viewer
  }
  return { hub, screen, join }
}

it('asks the phone for one key frame where a guest requests thirteen within 2.8 seconds', async () => {
  const { hub, screen, join } = await start()
  await join(1, 'control')
  const guest = await join(2, 'view')
  const before = screen.keyFramesRequested
  for (let sent = 0; sent < 13; sent += 1) {
    hub.receive(guest, KEY_FRAME)
    await vi.advanceTimersByTimeAsync(215)
  }
  expect(screen.keyFramesRequested - before).toBeLessThanOrEqual(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(screen.keyFramesRequested - before).toBe(2)
})

it('asks at most twice a second for the holder of the controls', async () => {
  const { hub, screen, join } = await start()
  const holder = await join(1, 'control')
  await vi.advanceTimersByTimeAsync(1_000)
  const before = screen.keyFramesRequested
  for (let sent = 0; sent < 99; sent += 1) {
    hub.receive(holder, KEY_FRAME)
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(screen.keyFramesRequested - before).toBe(2)
})

it('asks for nobody who was served by a key frame that came by itself', async () => {
  const { hub, screen, join } = await start()
  const holder = await join(1, 'control')
  hub.receive(holder, KEY_FRAME)
  const before = screen.keyFramesRequested
  screen.show(true, Uint8Array.of(1))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(screen.keyFramesRequested).toBe(before)
})

it('lets the holder pass a guest who waits', async () => {
  const { hub, screen, join } = await start()
  const holder = await join(1, 'control')
  const guest = await join(2, 'view')
  await vi.advanceTimersByTimeAsync(1_000)
  hub.receive(guest, KEY_FRAME)
  const before = screen.keyFramesRequested
  hub.receive(holder, KEY_FRAME)
  expect(screen.keyFramesRequested).toBe(before + 1)
})
