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
 * The router unloads a page with a delay and shows the page below only then. A navigation in between would take the
 * unloaded page for the visible one, so the pending unload is finished first.
 */
export const finishLeaving = (): void => {
  if (!leaving?.unloadTimer) return
  clearTimeout(leaving.unloadTimer)
  leaving.unloadTimer = null
  leaving.lastUnloadPage?.onUnload?.()
  eventCenter.trigger('__taroPageOnShowAfterDestroyed')
}

/** Patches the router for users who go back during a page transition. Called once, before it starts. */
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
