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
  /** Takes the keyboard in place of the canvas. */
  readonly typing: HTMLTextAreaElement | undefined
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

/** Candidates of an input method appear where the user has clicked. */
const moveTo = (typing: HTMLTextAreaElement, canvas: HTMLCanvasElement, { offsetX, offsetY }: PointerEvent): void => {
  typing.style.left = `${canvas.offsetLeft + offsetX}px`
  typing.style.top = `${canvas.offsetTop + offsetY}px`
}

type Listen = <Name extends keyof HTMLElementEventMap>(
  name: Name,
  listener: (event: HTMLElementEventMap[Name]) => void,
) => void

/** Sends what an input method has composed, and what comes without a key: dictation, a panel of characters. */
const attachTyping = (typing: HTMLTextAreaElement, on: Listen, sendText: (text: string) => void): void => {
  const flush = () => {
    const text = typing.value
    typing.value = ''
    if (text !== '') sendText(text)
  }
  on('compositionstart', () => typing.setAttribute('data-composing', ''))
  on('compositionend', () => {
    typing.removeAttribute('data-composing')
    flush()
  })
  on('input', (event) => {
    if (!(event as InputEvent).isComposing) flush()
  })
}

/** Listens to pointer, wheel and keyboard on the canvas until `stop()`. */
export const attachInput = ({ canvas, typing, hasPicture, isRotated, bufferedBytes, send }: InputOptions) => {
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

  const listen =
    (target: HTMLElement) =>
    <Name extends keyof HTMLElementEventMap>(name: Name, listener: (event: HTMLElementEventMap[Name]) => void) =>
      target.addEventListener(name, listener, { passive: false, signal: stopped.signal })
  const on = listen(canvas)

  const pressKey = (code: number) => {
    for (const action of ['down', 'up'] as const) {
      send({ kind: 'key', action, keyCode: code, metaState: 0, repeat: 0 })
    }
  }

  on('pointerdown', (event) => {
    event.preventDefault()
    // A finger must not bring up the keyboard of the screen.
    const isTyping = typing !== undefined && event.pointerType === 'mouse'
    if (isTyping) moveTo(typing, canvas, event)
    ;(isTyping ? typing : canvas).focus({ preventScroll: true })
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

  for (const target of typing ? [canvas, typing] : [canvas]) {
    const onKeys = listen(target)
    onKeys('keydown', (event) => {
      if (keys.down(event)) event.preventDefault()
    })
    onKeys('keyup', (event) => {
      if (keys.up(event)) event.preventDefault()
    })
    onKeys('paste', (event) => {
      const text = event.clipboardData?.getData('text/plain')
      if (!text) return
      event.preventDefault()
      send({ kind: 'clipboard', text, isPaste: true })
    })
    onKeys('blur', keys.releaseAll)
  }
  if (typing) attachTyping(typing, listen(typing), (text) => send({ kind: 'text', text }))

  return {
    /** Cancels all touches and releases all keys. */
    releaseAll(): void {
      touches.cancelAll()
      keys.releaseAll()
    },
    stop: () => stopped.abort(),
  }
}
