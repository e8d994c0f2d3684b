import type { HelloEvent } from '@yunji/phone-protocol/stream/events'
import { decodeFromViewer, type FromViewer } from '@yunji/phone-protocol/stream/from-viewer'
import { encodeToViewer, type ToViewer } from '@yunji/phone-protocol/stream/to-viewer'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SocketEvents } from './connection/web-socket.ts'
import type { DecoderEvents } from './decoder/decoder.ts'
import type { Surface } from './picture/surface.ts'
import { createPlayer, type PlayerOptions } from './player.ts'
import type { PlayerState } from './player-state.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const hello: HelloEvent = {
  type: 'hello',
  sessionId: 's',
  uploadKey: 'key',
  resumeTicket: 'resume',
  mode: 'control',
  hasControl: true,
  device: { id: 1, name: '云机', expiresAt: null, isMetered: false, serverTime: 0 },
  qualities: ['high'],
  quality: 'high',
}

const config: ToViewer = { kind: 'config', width: 720, height: 1280, data: new Uint8Array([1]) }
const frame: ToViewer = { kind: 'frame', isKey: true, ptsUs: 1, data: new Uint8Array([2]) }

/** Canvas double with the members that the player uses; the test dispatches its events. */
const makeCanvas = () => {
  const listeners = new Map<string, (event: unknown) => void>()
  const canvas = {
    width: 720,
    height: 1280,
    getContext: () => ({ drawImage: () => undefined }),
    getBoundingClientRect: () => ({ left: 0, top: 0, width: 720, height: 1280 }),
    addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
    focus: () => undefined,
    setPointerCapture: () => undefined,
  }
  const press = (clientX = 360, clientY = 640) =>
    listeners.get('pointerdown')?.({
      button: 0,
      pointerId: 1,
      clientX,
      clientY,
      pressure: 1,
      preventDefault: () => undefined,
    })
  return { canvas: canvas as unknown as HTMLCanvasElement, press }
}

const open = async () => {
  const { canvas, press } = makeCanvas()
  const sent: FromViewer[] = []
  const states: PlayerState[] = []
  const decoded: string[] = []
  let socket: SocketEvents | undefined
  let surface: Surface | undefined
  let decoder: DecoderEvents | undefined
  const told = { clipboard: vi.fn<(text: string) => void>(), notice: vi.fn<(text: string) => void>() }
  const inputs: FromViewer['kind'][] = []
  const options: PlayerOptions = {
    canvas,
    endpoint: { url: '/stream', ticket: 't' },
    renewEndpoint: async () => ({ url: '/stream', ticket: 'new' }),
    onState: (state) => states.push(state),
    onStatistics: () => undefined,
    onClipboard: told.clipboard,
    onNotice: told.notice,
    onInput: ({ kind }) => inputs.push(kind),
    createDecoder: (given, events) => {
      surface = given
      decoder = events
      return {
        configure: () => decoded.push('config'),
        decode: () => decoded.push('frame'),
        close: () => decoded.push('close'),
      }
    },
    openSocket: (_door, events) => {
      socket = events
      return { send: (bytes) => sent.push(decodeFromViewer(bytes)), bufferedBytes: () => 0, close: () => undefined }
    },
  }
  const player = createPlayer(options)
  await vi.advanceTimersByTimeAsync(0)
  return {
    player,
    press,
    told,
    inputs,
    decoded,
    state: () => player.getState(),
    states,
    /** Messages sent, without pings. */
    sent: () => sent.filter(({ kind }) => kind !== 'ping'),
    tell: (message: ToViewer) => socket?.onMessage(encodeToViewer(message)),
    tellEvent: (event: Extract<ToViewer, { kind: 'event' }>['event']) =>
      socket?.onMessage(encodeToViewer({ kind: 'event', event })),
    hearNonsense: () => socket?.onMessage(new Uint8Array([99])),
    /** Time passes on a link that answers. */
    talkFor: async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        socket?.onMessage(encodeToViewer({ kind: 'pong', id: 0 }))
        await vi.advanceTimersByTimeAsync(1000)
      }
    },
    cut: () => socket?.onClose(),
    draw: () => surface?.draw({ close: () => undefined } as VideoFrame, { width: 720, height: 1280 }),
    fail: () => decoder?.onFailure(),
  }
}

const live = async (changes: Partial<HelloEvent> = {}) => {
  const all = await open()
  all.tellEvent({ ...hello, ...changes })
  all.tell(config)
  all.tell(frame)
  all.draw()
  return all
}

describe('a player', () => {
  it('is live with the greeting, and knows the picture when it is drawn', async () => {
    const { state, decoded } = await live()
    expect(decoded).toEqual(['config', 'frame'])
    expect(state()).toMatchObject({ phase: 'live', picture: { width: 720, height: 1280 } })
  })

  it('asks for a tap when nothing is drawn though frames come, and starts anew with it', async () => {
    const { tellEvent, tell, talkFor, state, player, decoded, draw } = await open()
    tellEvent(hello)
    tell(config)
    tell(frame)
    await talkFor(3)
    tell(config)
    expect(state().isTapNeeded).toBe(false)
    await talkFor(1)
    expect(state().isTapNeeded).toBe(true)
    player.start()
    await vi.advanceTimersByTimeAsync(0)
    expect(decoded.at(-1)).toBe('close')
    expect(state()).toMatchObject({ isTapNeeded: false, phase: 'reconnecting' })
    tellEvent(hello)
    tell(config)
    tell(frame)
    draw()
    await talkFor(6)
    expect(decoded.slice(-2)).toEqual(['config', 'frame'])
    expect(state()).toMatchObject({ isTapNeeded: false, phase: 'live' })
  })

  it('takes hands on a picture that the page has turned', async () => {
    const { press, sent, player } = await live()
    player.setRotated(true)
    press(540, 640)
    expect(sent()).toMatchObject([{ kind: 'touch', action: 'down', x: 32_768, y: 16_384 }])
    player.setRotated(false)
    expect(sent().at(-1)).toMatchObject({ kind: 'touch', action: 'cancel' })
  })

  it('sends a touch in shares of the picture', async () => {
    const { press, sent } = await live()
    press()
    expect(sent()).toEqual([
      { kind: 'touch', action: 'down', pointerId: 0, x: 32_768, y: 32_768, pressure: expect.closeTo(1) },
    ])
  })

  it.each([
    ['only looks', { mode: 'view', hasControl: false }],
    ['waits for the control', { hasControl: false }],
  ] as const)('sends nothing of somebody who %s', async (_name, changes) => {
    const { press, sent, player } = await live(changes)
    press()
    player.text('x')
    player.press(3)
    expect(sent()).toEqual([])
  })

  it('lets go of what is held before the control is gone', async () => {
    const { press, sent, tellEvent } = await live()
    press()
    tellEvent({ type: 'control', hasControl: false, isTaken: true })
    expect(sent().map((message) => 'action' in message && message.action)).toEqual(['down', 'cancel'])
  })

  it('passes over what it does not understand', async () => {
    const { hearNonsense, state } = await live()
    hearNonsense()
    expect(state().phase).toBe('live')
  })

  it('hands on the clipboard and the sentences', async () => {
    const { tell, tellEvent, told } = await live()
    tell({ kind: 'clipboard', text: '你好' })
    tellEvent({ type: 'notice', text: '手机正在重启' })
    expect(told.clipboard).toHaveBeenCalledExactlyOnceWith('你好')
    expect(told.notice).toHaveBeenCalledExactlyOnceWith('手机正在重启')
  })

  it('asks every second for a picture that does not come', async () => {
    const { tellEvent, tell, sent } = await open()
    tellEvent(hello)
    tell(config)
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent()).toEqual(Array.from({ length: 2 }, () => ({ kind: 'request', request: { type: 'keyFrame' } })))
  })

  it('keeps the picture while the stream is looked for, and takes a going gateway for a break', async () => {
    const { cut, state, tellEvent } = await live()
    cut()
    expect(state()).toMatchObject({ phase: 'reconnecting', picture: { width: 720 }, end: null })
    await vi.advanceTimersByTimeAsync(0)
    tellEvent(hello)
    expect(state().phase).toBe('live')
    tellEvent({ type: 'ended', reason: 'shutdown' })
    expect(state().phase).toBe('reconnecting')
  })

  it('says that somebody is there when they touch', async () => {
    const { tellEvent, press, sent, state } = await live()
    tellEvent({ type: 'idle', secondsLeft: 30 })
    expect(state().idleEndsAtMs).not.toBeNull()
    press()
    expect(sent()[0]).toEqual({ kind: 'request', request: { type: 'stillHere' } })
    expect(state().idleEndsAtMs).toBeNull()
  })

  it.each(['revoked', 'expired', 'idle', 'replaced'] as const)('ends when it is told so: %s', async (reason) => {
    const { tellEvent, state, cut, states } = await live()
    tellEvent({ type: 'ended', reason })
    cut()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(state()).toMatchObject({ phase: 'ended', end: { reason } })
    expect(states.at(-1)?.phase).toBe('ended')
  })

  it('ends when nothing can decode the stream, and can be tried again', async () => {
    const { fail, state, player } = await live()
    fail()
    expect(state().end).toEqual({ reason: 'undecodable' })
    player.retry()
    expect(state()).toMatchObject({ phase: 'reconnecting', end: null })
  })

  it('rests while nobody looks for a minute, and is back at once', async () => {
    const { player, state, tellEvent, decoded, talkFor } = await live()
    player.hide()
    await talkFor(59)
    expect(state().phase).toBe('live')
    await talkFor(1)
    expect(state()).toMatchObject({ phase: 'reconnecting', picture: { width: 720 } })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(state()).toMatchObject({ phase: 'reconnecting', end: null })
    player.show()
    await vi.advanceTimersByTimeAsync(0)
    tellEvent(hello)
    expect(state().phase).toBe('live')
    expect(decoded).not.toContain('close')
  })

  it('lets go of what is held when the page is hidden', async () => {
    const { player, press, sent } = await live()
    press()
    player.hide()
    expect(sent().map((message) => 'action' in message && message.action)).toEqual(['down', 'cancel'])
  })

  it('does not rest when it is looked at again in time', async () => {
    const { player, state, talkFor } = await live()
    player.hide()
    await talkFor(30)
    player.show()
    await talkFor(60)
    expect(state().phase).toBe('live')
  })

  it('closes everything', async () => {
    const { player, press, sent, decoded } = await live()
    press()
    player.close()
    expect(decoded.at(-1)).toBe('close')
    expect(sent().map((message) => 'action' in message && message.action)).toEqual(['down', 'cancel'])
  })
})

describe('a player on a wall', () => {
  it('tells of the input that it has sent, and not of what it follows', async () => {
    const { player, press, inputs, sent } = await live()
    press()
    player.text('a')
    player.request({ type: 'stillHere' })
    expect(inputs).toEqual(['touch', 'text'])
    player.inject({ kind: 'text', text: 'b' })
    expect(sent().at(-1)).toEqual({ kind: 'text', text: 'b' })
    expect(inputs).toHaveLength(2)
  })

  it('tells of fingers that are lifted because the controls are gone', async () => {
    const { press, inputs, tellEvent } = await live()
    press()
    tellEvent({ type: 'control', hasControl: false, isTaken: true })
    expect(inputs).toEqual(['touch', 'touch'])
  })

  it('follows nobody on a phone that it may only look at', async () => {
    const { player, sent, press, inputs } = await live({ mode: 'view', hasControl: false })
    player.inject({ kind: 'text', text: 'b' })
    player.request({ type: 'startApp', packageName: 'com.a.b' })
    press()
    expect(sent().map(({ kind }) => kind)).toEqual(['request'])
    expect(inputs).toEqual([])
  })

  it('asks for its quality and its pause again on a connection that has come back', async () => {
    const { player, sent, tellEvent, cut, decoded } = await live()
    player.setQuality('tile')
    player.setPaused(true)
    const asked = [
      { kind: 'request', request: { type: 'quality', name: 'tile' } },
      { kind: 'request', request: { type: 'pictures', isOn: false } },
    ]
    expect(sent()).toEqual(asked)
    expect(decoded.at(-1)).toBe('close')
    cut()
    await vi.advanceTimersByTimeAsync(1000)
    tellEvent(hello)
    expect(sent()).toEqual([...asked, ...asked])
    player.setPaused(false)
    expect(sent().at(-1)).toEqual({ kind: 'request', request: { type: 'pictures', isOn: true } })
  })

  it('asks again for the quality that it has while another one is under way', async () => {
    const { player, sent, tellEvent } = await live()
    const qualities = () =>
      sent().map((message) => message.kind === 'request' && 'name' in message.request && message.request.name)
    player.setQuality('tile')
    player.setQuality('high')
    expect(qualities()).toEqual(['tile', 'high'])
    // Of the picture that is still shown.
    tellEvent({ type: 'quality', name: 'tile' })
    player.setQuality('high')
    expect(qualities()).toEqual(['tile', 'high', 'high'])
    tellEvent({ type: 'quality', name: 'high' })
    player.setQuality('high')
    expect(qualities()).toEqual(['tile', 'high', 'high'])
  })
})
