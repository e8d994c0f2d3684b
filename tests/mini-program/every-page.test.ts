import { pages, pathOf, requiresLogin } from '@yunji/contract/pages'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAccounts } from '../support/accounts.ts'
import { openedPages } from '../support/opened-pages.ts'
import { givePlenty, type Plenty } from '../support/plenty.ts'
import { NEVER, screensOf } from '../support/screens.ts'
import { LONG_TIMEOUT, logIn, useRunningClient } from './running-client.ts'

const client = useRunningClient({ env: { YUNJI_PHONES: 'virtual' } })
/** The account that logs in here has a password. */
const PASSWORD_PAGES = new Set(['user/setPassword', 'user/changePassword'])
const closedPages = pages.filter(({ route }) => requiresLogin(pathOf(route)))

beforeEach(() => client().forgetReports())

test('the build itself is sound', () => {
  expect(client().findings).toEqual([])
})

let plenty: Plenty
beforeAll(async () => {
  plenty = await givePlenty(client.url(), client.databaseUrl())
})

/** Taro's component for a part that came in while the page did: its data follow at once. */
const EMPTY_WRAPPER = /^(?:custom-wrapper|comp): The for-list data is neither Array nor Object/

const reports = (): string[] => {
  const { errors, warnings } = client()
  return [...errors, ...warnings.filter((warning) => !EMPTY_WRAPPER.test(warning))]
}

type Looked = ReturnType<typeof screensOf>[number]

/** Opens a page and waits for each of its words; returns what should not be there. */
const problemsOf = async ({ route, words, queryOf }: Looked): Promise<string[]> => {
  const program = client()
  await program.launch(pathOf(route) + queryOf(plenty))
  const missing = async (): Promise<string[]> => {
    const shown = await program.text()
    return words.filter((word) => !shown.includes(word))
  }
  await expect.poll(missing, LONG_TIMEOUT).toEqual([])
  await program.waitForRequests()
  const unwanted = NEVER.exec(await program.text()) ?? []
  return [...unwanted, ...reports()]
}

describe('to an account with plenty', () => {
  beforeAll(async () => {
    await client().start('pages/user/personalData')
    await logIn(client())
    await client().waitForPage('pages/user/personalData')
  })

  test.each(screensOf('plenty', 'miniProgram'))('$route', async (screen) => {
    expect(await problemsOf(screen)).toEqual([])
  })

  test.each(openedPages)('$route without parameters', async ({ route, title }) => {
    const program = client()
    const path = pathOf(route).slice(1)
    await program.launch(`/${path}`)
    await expect.poll(() => program.currentPage(), LONG_TIMEOUT).toMatchObject({ path, title })
    await expect.poll(() => program.text(), LONG_TIMEOUT).not.toBe('')
    await program.waitForRequests()
    expect(reports()).toEqual([])
  })
})

describe('to an account with nothing', () => {
  beforeAll(async () => {
    const [account] = await createAccounts(client.databaseUrl(), 1, 500)
    await client().storage.clear()
    await client().start('pages/user/personalData')
    await logIn(client(), { phone: account?.mobilePhone ?? '', password: account?.password ?? '' })
    await client().waitForPage('pages/user/personalData')
  })

  test.each(screensOf('nothing', 'miniProgram').filter(({ route }) => !PASSWORD_PAGES.has(route)))(
    '$route',
    async (screen) => {
      expect(await problemsOf(screen)).toEqual([])
    },
  )
})

describe('logged out', () => {
  beforeAll(async () => {
    await client().storage.clear()
    await client().start()
  })

  test.each(screensOf('visitor', 'miniProgram'))('$route is open', async (screen) => {
    expect(await problemsOf(screen)).toEqual([])
  })

  test.each(closedPages)('$route leads to the login page', async ({ route }) => {
    await client().launch(pathOf(route))
    await client().waitForPage('pages/login/login')
    expect(client().errors).toEqual([])
  })

  test('an unknown page says so', async () => {
    await client().start('pages/nowhere')
    await expect.poll(() => client().text(), LONG_TIMEOUT).toContain('页面不存在')
    expect(client().errors).toEqual([])
  })
})
