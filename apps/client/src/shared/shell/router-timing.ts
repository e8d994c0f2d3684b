import PageHandler from '@tarojs/router/dist/router/page.js'
import stacks from '@tarojs/router/dist/router/stack.js'
import { eventCenter, type PageInstance } from '@tarojs/runtime'

/** Router state of pages that are hidden or removed when the next one has come in. */
interface Leaving {
  hideTimer?: ReturnType<typeof setTimeout> | null
  lastHidePage?: HTMLElement | null
  unloadTimer?: ReturnType<typeof setTimeout> | null
  lastUnloadPage?: PageInstance | null
  getPageContainer(page?: PageInstance | null): HTMLElement | null
}

let leaving: Leaving | undefined

/**
 * The router removes a page some time after it was left, and shows the one under it only then. A navigation that begins
 * in between would take the page that is gone for the one on screen: what is left over is done first.
 */
export const finishLeaving = (): void => {
  if (!leaving?.unloadTimer) return
  clearTimeout(leaving.unloadTimer)
  leaving.unloadTimer = null
  leaving.lastUnloadPage?.onUnload?.()
  eventCenter.trigger('__taroPageOnShowAfterDestroyed')
}

/** Makes the router bear a user who goes back before a page has come in, or left. Called once, before it starts. */
export const patchRouterTiming = (): void => {
  const { load, show, unload } = PageHandler.prototype

  // A page is ready some time after it was loaded; gone by then, it would still become the current one.
  PageHandler.prototype.load = function (this: PageHandler, page, ...rest) {
    const { onShow } = page
    page.onShow = (...args) => {
      if (stacks.last === page) onShow?.apply(page, args)
    }
    load.call(this, page, ...rest)
  }

  // The page that was left would be hidden some time later, also when the user is back on it by then.
  PageHandler.prototype.show = function (this: PageHandler, page, ...rest) {
    const hiding = this as unknown as Leaving
    if (hiding.hideTimer && hiding.lastHidePage === hiding.getPageContainer(page)) {
      clearTimeout(hiding.hideTimer)
      hiding.hideTimer = null
    }
    show.call(this, page, ...rest)
  }

  PageHandler.prototype.unload = function (this: PageHandler, ...args) {
    leaving = this as unknown as Leaving
    unload.apply(this, args)
  }
}
