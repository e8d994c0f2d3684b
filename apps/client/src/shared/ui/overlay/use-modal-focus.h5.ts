import { useEffect, useRef } from 'react'

const REACHABLE = 'button:not(:disabled):not([tabindex="-1"]), a[href], input:not(:disabled), textarea:not(:disabled)'

const reachableIn = (id: string) => [...(document.getElementById(id)?.querySelectorAll<HTMLElement>(REACHABLE) ?? [])]

/** Whether no other modal has taken the focus, such as the same dialog on the next page. */
const isOursToGiveBack = (id: string): boolean => {
  const focused = document.activeElement
  return !focused || focused === document.body || Boolean(document.getElementById(id)?.contains(focused))
}

/** Keeps the keyboard inside an open dialog, gives it back afterwards, and takes the escape key as "no". */
export const useModalFocus = (id: string, isOpen: boolean, onEscape: () => void): void => {
  const escape = useRef(onEscape)
  useEffect(() => {
    escape.current = onEscape
  })

  useEffect(() => {
    if (!isOpen) return undefined
    const before = document.activeElement
    // The page may still be sliding in: it must not be scrolled to where it is now.
    reachableIn(id)[0]?.focus({ preventScroll: true })
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') escape.current()
      if (event.key !== 'Tab') return
      const elements = reachableIn(id)
      const step = event.shiftKey ? elements.length - 1 : 1
      const next = elements[(elements.findIndex((one) => one === document.activeElement) + step) % elements.length]
      event.preventDefault()
      next?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      if (before instanceof HTMLElement && isOursToGiveBack(id)) before.focus()
    }
  }, [id, isOpen])
}
