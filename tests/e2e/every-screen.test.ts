import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givePlenty, type Plenty } from '../support/plenty.ts'
import { screensOf } from '../support/screens.ts'
import {
  enlargeText,
  findLargeTextProblems,
  findScreenProblems,
  leadTo,
  lookAt,
  openClient,
  openClientOfDemo,
} from './look-at-screen.ts'
import { createPeople } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, shownPage, type Visit } from './visit.ts'

const system = useRunningSystem({ env: { YUNJI_PHONES: 'virtual' } })
const people = createPeople(system)

let plenty: Plenty
beforeAll(async () => {
  plenty = await givePlenty(system.url(), system.databaseUrl())
})

const lookers = {
  visitor: { arrive: () => system.visit(), open: openClient },
  nothing: { arrive: () => people.signUp({ hasPassword: false }), open: openClient },
  plenty: { arrive: () => system.visit(), open: openClientOfDemo },
}

describe.each(['visitor', 'nothing', 'plenty'] as const)('%s', (looker) => {
  let visit: Visit
  beforeAll(async () => {
    const { arrive, open } = lookers[looker]
    visit = await arrive()
    await open(visit)
  })
  afterAll(() => visit.context.close())

  test.each(screensOf(looker, 'web'))('$route', async (screen) => {
    expect(await lookAt(visit, screen, plenty)).toEqual([])
    // `extended/screens.test.ts` looks closer at the pages of an account with nothing: they say so, and have little else.
    expect(looker === 'nothing' ? [] : await findScreenProblems(visit)).toEqual([])
  })
})

/** States of pages that `screens.ts` leaves out, and views in place of a page. */
describe('besides, logged out', () => {
  test.each([
    ['/pages/webView/web_instance?cardCode=', '打开别人分享的云手机'],
    ['/nowhere', '没有找到这个页面'],
  ])('%s', async (path, words) => {
    const visit = await system.visit()
    await visit.page.goto(path)
    await shownPage(visit.page).getByText(words).first().waitFor(LONG_TIMEOUT)
    expect(await findScreenProblems(visit)).toEqual([])
  })

  test('the agreement is in sight on the smallest screen, whatever the way to log in', async () => {
    const { page } = await system.visit({ viewport: { width: 320, height: 568 } })
    await page.goto('/pages/login/login')
    for (const way of ['验证码登录', '密码登录']) {
      await page.getByRole('tab', { name: way }).click()
      await page.getByRole('tab', { name: way, selected: true }).waitFor(LONG_TIMEOUT)
      const box = await page.getByText('《隐私政策》').boundingBox()
      expect((box?.y ?? 568) + (box?.height ?? 0)).toBeLessThanOrEqual(568)
    }
  })
})

describe('besides, logged in', () => {
  let visit: Visit
  beforeAll(async () => {
    visit = await people.logInAsDemo()
    await openClient(visit)
  })
  afterAll(() => visit.context.close())

  test.each([
    ['security', '注销账号'],
    ['sessions', '本机'],
    ['verification', '个人认证'],
  ])('personal data: %s', async (view, words) => {
    await leadTo(visit.page, `/pages/user/personalData?view=${view}`)
    await shownPage(visit.page).getByText(words).first().waitFor(LONG_TIMEOUT)
    expect(await findScreenProblems(visit)).toEqual([])
  })
})

test('large words find room on pages of every kind', async () => {
  // `extended/large-text.test.ts` has the others, and their accessibility.
  const visit = await people.logInAsDemo()
  await enlargeText(visit)
  await openClient(visit)
  const problems: Record<string, string[]> = {}
  for (const path of ['Home/index', 'Home/create', 'user/recharge', 'user/personalData', 'create/buyGoods'])
    problems[path] = await findLargeTextProblems(visit.page, `/pages/${path}`)
  expect(problems).toEqual(Object.fromEntries(Object.keys(problems).map((path) => [path, []])))
})
