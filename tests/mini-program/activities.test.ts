import { withClient } from '@yunji/testkit/with-client'
import { expect, test } from 'vitest'
import { LONG_TIMEOUT, logIn, useRunningClient } from './running-client.ts'

const client = useRunningClient()

const words = () => client().page.locator('.weapp-frame[current]').innerText()

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
         where kind = 'discount'
       )
       insert into activity_coupons (activity_id, template_id)
       select activities.id, template.id from activities, template where kind = 'discount'`,
    )
  })
  const program = client()
  await program.start('pages/webView/activity')
  await logIn(program)
  await program.waitForPage('pages/webView/activity')
  await expect.poll(words, LONG_TIMEOUT).toContain('季度特惠')
  await program.tap('text=/^季度特惠$/')
  await expect.poll(words, LONG_TIMEOUT).toContain('先到先得，送完为止')
  expect(await words()).toContain('活动商品')
  // The label lies under the larger touch target of a small button.
  await program.page.locator('.weapp-frame[current] [class*="button-module__small"]', { hasText: '领取' }).tap()
  await expect.poll(words, LONG_TIMEOUT).toContain('已领取')
  expect(program.errors).toEqual([])
})
