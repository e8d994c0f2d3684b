import { pathOf } from '@yunji/contract/pages'
import { findAccessibilityViolations } from '@yunji/testkit/accessibility'
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

/** Opens a page by its address and waits for each of the words. */
const lookAt = async ({ page, takeErrors }: Visit, { route, words, queryOf }: Looked): Promise<void> => {
  takeErrors()
  await page.goto(pathOf(route) + queryOf(plenty))
  const missing = async (): Promise<string[]> => {
    const shown = await shownPage(page).innerText()
    return words.filter((word) => !shown.includes(word))
  }
  await expect.poll(missing, LONG_TIMEOUT).toEqual([])
  expect(await shownPage(page).innerText()).not.toMatch(NEVER)
  expect(takeErrors()).toEqual([])
}

/** Layout problems at every width, and accessibility violations. */
const problemsOf = async ({ page }: Visit): Promise<string[]> => {
  const problems: string[] = []
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: HEIGHT_PX })
    const scrollWidth = await shownPage(page).evaluate((element) => element.scrollWidth)
    if (scrollWidth > width) problems.push(`${scrollWidth} px wide at ${width}`)
    problems.push(
      ...(await findLayoutProblems(page, '#app', RESIZED_QUIET_MS)).map((problem) => `at ${width}: ${problem}`),
    )
  }
  return [...problems, ...(await findAccessibilityViolations(page, '#app'))]
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
