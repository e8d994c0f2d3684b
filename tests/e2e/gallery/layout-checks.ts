import type { Page } from 'playwright-core'

// What is evaluated in the page stands alone: nothing of this file is there.

const FONT_SIZES = ['12px', '14px', '16px', '20px', '28px']
const TARGET_PX = 44

/** How long nothing may change before a page counts as done. */
const QUIET_MS = 300
/** The same for a page that was done, and whose window has another size now. */
export const RESIZED_QUIET_MS = 100

/** Waits until nothing has changed for a while; what ticks every second does not count. */
const waitForQuiet = (quietMs: number): Promise<void> =>
  new Promise((resolve) => {
    const finish = () => {
      observer.disconnect()
      document.fonts.ready.then(() => resolve())
    }
    let timer = setTimeout(finish, quietMs)
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(finish, quietMs)
    })
    observer.observe(document.body, { attributes: true, childList: true, subtree: true })
  })

/** Text in a size that is no variable of `app.css`. */
const findWrongSizes = ([selector, allowed]: readonly [string, readonly string[]]): string[] =>
  [...document.querySelectorAll(`${selector} *`)]
    .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()))
    .filter((element) => !allowed.includes(getComputedStyle(element).fontSize))
    .map((element) => `${getComputedStyle(element).fontSize}: ${element.textContent?.trim().slice(0, 40)}`)

/** Text that leaves the screen, or is cut off without saying so. What lies in something that scrolls can be reached. */
const findCutText = (selector: string): string[] => {
  const isScroller = (style: CSSStyleDeclaration) => /auto|scroll/.test(style.overflowX + style.overflowY)
  const textBox = (node: Node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return range.getBoundingClientRect()
  }
  const isCut = (node: Node) => {
    const box = textBox(node)
    if (box.width === 0) return false
    for (let around = node.parentElement; around; around = around.parentElement) {
      const style = getComputedStyle(around)
      const { left, right, top, bottom } = around.getBoundingClientRect()
      const leaves = box.left < left - 1 || box.right > right + 1 || box.top < top - 1 || box.bottom > bottom + 1
      if (around.matches(selector)) return box.left < left - 1 || box.right > right + 1
      if (isScroller(style) || style.visibility === 'hidden') return false
      if (leaves && /hidden|clip/.test(style.overflow)) return style.textOverflow !== 'ellipsis'
    }
    return false
  }
  const walker = document.createTreeWalker(document.querySelector(selector) ?? document.body, NodeFilter.SHOW_TEXT)
  const cut: string[] = []
  while (walker.nextNode()) {
    if (walker.currentNode.nodeValue?.trim() && isCut(walker.currentNode)) cut.push(`${walker.currentNode.nodeValue}`)
  }
  return cut
}

/** What can be pressed, but answers only to a finger that aims. */
const findSmallTargets = ([selector, leastPx]: readonly [string, number]): string[] => {
  const answersAt = (target: Element, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y)
    return hit !== null && (target === hit || target.contains(hit))
  }
  const isSmall = (target: Element) => {
    const box = target.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    // Scrolled out of its row, or under something else: nobody can press it there.
    if (!answersAt(target, x, y)) return false
    const reach = leastPx / 2 - 1
    const isReached = (dx: number, dy: number) => answersAt(target, x + dx, y + dy)
    const isWide = box.width >= leastPx || (isReached(-reach, 0) && isReached(reach, 0))
    const isHigh = box.height >= leastPx || (isReached(0, -reach) && isReached(0, reach))
    return !isWide || !isHigh
  }
  return [...document.querySelectorAll(`${selector} :is(button:not(:disabled), a[href], input, textarea)`)]
    .filter(isSmall)
    .map((target) => target.outerHTML.slice(0, 200))
}

/** What is wrong with the looks of the part of a page that a selector names. */
export const findLayoutProblems = async (page: Page, root: string, quietMs = QUIET_MS): Promise<string[]> => {
  await page.evaluate(waitForQuiet, quietMs)
  const sizes = await page.evaluate(findWrongSizes, [root, FONT_SIZES] as const)
  const cut = await page.evaluate(findCutText, root)
  const small = await page.evaluate(findSmallTargets, [root, TARGET_PX] as const)
  return [
    ...sizes.map((text) => `size ${text}`),
    ...cut.map((text) => `cut off: ${text}`),
    ...small.map((html) => `small: ${html}`),
  ]
}
