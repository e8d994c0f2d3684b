import { useEffect, useRef, useState } from 'react'
import { systemClock } from '../../../../shared/platform/app/clock.ts'

/** Left alone for so long, the tools give the picture its place back. */
const FOLD_AFTER_MS = 5000

/** Folds something away that is not used, unless something holds it open. `onFold` is called just before. */
export const useAutoCollapse = (isHeld: boolean, onFold: () => void) => {
  const [isFolded, setFolded] = useState(false)
  const [usedAtMs, setUsedAtMs] = useState(systemClock)
  const latest = useRef(onFold)
  useEffect(() => {
    latest.current = onFold
  })
  useEffect(() => {
    if (isHeld) return undefined
    const fold = () => {
      latest.current()
      setFolded(true)
    }
    const timer = setTimeout(fold, usedAtMs + FOLD_AFTER_MS - systemClock())
    return () => clearTimeout(timer)
  }, [usedAtMs, isHeld])
  return {
    isFolded: isFolded && !isHeld,
    keepOpen: () => {
      setFolded(false)
      setUsedAtMs(systemClock())
    },
  }
}
