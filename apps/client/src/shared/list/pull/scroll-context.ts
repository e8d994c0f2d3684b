import { createContext, type RefObject } from 'react'

/** Element that scrolls the list, in the browser. */
export const ScrollElement = createContext<RefObject<HTMLElement | null>>({ current: null })

type OnScroll = (scrollTopPx: number) => void

/** Scroll area of the mini-program: events tell its position. */
export const createScrollSource = (id: string) => {
  const listeners = new Set<OnScroll>()
  return {
    id,
    notify: (scrollTopPx: number) => {
      for (const listener of listeners) listener(scrollTopPx)
    },
    subscribe: (listener: OnScroll) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export const ScrollSource = createContext(createScrollSource(''))
