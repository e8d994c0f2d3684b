/** scrcpy sends fractions as 16-bit fixed point in which the highest value stands for exactly 1. */
export const toUnsigned16 = (value: number): number =>
  Math.min(0xffff, Math.floor(Math.min(1, Math.max(0, value)) * 0x1_0000))

export const fromUnsigned16 = (bits: number): number => (bits === 0xffff ? 1 : bits / 0x1_0000)

export const toSigned16 = (value: number): number =>
  Math.min(0x7fff, Math.trunc(Math.min(1, Math.max(-1, value)) * 0x8000))

export const fromSigned16 = (bits: number): number => (bits === 0x7fff ? 1 : bits / 0x8000)
