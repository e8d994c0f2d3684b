import { type RefObject, useEffect, useRef, useState } from 'react'
import { createPull, type Pull } from './create-pull.ts'
import { atRest } from './pull-gesture.ts'
import { listenToPulls } from './pull-listeners.ts'

/** Pull gesture of an area in the browser: its state, and a refresh without a gesture. */
export const usePull = (area: RefObject<HTMLElement | null>, onRefresh: () => Promise<void>) => {
  const [state, show] = useState(atRest)
  const pull = useRef<Pull>(undefined)
  const refreshNow = useRef(onRefresh)
  useEffect(() => {
    refreshNow.current = onRefresh
  })

  useEffect(() => {
    if (!area.current) return undefined
    const own = createPull({ show, refresh: () => refreshNow.current() })
    pull.current = own
    return listenToPulls(area.current, own)
  }, [area])

  return { state, refresh: () => pull.current?.dispatch({ type: 'refresh' }) }
}
