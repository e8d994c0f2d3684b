import type { PullEvent } from './pull-gesture.ts'

export interface WheelMove {
  /** Negative where the page goes up. */
  readonly deltaY: number
  readonly isAtTop: boolean
}

interface WheelDeps {
  readonly dispatch: (event: PullEvent) => void
  /** Runs the action after so many milliseconds, and gives what stops it. */
  readonly after: (ms: number, action: () => void) => () => void
}

/** Trackpads report no start or end of a gesture: a pause separates two. */
export const WHEEL_PAUSE_MS = 150

/** A trackpad moves finely; one notch of a mouse's wheel is more than this, and far too coarse to pull with. */
export const WHEEL_NOTCH_PX = 50

const NEVER_AT_EDGE = Number.POSITIVE_INFINITY

/**
 * Turns wheel events of a trackpad into a pull. Only a gesture that starts at the top pulls; momentum of a scroll that
 * reaches the top does not.
 */
export const createWheelPull = ({ dispatch, after }: WheelDeps) => {
  let gesture: 'none' | 'pull' | 'scroll' = 'none'
  let travelPx = 0
  let stop = (): void => undefined

  const finish = () => {
    if (gesture === 'pull') dispatch({ type: 'end' })
    gesture = 'none'
  }

  return {
    move: ({ deltaY, isAtTop }: WheelMove): void => {
      stop()
      stop = after(WHEEL_PAUSE_MS, finish)
      if (gesture === 'none') {
        gesture = isAtTop && deltaY < 0 && deltaY > -WHEEL_NOTCH_PX ? 'pull' : 'scroll'
        travelPx = 0
        if (gesture === 'pull') dispatch({ type: 'start', x: 0, y: 0, isAtTop })
      }
      if (gesture !== 'pull') return
      travelPx -= deltaY
      dispatch({ type: 'move', x: 0, y: travelPx, toBottomPx: NEVER_AT_EDGE })
    },
    /** Stops all callbacks. */
    stop: (): void => stop(),
  }
}
