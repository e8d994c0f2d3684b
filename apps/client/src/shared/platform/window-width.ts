import Taro from '@tarojs/taro'

/** For what the platform wants in pixels and cannot be told in shares. */
export const windowWidthPx = (): number => Taro.getWindowInfo().windowWidth
