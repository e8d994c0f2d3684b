import type { Page } from 'playwright-core'

// Functions evaluated in the page cannot use anything of this file.

const FONT_SIZES_PX = [12, 14, 16, 20, 28]
const TARGET_PX = 44

/** A page counts as stable after this long without a change. */
export const QUIET_MS = 300
/** The same after a resize of a stable page. */
export const RESIZED_QUIET_MS = 100

/** Waits until the page is stable; texts that change every second are ignored. */
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

/** Texts whose size is not a variable of `app.css`. */
const findWrongSizes = ([selector, allowed]: readonly [string, readonly string[]]): string[] =>
  [...document.querySelectorAll(`${selector} *`)]
    .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()))
    .filter((element) => !allowed.includes(getComputedStyle(element).fontSize))
    .map((element) => `${getComputedStyle(element).fontSize}: ${element.textContent?.trim().slice(0, 40)}`)

/** Texts outside the screen or cut off without an ellipsis; inside a scroll area they are reachable. */
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

/** Touch targets smaller than the minimum. */
const findSmallTargets = ([selector, leastPx]: readonly [string, number]): string[] => {
  const answersAt = (target: Element, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y)
    return hit !== null && (target === hit || target.contains(hit))
  }
  const isSmall = (target: Element) => {
    const box = target.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    // Scrolled out or covered: not a target.
    if (!answersAt(target, x, y)) return false
    const reach = leastPx / 2 - 1
    const isReached = (dx: number, dy: number) => answersAt(target, x + dx, y + dy)
    const isWide = box.width >= leastPx || (isReached(-reach, 0) && isReached(reach, 0))
    const isHigh = box.height >= leastPx || (isReached(0, -reach) && isReached(0, reach))
    return !isWide || !isHigh
  }
  // A bar may cover the edge of a target, wherever the page happens to be scrolled.
  const isSmallInTheMiddle = (target: Element) => {
    target.scrollIntoView({ block: 'center' })
    return isSmall(target)
  }
  return [...document.querySelectorAll(`${selector} :is(button:not(:disabled), a[href], input, textarea)`)]
    .filter((target) => isSmall(target) && isSmallInTheMiddle(target))
    .map((target) => target.outerHTML.slice(0, 200))
}

/** Layout problems below `root`; `textScale` is the user's own setting of the browser. */
export const findLayoutProblems = async (
  page: Page,
  root: string,
  quietMs = QUIET_MS,
  textScale = 1,
): Promise<string[]> => {
  await page.evaluate(waitForQuiet, quietMs)
  const fontSizes = FONT_SIZES_PX.map((sizePx) => `${sizePx * textScale}px`)
  const sizes = await page.evaluate(findWrongSizes, [root, fontSizes] as const)
  const cut = await page.evaluate(findCutText, root)
  const small = await page.evaluate(findSmallTargets, [root, TARGET_PX] as const)
  return [
    ...sizes.map((text) => `size ${text}`),
    ...cut.map((text) => `cut off: ${text}`),
    ...small.map((html) => `small: ${html}`),
  ]
}
