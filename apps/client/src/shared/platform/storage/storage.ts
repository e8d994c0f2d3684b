import Taro from '@tarojs/taro'

/** Small values that outlive the page. A browser may refuse storage altogether; the client then works until it closes. */
export interface Storage {
  read(key: string): unknown
  write(key: string, value: unknown): void
  remove(key: string): void
}

const ignoreErrors = <Result>(action: () => Result): Result | undefined => {
  try {
    return action()
  } catch {
    return undefined
  }
}

export const storage: Storage = {
  read: (key) => ignoreErrors(() => Taro.getStorageSync<unknown>(key)),
  write: (key, value) => ignoreErrors(() => Taro.setStorageSync(key, value)),
  remove: (key) => ignoreErrors(() => Taro.removeStorageSync(key)),
}
