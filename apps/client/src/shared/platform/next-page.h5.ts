import Taro from '@tarojs/taro'

/** Waits for the next page to be shown: the router calls a navigation done before the page's bundle has arrived. */
export const nextPageShown = (): Promise<void> =>
  new Promise((resolve) => {
    Taro.eventCenter.once('__afterTaroRouterChange', () => resolve())
  })
