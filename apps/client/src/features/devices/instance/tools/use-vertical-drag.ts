import { type PointerEvent, useRef, useState } from 'react'

/** Less than this is a tap. */
const SLACK_PX = 8

/** Lets something be moved up and down, on a stage that may be turned; a tap on it stays a tap. */
export const useVerticalDrag = (isRotated: boolean) => {
  const yOf = ({ clientX, clientY }: PointerEvent): number => (isRotated ? -clientX : clientY)
  const [offsetPx, setOffsetPx] = useState(0)
  const from = useRef<{ readonly pointerY: number; readonly offsetPx: number } | null>(null)
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      from.current = { pointerY: yOf(event), offsetPx }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { currentTarget, pointerId, buttons } = event
      if (!from.current || buttons === 0) return
      const wayPx = yOf(event) - from.current.pointerY
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
