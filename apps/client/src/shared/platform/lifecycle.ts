import { useDidHide, useDidShow } from '@tarojs/taro'
import { createContext, useContext, useState } from 'react'

export { usePageNotFound } from '@tarojs/taro'

/** Whether a page is on screen when it is mounted: one that arrives late may have been left by then. */
export const VisibleAtMount = createContext(true)

/** Whether the page is the one on screen. Pages under it stay mounted, and must not act. */
export const usePageVisible = (): boolean => {
  const [isVisible, setVisible] = useState(useContext(VisibleAtMount))
  useDidShow(() => setVisible(true))
  useDidHide(() => setVisible(false))
  return isVisible
}
