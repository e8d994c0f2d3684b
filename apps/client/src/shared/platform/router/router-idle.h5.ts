import Taro from '@tarojs/taro'
import { flushSync } from 'react-dom'
import { isTabPath } from '../../navigation/tabs.ts'

/** The router shows a page or its placeholder within moments; a longer navigation is stuck. */
export const NAVIGATION_TIMEOUT_MS = 10_000

interface RouterEvent {
  readonly toLocation: { readonly path: string }
}

let isBusy = false
const listeners: (() => void)[] = []

const settle = () => {
  isBusy = false
  for (const listener of listeners.splice(0)) listener()
}

const topPath = () => {
  const route = Taro.getCurrentPages().at(-1)?.route
  return route && `/${route.replace(/^\//, '')}`
}

/** The router does nothing, and says nothing, when it is led to the tab that it shows. */
const isShownTab = (path: string) => isTabPath(path) && topPath() === path

interface OpenPage {
  /** With a stamp that no other page has. */
  readonly path: string
  readonly onHide: () => void
}

const openPages = () => Taro.getCurrentPages() as unknown as readonly OpenPage[]

/**
 * The router tells a page that slides away from a tab of its end only after the slide. Until then it would show dialogs
 * and toasts beside the page that is shown, and take taps for them.
 */
const hideClosed = (page: OpenPage) => {
  if (!openPages().some(({ path }) => path === page.path)) flushSync(() => page.onHide())
}

/**
 * Tracks every navigation from its start until the page is shown, including the browser's own buttons. A navigation that
 * is overtaken by another has no end event.
 */
export const watchRouter = (): void => {
  let left: OpenPage | undefined
  Taro.eventCenter.on('__taroRouterChange', ({ toLocation }: RouterEvent) => {
    isBusy = true
    left = openPages().at(-1)
    if (isShownTab(toLocation.path)) settle()
  })
  Taro.eventCenter.on('__afterTaroRouterChange', ({ toLocation }: RouterEvent) => {
    if (left) hideClosed(left)
    if (toLocation.path === decodeURI(location.pathname)) settle()
  })
  Taro.eventCenter.on('__taroRouterNotFound', settle)
}

export const isRouterIdle = (): boolean => !isBusy

export const whenRouterIdle = (): Promise<void> =>
  isBusy
    ? new Promise((resolve) => {
        listeners.push(resolve)
      })
    : Promise.resolve()
