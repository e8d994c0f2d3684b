import { createContext, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Asks the scroll area to check for its end: only its content knows when it has changed. */
const EndCheck = createContext<() => void>(() => undefined)

export const EndCheckProvider = EndCheck.Provider

/** A stable function that calls the latest `check`. */
export const useStableCheck = (check: () => void): (() => void) => {
  const latest = useRef(check)
  // Runs before the effects of children, which may call it at once.
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
