import Taro from '@tarojs/taro'
import type { AppEventHandlers } from './app-events.h5.ts'
import { reportError } from './error-reporter.ts'

export const isAppVisible = (): boolean => true

/** WeChat tells when the program is left, but not when it ends it, which may be long after. */
export const watchAppEvents = ({ onShow, onHide }: AppEventHandlers): void => {
  Taro.onAppShow(onShow)
  Taro.onAppHide(onHide)
}

/** Not known without asking; a request tells. */
export const isOnline = (): boolean => true

/** The platform hides the page itself when the program is left (see page-lifecycle.ts). */
export const useDocumentVisible = (): boolean => true

export const watchErrors = (): void => Taro.onError(reportError)
