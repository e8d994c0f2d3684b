import { findAccessibilityViolations } from '@yunji/testkit/accessibility'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enlargeText, findLargeTextProblems, openClient } from '../e2e/look-at-screen.ts'
import { createPeople } from '../e2e/people.ts'
import { useRunningSystem } from '../e2e/running-system.ts'
import type { Visit } from '../e2e/visit.ts'

const system = useRunningSystem()
const people = createPeople(system)

const openPages = ['/pages/Home/index', '/pages/Home/create', '/pages/login/login', '/pages/landing/play-trial/index']
const ownPages = [
  '/pages/Home/index',
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

/** Themes differ in colours alone, which `screens.test.ts` tries at the usual size. */
describe.each([
  { name: 'logged out', arrive: () => system.visit(), paths: openPages },
  { name: 'logged in', arrive: () => people.logInAsDemo(), paths: ownPages },
])('large words, $name', ({ arrive, paths }) => {
  let visit: Visit
  beforeAll(async () => {
    visit = await arrive()
    await enlargeText(visit)
    await openClient(visit)
  })
  afterAll(() => visit.context.close())

  test.each(paths)('%s', async (path) => {
    expect(await findLargeTextProblems(visit.page, path)).toEqual([])
    expect(await findAccessibilityViolations(visit.page, '#app')).toEqual([])
  })
})
