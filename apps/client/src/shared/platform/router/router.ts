import Taro from '@tarojs/taro'
import { pathOf } from '@yunji/contract/pages'
import { showToast } from '../../feedback/toast.ts'
import { createNavigator } from '../../navigation/navigator.ts'
import { isSameUrl } from '../../navigation/params-of.ts'
import { isTabPath, tabBehind } from '../../navigation/tabs.ts'
import { session } from '../../session/session.ts'
import { reportError } from '../app/error-reporter.ts'
import { currentUrl } from './location'
import { isRouterIdle, NAVIGATION_TIMEOUT_MS, whenRouterIdle } from './router-idle'

/** The mini-program opens no more pages on top of each other than this. */
const MAX_DEPTH = 10

const pathOfUrl = (url: string) => url.split('?', 1)[0] ?? ''

const depth = () => Taro.getCurrentPages().length

const navigate = createNavigator({
  isIdle: isRouterIdle,
  whenIdle: whenRouterIdle,
  timeoutMs: NAVIGATION_TIMEOUT_MS,
  onFailure: ({ key }, error) => {
    showToast('页面没有打开，请重试', 'error')
    const { message, errMsg } = error as { message?: string; errMsg?: string }
    // Parameters may be personal.
    reportError(new Error(`${pathOfUrl(key)}: ${message ?? errMsg}`))
  },
})

export const currentPath = (): string => pathOfUrl(currentUrl())

/** The path of the page under the one on screen. */
export const previousPath = (): string | undefined => {
  const stack = Taro.getCurrentPages()
  const route = stack[stack.length - 2]?.route
  return route && `/${route.replace(/^\//, '')}`
}

const isOnScreen = (url: string) => depth() > 0 && isSameUrl(currentUrl(), url)

const switchTab = (path: string) => (isOnScreen(path) ? undefined : Taro.switchTab({ url: path }))

const replace = (url: string) => (isTabPath(pathOfUrl(url)) ? switchTab(pathOfUrl(url)) : Taro.redirectTo({ url }))

/** A second tap may come from the page under the one that the first has opened. */
const open = (url: string) => {
  if (isTabPath(pathOfUrl(url)) || depth() >= MAX_DEPTH) return replace(url)
  return isOnScreen(url) ? undefined : Taro.navigateTo({ url })
}

export const openPage = (url: string): Promise<void> => navigate({ key: url, start: () => open(url) })

export const replacePage = (url: string): Promise<void> => navigate({ key: url, start: () => replace(url) })

/** Leads on from a page that must not be seen, unless the user has left it by then. */
export const replacePageWhile = (isSeen: () => boolean, url: string): Promise<void> =>
  navigate({ key: url, start: () => (isSeen() ? replace(url) : undefined), isRequired: true })

/** A page that was opened by a direct link has nothing under it: it goes to its tab, else to the one that was seen last. */
export const goBackFrom = (route: string): Promise<void> => {
  const target = depth() - 1
  if (target < 1) {
    const tab = tabBehind(route)
    return replacePage(tab ? pathOf(tab) : session.store.getState().curTabPath)
  }
  const start = () => {
    // Another page may have come on top of it, or the user may be further back.
    const delta = depth() - target
    return delta > 0 ? Taro.navigateBack({ delta }) : undefined
  }
  return navigate({ key: `back to ${target}`, start })
}
