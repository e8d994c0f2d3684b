import Taro from '@tarojs/taro'

/** WeChat fetches a new package beside the running one. */
export const watchUpdates = (onReady: () => void): void => Taro.getUpdateManager().onUpdateReady(onReady)

/** Starts the program anew with the new package. */
export const applyUpdate = async (): Promise<void> => Taro.getUpdateManager().applyUpdate()
