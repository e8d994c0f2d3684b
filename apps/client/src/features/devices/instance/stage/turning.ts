interface TurnFacts {
  /** The picture, wider than high. */
  readonly isPictureWide: boolean
  readonly isScreenHigh: boolean
  /** A screen that is held in hands can be held the other way; a monitor cannot. */
  readonly isHeld: boolean
  /** What the user has chosen; nothing as long as they have not. */
  readonly wish: boolean | null
  /** Something is open that is written into, with a keyboard that stays upright. */
  readonly isWriting: boolean
}

interface Turn {
  /** Turned, it would be larger. */
  readonly canTurn: boolean
  readonly isTurned: boolean
}

/** Whether a wide picture on a high screen is turned by a quarter, to fill it. */
export const turnOf = ({ isPictureWide, isScreenHigh, isHeld, wish, isWriting }: TurnFacts): Turn => {
  const canTurn = isPictureWide && isScreenHigh
  return { canTurn, isTurned: canTurn && !isWriting && (wish ?? isHeld) }
}
