/** What of a wheel event counts. */
export interface WheelInput {
  readonly deltaX: number
  readonly deltaY: number
  /** 0 pixels, 1 lines, 2 pages. */
  readonly deltaMode: number
}

/** How much of each unit one notch of a wheel is. */
const UNITS_PER_NOTCH = [100, 3, 1] as const

/** Notches of a wheel as the phone counts them: up and left are positive. */
export const notchesOf = ({ deltaX, deltaY, deltaMode }: WheelInput): { readonly dx: number; readonly dy: number } => {
  const units = UNITS_PER_NOTCH[deltaMode as 0 | 1 | 2] ?? UNITS_PER_NOTCH[0]
  // Without adding nothing, a wheel at rest would turn by minus zero.
  return { dx: 0 - deltaX / units, dy: 0 - deltaY / units }
}
