import { getAuthToken } from '@yunji/contract/accounts/user/calls'
import { createActivity } from '@yunji/contract/operator/activity-calls'
import { withClient } from '@yunji/testkit/with-client'
import { expect, test } from 'vitest'
import { LONG_TIMEOUT, logIn, useRunningClient } from './running-client.ts'

const OPERATOR_TOKEN = 'operator-token-of-the-mini-activities'
const client = useRunningClient({ env: { YUNJI_OPERATOR_TOKEN: OPERATOR_TOKEN } })

const words = () => client().page.locator('.weapp-frame[current]').innerText()

const CANARY = '<img src=x onerror=ran()>'

test('script in an activity is text, and its links lead nowhere', async () => {
  const markdown = `<script>ran()</script>\n\n${CANARY}\n\n[点我](javascript:ran()) ![图](https://example.com/x.png)`
  const now = Date.now()
  const response = await fetch(client.url() + createActivity.path, {
    method: 'POST',
    headers: { token: OPERATOR_TOKEN, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: CANARY,
      kind: 'discount',
      startsAt: now - 1000,
      endsAt: now + 3_600_000,
      products: [],
      markdown,
      templateIds: [],
    }),
  })
  const { data } = (await response.json()) as { data: { activityId: number } }
  const program = client()
  await program.start('pages/webView/activity')
  await logIn(program)
  await program.waitForPage('pages/webView/activity')
  await program.page.evaluate(() => Object.assign(window, { ran: () => Object.assign(window, { hasRun: true }) }))
  await expect.poll(words, LONG_TIMEOUT).toContain(CANARY)
  await program.launch(`/pages/webView/activity?activityId=${data.activityId}`)
  await expect.poll(words, LONG_TIMEOUT).toContain('<script>ran()</script>')
  expect(await words()).toContain('点我')
  const hatched = await program.page.evaluate(() => ({
    hasRun: 'hasRun' in window,
    pictures: document.querySelectorAll('img[src="x"], img[src*="example.com"]').length,
    links: document.querySelectorAll('a[href^="javascript:"]').length,
  }))
  expect(hatched).toEqual({ hasRun: false, pictures: 0, links: 0 })
  expect(program.errors).toEqual([])
})

test('an activity is opened from the list, with its goods, text and coupon to claim', async () => {
  await withClient(client.databaseUrl(), async (database) => {
    await database.query(
      `with template as (
         insert into coupon_templates (name, terms, valid_days, created_at)
         values ('小程序券', '{"couponType":2,"parValue":500,"conditionsUse":0,"businessType":1,"scopeApplication":1}', 7, now())
         returning id
       ), page as (
         insert into activity_pages (activity_id, markdown, content, updated_at)
         select id, '正文', '[{"kind":"paragraph","spans":[{"text":"先到先得，送完为止"}]}]', now() from activities
         where kind = 'discount' on conflict do nothing
       )
       insert into activity_coupons (activity_id, template_id)
       select activities.id, template.id from activities, template where kind = 'discount'`,
    )
  })
  const program = client()
  await program.launch('/pages/webView/activity')
  await expect.poll(words, LONG_TIMEOUT).toContain('季度特惠')
  await program.tap('text=/^季度特惠$/')
  await expect.poll(words, LONG_TIMEOUT).toContain('先到先得，送完为止')
  expect(await words()).toContain('活动商品')
  // The label lies under the larger touch target of a small button.
  await program.page.locator('.weapp-frame[current] [class*="button-module__small"]', { hasText: '领取' }).tap()
  await expect.poll(words, LONG_TIMEOUT).toContain('已领取')
  expect(program.errors).toEqual([])
})

test('without an external site its page says so and asks for no token', async () => {
  const program = client()
  program.forgetReports()
  await program.launch('/pages/webView/activity?view=external')
  await program.waitForText('重试')
  expect(JSON.stringify(await program.calls('request'))).not.toContain(getAuthToken.path)
  expect(await program.page.locator('.weapp-frame[current] iframe').count()).toBe(0)
})
