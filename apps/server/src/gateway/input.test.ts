import { describe, expect, it } from 'vitest'
import { createPressedInputs, toControl } from './input.ts'

const size = { width: 720, height: 1280 }
const touch = (action: 'down' | 'up' | 'move' | 'cancel', x: number, y: number) =>
  ({ kind: 'touch', action, pointerId: 3, x, y, pressure: 1 }) as const

describe('what a viewer did', () => {
  it.each([
    [0, 0, 0, 0],
    [65_535, 65_535, 719, 1279],
    [32_768, 32_768, 360, 640],
  ])('touches %i, %i at pixel %i, %i', (x, y, pixelX, pixelY) => {
    expect(toControl(touch('down', x, y), size)).toMatchObject([
      { type: 'injectTouch', action: 0, pointerId: 3n, position: { x: pixelX, y: pixelY, ...size }, pressure: 1 },
    ])
  })

  it('lifts a finger without pressure', () => {
    expect(toControl(touch('up', 0, 0), size)).toMatchObject([{ action: 1, pressure: 0 }])
  })

  it('cancels a finger and lifts it, because scrcpy forgets one at UP only', () => {
    expect(toControl(touch('cancel', 0, 0), size)).toMatchObject([
      { action: 3, pointerId: 3n, pressure: 0 },
      { action: 1, pointerId: 3n, pressure: 0 },
    ])
  })

  it('types what keys can type and pastes the rest', () => {
    expect(toControl({ kind: 'text', text: 'hello' }, size)).toEqual([{ type: 'injectText', text: 'hello' }])
    expect(toControl({ kind: 'text', text: '你好' }, size)).toMatchObject([{ type: 'setClipboard', isPaste: true }])
    expect(toControl({ kind: 'text', text: 'x'.repeat(301) }, size)).toMatchObject([{ type: 'setClipboard' }])
  })

  it('scrolls no further than the phone understands', () => {
    const scrolled = toControl({ kind: 'scroll', x: 0, y: 0, dx: -99, dy: 99 }, size)
    expect(scrolled).toMatchObject([{ horizontal: -16, vertical: 16 }])
  })
})

describe('what is pressed', () => {
  it('is let go once, finger by finger and key by key', () => {
    const pressed = createPressedInputs()
    pressed.track(touch('down', 10, 20))
    pressed.track(touch('move', 30, 40))
    pressed.track({ kind: 'key', action: 'down', keyCode: 24, metaState: 0, repeat: 5 })
    expect(pressed.releaseAll()).toEqual([
      { ...touch('cancel', 30, 40), pressure: 0 },
      { kind: 'key', action: 'up', keyCode: 24, metaState: 0, repeat: 0 },
    ])
    expect(pressed.releaseAll()).toEqual([])
  })

  it('takes no finger that did not go down here', () => {
    const pressed = createPressedInputs()
    expect(pressed.track(touch('move', 1, 1))).toBe(false)
    expect(pressed.track(touch('up', 1, 1))).toBe(false)
    expect(pressed.track(touch('down', 1, 1))).toBe(true)
    expect(pressed.track(touch('cancel', 1, 1))).toBe(true)
    expect(pressed.track(touch('cancel', 1, 1))).toBe(false)
    expect(pressed.releaseAll()).toEqual([])
  })

  it('forgets what was let go by itself', () => {
    const pressed = createPressedInputs()
    pressed.track(touch('down', 1, 1))
    pressed.track(touch('up', 1, 1))
    expect(pressed.releaseAll()).toEqual([])
  })
})
