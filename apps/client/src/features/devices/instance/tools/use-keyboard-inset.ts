import { useEffect, useState } from 'react'

const hidden = () => {
  const seen = window.visualViewport
  return seen ? Math.max(0, Math.round(window.innerHeight - seen.height - seen.offsetTop)) : 0
}

/** Height of the page's bottom that the virtual keyboard covers. */
export const useKeyboardInset = (): number => {
  const [insetPx, setInsetPx] = useState(hidden)
  useEffect(() => {
    const update = () => setInsetPx(hidden())
    window.visualViewport?.addEventListener('resize', update)
    window.visualViewport?.addEventListener('scroll', update)
    return () => {
      window.visualViewport?.removeEventListener('resize', update)
      window.visualViewport?.removeEventListener('scroll', update)
    }
  }, [])
  return insetPx
}
