import Taro, { useDidHide, useDidShow } from '@tarojs/taro'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { createStore } from 'zustand/vanilla'
import { useDocumentVisible } from '../app/app-events'

export { usePageNotFound } from '@tarojs/taro'

/** Visibility at mount: a lazily loaded page may have been left by then. */
export const VisibleAtMount = createContext(true)

/** Whether the page is on top of the stack. Pages below stay mounted and must not act. */
export const usePageOnTop = (): boolean => {
  const [isVisible, setVisible] = useState(useContext(VisibleAtMount))
  useDidShow(() => setVisible(true))
  useDidHide(() => setVisible(false))
  return isVisible
}

/** Whether the page is on top of the stack and the document is visible. */
export const usePageVisible = (): boolean => {
  const isOnTop = usePageOnTop()
  const isDocumentShown = useDocumentVisible()
  return isOnTop && isDocumentShown
}

/** Calls back when the page becomes visible again, to refetch what another page changed. */
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

/** Path of the visible page, for code outside of pages; empty before the first one. */
export const currentPage = createStore(() => ({ path: '' }))

/**
 * The platform refuses an empty title: the one before stays. Taro's router writes titles as HTML in the browser, so a title
 * that somebody wrote must not begin a tag.
 */
export const showTitle = (title: string): void => {
  if (title) void Taro.setNavigationBarTitle({ title: title.replaceAll('<', '＜') })
}
