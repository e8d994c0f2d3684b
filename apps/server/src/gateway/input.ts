import {
  type ControlMessage,
  CopyKey,
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

const POSITION_MAX = 65_535
const SCROLL_MAX = 16
/** Plain text up to this length is typed key by key; anything else is pasted, since no key stands for it. */
const TYPED_TEXT_MAX = 300
const TYPEABLE = /^[\x20-\x7e]*$/

/** Maps viewer input to scrcpy control messages, in coordinates of the current picture. */
export const toControl = (input: Input, size: Size): ControlMessage => {
  switch (input.kind) {
    case 'touch':
      return {
        type: 'injectTouch',
        action: MotionAction[input.action],
        pointerId: BigInt(input.pointerId),
        position: positionOn(size, input),
        pressure: input.action === 'up' || input.action === 'cancel' ? 0 : input.pressure,
        actionButton: 0,
        buttons: 0,
      }
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

export const requestClipboard: ControlMessage = { type: 'getClipboard', copyKey: CopyKey.none }

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
  const touches = new Map<number, Extract<Input, { kind: 'touch' }>>()
  const keys = new Map<number, Extract<Input, { kind: 'key' }>>()

  return {
    track(input: Input): void {
      if (input.kind === 'touch') {
        if (input.action === 'down' || input.action === 'move') touches.set(input.pointerId, input)
        else touches.delete(input.pointerId)
      } else if (input.kind === 'key') {
        if (input.action === 'down') keys.set(input.keyCode, input)
        else keys.delete(input.keyCode)
      }
    },

    /** Release messages for everything pressed; clears the set. */
    releaseAll(): Input[] {
      const released: Input[] = [
        ...[...touches.values()].map((touch) => ({ ...touch, action: 'up' as const, pressure: 0 })),
        ...[...keys.values()].map((key) => ({ ...key, action: 'up' as const, repeat: 0 })),
      ]
      touches.clear()
      keys.clear()
      return released
    },
  }
}
