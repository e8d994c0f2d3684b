import { useEffect, useState } from 'react'

const hidden = () => {
  const seen = window.visualViewport
  return seen ? Math.max(0, Math.round(window.innerHeight - seen.height - seen.offsetTop)) : 0
}

/** Height of the page's bottom that the virtual keyboard covers. */
export const useKeyboardInset = (): number => {
  const [insetPx, setInsetPx] = useState(hidden)
  useEffect(() => {
    const look = () => setInsetPx(hidden())
    window.visualViewport?.addEventListener('resize', look)
    window.visualViewport?.addEventListener('scroll', look)
    return () => {
      window.visualViewport?.removeEventListener('resize', look)
      window.visualViewport?.removeEventListener('scroll', look)
    }
  }, [])
  return insetPx
}
