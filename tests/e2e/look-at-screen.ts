import { pathOf } from '@yunji/contract/pages'
import { findAccessibilityViolations } from '@yunji/testkit/accessibility'
import { eventually } from '@yunji/testkit/eventually'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Plenty } from '../support/plenty.ts'
import { NEVER, type screensOf } from '../support/screens.ts'
import { findLayoutProblems, QUIET_MS, RESIZED_QUIET_MS } from './gallery/layout-checks.ts'
import { LONG_TIMEOUT, logIn, shownPage, type Visit } from './visit.ts'

type Screen = ReturnType<typeof screensOf>[number]

const WIDTHS_PX = [320, 390, 430]
const HEIGHT_PX = 844
/** Reading the words of a page draws it anew. */
const READ_EVERY_MS = 100

/** Loads the client, which then leads from page to page. */
export const openClient = async ({ page }: Visit): Promise<void> => {
  await page.goto('/')
  await shownPage(page).locator('main').waitFor()
}

/** The same for the demo account, which the client remembers as one that was logged in. */
export const openClientOfDemo = async ({ page }: Visit): Promise<void> => {
  await page.goto('/pages/login/login')
  await logIn(page)
  await page.waitForURL('**/pages/Home/index')
}

/**
 * Leads to an address as the browser's own buttons do, and the client's router shows its page: loading the client for each
 * would be most of the work. `every-route.test.ts` types every address.
 */
export const leadTo = async (page: Page, url: string): Promise<void> => {
  await page.evaluate((to) => {
    history.pushState(history.state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, url)
  // The page before it stays until this one has come in.
  const shownPaths = () => shownPage(page).evaluateAll((shown) => shown.map(({ id }) => id.split('?')[0]))
  await expect.poll(shownPaths, LONG_TIMEOUT).toEqual([url.split('?')[0]])
}

/**
 * Leads to a page and waits for each of its words; a tool bar may fold before another word comes. Returns what nobody
 * should ever see, and errors.
 */
export const lookAt = async (
  { page, takeErrors }: Visit,
  { route, words, queryOf }: Screen,
  plenty: Plenty,
): Promise<string[]> => {
  takeErrors()
  await leadTo(page, pathOf(route) + queryOf(plenty))
  let missing: readonly string[] = words
  await eventually(
    async () => {
      const shown = await shownPage(page).innerText()
      missing = missing.filter((word) => !shown.includes(word))
      if (missing.length > 0) throw new Error(`${missing.join()} not in: ${shown}`)
    },
    { deadlineMs: LONG_TIMEOUT.timeout, everyMs: READ_EVERY_MS },
  )
  return [...(NEVER.exec(await shownPage(page).innerText()) ?? []), ...takeErrors()]
}

/** Elements that react to a click and that no key leads to. */
const findUnreachable = (page: Page): Promise<string[]> =>
  shownPage(page).evaluate((root) => {
    // A live screen takes every click; the menu beside it has the same.
    const REACHED = 'a[href], button, input, textarea, select, [tabindex], [aria-hidden=true] *, :has(canvas)'
    const propsOf = (element: Element): { readonly onClick?: unknown } | undefined => {
      const name = Object.keys(element).find((key) => key.startsWith('__reactProps$'))
      return name === undefined ? undefined : (element as never)[name]
    }
    return [...root.querySelectorAll('*')]
      .filter((element) => propsOf(element)?.onClick && !element.matches(REACHED))
      .map((element) => `no key leads to ${element.outerHTML.slice(0, 120)}`)
  })

/** Accessibility violations, and controls without a key. */
const findBarriers = async (page: Page): Promise<string[]> => [
  ...(await findAccessibilityViolations(page, '#app')),
  ...(await findUnreachable(page)),
]

/** Layout problems at every width, and barriers. */
export const findScreenProblems = async ({ page }: Visit): Promise<string[]> => {
  const problems: string[] = []
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: HEIGHT_PX })
    const scrollWidth = await shownPage(page).evaluate((element) => element.scrollWidth)
    if (scrollWidth > width) problems.push(`${scrollWidth} px wide at ${width}`)
    problems.push(
      ...(await findLayoutProblems(page, '#app', RESIZED_QUIET_MS)).map((problem) => `at ${width}: ${problem}`),
    )
  }
  return [...problems, ...(await findBarriers(page))]
}

/** Words at twice their size on the smallest phone. */
const TEXT_SCALE = 2
const SMALLEST = { width: 320, height: HEIGHT_PX }

/** The setting of a browser is the size of the root. */
export const enlargeText = async ({ page }: Visit): Promise<void> => {
  await page.setViewportSize(SMALLEST)
  await page.addInitScript((share) => {
    document.addEventListener('readystatechange', () => {
      document.documentElement.style.fontSize = `${share * 100}%`
    })
  }, TEXT_SCALE)
}

/** Layout problems of a page with large words, by its path. */
export const findLargeTextProblems = async (page: Page, path: string): Promise<string[]> => {
  await leadTo(page, path)
  await shownPage(page).locator('main').waitFor()
  const problems = await findLayoutProblems(page, '#app', QUIET_MS, TEXT_SCALE)
  const { scrollWidth, clientWidth } = await shownPage(page).evaluate((element) => ({
    scrollWidth: element.scrollWidth,
    clientWidth: element.clientWidth,
  }))
  if (scrollWidth > clientWidth) problems.push(`${scrollWidth} px wide in ${clientWidth}`)
  return problems
}
