import type { FromViewer } from '@yunji/phone-protocol/stream/from-viewer'
import { describe, expect, it } from 'vitest'
import { createTouches, notchesOf } from './pointer.ts'

const make = () => {
  const sent: FromViewer[] = []
  const state = { isBehind: false, hasPicture: true }
  const touches = createTouches({
    send: (message) => sent.push(message),
    pictureRect: () => (state.hasPicture ? { left: 0, top: 0, width: 65_535, height: 65_535 } : null),
    isBehind: () => state.isBehind,
  })
  return { sent, state, touches }
}

const at = (id: number, x: number, y: number, pressure = 0.5) => ({ id, x, y, pressure })

const touch = (action: string, pointerId: number, x: number, y: number, pressure = 0.5) => ({
  kind: 'touch',
  action,
  pointerId,
  x,
  y,
  pressure,
})

describe('fingers', () => {
  it('come down, move and leave', () => {
    const { sent, touches } = make()
    expect(touches.down(at(71, 100, 200, 1))).toBe(true)
    touches.move(at(71, 110, 220))
    touches.up(at(71, 120, 240))
    expect(sent).toEqual([touch('down', 0, 100, 200, 1), touch('move', 0, 110, 220), touch('up', 0, 120, 240, 0)])
  })

  it('have numbers of their own, and the lowest free one is taken next', () => {
    const { sent, touches } = make()
    touches.down(at(900, 1, 1))
    touches.down(at(901, 2, 2))
    touches.up(at(900, 1, 1))
    touches.down(at(902, 3, 3))
    expect(sent.map((message) => 'pointerId' in message && message.pointerId)).toEqual([0, 1, 0, 0])
  })

  it('beyond ten are not taken', () => {
    const { sent, touches } = make()
    for (let id = 0; id < 11; id += 1) touches.down(at(id, id, id))
    expect(sent).toHaveLength(10)
    expect(touches.down(at(11, 1, 1))).toBe(false)
  })

  it('beside the picture, or before there is one, are none', () => {
    const { sent, state, touches } = make()
    expect(touches.down(at(1, -5, 10))).toBe(false)
    touches.move(at(1, 10, 10))
    touches.up(at(1, 10, 10))
    state.hasPicture = false
    expect(touches.down(at(2, 10, 10))).toBe(false)
    expect(sent).toEqual([])
  })

  it('that leave the picture stay on its edge', () => {
    const { sent, touches } = make()
    touches.down(at(1, 10, 10))
    touches.move(at(1, -40, 70_000))
    expect(sent.at(-1)).toEqual(touch('move', 0, 0, 65_535))
  })

  it('that do not move say nothing', () => {
    const { sent, touches } = make()
    touches.down(at(1, 10, 10))
    touches.move(at(1, 10, 10))
    expect(sent).toHaveLength(1)
  })

  it('leave out positions while the link is behind, but never their end', () => {
    const { sent, state, touches } = make()
    touches.down(at(1, 10, 10))
    state.isBehind = true
    touches.move(at(1, 20, 20))
    touches.up(at(1, 30, 30))
    expect(sent.slice(1)).toEqual([touch('up', 0, 30, 30, 0)])
  })

  it('are called off where they were last seen', () => {
    const { sent, touches } = make()
    touches.down(at(1, 10, 10))
    touches.down(at(2, 20, 20))
    touches.cancel(at(1, 0, 0))
    touches.cancelAll()
    touches.cancelAll()
    expect(sent.slice(2)).toEqual([touch('cancel', 0, 10, 10, 0), touch('cancel', 1, 20, 20, 0)])
  })
})

describe('notches of a wheel', () => {
  it.each([
    ['down', { deltaX: 0, deltaY: 100, deltaMode: 0 }, { dx: 0, dy: -1 }],
    ['up by half', { deltaX: 0, deltaY: -50, deltaMode: 0 }, { dx: 0, dy: 0.5 }],
    ['to the right', { deltaX: 200, deltaY: 0, deltaMode: 0 }, { dx: -2, dy: 0 }],
    ['counted in lines', { deltaX: 0, deltaY: 3, deltaMode: 1 }, { dx: 0, dy: -1 }],
    ['counted in pages', { deltaX: 0, deltaY: 1, deltaMode: 2 }, { dx: 0, dy: -1 }],
  ])('%s', (_name, turn, notches) => expect(notchesOf(turn)).toEqual(notches))
})
