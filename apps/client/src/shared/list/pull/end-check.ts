import { createContext, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Asks the area around to check whether its end is near: only what is drawn in it knows when it has changed. */
const EndCheck = createContext<() => void>(() => undefined)

export const EndCheckProvider = EndCheck.Provider

/** The same function as long as the area stands, which looks with the eyes of its last drawing. */
export const useStableCheck = (check: () => void): (() => void) => {
  const latest = useRef(check)
  // Before the effects of what stands inside, which may ask at once.
  useLayoutEffect(() => {
    latest.current = check
  })
  return useState(() => () => latest.current())[0]
}

/** For content that may have grown, and still be too short to scroll. */
export const useEndCheck = (): void => {
  const lookAgain = useContext(EndCheck)
  useEffect(() => {
    lookAgain()
  })
}
