import { withClient } from '@yunji/testkit/with-client'
import { expect, test } from 'vitest'
import { announceStock } from '../../apps/server/src/modules/commerce/stock-waits/index.ts'
import { runPeriodicJobOnce } from '../../apps/server/src/testing/due-work.ts'
import { button, problemsOf, text } from './page-elements.ts'
import { createPeople } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, pathOfPage, shownPage } from './visit.ts'

const system = useRunningSystem({ env: { YUNJI_PHONES: 'virtual' } })
const people = createPeople(system)

const query = (statement: string, values: unknown[] = []) =>
  withClient(system.databaseUrl(), (client) => client.query(statement, values))

/** Stock comes with the phones, which start after the server. */
const sellOut = async () => {
  await expect
    .poll(async () => (await query('update zone_stock set capacity = reserved + rented')).rowCount, LONG_TIMEOUT)
    .toBeGreaterThan(0)
}
const countMessages = async (userId: number) =>
  (await query(`select from messages where user_id = $1 and event = 'stockBack'`, [userId])).rowCount
const restock = () => query('update zone_stock set capacity = reserved + rented + 100')

test('each alert is a switch of the message settings', async () => {
  const { page, takeErrors } = await people.signUp()
  await page.goto('/pages/user/messageSet')
  const digest = shownPage(page).getByRole('switch', { name: '每周小结' })
  await digest.waitFor(LONG_TIMEOUT)
  await expect.poll(() => digest.getAttribute('aria-checked'), LONG_TIMEOUT).toBe('true')
  await digest.click()
  await expect.poll(() => digest.getAttribute('aria-checked'), LONG_TIMEOUT).toBe('false')
  await expect
    .poll(async () => {
      await page.reload()
      await digest.waitFor(LONG_TIMEOUT)
      return digest.getAttribute('aria-checked')
    }, LONG_TIMEOUT)
    .toBe('false')
  expect(takeErrors()).toEqual([])
})

test('who waits for goods that are sold out is told once when there is stock', async () => {
  const { page, userId, takeErrors } = await people.signUp()
  await sellOut()
  await page.goto('/pages/Home/create')
  await text(page, '任一区域').waitFor(LONG_TIMEOUT)
  expect(await problemsOf(page)).toEqual([])
  await button(page, '到货提醒').click()
  await button(page, '取消提醒').waitFor(LONG_TIMEOUT)
  await restock()
  await runPeriodicJobOnce(system.databaseUrl(), announceStock)
  await expect.poll(() => countMessages(userId), LONG_TIMEOUT).toBe(1)
  await page.goto('/pages/user/messageList?messageType=5')
  await text(page, '你等的云手机到货了').waitFor(LONG_TIMEOUT)
  await button(page, '去看看').click()
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/create/goodsDetails')
  await page.goto('/pages/Home/create')
  await text(page, '立即购买').waitFor(LONG_TIMEOUT)
  await expect.poll(() => text(page, '到货提醒').count(), LONG_TIMEOUT).toBe(0)
  expect(takeErrors()).toEqual([])
})

test('a visitor who wants to be told logs in first', async () => {
  const { page, takeErrors } = await system.visit()
  await sellOut()
  await page.goto('/pages/Home/create')
  await button(page, '到货提醒').click(LONG_TIMEOUT)
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/login/login')
  await restock()
  expect(takeErrors()).toEqual([])
})
