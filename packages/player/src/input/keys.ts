import type { FromViewer, KeyAction } from '@yunji/phone-protocol/stream/from-viewer'
import { keyCode, metaBit } from './key-codes.ts'

/** The fields of a KeyboardEvent that are used. */
export interface KeyInput {
  /** A character, or a name such as `Enter`. */
  readonly key: string
  /** The physical key, independent of the layout. */
  readonly code: string
  readonly repeat: boolean
  readonly isComposing: boolean
  /** 229 when an input method takes the key; its first key comes before the composition. */
  readonly keyCode: number
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  getModifierState(name: 'AltGraph' | 'CapsLock'): boolean
}

/** Keys without a character. Tab is left to the page, so that the keyboard can leave the picture. */
const named: Readonly<Record<string, number>> = {
  ArrowUp: keyCode.up,
  ArrowDown: keyCode.down,
  ArrowLeft: keyCode.left,
  ArrowRight: keyCode.right,
  Enter: keyCode.enter,
  Backspace: keyCode.backspace,
  Delete: keyCode.forwardDelete,
  Escape: keyCode.back,
  Home: keyCode.lineStart,
  End: keyCode.lineEnd,
  PageUp: keyCode.pageUp,
  PageDown: keyCode.pageDown,
  ' ': keyCode.space,
}

/** Left and right differ for games. */
const modifiers: Readonly<Record<string, number>> = {
  ShiftLeft: keyCode.shiftLeft,
  ShiftRight: keyCode.shiftRight,
  ControlLeft: keyCode.controlLeft,
  ControlRight: keyCode.controlRight,
  AltLeft: keyCode.altLeft,
  AltRight: keyCode.altRight,
}

/** Select all, copy, cut, undo, redo, with Ctrl or Command; other shortcuts are left to the browser. */
const shortcuts: ReadonlySet<string> = new Set(['a', 'c', 'x', 'z', 'y'])

const isLetter = (key: string) => /^[a-z]$/i.test(key)
const isCharacter = (key: string) => [...key].length === 1
const letterCode = (key: string) => keyCode.a + key.toLowerCase().charCodeAt(0) - 'a'.charCodeAt(0)
const isHeld = (press: KeyInput) => (press.ctrlKey || press.metaKey) && !press.getModifierState('AltGraph')

/**
 * Letters are sent as key codes, which games need; other characters are sent as text, because the phone's layout may
 * differ.
 */
const codeOf = (press: KeyInput): number | undefined => {
  const { key, code, altKey } = press
  if (isHeld(press)) return shortcuts.has(key.toLowerCase()) ? letterCode(key) : modifiers[code]
  if (isLetter(key) && !altKey) return letterCode(key)
  return named[key] ?? modifiers[code]
}

/** A capital without Shift or Caps Lock, as virtual keyboards send it. */
const isCapital = (press: KeyInput) => /^[A-Z]$/.test(press.key) && !press.getModifierState('CapsLock')

const metaStateOf = (press: KeyInput): number =>
  (press.shiftKey || isCapital(press) ? metaBit.shift : 0) |
  (press.altKey && !press.getModifierState('AltGraph') ? metaBit.alt : 0) |
  (isHeld(press) ? metaBit.control : 0) |
  (press.getModifierState('CapsLock') ? metaBit.capsLock : 0)

const TAKEN_BY_INPUT_METHOD = 229

interface KeysOptions {
  readonly send: (message: FromViewer) => void
}

/** Maps keyboard events to Android key events; each method returns whether the key was handled. */
export const createKeys = ({ send }: KeysOptions) => {
  /** Pressed keys by physical key: the character may change before the key comes up. */
  const held = new Map<string, { readonly keyCode: number; repeat: number }>()

  const sendKey = (action: KeyAction, code: number, metaState: number, repeat: number) =>
    send({ kind: 'key', action, keyCode: code, metaState, repeat })

  return {
    down(press: KeyInput): boolean {
      if (press.isComposing || press.keyCode === TAKEN_BY_INPUT_METHOD) return false
      const code = codeOf(press)
      if (code !== undefined) {
        const repeat = press.repeat ? (held.get(press.code)?.repeat ?? 0) + 1 : 0
        held.set(press.code, { keyCode: code, repeat })
        sendKey('down', code, metaStateOf(press), repeat)
        return true
      }
      if (!isCharacter(press.key) || isHeld(press)) return false
      send({ kind: 'text', text: press.key })
      return true
    },

    up(press: KeyInput): boolean {
      const before = held.get(press.code)
      if (!before) return false
      held.delete(press.code)
      sendKey('up', before.keyCode, metaStateOf(press), 0)
      return true
    },

    /** Without it, keys that are down when the focus is lost would stay down on the phone. */
    releaseAll(): void {
      for (const { keyCode: code } of held.values()) sendKey('up', code, 0, 0)
      held.clear()
    },
  }
}
