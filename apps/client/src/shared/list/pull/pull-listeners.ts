import type { Pull } from './create-pull.ts'
import { isPulling, type PullEvent } from './pull-gesture.ts'
import { createWheelPull } from './wheel-pull.ts'

type Unlisten = () => void

const on = <Type extends keyof HTMLElementEventMap>(
  target: HTMLElement | Document,
  type: Type,
  listener: (event: HTMLElementEventMap[Type]) => void,
  options?: AddEventListenerOptions,
): Unlisten => {
  target.addEventListener(type, listener as EventListener, options)
  return () => target.removeEventListener(type, listener as EventListener, options)
}

const isAtTop = (area: HTMLElement) => area.scrollTop <= 0

const moveTo = ({ clientX, clientY }: Touch | MouseEvent): PullEvent => ({
  type: 'move',
  x: clientX,
  y: clientY,
  toBottomPx: window.innerHeight - clientY,
})

const listenToTouch = (area: HTMLElement, { state, dispatch }: Pull): readonly Unlisten[] => [
  on(
    area,
    'touchstart',
    ({ touches: [finger, ...others] }) => {
      if (!finger || others.length > 0) return dispatch({ type: 'cancel' })
      return dispatch({ type: 'start', x: finger.clientX, y: finger.clientY, isAtTop: isAtTop(area) })
    },
    { passive: true },
  ),
  on(
    area,
    'touchmove',
    (event) => {
      const finger = event.touches[0]
      if (finger) dispatch(moveTo(finger))
      if (!isPulling(state())) return
      // Once the browser scrolls by itself it cannot be stopped: both at once would tear the list.
      if (event.cancelable) event.preventDefault()
      else dispatch({ type: 'cancel' })
    },
    { passive: false },
  ),
  on(area, 'touchend', () => dispatch({ type: 'end' })),
  on(area, 'touchcancel', () => dispatch({ type: 'cancel' })),
]

/** The click that ends a pull opens nothing. */
const swallowClick = (area: HTMLElement) => {
  const unlisten = on(area, 'click', (event) => event.stopPropagation(), { capture: true })
  setTimeout(unlisten)
}

const listenToMouse = (area: HTMLElement, { state, dispatch }: Pull): readonly Unlisten[] => [
  on(area, 'mousedown', ({ button, clientX, clientY }) => {
    if (button === 0) dispatch({ type: 'start', x: clientX, y: clientY, isAtTop: isAtTop(area) })
  }),
  on(document, 'mousemove', (event) => {
    if (state().hold) dispatch(event.buttons === 0 ? { type: 'cancel' } : moveTo(event))
  }),
  on(document, 'mouseup', () => {
    if (isPulling(state())) swallowClick(area)
    if (state().hold) dispatch({ type: 'end' })
  }),
  // Else the browser would carry a link or a picture away instead.
  on(area, 'dragstart', (event) => {
    if (state().hold) event.preventDefault()
  }),
]

const listenToWheel = (area: HTMLElement, { state, dispatch }: Pull): readonly Unlisten[] => {
  const after = (ms: number, action: () => void) => {
    const timer = setTimeout(action, ms)
    return () => clearTimeout(timer)
  }
  const wheel = createWheelPull({ dispatch, after })
  const unlisten = on(
    area,
    'wheel',
    (event) => {
      wheel.move({ deltaY: event.deltaY, isAtTop: isAtTop(area) })
      if (isPulling(state())) event.preventDefault()
    },
    { passive: false },
  )
  return [unlisten, wheel.stop]
}

/** Hears everything that can pull: fingers, a mouse, a trackpad. */
export const listenToPulls = (area: HTMLElement, pull: Pull): Unlisten => {
  const unlisten = [...listenToTouch(area, pull), ...listenToMouse(area, pull), ...listenToWheel(area, pull)]
  return () => {
    for (const stop of unlisten) stop()
  }
}
