import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { Registry } from '@prometheus-io/client'
import type { ScreenOptions } from '@yunji/phone-driver/types'
import { QUALITIES, type QualityName } from '@yunji/phone-protocol/stream/quality'
import { decodeToViewer, type ToViewer } from '@yunji/phone-protocol/stream/to-viewer'
import { createFakeClock } from '@yunji/testkit/fake-clock'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import type { PhoneConnection } from '../platform/phone-connection.ts'
import { SupplierError } from '../platform/supplier.ts'
import { createScriptedScreen, type ScriptedScreen } from '../testing/scripted-screen.ts'
import { type ControlLease, createControlLease } from './control-lease.ts'
import { createHub } from './hub.ts'
import { createStreamStats } from './stats.ts'
import { createViewer, type Viewer, type ViewerOptions } from './viewer.ts'

const KEY_FRAME = { kind: 'request', request: { type: 'keyFrame' } } as const

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const start = async () => {
  const stats = createStreamStats(new Registry())
  const screens = new Map<number, ScriptedScreen>()
  /** The screen in one of the qualities; made by whoever asks for it first. */
  const screenOf = (quality: QualityName): ScriptedScreen => {
    const options = QUALITIES[quality]
    const screen = screens.get(options.maxSize) ?? createScriptedScreen(options)
    screens.set(options.maxSize, screen)
    return screen
  }
  const connection: Partial<PhoneConnection> = {
    onState: () => () => undefined,
    openScreen: async ({ name = 'high' }: ScreenOptions & { name?: QualityName }) => {
      if (name === refused.quality) throw new SupplierError('noEncoder', 'one encoder only')
      return screenOf(name).session
    },
    close: () => undefined,
  }
  /** The phone has no encoder for it. */
  const refused: { quality?: QualityName } = {}
  let lease: ControlLease<Viewer> | undefined
  const hub = createHub({
    openConnection: () => connection as PhoneConnection,
    openLease: (listener) => {
      const alone = { nowMs: () => 0, isLive: () => true, sync: () => undefined, close: () => undefined }
      lease = createControlLease({ ...alone, listener })
      return lease
    },
    listApps: async () => [],
    clock: createFakeClock(),
    log: pino({ level: 'silent' }),
    stats,
    onEmpty: () => undefined,
  })
  lease?.apply({ isMine: true, holder: null, next: null, isNextMine: false })
  const join = async (userId: number, mode: 'control' | 'view', quality?: QualityName) => {
    const received: ToViewer['kind'][] = []
    const send = (bytes: Uint8Array) => void received.push(decodeToViewer(bytes).kind)
    const socket = Object.assign(new EventEmitter(), {
      bufferedAmount: 0,
      send,
      close: () => undefined,
      terminate: () => undefined,
    })
    const viewer = createViewer({
      socket: socket as unknown as WebSocket,
      connection: new PassThrough(),
      grant: { userId, deviceId: 1, mode } as ViewerOptions['grant'],
      device: { isOwner: userId === 1, expiresAt: new Date(1e15) } as ViewerOptions['device'],
      sessionId: `session ${userId}`,
      uploadKey: null,
      resumeTicket: 'resume',
      quality,
      stats,
      nowMs: 0,
    })
    hub.join(viewer)
    await vi.advanceTimersByTimeAsync(0)
    hub.begin(viewer)
    return Object.assign(viewer, { received, eventsAtFirst: received.filter((kind) => kind === 'event').length })
  }
  return { hub, join, screenOf, screen: screenOf('high'), refused }
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

const PICTURES = (isOn: boolean) => ({ kind: 'request', request: { type: 'pictures', isOn } }) as const
const QUALITY = (name: QualityName) => ({ kind: 'request', request: { type: 'quality', name } }) as const
const TOUCH = { kind: 'touch', action: 'down', pointerId: 0, x: 0, y: 0, pressure: 1 } as const
const countFrames = ({ received }: { readonly received: readonly string[] }) =>
  received.filter((kind) => kind === 'frame').length

describe('a phone on a wall', () => {
  it('is encoded small and slow, beside the screen of others, and controlled through its own', async () => {
    const { hub, join, screen, screenOf } = await start()
    const guest = await join(2, 'view')
    const owner = await join(1, 'control', 'tile')
    expect([screen.isOpen, screenOf('tile').isOpen]).toEqual([true, true])
    expect(screenOf('tile').options).toMatchObject({ maxSize: 480, maxFps: 4 })
    screenOf('tile').show(true, Uint8Array.of(1))
    expect([countFrames(guest), countFrames(owner)]).toEqual([0, 1])
    hub.receive(owner, TOUCH)
    expect([screen.received.length, screenOf('tile').received.length]).toEqual([0, 1])
  })

  it('is opened large by the same viewer, whose fingers are lifted, and small again', async () => {
    const { hub, join, screen, screenOf } = await start()
    const owner = await join(1, 'control', 'tile')
    hub.receive(owner, TOUCH)
    hub.receive(owner, QUALITY('high'))
    await vi.advanceTimersByTimeAsync(0)
    screen.show(true, Uint8Array.of(1))
    expect(screenOf('tile').received.map(({ type }) => type)).toEqual(['injectTouch', 'injectTouch', 'injectTouch'])
    expect([countFrames(owner), hub.qualityFor(owner)]).toEqual([1, 'high'])
    hub.receive(owner, TOUCH)
    expect(screen.received).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(5_000)
    expect([screen.isOpen, screenOf('tile').isOpen]).toEqual([true, false])
  })

  it('keeps its small picture and its controls until the large one is there', async () => {
    const { hub, join, screen, screenOf } = await start()
    const owner = await join(1, 'control', 'tile')
    hub.receive(owner, QUALITY('high'))
    await vi.advanceTimersByTimeAsync(4_900)
    screenOf('tile').show(true, Uint8Array.of(1))
    hub.receive(owner, TOUCH)
    expect([countFrames(owner), hub.qualityFor(owner)]).toEqual([1, 'tile'])
    expect([screen.received.length, screenOf('tile').received.length]).toEqual([0, 1])
    expect(owner.received.filter((kind) => kind === 'event')).toHaveLength(owner.eventsAtFirst)
    screen.show(true, Uint8Array.of(2))
    expect([countFrames(owner), hub.qualityFor(owner)]).toEqual([2, 'high'])
  })

  it('leaves its small picture after a while, for phones that run one encoder at a time', async () => {
    const { hub, join, screen, screenOf } = await start()
    const owner = await join(1, 'control', 'tile')
    hub.receive(owner, QUALITY('high'))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(hub.qualityFor(owner)).toBe('high')
    await vi.advanceTimersByTimeAsync(5_000)
    expect([screen.isOpen, screenOf('tile').isOpen]).toEqual([true, false])
  })

  it('tells a viewer that it can show no large picture, and keeps nothing open for them', async () => {
    const { hub, join, refused } = await start()
    const owner = await join(1, 'control', 'tile')
    owner.onEnd = () => hub.leave(owner)
    refused.quality = 'high'
    hub.receive(owner, QUALITY('high'))
    await vi.advanceTimersByTimeAsync(0)
    expect(owner.endReason).toBe('phone')
    await vi.advanceTimersByTimeAsync(5_000)
    delete refused.quality
    expect((await join(1, 'control', 'high')).endReason).toBeUndefined()
  })

  it('is opened large where others watch it in another quality, without losing a touch', async () => {
    const { hub, join, screen, screenOf } = await start()
    await join(2, 'view', 'high')
    screen.show(true, Uint8Array.of(1))
    const owner = await join(1, 'control', 'tile')
    screenOf('tile').show(true, Uint8Array.of(2))
    hub.receive(owner, QUALITY('standard'))
    hub.receive(owner, TOUCH)
    expect(screenOf('tile').received).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(0)
    screenOf('standard').show(true, Uint8Array.of(3))
    hub.receive(owner, TOUCH)
    expect([hub.qualityFor(owner), screenOf('standard').received.length]).toEqual(['standard', 1])
  })

  it('stays small for a viewer who has changed their mind, and closes what nobody looks at', async () => {
    const { hub, join, screen } = await start()
    const owner = await join(1, 'control', 'tile')
    hub.receive(owner, QUALITY('high'))
    await vi.advanceTimersByTimeAsync(0)
    hub.receive(owner, QUALITY('tile'))
    screen.show(true, Uint8Array.of(1))
    expect([countFrames(owner), hub.qualityFor(owner), screen.isOpen]).toEqual([0, 'tile', true])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(screen.isOpen).toBe(false)
    hub.receive(owner, QUALITY('high'))
    await vi.advanceTimersByTimeAsync(0)
    hub.leave(owner)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(screen.isOpen).toBe(false)
  })

  it('gets no pictures while it is scrolled away, and the last one when it is back', async () => {
    const { hub, join, screenOf } = await start()
    const owner = await join(1, 'control', 'tile')
    screenOf('tile').show(true, Uint8Array.of(1))
    hub.receive(owner, PICTURES(false))
    screenOf('tile').show(false, Uint8Array.of(2))
    screenOf('tile').resize(480, 270)
    screenOf('tile').show(true, Uint8Array.of(3))
    hub.receive(owner, TOUCH)
    expect(owner.received.filter((kind) => kind === 'frame' || kind === 'config')).toEqual(['config', 'frame'])
    expect(screenOf('tile').received).toHaveLength(1)
    hub.receive(owner, PICTURES(true))
    expect(owner.received.slice(-2)).toEqual(['config', 'frame'])
  })

  it('starts apps for the holder of the controls only', async () => {
    const { hub, join, screen } = await start()
    const owner = await join(1, 'control')
    const guest = await join(2, 'view')
    const startNotes = { kind: 'request', request: { type: 'startApp', packageName: 'com.yunji.notes' } } as const
    hub.receive(guest, startNotes)
    expect(screen.received).toEqual([])
    hub.receive(owner, startNotes)
    expect(screen.received).toEqual([{ type: 'startApp', name: 'com.yunji.notes' }])
  })
})
