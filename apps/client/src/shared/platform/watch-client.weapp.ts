import Taro from '@tarojs/taro'
import type { ClientWatch } from './client-watch.ts'

export const isClientShown = (): boolean => true

/** The messaging app tells when the program is left, but not when it ends it, which may be long after. */
export const watchClient = ({ onShow, onHide }: ClientWatch): void => {
  Taro.onAppShow(onShow)
  Taro.onAppHide(onHide)
}

/** Not known without asking; a request tells. */
export const isOnline = (): boolean => true
