import Taro from '@tarojs/taro'
import type { ChromeVariables } from './chrome.h5.ts'

/** The capsule's place differs from phone to phone: the title bar is as high as it, with the same air on both sides. */
const measure = (): ChromeVariables => {
  const { statusBarHeight = 0, windowWidth } = Taro.getWindowInfo()
  const capsule = Taro.getMenuButtonBoundingClientRect()
  return {
    '--status': `${statusBarHeight}px`,
    '--nav': `${(capsule.top - statusBarHeight) * 2 + capsule.height}px`,
    '--capsule': `${windowWidth - capsule.left}px`,
  }
}

export const chromeVariables: ChromeVariables = measure()

/** For what the platform wants in pixels and cannot be told in shares. */
export const windowWidthPx = (): number => Taro.getWindowInfo().windowWidth
