import Taro from '@tarojs/taro'
import type { AppEventHandlers } from './app-events.h5.ts'
import { reportError } from './error-reporter.ts'

export const isAppVisible = (): boolean => true

/** WeChat reports hiding, but not the end of the program, which may be much later. */
export const watchAppEvents = ({ onShow, onHide }: AppEventHandlers): void => {
  Taro.onAppShow(onShow)
  Taro.onAppHide(onHide)
}

/** Calls back when the network is back. */
export const watchOnline = (onOnline: () => void): void =>
  Taro.onNetworkStatusChange(({ isConnected }) => {
    if (isConnected) onOnline()
  })

/** Unknown without an asynchronous call: assumes online. */
export const isOnline = (): boolean => true

/** The platform hides the page itself when the program is left (see page-lifecycle.ts). */
export const useDocumentVisible = (): boolean => true

export const watchErrors = (): void => Taro.onError(reportError)
