import { useEffect, useRef } from 'react'

const buttonsIn = (id: string) => [...(document.getElementById(id)?.querySelectorAll('button') ?? [])]

/** Keeps the keyboard inside an open dialog, gives it back afterwards, and takes the escape key as "no". */
export const useModalFocus = (id: string, isOpen: boolean, onEscape: () => void): void => {
  const escape = useRef(onEscape)
  useEffect(() => {
    escape.current = onEscape
  })

  useEffect(() => {
    if (!isOpen) return undefined
    const before = document.activeElement
    buttonsIn(id)[0]?.focus()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') escape.current()
      if (event.key !== 'Tab') return
      const buttons = buttonsIn(id)
      const step = event.shiftKey ? buttons.length - 1 : 1
      const next = buttons[(buttons.findIndex((button) => button === document.activeElement) + step) % buttons.length]
      event.preventDefault()
      next?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      if (before instanceof HTMLElement) before.focus()
    }
  }, [id, isOpen])
}
