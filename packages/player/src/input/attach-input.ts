import type { FromViewer } from '@yunji/phone-protocol/stream/from-viewer'
import { fitInside, isInside, type PictureRect, toStreamPosition } from '../picture/layout.ts'
import { keyCode } from './key-codes.ts'
import { createKeys } from './keys.ts'
import { createTouches, notchesOf, type PointerInput } from './pointer.ts'

/** Above this many unsent bytes, move events are dropped. */
const BEHIND_BYTES = 4096
const MAIN_BUTTON = 0

/** Middle button: Home; right button: Back. */
const keyOfButton: Readonly<Record<number, number>> = { 1: keyCode.home, 2: keyCode.back }

interface InputOptions {
  readonly canvas: HTMLCanvasElement
  readonly hasPicture: () => boolean
  /** Whether the page shows the picture rotated by 90° clockwise. */
  readonly isRotated: () => boolean
  readonly bufferedBytes: () => number
  readonly send: (message: FromViewer) => void
}

const fingerOf = ({ pointerId, clientX, clientY, pressure }: PointerEvent): PointerInput => ({
  id: pointerId,
  x: clientX,
  y: clientY,
  pressure,
})

/** Listens to pointer, wheel and keyboard on the canvas until `stop()`. */
export const attachInput = ({ canvas, hasPicture, isRotated, bufferedBytes, send }: InputOptions) => {
  const stopped = new AbortController()
  const currentRect = (): PictureRect => {
    const { left, top, width, height } = canvas.getBoundingClientRect()
    return fitInside(canvas, { left, top, width, height, isRotated: isRotated() })
  }
  const touches = createTouches({
    send,
    pictureRect: () => (hasPicture() ? currentRect() : null),
    isBehind: () => bufferedBytes() > BEHIND_BYTES,
  })
  const keys = createKeys({ send })

  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
    isPassive = false,
  ) => canvas.addEventListener(name, listener, { passive: isPassive, signal: stopped.signal })

  const pressKey = (code: number) => {
    for (const action of ['down', 'up'] as const) {
      send({ kind: 'key', action, keyCode: code, metaState: 0, repeat: 0 })
    }
  }

  on('pointerdown', (event) => {
    event.preventDefault()
    canvas.focus({ preventScroll: true })
    const code = keyOfButton[event.button]
    if (event.button !== MAIN_BUTTON) return code === undefined ? undefined : pressKey(code)
    if (touches.down(fingerOf(event))) canvas.setPointerCapture(event.pointerId)
  })
  on('pointermove', (event) => touches.move(fingerOf(event)))
  on('pointerup', (event) => {
    if (event.button === MAIN_BUTTON) touches.up(fingerOf(event))
  })
  on('pointercancel', (event) => touches.cancel(fingerOf(event)))
  on('lostpointercapture', (event) => touches.cancel(fingerOf(event)))
  on('contextmenu', (event) => event.preventDefault())

  on('wheel', (event) => {
    event.preventDefault()
    const where = currentRect()
    const point = { x: event.clientX, y: event.clientY }
    if (!hasPicture() || !isInside(point, where)) return
    // The wheel scrolls vertically, also when the picture is rotated.
    send({ kind: 'scroll', ...toStreamPosition(point, where), ...notchesOf(event) })
  })

  on('keydown', (event) => {
    if (keys.down(event)) event.preventDefault()
  })
  on('keyup', (event) => {
    if (keys.up(event)) event.preventDefault()
  })
  on('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain')
    if (!text) return
    event.preventDefault()
    send({ kind: 'clipboard', text, isPaste: true })
  })
  on('blur', keys.releaseAll)

  return {
    /** Cancels all touches and releases all keys. */
    releaseAll(): void {
      touches.cancelAll()
      keys.releaseAll()
    },
    stop: () => stopped.abort(),
  }
}
