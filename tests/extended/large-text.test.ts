import { findAccessibilityViolations } from '@yunji/testkit/accessibility'
import { beforeAll, describe, expect, test } from 'vitest'
import { findLayoutProblems } from '../e2e/gallery/layout-checks.ts'
import { useRunningSystem } from '../e2e/running-system.ts'
import { saveLogin, shownPage, type Visit } from '../e2e/visit.ts'

const system = useRunningSystem()

/** The smallest phone, with words at twice their size. */
const VIEWPORT = { width: 320, height: 844 }
const SCALE = 2
const RESIZED_QUIET_MS = 300

const openPages = ['/', '/pages/Home/create', '/pages/login/login', '/pages/landing/play-trial/index']
const ownPages = [
  '/',
  '/pages/Home/create',
  '/pages/Home/user',
  '/pages/user/coupon',
  '/pages/user/recharge',
  '/pages/user/personalData',
  '/pages/user/changePassword',
  '/pages/user/message',
  '/pages/user/messageSet',
  '/pages/user/orders',
  '/pages/Space/index',
  '/pages/Space/BuySpace',
  '/pages/Space/DataCenter',
  '/pages/Group/index',
  '/pages/create/buyGoods',
  '/pages/Renew/index',
  '/pages/Task/index',
  '/pages/CustomerService/index',
  '/pages/webView/protocol',
]

const findProblems = async ({ page }: Visit, path: string): Promise<string[]> => {
  await page.goto(path)
  await shownPage(page).locator('main').waitFor()
  const problems = await findLayoutProblems(page, '#app', RESIZED_QUIET_MS, SCALE)
  const { scrollWidth, clientWidth } = await shownPage(page).evaluate((element) => ({
    scrollWidth: element.scrollWidth,
    clientWidth: element.clientWidth,
  }))
  if (scrollWidth > clientWidth) problems.push(`${scrollWidth} px wide in ${clientWidth}`)
  return [...problems, ...(await findAccessibilityViolations(page, '#app'))]
}

/** The setting of a browser is the size of the root. */
const enlarge = async (visitor: Visit): Promise<Visit> => {
  await visitor.context.addInitScript((share) => {
    document.addEventListener('readystatechange', () => {
      document.documentElement.style.fontSize = `${share * 100}%`
    })
  }, SCALE)
  return visitor
}

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
  let visitor: Visit
  let user: Visit
  beforeAll(async () => {
    const login = await saveLogin(await system.visit())
    visitor = await enlarge(await system.visit({ viewport: VIEWPORT, colorScheme }))
    user = await enlarge(await system.visit({ viewport: VIEWPORT, colorScheme, ...login }))
  })

  test.each(openPages)('%s holds large words, logged out', async (path) => {
    expect(await findProblems(visitor, path)).toEqual([])
  })

  test.each(ownPages)('%s holds large words', async (path) => {
    expect(await findProblems(user, path)).toEqual([])
  })
})
