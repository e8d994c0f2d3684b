import Taro, { useDidHide, useDidShow } from '@tarojs/taro'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { createStore } from 'zustand/vanilla'
import { useDocumentVisible } from '../app/app-events'

export { usePageNotFound } from '@tarojs/taro'

/** Whether a page is on screen when it is mounted: one that arrives late may have been left by then. */
export const VisibleAtMount = createContext(true)

/** Whether the page is the one on screen. Pages under it stay mounted, and must not act. */
export const usePageOnTop = (): boolean => {
  const [isVisible, setVisible] = useState(useContext(VisibleAtMount))
  useDidShow(() => setVisible(true))
  useDidHide(() => setVisible(false))
  return isVisible
}

/** Whether somebody may be looking at the page: it lies on top, and what it lies in is not hidden either. */
export const usePageVisible = (): boolean => {
  const isOnTop = usePageOnTop()
  const isDocumentShown = useDocumentVisible()
  return isOnTop && isDocumentShown
}

/** Calls when the page is seen again: what another page has changed meanwhile is read anew. */
export const useReturn = (onReturn: () => void): void => {
  const isShown = usePageVisible()
  const wasHidden = useRef(false)
  useEffect(() => {
    if (!isShown) wasHidden.current = true
    else if (wasHidden.current) {
      wasHidden.current = false
      onReturn()
    }
  }, [isShown, onReturn])
}

/** The page on screen, for whoever is no page and wants to know; empty until the first one stands. */
export const currentPage = createStore(() => ({ path: '' }))

/** The platform refuses an empty title: the one before stays. */
export const showTitle = (title: string): void => {
  if (title) void Taro.setNavigationBarTitle({ title })
}
