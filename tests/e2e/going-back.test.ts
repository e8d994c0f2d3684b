import { expect, test } from 'vitest'
import { useRunningSystem } from './running-system.ts'
import { shownPage } from './visit.ts'

const system = useRunningSystem()

/** A timer that was set after those of the router, and is longer, ends after them. */
const AFTER_THE_ROUTER = 'new Promise((resolve) => setTimeout(resolve, 1000))'

test('going back before the next page has come in leaves no blank screen', async () => {
  const { page, takeErrors } = await system.visit()
  await page.goto('/pages/Home/user')
  await page.getByRole('link', { name: '点击登录' }).click()
  await page.waitForURL('**/pages/login/login')
  await page.goBack()
  await page.evaluate(AFTER_THE_ROUTER)
  await shownPage(page).getByRole('link', { name: '点击登录' }).waitFor({ timeout: 5000 })
  expect(takeErrors()).toEqual([])
})
