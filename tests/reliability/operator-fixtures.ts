import type { Client } from '@yunji/testkit/with-client'

/** Work of operators on coupons, the ledger and texts. */
export const operatorFixtures: Readonly<Record<number, (client: Client) => Promise<void>>> = {
  84: async (client) => {
    await client.query(
      `with issue as (
         insert into coupon_issues (template_id, operator_name, state, planned_count, left_out_count, issued_count, created_at,
           started_at, ended_at)
         select min(id), 'early-owner', 'done', 1, 0, 1, now(), now(), now() from coupon_templates returning id
       )
       insert into coupon_issue_users (issue_id, user_id, outcome)
       select issue.id, (select min(id) from users), 'issued' from issue`,
    )
    await client.query(`update coupons set issue_id = (select min(id) from coupon_issues)`)
  },
  85: async (client) => {
    await client.query(
      `insert into ledger_checks (state, started_at, ended_at, account_count, entry_count, order_count, totals)
       values ('done', now(), now(), 9, 3, 1, '[{"kind":"revenue","cents":100}]')`,
    )
  },
  86: async (client) => {
    await client.query(`update operators set display_name = '小云'`)
    await client.query(
      `insert into canned_answers (title, content, created_at, updated_at) values ('重启', '请重启试试 {客服}', now(), now())`,
    )
  },
  87: async (client) => {
    await client.query(
      `with batch as (
         insert into activation_batches (name, product_id, quantity, operator_name, created_at, expires_at)
         select '早期渠道', min(id), 1, 'early-owner', now(), now() + interval '90 days' from billable_products
         returning id, product_id, created_at, expires_at
       )
       insert into activation_codes (batch_id, product_id, digest, sealed_code, paid_cents, created_at, expires_at)
       select id, product_id, sha256('given'), 'v1.' || repeat('A', 61), 0, created_at, expires_at from batch`,
    )
  },
  88: async (client) => {
    await client.query(
      `insert into operator_exports (operator_name, list, query, columns, user_id, created_at, expires_at)
       select 'early-owner', 'person', '', '{}', min(id), now(), now() + interval '7 days' from users`,
    )
  },
  89: async (client) => {
    await client.query(
      `insert into operator_views (operator_id, list, name, query, saved_at)
       select min(id), 'tickets', '早期视图', 'state=open', now() from operators`,
    )
  },
  90: async (client) => {
    await client.query(
      `insert into coupon_issues (template_id, operator_name, state, planned_count, left_out_count, created_at, started_at, ended_at)
       select min(id), 'early-owner', 'failed', 1, 0, now(), now(), now() from coupon_templates`,
    )
  },
  91: async (client) => {
    await client.query(
      `insert into attached_phones (host, resolved_host, port, stock_state, zone_id, config_id, phone_id, is_erasing, checked_at,
         attached_at, detached_at)
       select '10.9.0.90', '10.9.0.90', 5555, 'draining', min(zone_id), min(config_id), 'early-dead', true, now(), now(), now()
       from zone_stock`,
    )
  },
  // Indexes alone.
  92: async () => undefined,
  93: async () => undefined,
  94: async (client) => {
    await client.query(
      `insert into operator_exports (operator_name, list, query, columns, created_at, expires_at)
       values ('early-owner', 'ledger', 'date=2026-11', '{entryId}', now(), now() + interval '7 days')`,
    )
  },
  95: async (client) => {
    await client.query(`insert into erased_objects (key) values ('avatars/early.png')`)
  },
  96: async (client) => {
    await client.query(`update operator_exports set is_cut = true where operator_name = 'early-owner'`)
  },
  97: async (client) => {
    await client.query(`update attached_phones set unerased_since = now() where phone_id = 'early-dead'`)
  },
  98: async (client) => {
    await client.query(
      `insert into operator_idempotency_keys (operator_id, call_path, key, request_hash, answer, created_at)
       values (0, 'publishNotice', 'early-key', sha256('early'), '{}', now())`,
    )
  },
  99: async (client) => {
    await client.query(
      `update refunds set numbered_at = created_at, settled_number = '' where id = (select min(id) from refunds)`,
    )
  },
  100: async (client) => {
    await client.query(
      `update coupon_templates set withdrawn_at = now() where id = (select max(id) from coupon_templates where not is_enabled)`,
    )
  },
  101: async (client) => {
    await client.query(
      `insert into fleet_counts (counted_at, online, expiring) values (now() - interval '1 day', 3, 1)`,
    )
  },
  // Indexes alone.
  102: async () => undefined,
  103: async (client) => {
    await client.query(
      `insert into device_interruptions (device_id, owner_id, zone_id, cause, fault, started_at, ended_at)
       select id, owner_id, zone_id, 'stopped', 'support', now() - interval '1 hour', now() from devices order by id limit 1`,
    )
  },
  104: async (client) => {
    await client.query(
      `insert into operator_audit (at, operator_id, operator_name, role, call, subject, after, outcome)
       select now(), min(id), 'early-owner', 'owner', 'attachPhone', 'attachedPhone',
         '{"address":"10.0.0.7:5555","problem":"unreachable"}', 'failed' from operators`,
    )
  },
}
