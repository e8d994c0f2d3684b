import { pages, pathOf, requiresLogin } from '@yunji/contract/pages'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openedPages } from '../support/opened-pages.ts'
import { LONG_TIMEOUT, logIn, useRunningClient } from './running-client.ts'

const client = useRunningClient()
const closedPages = pages.filter(({ route }) => requiresLogin(pathOf(route)))

beforeEach(() => client().forgetReports())

test('the build itself is sound', () => {
  expect(client().findings).toEqual([])
})

describe('logged in', () => {
  beforeAll(async () => {
    await client().start('pages/user/personalData')
    await logIn(client())
    await client().waitForPage('pages/user/personalData')
  })

  test.each(openedPages)('$route', async ({ route, title }) => {
    const program = client()
    const path = pathOf(route).slice(1)
    await program.launch(`/${path}`)
    await expect.poll(() => program.currentPage(), LONG_TIMEOUT).toMatchObject({ path, title })
    await expect.poll(() => program.text(), LONG_TIMEOUT).not.toBe('')
    await program.waitForRequests()
    expect(program.errors).toEqual([])
    expect(program.warnings).toEqual([])
  })
})

describe('logged out', () => {
  beforeAll(async () => {
    await client().storage.clear()
    await client().start()
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
