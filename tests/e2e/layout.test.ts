import { findAccessibilityViolations } from '@yunji/testkit/accessibility'
import { beforeAll, describe, expect, test } from 'vitest'
import { findLayoutProblems } from './gallery/layout-checks.ts'
import { useRunningSystem } from './running-system.ts'
import { logIn, shownPage, type Visit } from './visit.ts'

const WIDTHS_PX = [320, 390, 430]
const HEIGHT_PX = 844

const system = useRunningSystem()

/** Layout problems of a page at every width, and its accessibility violations. Pages of `screens.ts` have their own test. */
const findPageProblems = async ({ page }: Visit, path: string): Promise<string[]> => {
  const problems: string[] = []
  await page.goto(path)
  await shownPage(page).locator('main').waitFor()
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: HEIGHT_PX })
    const scrollWidth = await shownPage(page).evaluate((element) => element.scrollWidth)
    if (scrollWidth > width) problems.push(`${scrollWidth} px wide at ${width}`)
    problems.push(...(await findLayoutProblems(page, '#app')).map((problem) => `at ${width}: ${problem}`))
  }
  return [...problems, ...(await findAccessibilityViolations(page, '#app'))]
}

describe('logged out', () => {
  test.each(['/pages/webView/web_instance?cardCode=', '/nowhere'])('%s', async (path) => {
    expect(await findPageProblems(await system.visit(), path)).toEqual([])
  })

  test.each(['验证码登录', '密码登录'])('%s: the agreement is in sight on the smallest screen', async (way) => {
    const { page } = await system.visit({ viewport: { width: 320, height: 568 } })
    await page.goto('/pages/login/login')
    await page.getByRole('tab', { name: way }).click()
    const box = await page.getByText('《隐私政策》').boundingBox()
    expect((box?.y ?? 568) + (box?.height ?? 0)).toBeLessThanOrEqual(568)
  })
})

describe('logged in', () => {
  let visitor: Visit

  beforeAll(async () => {
    visitor = await system.visit()
    await visitor.page.goto('/pages/login/login')
    await logIn(visitor.page)
    await visitor.page.waitForURL('**/pages/Home/index')
  })

  test.each(['security', 'sessions', 'verification'])('personal data: %s', async (view) => {
    expect(await findPageProblems(visitor, `/pages/user/personalData?view=${view}`)).toEqual([])
  })
})
