import { useEffect } from 'react'

/** Tells when an element comes into sight, and when it leaves it. */
export const useInView = (id: string, onChange: (isSeen: boolean) => void): void => {
  useEffect(() => {
    const element = document.getElementById(id)
    if (!element) return undefined
    const observer = new IntersectionObserver((entries) => onChange(entries.some((entry) => entry.isIntersecting)))
    observer.observe(element)
    return () => {
      observer.disconnect()
      onChange(false)
    }
  }, [id, onChange])
}
