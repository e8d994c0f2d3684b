import { AgreementKind } from '@yunji/contract/content/agreement/rules'
import { createActivity } from '@yunji/contract/operator/activity-calls'
import { publishAgreement, saveAgreementDraft } from '@yunji/contract/operator/agreement-calls'
import { withClient } from '@yunji/testkit/with-client'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leadTo, openClient } from './look-at-screen.ts'
import { createPeople, type Person } from './people.ts'
import { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, shownPage, type Visit } from './visit.ts'

/** S9: script in what people and operators write is text on every page that shows it. */

const OPERATOR_TOKEN = 'operator-token-of-the-canary-suite'
const system = useRunningSystem({ env: { YUNJI_OPERATOR_TOKEN: OPERATOR_TOKEN } })
const people = createPeople(system)

const CANARY = '<img src=x onerror=ran()>'
/** Names of groups are short. */
const SHORT_CANARY = '<img src=x>'
const SCRIPT = `<script>ran()</script>\n\n${CANARY}\n\n[点我](javascript:ran()) ![图](https://example.com/x.png)`

let person: Person
let activityId = 0

beforeAll(async () => {
  person = await people.signUp()
  await withClient(system.databaseUrl(), async (client) => {
    const own = [person.userId, CANARY]
    await client.query('update users set name = $2 where id = $1', own)
    await client.query(
      `insert into zones (code, name, created_at) values ('canary', '区', now()) on conflict do nothing`,
    )
    await client.query('update device_groups set name = $2 where user_id = $1', [person.userId, SHORT_CANARY])
    await client.query(
      `insert into devices (owner_id, group_id, zone_id, name, note, goods_level, version, supplier_type, phone_id,
         expires_at, state, created_at)
       select $1::bigint, g.id, (select min(id) from zones), $2, $2, 3, '10/B', 7, 'canary', now() + interval '10 days',
         'stopped', now()
       from device_groups g where g.user_id = $1::bigint and g.is_default`,
      own,
    )
    await client.query(
      `with counted as (
         insert into message_counts (user_id, renewal, last_message_at) values ($1, 1, now())
         on conflict (user_id) do update set renewal = 1, last_message_at = now()
       )
       insert into messages (user_id, outbox_id, event, message_type, counter, title, content, summary, created_at)
       values ($1, 999999, 'deviceExpiring', 2, 'renewal', $2, $2, $2, date_trunc('milliseconds', now()))`,
      own,
    )
  })
  const kind = AgreementKind.service
  const draft = { kind, title: '云手机服务协议', summary: CANARY, markdown: SCRIPT }
  const { data } = await people.call(saveAgreementDraft, draft, OPERATOR_TOKEN)
  const { version, digest } = data as { version: number; digest: string }
  await people.call(publishAgreement, { kind, version, digest }, OPERATOR_TOKEN)
  const times = { startsAt: Date.now() - 1000, endsAt: Date.now() + 3_600_000 }
  const activity = { name: CANARY, kind: 'discount', ...times, products: [], markdown: SCRIPT, templateIds: [] }
  const created = await people.call(createActivity, activity, OPERATOR_TOKEN)
  activityId = (created.data as { activityId: number }).activityId
})

/** Elements and scripts that a canary would have made. */
const hatched = (page: Page) =>
  page.evaluate(() => ({
    hasRun: 'hasRun' in window,
    pictures: document.querySelectorAll('img[src="x"], img[src*="example.com"]').length,
    links: document.querySelectorAll('a[href^="javascript:"]').length,
  }))

describe('script is text', () => {
  let visit: Visit
  beforeAll(async () => {
    visit = await people.visitAs(person.userId, person.token, {})
    await visit.page.addInitScript(() => Object.assign(window, { ran: () => Object.assign(window, { hasRun: true }) }))
    await openClient(visit)
  })
  afterAll(() => visit.context.close())

  test.each([
    ['a nickname', '/pages/Home/user', CANARY],
    ['a nickname in the profile', '/pages/user/personalData', CANARY],
    ['the name of a device', '/pages/Home/index', CANARY],
    ['the name of a group', '/pages/Group/index', SHORT_CANARY],
    ['a message', '/pages/user/messageList?messageType=2', CANARY],
    ['the newest message', '/pages/user/message', CANARY],
    ['an agreement', `/pages/webView/protocol?kind=${AgreementKind.service}`, '<script>ran()</script>'],
    ['an activity', '', '<script>ran()</script>'],
    ['the name of a device to renew', '/pages/Renew/index', CANARY],
    ['the name of an activity', '/pages/webView/activity', CANARY],
  ])('in %s', async (_what, path, words) => {
    const { page, takeErrors } = visit
    await leadTo(page, path || `/pages/webView/activity?activityId=${activityId}`)
    await shownPage(page).getByText(words).first().waitFor(LONG_TIMEOUT)
    expect(await hatched(page)).toEqual({ hasRun: false, pictures: 0, links: 0 })
    expect(takeErrors()).toEqual([])
  })
})

describe('scripts of other sites', () => {
  const LISTED = 'https://scripts.example/statistics.js'
  const listing = useRunningSystem({ env: { YUNJI_EXTERNAL_SCRIPTS: LISTED } })

  test('run where the operator lists them, and no others', async () => {
    const { page } = await listing.visit()
    const script = {
      contentType: 'text/javascript',
      body: 'window.ranFrom = [...(window.ranFrom ?? []), document.currentScript.src]',
    }
    await page.route('https://*.example/**', (route) => route.fulfill(script))
    const refused = new Promise((resolve) => {
      void page.exposeFunction('noteRefusal', resolve)
    })
    await page.addInitScript(
      `addEventListener('securitypolicyviolation', ({ blockedURI }) => window.noteRefusal(blockedURI))`,
    )
    await page.goto('/')
    await expect.poll(() => page.evaluate('window.ranFrom'), LONG_TIMEOUT).toEqual([LISTED])
    const other = 'https://scripts.example/other.js'
    await page.evaluate(`document.head.append(Object.assign(document.createElement('script'), { src: '${other}' }))`)
    expect(await refused).toBe(other)
    expect(await page.evaluate('window.ranFrom')).toEqual([LISTED])
  })
})
