import { pathOf } from '@yunji/contract/pages'
import { findAccessibilityViolations } from '@yunji/testkit/accessibility'
import { eventually } from '@yunji/testkit/eventually'
import { beforeAll, describe, expect, test } from 'vitest'
import { givePlenty, type Plenty } from '../support/plenty.ts'
import { NEVER, screensOf } from '../support/screens.ts'
import { findLayoutProblems, RESIZED_QUIET_MS } from './gallery/layout-checks.ts'
import { createPeople } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, logIn, shownPage, type Visit } from './visit.ts'

const WIDTHS_PX = [320, 390, 430]
const HEIGHT_PX = 844

const system = useRunningSystem({ env: { YUNJI_PHONES: 'virtual' } })
const people = createPeople(system)

let plenty: Plenty
beforeAll(async () => {
  plenty = await givePlenty(system.url(), system.databaseUrl())
})

type Looked = ReturnType<typeof screensOf>[number]

/** Opens a page by its address and waits for each of the words; a tool bar may fold before another word comes. */
const lookAt = async ({ page, takeErrors }: Visit, { route, words, queryOf }: Looked): Promise<void> => {
  takeErrors()
  await page.goto(pathOf(route) + queryOf(plenty))
  let missing: readonly string[] = words
  await eventually(
    async () => {
      const shown = await shownPage(page).innerText()
      missing = missing.filter((word) => !shown.includes(word))
      if (missing.length > 0) throw new Error(`${missing.join()} not in: ${shown}`)
    },
    { deadlineMs: LONG_TIMEOUT.timeout },
  )
  expect(await shownPage(page).innerText()).not.toMatch(NEVER)
  expect(takeErrors()).toEqual([])
}

/** Elements that react to a click and that no key leads to. */
const findUnreachable = ({ page }: Visit): Promise<string[]> =>
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
const barriersOf = async (visit: Visit): Promise<string[]> => [
  ...(await findAccessibilityViolations(visit.page, '#app')),
  ...(await findUnreachable(visit)),
]

/** Layout problems at every width, and barriers. */
const problemsOf = async (visit: Visit): Promise<string[]> => {
  const { page } = visit
  const problems: string[] = []
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: HEIGHT_PX })
    const scrollWidth = await shownPage(page).evaluate((element) => element.scrollWidth)
    if (scrollWidth > width) problems.push(`${scrollWidth} px wide at ${width}`)
    problems.push(
      ...(await findLayoutProblems(page, '#app', RESIZED_QUIET_MS)).map((problem) => `at ${width}: ${problem}`),
    )
  }
  return [...problems, ...(await barriersOf(visit))]
}

describe('to a visitor', () => {
  let visitor: Visit
  beforeAll(async () => {
    visitor = await system.visit()
  })
  test.each(screensOf('visitor', 'web'))('$route', async (screen) => {
    await lookAt(visitor, screen)
    expect(await problemsOf(visitor)).toEqual([])
  })
})

describe('to an account with nothing', () => {
  let visit: Visit
  beforeAll(async () => {
    visit = await people.signUp({ hasPassword: false })
  })
  test.each(screensOf('nothing', 'web'))('$route', async (screen) => {
    await lookAt(visit, screen)
    expect(await findLayoutProblems(visit.page, '#app', RESIZED_QUIET_MS)).toEqual([])
    expect(await barriersOf(visit)).toEqual([])
  })
})

describe('to an account with plenty', () => {
  let visit: Visit
  beforeAll(async () => {
    visit = await system.visit()
    await visit.page.goto('/pages/login/login')
    await logIn(visit.page)
    await visit.page.waitForURL('**/pages/Home/index')
  })
  test.each(screensOf('plenty', 'web'))('$route', async (screen) => {
    await lookAt(visit, screen)
    expect(await problemsOf(visit)).toEqual([])
  })
})
