import Taro from '@tarojs/taro'
import { pathOf } from '@yunji/contract/navigation/pages'
import { isTabPath, tabBehind } from '../navigation/tabs.ts'
import { currentUrl } from './location'

/** The mini-program opens no more pages on top of each other than this. */
const MAX_DEPTH = 10

const pathOfUrl = (url: string) => url.split('?', 1)[0] ?? ''

/** A navigation that the platform refuses (a double tap, a page already on its way) leaves the user where they are. */
const quietly = async (navigation: Promise<unknown>): Promise<void> => {
  await navigation.catch(() => undefined)
}

export const currentPath = (): string => pathOfUrl(currentUrl())

/** The path of the page under the one on screen. */
export const previousPath = (): string | undefined => {
  const stack = Taro.getCurrentPages()
  const route = stack[stack.length - 2]?.route
  return route && `/${route.replace(/^\//, '')}`
}

export const replacePage = (url: string): Promise<void> =>
  quietly(isTabPath(pathOfUrl(url)) ? Taro.switchTab({ url: pathOfUrl(url) }) : Taro.redirectTo({ url }))

export const openPage = (url: string): Promise<void> => {
  const isDeep = Taro.getCurrentPages().length >= MAX_DEPTH
  return isDeep || isTabPath(pathOfUrl(url)) ? replacePage(url) : quietly(Taro.navigateTo({ url }))
}

/** A page that was opened by a direct link has nothing under it: it goes to the tab that it belongs to. */
export const goBackFrom = (route: string): Promise<void> =>
  Taro.getCurrentPages().length > 1 ? quietly(Taro.navigateBack()) : replacePage(pathOf(tabBehind(route)))
