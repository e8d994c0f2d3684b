interface RotationInput {
  /** The picture, wider than high. */
  readonly isPictureWide: boolean
  readonly isScreenHigh: boolean
  /** A screen that is held in hands can be held the other way; a monitor cannot. */
  readonly isHeld: boolean
  /** The user's choice; null before one. */
  readonly preference: boolean | null
  /** A text input is open; the system keyboard stays upright. */
  readonly isWriting: boolean
}

interface Rotation {
  /** Turned, it would be larger. */
  readonly canRotate: boolean
  readonly isRotated: boolean
}

/** Rotates a wide picture by 90 degrees on an upright screen. */
export const rotationOf = ({ isPictureWide, isScreenHigh, isHeld, preference, isWriting }: RotationInput): Rotation => {
  const canRotate = isPictureWide && isScreenHigh
  return { canRotate, isRotated: canRotate && !isWriting && (preference ?? isHeld) }
}
