import { useEffect, useRef } from 'react'
import { usePageShown } from './page-shown.ts'

/** Calls when the page is seen again: what another page has changed meanwhile is read anew. */
export const useReturn = (onReturn: () => void): void => {
  const isShown = usePageShown()
  const wasHidden = useRef(false)
  useEffect(() => {
    if (!isShown) wasHidden.current = true
    else if (wasHidden.current) {
      wasHidden.current = false
      onReturn()
    }
  }, [isShown, onReturn])
}
