import Taro from '@tarojs/taro'
import type { ChromeVariables } from './chrome.h5.ts'
import { textVariables } from './text-size.ts'

/** The capsule's position differs between phones: the title bar is centred on it. */
const measure = (): ChromeVariables => {
  const { statusBarHeight = 0, windowWidth } = Taro.getWindowInfo()
  const capsule = Taro.getMenuButtonBoundingClientRect()
  return {
    '--status': `${statusBarHeight}px`,
    '--nav': `${(capsule.top - statusBarHeight) * 2 + capsule.height}px`,
    '--capsule': `${windowWidth - capsule.left}px`,
  }
}

/** Missing in the framework's types. */
const { fontSizeSetting } = Taro.getAppBaseInfo() as { readonly fontSizeSetting?: number }

/** Bars and words: words as large as they are set in WeChat. */
export const chromeVariables: ChromeVariables = {
  ...measure(),
  ...textVariables(fontSizeSetting),
}

/** Window width, for platform options that take pixels only. */
export const windowWidthPx = (): number => Taro.getWindowInfo().windowWidth

/** A mini-program has the width of its phone. */
export const broaden = (): (() => void) => () => undefined
