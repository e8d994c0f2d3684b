import Taro from '@tarojs/taro'
import type { ClientWatch } from './app-events.h5.ts'
import { tellError } from './error-reporter.ts'

export const isClientShown = (): boolean => true

/** The messaging app tells when the program is left, but not when it ends it, which may be long after. */
export const watchClient = ({ onShow, onHide }: ClientWatch): void => {
  Taro.onAppShow(onShow)
  Taro.onAppHide(onHide)
}

/** Not known without asking; a request tells. */
export const isOnline = (): boolean => true

/** The platform hides the page itself when the program is left (see page-lifecycle.ts). */
export const useDocumentShown = (): boolean => true

export const watchErrors = (): void => Taro.onError(tellError)
