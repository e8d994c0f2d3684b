import { type PointerEvent, useRef, useState } from 'react'

/** Less than this is a tap. */
const SLACK_PX = 8

/** Lets something be moved up and down; a tap on it stays a tap. */
export const useVerticalDrag = () => {
  const [offsetPx, setOffsetPx] = useState(0)
  const from = useRef<{ readonly pointerY: number; readonly offsetPx: number } | null>(null)
  const handlers = {
    onPointerDown: ({ clientY }: PointerEvent) => {
      from.current = { pointerY: clientY, offsetPx }
    },
    onPointerMove: ({ clientY, currentTarget, pointerId, buttons }: PointerEvent<HTMLElement>) => {
      if (!from.current || buttons === 0) return
      const wayPx = clientY - from.current.pointerY
      if (Math.abs(wayPx) < SLACK_PX && !currentTarget.hasPointerCapture(pointerId)) return
      // Captured, the pointer taps nothing any more when it is lifted.
      currentTarget.setPointerCapture(pointerId)
      setOffsetPx(from.current.offsetPx + wayPx)
    },
    onPointerUp: () => {
      from.current = null
    },
    onPointerCancel: () => {
      from.current = null
    },
  }
  return { offsetPx, handlers }
}
