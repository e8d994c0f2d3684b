import { useEffect, useState } from 'react'

const isShown = () => document.visibilityState === 'visible'

/** Whether the browser's tab is looked at. */
export const useDocumentShown = (): boolean => {
  const [shown, setShown] = useState(isShown)
  useEffect(() => {
    const look = () => setShown(isShown())
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return shown
}
