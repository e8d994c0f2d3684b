import { useDidHide, useDidShow } from '@tarojs/taro'
import { useState } from 'react'

export { usePageNotFound } from '@tarojs/taro'

/** Whether the page is the one on screen. Pages under it stay mounted, and must not act. */
export const usePageVisible = (): boolean => {
  // A page is mounted in order to be shown; one that arrives late has missed the first event.
  const [isVisible, setVisible] = useState(true)
  useDidShow(() => setVisible(true))
  useDidHide(() => setVisible(false))
  return isVisible
}
