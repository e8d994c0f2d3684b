import {
  type ControlMessage,
  KeyEventAction,
  MotionAction,
  type ScreenPosition,
} from '@yunji/phone-protocol/scrcpy/control'
import type { FromViewer } from '@yunji/phone-protocol/stream/from-viewer'

interface Size {
  readonly width: number
  readonly height: number
}

type Input = Exclude<FromViewer, { kind: 'ping' | 'request' }>
type Touch = Extract<Input, { kind: 'touch' }>

const POSITION_MAX = 65_535
const SCROLL_MAX = 16
/** Plain text up to this length is typed key by key; anything else is pasted, since no key stands for it. */
const TYPED_TEXT_MAX = 300
const TYPEABLE = /^[\x20-\x7e]*$/

/** Maps viewer input to scrcpy control messages, in coordinates of the current picture. */
export const toControl = (input: Input, size: Size): ControlMessage[] => {
  if (input.kind !== 'touch') return [toSingleControl(input, size)]
  if (input.action !== 'cancel') return [toTouch(input, size)]
  // Android drops the gesture at CANCEL; scrcpy's server forgets a finger at UP only, and would take later taps for
  // those of a second finger.
  return [toTouch(input, size), toTouch({ ...input, action: 'up' }, size)]
}

const toTouch = (touch: Touch, size: Size): ControlMessage => ({
  type: 'injectTouch',
  action: MotionAction[touch.action],
  pointerId: BigInt(touch.pointerId),
  position: positionOn(size, touch),
  pressure: touch.action === 'up' || touch.action === 'cancel' ? 0 : touch.pressure,
  actionButton: 0,
  buttons: 0,
})

const toSingleControl = (input: Exclude<Input, Touch>, size: Size): ControlMessage => {
  switch (input.kind) {
    case 'scroll':
      return {
        type: 'injectScroll',
        position: positionOn(size, input),
        horizontal: withinScroll(input.dx),
        vertical: withinScroll(input.dy),
        buttons: 0,
      }
    case 'key': {
      const { keyCode, repeat, metaState } = input
      return { type: 'injectKeyCode', action: KeyEventAction[input.action], keyCode, repeat, metaState }
    }
    case 'text':
      return TYPEABLE.test(input.text) && input.text.length <= TYPED_TEXT_MAX
        ? { type: 'injectText', text: input.text }
        : paste(input.text, true)
    case 'clipboard':
      return paste(input.text, input.isPaste)
  }
}

const paste = (text: string, isPaste: boolean): ControlMessage => ({
  type: 'setClipboard',
  sequence: 0n,
  isPaste,
  text,
})

const positionOn = ({ width, height }: Size, { x, y }: { x: number; y: number }): ScreenPosition => ({
  x: Math.round((x / POSITION_MAX) * (width - 1)),
  y: Math.round((y / POSITION_MAX) * (height - 1)),
  width,
  height,
})

const withinScroll = (notches: number): number => Math.min(SCROLL_MAX, Math.max(-SCROLL_MAX, notches))

/** Pressed keys and touches; they must be released when their viewer leaves, or the phone holds them for ever. */
export const createPressedInputs = () => {
  const touches = new Map<number, Touch>()
  const keys = new Map<number, Extract<Input, { kind: 'key' }>>()

  return {
    /** False for a finger that did not go down here: it would stay on the phone as one that nobody lifts. */
    track(input: Input): boolean {
      if (input.kind === 'touch') {
        if (input.action !== 'down' && !touches.has(input.pointerId)) return false
        if (input.action === 'down' || input.action === 'move') touches.set(input.pointerId, input)
        else touches.delete(input.pointerId)
      } else if (input.kind === 'key') {
        if (input.action === 'down') keys.set(input.keyCode, input)
        else keys.delete(input.keyCode)
      }
      return true
    },

    /** Release messages for everything pressed; clears the set. */
    releaseAll(): Input[] {
      const released: Input[] = [
        // Not lifted: a button under the finger must not be pressed by that.
        ...[...touches.values()].map((touch) => ({ ...touch, action: 'cancel' as const, pressure: 0 })),
        ...[...keys.values()].map((key) => ({ ...key, action: 'up' as const, repeat: 0 })),
      ]
      touches.clear()
      keys.clear()
      return released
    },
  }
}
