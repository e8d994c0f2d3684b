import type { TabBar as TabBarConfig, TabItem, WindowConfig } from '../../package-format.ts'
import type { Router } from '../page/router.ts'
import type { Screen } from '../screen/screen.ts'
import type { ApiFamily } from './api.ts'
import { WxError } from './callback.ts'

interface RouteOptions {
  readonly url: string
  readonly events?: Readonly<Record<string, (...args: readonly unknown[]) => void>>
}

/** Delays navigations until a test releases them; others are refused meanwhile. */
export class NavigationHold {
  private arrival: PromiseWithResolvers<void> | undefined
  private isUnderWay = false

  hold(): void {
    this.arrival ??= Promise.withResolvers()
  }

  release(): void {
    this.arrival?.resolve()
    this.arrival = undefined
  }

  /** Does it at once unless navigations are held. */
  async begin<Result>(navigation: () => Result): Promise<Result> {
    if (this.isUnderWay) throw new WxError('another page is on its way')
    if (!this.arrival) return navigation()
    this.isUnderWay = true
    await this.arrival.promise
    this.isUnderWay = false
    return navigation()
  }
}

export const navigationApis = (router: Router, screen: Screen, hold: NavigationHold): ApiFamily => ({
  async: {
    navigateTo: ({ url, events = {} }: RouteOptions) =>
      hold.begin(() => {
        const eventChannel = router.navigate('navigateTo', url)
        for (const [name, listener] of Object.entries(events)) eventChannel.on(name, listener)
        return { eventChannel }
      }),
    redirectTo: ({ url }: RouteOptions) => hold.begin(() => void router.navigate('redirectTo', url)),
    reLaunch: ({ url }: RouteOptions) => hold.begin(() => void router.navigate('reLaunch', url)),
    switchTab: ({ url }: RouteOptions) => hold.begin(() => void router.navigate('switchTab', url)),
    navigateBack: ({ delta }: { delta?: number }) => hold.begin(() => router.back(delta)),
    ...navigationBarApis(router, screen),
    ...tabBarApis(screen),
    ...pageApis(router),
  },
})

const navigationBarApis = (router: Router, screen: Screen): ApiFamily['async'] => ({
  setNavigationBarTitle: ({ title }: { title: string }) => {
    const page = currentPage(router)
    page.title = title
    router.refresh()
  },
  setNavigationBarColor: ({ frontColor, backgroundColor }: { frontColor: string; backgroundColor: string }) => {
    const page = currentPage(router)
    const colors: WindowConfig = {
      navigationBarTextStyle: frontColor === '#000000' ? 'black' : 'white',
      navigationBarBackgroundColor: backgroundColor,
    }
    page.window = { ...page.window, ...colors }
    router.refresh()
  },
  showNavigationBarLoading: () => screen.navigationBar.setLoading(true),
  hideNavigationBarLoading: () => screen.navigationBar.setLoading(false),
})

interface TabTarget {
  readonly index: number
}

const tabBarApis = (screen: Screen): ApiFamily['async'] => {
  const tabBar = () => {
    if (!screen.tabBar) throw new WxError('not TabBar page')
    return screen.tabBar
  }
  return {
    showTabBar: () => tabBar().setHidden(false),
    hideTabBar: () => tabBar().setHidden(true),
    setTabBarBadge: ({ index, text }: TabTarget & { text: string }) => tabBar().mark(index, { badge: text }),
    removeTabBarBadge: ({ index }: TabTarget) => tabBar().mark(index, {}),
    showTabBarRedDot: ({ index }: TabTarget) => tabBar().mark(index, { hasDot: true }),
    hideTabBarRedDot: ({ index }: TabTarget) => tabBar().mark(index, {}),
    setTabBarItem: ({ index, text, iconPath, selectedIconPath }: TabTarget & Partial<TabItem>) =>
      tabBar().change(index, {
        ...(text !== undefined && { text }),
        ...(iconPath !== undefined && { iconPath }),
        ...(selectedIconPath !== undefined && { selectedIconPath }),
      }),
    setTabBarStyle: ({ color, selectedColor, backgroundColor, borderStyle }: Partial<TabBarConfig>) =>
      tabBar().restyle({
        ...(color !== undefined && { color }),
        ...(selectedColor !== undefined && { selectedColor }),
        ...(backgroundColor !== undefined && { backgroundColor }),
        ...(borderStyle !== undefined && { borderStyle }),
      }),
  }
}

const pageApis = (router: Router): ApiFamily['async'] => ({
  pageScrollTo: ({
    scrollTop,
    selector,
    duration = 300,
  }: {
    scrollTop?: number
    selector?: string
    duration?: number
  }) => {
    const { scroller } = currentPage(router).frame
    const target = selector === undefined ? undefined : scroller.querySelector(selector)
    const top = target
      ? target.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
      : (scrollTop ?? 0)
    scroller.scrollTo({ top, behavior: duration > 0 ? 'smooth' : 'instant' })
  },
  startPullDownRefresh: () => void currentPage(router).call('onPullDownRefresh'),
  stopPullDownRefresh: () => undefined,
})

function currentPage(router: Router) {
  const page = router.top
  if (!page) throw new WxError('no page is open')
  return page
}
