import {
  addDevices,
  type BrokenRowsHarness,
  countOf,
  giveToOthers,
  keysOf,
  LONG_AGO,
  type PoisonedWork,
} from './broken-rows-harness.ts'

const SERIES = `generate_series(1, $count) as n`

/** Work that deletes rows of a table. */
const deletes = (name: string, table: string, column: string, insert: string): PoisonedWork => ({
  name,
  refuses: `${table} delete`,
  column,
  addRows: async (harness, count) => {
    await harness.query(insert.replaceAll('$owner', String(harness.ownerId)).replaceAll('$count', String(count)))
    return keysOf(harness, column, table)
  },
  left: (harness) => countOf(harness, table),
})

/** Shares that ended long ago, without their rights. */
const addShares = async (harness: BrokenRowsHarness, count: number): Promise<void> => {
  await addDevices(harness, count)
  await harness.query(
    `with guest as (insert into users (name, is_guest, created_at) values ('访客', true, '${LONG_AGO}') returning id)
     insert into device_shares (device_id, owner_id, guest_id, secret_hash, code_hash, created_at)
     select d.id, d.owner_id, guest.id, sha256(('s' || d.id)::bytea), sha256(('c' || d.id)::bytea), '${LONG_AGO}'
     from devices d, guest`,
  )
}

const HOURS_OF_A_DAY = 24

/** Jobs that end the time for which rows are kept, one entry for each kind of row. */
export const poisonedSweeps: readonly PoisonedWork[] = [
  deletes(
    'maintenance.sweep',
    'sessions',
    'id',
    `insert into sessions (token_hash, user_id, created_at, renewed_at, expires_at)
     select sha256(n::text::bytea), $owner, '${LONG_AGO}', '${LONG_AGO}', '${LONG_AGO}' from ${SERIES}`,
  ),
  deletes(
    'maintenance.sweep',
    'idempotency_keys',
    'key',
    `insert into idempotency_keys (user_id, call_path, key, request_hash, created_at)
     select $owner, '/x', 'old-key-' || n, sha256('x'), '${LONG_AGO}' from ${SERIES}`,
  ),
  deletes(
    'maintenance.sweep',
    'operator_idempotency_keys',
    'key',
    `insert into operator_idempotency_keys (operator_id, call_path, key, request_hash, created_at)
     select 0, '/x', 'old-key-' || n, sha256('x'), '${LONG_AGO}' from ${SERIES}`,
  ),
  deletes(
    'maintenance.sweep',
    'gateways',
    'id',
    `insert into gateways (id, round, expires_at) select gen_random_uuid(), 1, '${LONG_AGO}' from ${SERIES}`,
  ),
  deletes(
    'maintenance.sweep',
    'tasks',
    'id',
    `insert into tasks (owner_id, kind, state, created_at, deadline_at, ended_at)
     select $owner, 'clean', 'failed', '${LONG_AGO}', '${LONG_AGO}', '${LONG_AGO}' from ${SERIES}`,
  ),
  {
    name: 'maintenance.sweep',
    refuses: 'trials delete',
    column: 'id',
    addRows: async (harness, count) => {
      await addDevices(harness, count)
      await giveToOthers(harness)
      await harness.query(
        `insert into trials (user_id, device_id, claimed_at) select owner_id, id, '${LONG_AGO}' from devices`,
      )
      await harness.query(`update users set erased_at = '${LONG_AGO}' where name = '用户'`)
      return keysOf(harness, 'id', 'trials')
    },
    left: (harness) => countOf(harness, 'trials'),
  },
  {
    name: 'maintenance.sweep',
    refuses: 'device_uses delete',
    column: 'id',
    addRows: async (harness, count) => {
      await addDevices(harness, count)
      await harness.query(
        `insert into device_uses (device_id, owner_id, device_name, who, action, created_at)
         select id, owner_id, name, '访客', 'open', '${LONG_AGO}' from devices`,
      )
      return keysOf(harness, 'id', 'device_uses')
    },
    left: (harness) => countOf(harness, 'device_uses'),
  },
  {
    name: 'maintenance.sweep',
    refuses: 'device_grants delete',
    column: 'id',
    addRows: async (harness, count) => {
      await addShares(harness, count)
      await harness.query(
        `insert into device_grants (device_id, grantee_id, share_id, access, state, expires_at, created_at)
         select device_id, guest_id, id, 'view', 'expired', '${LONG_AGO}', '${LONG_AGO}' from device_shares`,
      )
      return keysOf(harness, 'id', 'device_grants')
    },
    // A share outlives its right that cannot be deleted.
    left: async (harness) => Math.max(await countOf(harness, 'device_grants'), await countOf(harness, 'device_shares')),
  },
  {
    name: 'maintenance.sweep',
    refuses: 'device_shares delete',
    column: 'id',
    addRows: async (harness, count) => {
      await addShares(harness, count)
      return keysOf(harness, 'id', 'device_shares')
    },
    left: (harness) => countOf(harness, 'device_shares'),
  },
  deletes(
    'maintenance.smsCodes',
    'sms_codes',
    'mobile_phone',
    `insert into sms_codes (mobile_phone, purpose, code_hash, sent_at, expires_at)
     select '1' || n, 'login', sha256('x'), '${LONG_AGO}', '${LONG_AGO}' from ${SERIES}`,
  ),
  deletes(
    'maintenance.page-days',
    'client_errors',
    'fingerprint',
    `insert into client_errors
     select 'f' || n, '', '', '', '', '', '', 1, '${LONG_AGO}', '${LONG_AGO}' from ${SERIES}`,
  ),
  deletes(
    'maintenance.usage-days',
    'usage_hours',
    'hour',
    `insert into usage_hours
     select '${LONG_AGO}'::timestamptz + n * interval '1 hour', '', '', '', '', 1, 1, 1, 1 from ${SERIES}`,
  ),
  {
    name: 'maintenance.usage-days',
    refuses: 'usage_hours insert',
    column: 'hour',
    // The hours of one day, independent of the requested number: tables are partitioned by day.
    addRows: async (harness) => {
      const { query } = harness
      await query(`create table log_days.usage_logs_20261113 partition of usage_logs
        for values from ('2026-11-13T00:00Z') to ('2026-11-14T00:00Z')`)
      await query(
        `insert into usage_logs (logged_at, user_id, log_id, client, version, terminal_type, accessing_pages, exit_mark)
         select '2026-11-13T00:00Z'::timestamptz + n * interval '1 hour', ${harness.ownerId}, '', '', '', '', '', 0
         from generate_series(0, ${HOURS_OF_A_DAY - 1}) as n`,
      )
      return keysOf(harness, 'logged_at', 'usage_logs')
    },
    left: async (harness) =>
      HOURS_OF_A_DAY - (await countOf(harness, `usage_rollups where hour < '2026-11-14T00:00Z'`)),
  },
  deletes(
    'verification.sweepPictures',
    'verification_pictures',
    'id',
    `insert into verification_pictures (id, user_id, size_bytes, created_at)
     select md5(n::text), $owner, 1, '${LONG_AGO}' from ${SERIES}`,
  ),
  deletes(
    'apps.sweepFiles',
    'app_files',
    'id',
    `insert into app_files (id, user_id, name, size_bytes, created_at)
     select md5(n::text), $owner, 'a.apk', 1, '${LONG_AGO}' from ${SERIES}`,
  ),
  deletes(
    'maintenance.operators',
    'operator_sessions',
    'id',
    `with operator as (
       insert into operators (name, role, password_hash, created_at) values ('poisoned', 'owner', 'none', now()) returning id
     )
     insert into operator_sessions (operator_id, token_hash, created_at, last_used_at, expires_at, origin)
     select id, sha256(n::text::bytea), '${LONG_AGO}', '${LONG_AGO}', '${LONG_AGO}', sha256('origin') from operator, ${SERIES}`,
  ),
  deletes(
    'maintenance.operators',
    'operator_failures',
    'subject',
    `insert into operator_failures select 'password:' || n, sha256('origin'), 1, '${LONG_AGO}' from ${SERIES}`,
  ),
  deletes(
    'console.deleteExports',
    'operator_exports',
    'id',
    `insert into operator_exports (operator_name, list, query, columns, created_at, expires_at)
     select 'poisoned', 'users', '', '{userId}', '${LONG_AGO}', '${LONG_AGO}' from ${SERIES}`,
  ),
  deletes(
    'maintenance.sweep',
    'coupon_issues',
    'id',
    `with template as (
       insert into coupon_templates (name, terms, created_at)
       values ('券', '{"couponType":2,"parValue":100,"conditionsUse":0,"businessType":1}', '${LONG_AGO}') returning id
     )
     insert into coupon_issues (template_id, operator_name, planned_count, left_out_count, created_at)
     select id, 'poisoned', 0, 0, '${LONG_AGO}' from template, ${SERIES}`,
  ),
  deletes(
    'invoices.sweep',
    'invoices',
    'id',
    `insert into invoices (user_id, state, amount_cents, title, created_at, updated_at)
     select $owner, 'cancelled', 1, '{}', '${LONG_AGO}', '${LONG_AGO}' from ${SERIES}`,
  ),
  deletes(
    'messages.sweep',
    'messages',
    'id',
    `with counts as (insert into message_counts (user_id) values ($owner) on conflict do nothing)
     insert into messages (user_id, outbox_id, event, message_type, counter, read_at, created_at)
     select $owner, n, 'deviceReady', 2, 'creation', '${LONG_AGO}', '${LONG_AGO}' from ${SERIES}`,
  ),
]
