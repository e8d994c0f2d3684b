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

/** Number of a page in the stack; the first one does not slide. */
const SLIDES_IN = 1

const showPageBelow = (): void => {
  eventCenter.trigger('__taroPageOnShowAfterDestroyed')
}

/** The router unloads a page after its slide. A navigation in between would take it for the visible one. */
export const finishLeaving = (): void => {
  if (!leaving?.unloadTimer) return
  clearTimeout(leaving.unloadTimer)
  leaving.unloadTimer = null
  leaving.lastUnloadPage?.onUnload?.()
  showPageBelow()
}

const hasNoSlide = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

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
  PageHandler.prototype.show = function (this: PageHandler, page, pageConfig, pageNo) {
    const hiding = this as unknown as Leaving
    if (hiding.hideTimer && hiding.lastHidePage === hiding.getPageContainer(page)) {
      clearTimeout(hiding.hideTimer)
      hiding.hideTimer = null
    }
    // A page that has come is hidden while it is not the last; the router says again that it has come after a slide.
    if (hiding.unloadTimer) hiding.getPageContainer(page)?.classList.remove('taro_page_stationed')
    show.call(this, page, pageConfig, hiding.unloadTimer ? SLIDES_IN : pageNo)
  }

  // The page below would come on screen only after the slide: nothing is there until then, and taps are lost.
  PageHandler.prototype.unload = function (this: PageHandler, ...args) {
    leaving = this as unknown as Leaving
    unload.apply(this, args)
    // The router listens for it when this call has returned.
    if (leaving.unloadTimer) void Promise.resolve().then(hasNoSlide() ? finishLeaving : showPageBelow)
  }
}
