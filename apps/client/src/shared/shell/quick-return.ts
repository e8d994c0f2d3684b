import PageHandler from '@tarojs/router/dist/router/page.js'
import type { PageInstance } from '@tarojs/runtime'

/** What the framework's router keeps of the page that it hides when the next one has come in. */
interface Hiding {
  hideTimer?: ReturnType<typeof setTimeout> | null
  lastHidePage?: HTMLElement | null
  getPageContainer(page?: PageInstance | null): HTMLElement | null
}

/**
 * The router hides a page some time after it was left, also when the user is back on it by then, and leaves a blank
 * screen. Showing a page takes its own hiding back.
 */
export const takeBackHiding = (): void => {
  const { show } = PageHandler.prototype
  PageHandler.prototype.show = function (this: PageHandler, page, ...rest) {
    const hiding = this as unknown as Hiding
    if (hiding.hideTimer && hiding.lastHidePage === hiding.getPageContainer(page)) {
      clearTimeout(hiding.hideTimer)
      hiding.hideTimer = null
    }
    show.call(this, page, ...rest)
  }
}
