import type { KeyEvent } from '../types.ts'

/** The key codes of Android that the phone understands. */
export const KeyCode = {
  home: 3,
  back: 4,
  dpadUp: 19,
  dpadDown: 20,
  dpadLeft: 21,
  dpadRight: 22,
  volumeUp: 24,
  volumeDown: 25,
  power: 26,
  a: 29,
  c: 31,
  v: 50,
  x: 52,
  z: 54,
  enter: 66,
  backspace: 67,
  forwardDelete: 112,
  menu: 82,
  notification: 83,
  moveHome: 122,
  moveEnd: 123,
  numpadEnter: 160,
  mute: 164,
  settings: 176,
  recents: 187,
  sleep: 223,
  wakeUp: 224,
  cut: 277,
  copy: 278,
  paste: 279,
} as const

const SHIFT = 0x1
const CTRL = 0x1000
const CAPS_LOCK = 0x10_0000
const DIGIT_0 = 7
const NUMPAD_0 = 144

const SHIFTED_DIGITS = ')!@#$%^&*('

/** Plain and shifted. */
const SIGNS: Readonly<Record<number, string>> = {
  17: '**',
  18: '##',
  55: ',<',
  56: '.>',
  61: '\t\t',
  62: '  ',
  68: '`~',
  69: '-_',
  70: '=+',
  71: '[{',
  72: ']}',
  73: '\\|',
  74: ';:',
  75: '\'"',
  76: '/?',
  77: '@@',
  81: '++',
  154: '//',
  155: '**',
  156: '--',
  157: '++',
  158: '..',
}

export interface TypedKey {
  keyCode: number
  /** Null for keys without a character. */
  character: string | null
  isCtrl: boolean
}

export function readKey({ keyCode, metaState }: KeyEvent): TypedKey {
  const isCtrl = (metaState & CTRL) !== 0
  return { keyCode, isCtrl, character: isCtrl ? null : characterOf(keyCode, metaState) }
}

function characterOf(keyCode: number, metaState: number): string | null {
  const isShifted = (metaState & SHIFT) !== 0
  if (keyCode >= KeyCode.a && keyCode <= KeyCode.z) {
    const letter = String.fromCharCode(97 + keyCode - KeyCode.a)
    return isShifted === ((metaState & CAPS_LOCK) !== 0) ? letter : letter.toUpperCase()
  }
  if (keyCode >= DIGIT_0 && keyCode < DIGIT_0 + 10) {
    return isShifted ? (SHIFTED_DIGITS[keyCode - DIGIT_0] ?? null) : String(keyCode - DIGIT_0)
  }
  if (keyCode >= NUMPAD_0 && keyCode < NUMPAD_0 + 10) return String(keyCode - NUMPAD_0)
  if (keyCode === KeyCode.enter || keyCode === KeyCode.numpadEnter) return '\n'
  return SIGNS[keyCode]?.[isShifted ? 1 : 0] ?? null
}
