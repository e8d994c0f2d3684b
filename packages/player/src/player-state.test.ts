import type { HelloEvent } from '@yunji/phone-protocol/stream/events'
import { describe, expect, it } from 'vitest'
import { applyStreamEvent, canControl, initialState, type PlayerState } from './player-state.ts'

const NOW_MS = 1_000_000

const hello: HelloEvent = {
  type: 'hello',
  sessionId: 's1',
  uploadKey: 'key',
  resumeTicket: 'resume',
  mode: 'control',
  hasControl: true,
  device: { id: 7, name: '星海远征 06', expiresAt: 9_000_000, isMetered: false, serverTime: 8_400_000 },
  qualities: ['high', 'saver'],
  quality: 'high',
}

const live = applyStreamEvent(initialState, hello, NOW_MS)

describe('the greeting', () => {
  it('makes it live', () => {
    expect(live).toMatchObject({ phase: 'live', mode: 'control', hasControl: true, quality: 'high', uploadKey: 'key' })
    expect(canControl(live)).toBe(true)
  })

  it('tells the end by the page’s clock', () => {
    expect(live.device).toEqual({ id: 7, name: '星海远征 06', endsAtMs: NOW_MS + 600_000, isMetered: false })
    const endless = applyStreamEvent(initialState, { ...hello, device: { ...hello.device, expiresAt: null } }, NOW_MS)
    expect(endless.device?.endsAtMs).toBeNull()
  })

  it('says when somebody else holds the control', () => {
    expect(applyStreamEvent(initialState, { ...hello, hasControl: false }, NOW_MS).isControlTaken).toBe(true)
    expect(applyStreamEvent(initialState, { ...hello, hasControl: false, mode: 'view' }, NOW_MS).isControlTaken).toBe(
      false,
    )
  })

  it('after a break keeps the picture and forgets the end', () => {
    const before: PlayerState = { ...live, phase: 'ended', end: { reason: 'lost' }, picture: { width: 9, height: 16 } }
    expect(applyStreamEvent(before, hello, NOW_MS)).toMatchObject({ end: null, picture: { width: 9, height: 16 } })
  })
})

describe('what is told later', () => {
  it.each([
    [
      { type: 'control', hasControl: false, isTaken: true },
      { hasControl: false, isControlTaken: true },
    ],
    [
      { type: 'mode', mode: 'view' },
      { mode: 'view', hasControl: false, isControlTaken: false, uploadKey: null },
    ],
    [{ type: 'quality', name: 'saver' }, { quality: 'saver' }],
    [{ type: 'phone', state: 'offline' }, { phone: 'offline' }],
    [{ type: 'idle', secondsLeft: 30 }, { idleEndsAtMs: NOW_MS + 30_000 }],
    [
      { type: 'ended', reason: 'revoked' },
      { phase: 'ended', end: { reason: 'revoked' }, hasControl: false },
    ],
  ] as const)('%j', (event, changes) => expect(applyStreamEvent(live, event, NOW_MS)).toEqual({ ...live, ...changes }))

  it.each([
    { type: 'resume', ticket: 'next' },
    { type: 'notice', text: '手机正在重启' },
  ] as const)('$type changes nothing of it', (event) => expect(applyStreamEvent(live, event, NOW_MS)).toBe(live))

  it('follows each upload by its name', () => {
    const upload = (id: string, progress: number, state: 'receiving' | 'done') =>
      ({ type: 'upload', id, progress, state }) as const
    const events = [upload('a', 0.1, 'receiving'), upload('b', 0.2, 'receiving'), upload('a', 1, 'done')]
    const { uploads } = events.reduce((state, event) => applyStreamEvent(state, event, NOW_MS), live)
    expect(uploads).toEqual([
      { id: 'a', progress: 1, state: 'done' },
      { id: 'b', progress: 0.2, state: 'receiving' },
    ])
  })
})

describe('control', () => {
  it.each([
    ['while only looking', { mode: 'view' }],
    ['while somebody else has it', { hasControl: false }],
    ['while the stream is looked for', { phase: 'reconnecting' }],
    ['while the phone is away', { phone: 'connecting' }],
  ] as const)('is not there %s', (_name, changes) => expect(canControl({ ...live, ...changes })).toBe(false))
})
