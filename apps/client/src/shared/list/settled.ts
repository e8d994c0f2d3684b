import { createContext, useContext, useEffect, useState } from 'react'

/** Whether the list around is being scrolled; never outside of one. */
export const ScrollState = createContext<() => boolean>(() => false)

/** A fast scroll passes a screen in less. */
const SETTLED_MS = 120

/** False for a row that comes during a scroll, until it has stayed for a moment. */
export const useSettled = (): boolean => {
  const isScrolling = useContext(ScrollState)
  const [isSettled, setIsSettled] = useState(() => !isScrolling())
  useEffect(() => {
    if (isSettled) return undefined
    const timer = setTimeout(() => setIsSettled(true), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [isSettled])
  return isSettled
}
