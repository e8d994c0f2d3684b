import { expect, test } from 'vitest'
import { useRunningSystem } from './running-system.ts'
import { shownPage } from './visit.ts'

const system = useRunningSystem()

/** Longer than a page takes to come in. */
const AFTER_THE_ROUTER_MS = 1000

test('going back before the next page has come in leaves no blank screen', async () => {
  const { page, takeErrors } = await system.visit()
  await page.clock.install()
  await page.goto('/pages/Home/user')
  await page.getByRole('link', { name: '点击登录' }).click()
  await page.waitForURL('**/pages/login/login')
  await page.goBack()
  await page.clock.fastForward(AFTER_THE_ROUTER_MS)
  await shownPage(page).getByRole('link', { name: '点击登录' }).waitFor({ timeout: 5000 })
  expect(takeErrors()).toEqual([])
})
