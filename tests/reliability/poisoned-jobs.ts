import { MINUTE_MS } from '../../apps/server/src/platform/clock.ts'
import {
  addDevices,
  type BrokenRowsHarness,
  countOf,
  keysOf,
  LONG_AGO,
  type PoisonedWork,
} from './broken-rows-harness.ts'

/** Further accounts; returns their ids. */
const addAccounts = async (harness: BrokenRowsHarness, count: number): Promise<string[]> => {
  await harness.query(
    `insert into users (name, mobile_phone, created_at)
     select '别人', (13600000000 + n)::text, ${harness.now} from generate_series(1, ${count}) as n`,
  )
  return keysOf(harness, 'id', `users where name = '别人'`)
}

/** Other jobs of the queue, one entry for each kind of row. */
export const poisonedJobs: readonly PoisonedWork[] = [
  {
    name: 'operators.sealSecrets',
    loggedAs: 'operators.totpSecret.reseal',
    refuses: 'operators update',
    column: 'id',
    addRows: async (harness, count) => {
      await harness.query(
        `insert into operators (name, role, password_hash, totp_secret, created_at)
         select 'poisoned' || n, 'owner', 'none', 'plain', now() from generate_series(1, ${count}) n`,
      )
      return keysOf(harness, 'id', 'operators')
    },
    left: (harness) => countOf(harness, `operators where totp_secret = 'plain'`),
  },
  {
    name: 'operators.endViews',
    refuses: 'support_views update',
    column: 'operator_name',
    addRows: async (harness, count) => {
      const [deviceId] = await addDevices(harness, 1)
      await harness.query(
        `with added as (
           insert into operators (name, role, password_hash, created_at)
           select 'poisoned' || n, 'support', 'none', ${harness.now} from generate_series(1, ${count}) n returning id, name
         )
         insert into support_views (device_id, owner_id, operator_name, reason, minutes, requested_at, ends_at)
         select ${deviceId}, ${harness.ownerId}, name, '看一下', 15, ${harness.now}, ${harness.now} + interval '15 minutes'
         from added order by id`,
      )
      return (await harness.query('select name from operators order by id')).map(({ name }) => String(name))
    },
    left: (harness) => countOf(harness, 'support_views where stopped_at is null'),
  },
  {
    name: 'coupons.issue',
    refuses: 'coupons insert',
    column: 'user_id',
    addRows: async (harness, count) => {
      const ids = await addAccounts(harness, count)
      await harness.query(
        `with template as (
           insert into coupon_templates (name, terms, created_at)
           values ('券', '{"couponType":2,"parValue":100,"conditionsUse":0,"businessType":1}', ${harness.now}) returning id
         ), issue as (
           insert into coupon_issues (template_id, operator_name, state, planned_count, left_out_count, created_at)
           select id, 'poisoned', 'running', ${count}, 0, ${harness.now} from template returning id
         )
         insert into coupon_issue_users select issue.id, users.id, 'planned' from issue, users where users.name = '别人'`,
      )
      return ids
    },
    run: async ({ query, server }) => {
      const [issue] = await query(`select id from coupon_issues`)
      await server.runJob('coupons.issue', { issueId: Number(issue?.id) })
    },
    left: (harness) => countOf(harness, `coupon_issue_users where outcome <> 'issued'`),
  },
  {
    name: 'coupons.withdraw',
    refuses: 'coupons update',
    column: 'user_id',
    addRows: async (harness, count) => {
      const ids = await addAccounts(harness, count)
      await harness.query(
        `with template as (
           insert into coupon_templates (name, terms, created_at, is_enabled, withdrawn_at)
           values ('券', '{"couponType":2,"parValue":100,"conditionsUse":0,"businessType":1}', ${harness.now}, false, ${harness.now})
           returning id, name, terms
         )
         insert into coupons (template_id, user_id, name, terms, received_at)
         select template.id, users.id, template.name, template.terms, ${harness.now}
         from template, users where users.name = '别人'`,
      )
      return ids
    },
    run: async ({ query, server }) => {
      const [template] = await query('select id from coupon_templates')
      // It fails for the rows that are left, so that it is retried.
      await server.runJob('coupons.withdraw', { templateId: Number(template?.id) }).catch((error: unknown) => {
        if (!String(error).includes('not withdrawn')) throw error
      })
    },
    left: (harness) => countOf(harness, `coupons where state <> 'invalid'`),
  },
  {
    name: 'coupons.endIssues',
    refuses: 'coupon_issues update',
    column: 'id',
    addRows: async (harness, count) => {
      await harness.query(
        `with template as (
           insert into coupon_templates (name, terms, created_at)
           values ('券', '{"couponType":2,"parValue":100,"conditionsUse":0,"businessType":1}', ${harness.now}) returning id
         )
         insert into coupon_issues (template_id, operator_name, state, planned_count, left_out_count, created_at)
         select id, 'poisoned', 'running', 1, 0, ${harness.now} from template, generate_series(1, ${count})`,
      )
      return keysOf(harness, 'id', 'coupon_issues')
    },
    left: (harness) => countOf(harness, `coupon_issues where state = 'running'`),
  },
  {
    name: 'console.endExports',
    refuses: 'operator_exports update',
    column: 'id',
    addRows: async (harness, count) => {
      await harness.query(
        `insert into operator_exports (operator_name, list, query, columns, created_at, expires_at)
         select 'poisoned', 'users', '', '{}', ${harness.now}, '2099-01-01' from generate_series(1, ${count})`,
      )
      return keysOf(harness, 'id', 'operator_exports')
    },
    left: (harness) => countOf(harness, `operator_exports where state = 'waiting'`),
  },
  {
    name: 'messages.startNotices',
    refuses: 'notices update',
    column: 'id',
    addRows: async (harness, count) => {
      await harness.query(
        `insert into notices (title, content, published_at)
         select '定时', '公告', '${LONG_AGO}' from generate_series(1, ${count})`,
      )
      return keysOf(harness, 'id', 'notices')
    },
    left: (harness) => countOf(harness, 'notices where started_at is null'),
  },
  {
    name: 'messages.endNotices',
    refuses: 'notices update',
    column: 'id',
    addRows: async (harness, count) => {
      await harness.query(
        `insert into notices (title, content, published_at, started_at)
         select '放弃', '公告', '${LONG_AGO}', '${LONG_AGO}' from generate_series(1, ${count})`,
      )
      return keysOf(harness, 'id', 'notices')
    },
    left: (harness) => countOf(harness, 'notices where failed_at is null'),
  },
  {
    name: 'coupons.sumTallies',
    refuses: 'coupon_tallies delete',
    column: 'template_id',
    addRows: async (harness, count) => {
      await harness.query(
        `with template as (
           insert into coupon_templates (name, terms, created_at)
           select '券', '{"couponType":2,"parValue":100,"conditionsUse":0,"businessType":1}', ${harness.now}
           from generate_series(1, ${count}) returning id
         )
         insert into coupon_tallies (template_id, state, change)
         select id, 'used', 1 from template, generate_series(1, 60)`,
      )
      return keysOf(harness, 'id', 'coupon_templates')
    },
    left: (harness) =>
      countOf(harness, 'coupon_templates t where (select count(*) from coupon_tallies where template_id = t.id) > 1'),
  },
  {
    name: 'verification.sealNumbers',
    loggedAs: 'verification.reseal',
    refuses: 'verifications update',
    column: 'id',
    addRows: async (harness, count) => {
      await harness.query(
        `insert into verifications (user_id, kind, status, name, number, submitted_at, decided_at)
         select ${harness.ownerId}, 1, 3, '名', '11010519491231002X', now(), now() from generate_series(1, ${count})`,
      )
      return keysOf(harness, 'id', 'verifications')
    },
    left: (harness) => countOf(harness, `verifications where number not like 'v_.%'`),
  },
  {
    name: 'activation.resealCodes',
    loggedAs: 'activation.reseal',
    refuses: 'activation_codes update',
    column: 'id',
    addRows: async (harness, count) => {
      await harness.query(
        `with good as (insert into goods (goods_level, name, created_at) values (1, '云手机', now()) returning id),
           config as (
             insert into goods_configurations (good_id, cpu_cores, memory_gb, storage_gb, version, image_types, supplier_type)
             select id, 4, 4, 64, '10/B', '{1}', 7 from good returning id
           ), product as (
             insert into billable_products (config_id, good_time_hours, price_cents) select id, 720, 1800 from config
             returning id
           ), bought as (
             insert into orders (user_id, kind, title, state, lines, total_cents, payable_cents, purchase, pay_method,
               created_at, expires_at, paid_at, ended_at)
             values (${harness.ownerId}, 'codes', '激活码', 'fulfilled', '[]', 100, 100, '{}', 3, now(), now(), now(), now())
             returning id
           )
         insert into activation_codes (order_id, owner_id, product_id, digest, sealed_code, paid_cents, created_at, expires_at)
         select bought.id, ${harness.ownerId}, product.id, sha256(n::text::bytea), 'CODE' || n, 0, now(), '2099-01-01'
         from bought, product, generate_series(1, ${count}) as n`,
      )
      return keysOf(harness, 'id', 'activation_codes')
    },
    left: (harness) => countOf(harness, `activation_codes where sealed_code like 'CODE%'`),
  },
  {
    name: 'maintenance.eraseAccounts',
    refuses: 'users update',
    column: 'id',
    addRows: async (harness, count) => {
      await harness.query(
        `with gone as (
           insert into users (name, created_at) select '要走的人', now() from generate_series(1, ${count}) returning id
         )
         insert into account_deletions (user_id, requested_at, erases_at, next_try_at)
         select id, '${LONG_AGO}', '${LONG_AGO}', '${LONG_AGO}' from gone`,
      )
      return keysOf(harness, 'user_id', 'account_deletions')
    },
    left: (harness) => countOf(harness, `users where name = '要走的人'`),
  },
  {
    name: 'outbox.deliver',
    refuses: 'messages insert',
    column: 'outbox_id',
    addRows: async (harness, count) => {
      await harness.query(
        `insert into outbox (key, event, user_id, facts, created_at)
         select 'poison-' || n, 'deviceReady', ${harness.ownerId}, '{"deviceId":1,"deviceName":"机"}', now()
         from generate_series(1, ${count}) as n`,
      )
      return keysOf(harness, 'id', 'outbox')
    },
    left: async (harness) =>
      countOf(harness, `outbox o where not exists (select 1 from messages m where m.outbox_id = o.id)`),
  },
  {
    name: 'messages.remind',
    refuses: 'outbox insert',
    column: 'key',
    addRows: async (harness, count) => {
      const now = harness.server.clock.now().getTime()
      const expiresAt = new Date(now + 30 * MINUTE_MS)
      const ids = await addDevices(harness, count, { createdAt: new Date(now - 1_000_000_000), expiresAt })
      return ids.map((id) => `deviceExpiring:${id}:${expiresAt.getTime()}:${120 * MINUTE_MS}`)
    },
    left: async (harness) => (await countOf(harness, 'devices')) - (await countOf(harness, 'outbox')),
  },
  {
    name: 'messages.send',
    refuses: 'message_sends update',
    column: 'message_id',
    pageSize: 20,
    addRows: async (harness, count) => {
      await addAccounts(harness, count)
      await harness.query(
        `with counts as (insert into message_counts (user_id) select id from users on conflict do nothing),
           written as (
             insert into messages (user_id, outbox_id, event, message_type, counter, title, summary, read_at, created_at)
             select id, id, 'deviceReady', 2, 'creation', '云机', '云机', ${harness.now}, ${harness.now}
             from users where name = '别人' returning id
           )
         insert into message_sends (message_id, way, due_at) select id, 'sms', '${LONG_AGO}' from written`,
      )
      return keysOf(harness, 'message_id', 'message_sends')
    },
    left: (harness) => countOf(harness, `message_sends where state <> 'sent'`),
  },
  {
    name: 'messages.send',
    refuses: 'message_sends update',
    column: 'message_id',
    // Rows whose sender died.
    addRows: async (harness, count) => {
      await harness.query(
        `with counts as (insert into message_counts (user_id) values (${harness.ownerId}) on conflict do nothing),
           written as (
             insert into messages (user_id, outbox_id, event, message_type, counter, read_at, created_at)
             select ${harness.ownerId}, n, 'deviceReady', 2, 'creation', ${harness.now}, ${harness.now}
             from generate_series(1, ${count}) as n returning id
           )
         insert into message_sends (message_id, way, state, tries, due_at)
         select id, 'sms', 'sending', 1, '${LONG_AGO}' from written`,
      )
      return keysOf(harness, 'message_id', 'message_sends')
    },
    left: (harness) => countOf(harness, `message_sends where state = 'sending'`),
  },
  {
    name: 'messages.broadcast',
    refuses: 'messages insert',
    column: 'user_id',
    addRows: addAccounts,
    run: async ({ server, query }) => {
      await query(`insert into notices (title, content, link, link_text, published_at)
        values ('公告', '公告', '', '', '${server.clock.now().toISOString()}')`)
      const [notice] = await query('select id::int as id from notices')
      await server.jobList.find(({ name }) => name === 'messages.broadcast')?.run({ noticeId: notice?.id } as never)
    },
    left: async (harness) =>
      countOf(harness, `users u where name = '别人' and not exists (select 1 from messages m where m.user_id = u.id)`),
  },
]

/** Jobs that work on no rows one by one. */
export const JOBS_WITHOUT_ROWS: ReadonlySet<string> = new Set([
  'ledger.audit',
  'ledger.check',
  'console.sumDays',
  'console.countFleet',
])
/** Jobs for one row each: retried by the queue, and moved to the dead letters. */
export const JOBS_OF_ONE_ROW: ReadonlySet<string> = new Set([
  'service.noticeContact',
  'console.export',
  'order.fulfil',
  'payment.refund',
  'device.erase',
  'space.recoverRestore',
  'space.drillBackup',
  'task.part',
  'task.besidePart',
])
