import Taro from '@tarojs/taro'
import { useEffect } from 'react'

/** Tells when an element comes into sight, and when it leaves it. */
export const useInView = (id: string, onChange: (isSeen: boolean) => void): void => {
  useEffect(() => {
    const page = Taro.getCurrentInstance().page
    const observer = page && Taro.createIntersectionObserver(page)
    // Drawn elements reach the view thread with the next tick.
    Taro.nextTick(() => {
      observer?.relativeToViewport().observe(`#${id}`, ({ intersectionRatio = 0 }) => onChange(intersectionRatio > 0))
    })
    return () => {
      observer?.disconnect()
      onChange(false)
    }
  }, [id, onChange])
}
