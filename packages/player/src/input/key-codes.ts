/** Android key codes. */
export const keyCode = {
  home: 3,
  back: 4,
  up: 19,
  down: 20,
  left: 21,
  right: 22,
  volumeUp: 24,
  volumeDown: 25,
  power: 26,
  a: 29,
  altLeft: 57,
  altRight: 58,
  shiftLeft: 59,
  shiftRight: 60,
  space: 62,
  enter: 66,
  backspace: 67,
  pageUp: 92,
  pageDown: 93,
  forwardDelete: 112,
  controlLeft: 113,
  controlRight: 114,
  lineStart: 122,
  lineEnd: 123,
  recents: 187,
} as const

/** Android's meta state flags. */
export const metaBit = { shift: 0x1, alt: 0x2, control: 0x1000, capsLock: 0x10_0000 } as const
