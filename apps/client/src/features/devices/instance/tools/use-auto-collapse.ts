import { useEffect, useState } from 'react'
import { systemClock } from '../../../../shared/platform/app/clock.ts'

/** Left alone for so long, the tools give the picture its place back. */
const FOLD_AFTER_MS = 5000

/** Folds something away that is not used, unless something holds it open. */
export const useAutoCollapse = (isHeld: boolean) => {
  const [isFolded, setFolded] = useState(false)
  const [usedAtMs, setUsedAtMs] = useState(systemClock)
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(() => setFolded(true), usedAtMs + FOLD_AFTER_MS - systemClock())
    return () => clearTimeout(timer)
  }, [usedAtMs, isHeld])
  return {
    isFolded,
    keepOpen: () => {
      setFolded(false)
      setUsedAtMs(systemClock())
    },
  }
}
