import { createActivity } from '@yunji/contract/operator/activity-calls'
import { createCouponTemplate } from '@yunji/contract/operator/commerce-calls'
import { withClient } from '@yunji/testkit/with-client'
import { expect, test } from 'vitest'
import { problemsOf } from './page-elements.ts'
import { createPeople } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, pathOfPage, shownPage } from './visit.ts'

const OPERATOR_TOKEN = 'operator-token-of-the-activity-suite'
const system = useRunningSystem({ env: { YUNJI_OPERATOR_TOKEN: OPERATOR_TOKEN } })
const people = createPeople(system)

const HOUR_MS = 3_600_000

const create = async (name: string, startsAt: number, endsAt: number): Promise<number> => {
  const terms = { name: '双旦券', couponType: 2, parValue: 500, businessType: 1, scopeApplication: 1, validDays: 7 }
  const template = await people.call(createCouponTemplate, terms, OPERATOR_TOKEN)
  const { templateId } = template.data as { templateId: number }
  const page = { markdown: '## 规则\n\n每人限领**一张**。', templateIds: [templateId] }
  const activity = { name, kind: 'discount', startsAt, endsAt, products: [], ...page }
  const { data } = await people.call(createActivity, activity, OPERATOR_TOKEN)
  return (data as { activityId: number }).activityId
}

test('an activity counts down and gives each visitor its coupon once', async () => {
  const activityId = await create('双旦特惠', Date.now() - HOUR_MS, Date.now() + HOUR_MS)
  const { page, takeErrors } = await people.signUp()
  await page.goto('/pages/webView/activity')
  await shownPage(page)
    .getByRole('link', { name: /双旦特惠/ })
    .click(LONG_TIMEOUT)
  await expect.poll(() => new URL(page.url()).searchParams.get('activityId'), LONG_TIMEOUT).toBe(String(activityId))
  await shownPage(page).getByText('进行中').waitFor(LONG_TIMEOUT)
  await shownPage(page).getByRole('timer').waitFor()
  await shownPage(page).getByText('每人限领').waitFor()
  await shownPage(page).getByRole('button', { name: '领取' }).click()
  await shownPage(page).getByRole('button', { name: '已领取' }).waitFor(LONG_TIMEOUT)
  expect(await problemsOf(page)).toEqual([])
  await page.goto('/pages/user/coupon')
  await shownPage(page).getByText('双旦券').waitFor(LONG_TIMEOUT)
  expect(takeErrors()).toEqual([])
})

test('an activity to come, one that has ended and an unknown one say so', async () => {
  const coming = await create('年终预告', Date.now() + HOUR_MS, Date.now() + 2 * HOUR_MS)
  const { page } = await people.signUp()
  await page.goto(`/pages/webView/activity?activityId=${coming}`)
  await shownPage(page).getByText('距开始').waitFor(LONG_TIMEOUT)
  await expect.poll(() => shownPage(page).getByRole('button', { name: '未开始' }).isDisabled()).toBe(true)
  const ending = await create('限时特惠', Date.now() - HOUR_MS, Date.now() + HOUR_MS)
  await page.clock.install()
  await page.goto(`/pages/webView/activity?activityId=${ending}`)
  await shownPage(page).getByText('进行中').waitFor(LONG_TIMEOUT)
  await withClient(system.databaseUrl(), (client) =>
    client.query(`update activities set ends_at = now() - interval '1 minute' where id = $1`, [ending]),
  )
  await page.clock.fastForward(HOUR_MS)
  await shownPage(page).getByText('已结束').first().waitFor(LONG_TIMEOUT)
  await page.goto('/pages/webView/activity?activityId=987654')
  await shownPage(page).getByText('没有找到这个活动，可能已经下线').waitFor(LONG_TIMEOUT)
  await shownPage(page).getByRole('link', { name: '看看其他活动' }).click()
  await expect.poll(() => pathOfPage(page), LONG_TIMEOUT).toBe('/pages/webView/activity')
})
