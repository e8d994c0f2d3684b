import { eventually } from '@yunji/testkit/eventually'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts'
import { createLogger } from '../../../platform/logger.ts'
import { METRICS_TOKEN, type ServerHarness, startServerHarness } from '../../../testing/server-harness.ts'
import { zipPerson } from '../../console/person-export.ts'
import { leftOutReferences, personSources } from '../../console/person-source-store.ts'

/**
 * Rows of every table that references an account or a task. References are read from the database itself, so a new table
 * must declare here what happens to its rows.
 */

const lines: Record<string, unknown>[] = []
const log = createLogger('error', { write: (line) => void lines.push(JSON.parse(line)) })
let server: ServerHarness
beforeEach(async () => {
  lines.splice(0)
  server = await startServerHarness({}, log)
})
afterEach(() => server.stop())

const SECRET = '秘密'
const PHONE = '13900014001'

/** References kept for the books, to an account without personal data. */
const KEPT: ReadonlySet<string> = new Set([
  'device_groups.user_id',
  'devices.owner_id',
  'device_grants.grantee_id',
  'device_shares.owner_id',
  'device_shares.guest_id',
  'device_transfers.from_user_id',
  'device_transfers.to_user_id',
  'device_changes.user_id',
  'device_moves.user_id',
  'early_returns.user_id',
  // Keyed hashes alone tell that a person has had a trial.
  'trials.user_id',
  'invites.inviter_id',
  'ledger_accounts.user_id',
  'product_purchases.user_id',
  'coupons.user_id',
  'orders.user_id',
  'first_price_claims.user_id',
  'first_recharge_claims.user_id',
  'space_grants.user_id',
  'activation_codes.owner_id',
  'activation_codes.used_by',
  'seckill_claims.user_id',
  'big_user_lists.user_id',
  // Evidence of a version and a time, without the client.
  'agreement_consents.user_id',
  // Delivered, and therefore without text.
  'outbox.user_id',
])

interface Reference {
  readonly table: string
  readonly column: string
}

const referencesTo = async (table: 'users' | 'tasks'): Promise<Reference[]> => {
  const { rows } = await server.database.pool.query<Reference>(
    `select c.conrelid::regclass::text as "table", a.attname as "column"
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = $1::regclass order by 1, 2`,
    [table],
  )
  return rows
}

const countRows = async ({ table, column }: Reference, ids: readonly number[]): Promise<number> => {
  const { rows } = await server.database.pool.query<{ count: number }>(
    `select count(*)::int as count from ${table} where ${column} = any($1)`,
    [ids],
  )
  return rows[0]?.count ?? 0
}

/** Returns the first column of the first row. */
const insert = async (text: string, values: readonly unknown[] = []): Promise<number> => {
  const { rows } = await server.database.pool.query({ text, values: [...values], rowMode: 'array' })
  return Number(rows[0]?.[0] ?? 0)
}

/** A user with a row in every table, whose cooling-off period is over. */
const fillEverything = async () => {
  const userId = await server.addUser(PHONE, 'yunji2026', `${SECRET}之人`)
  const otherId = await server.addUser('13900014002', null)
  const own = [userId]
  const zoneId = await insert(`insert into zones (code, name, created_at) values ('erasure', '区', now()) returning id`)
  const goodId = await insert(
    `insert into goods (goods_level, name, created_at) values (1, '云手机', now()) returning id`,
  )
  const addConfig = (memoryGb: number) =>
    insert(
      `insert into goods_configurations (good_id, cpu_cores, memory_gb, storage_gb, version, image_types, supplier_type)
       values ($1, 4, $2, 64, '10/B', '{1}', 7) returning id`,
      [goodId, memoryGb],
    )
  const [configId, otherConfigId] = [await addConfig(4), await addConfig(8)]
  const productId = await insert(
    `insert into billable_products (config_id, good_time_hours, price_cents) values ($1, 720, 1800) returning id`,
    [configId],
  )
  const groupId = await insert(
    `insert into device_groups (user_id, name, created_at) values ($1, $2, now()) returning id`,
    [userId, SECRET],
  )
  const addDevice = (ownerId: number, group: number) =>
    insert(
      `insert into devices (owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, expires_at,
         state, created_at)
       values ($1, $2, $3, $4, 1, '10/B', 7, gen_random_uuid()::text, now(), 'released', now()) returning id`,
      [ownerId, group, zoneId, ownerId === userId ? `${SECRET}手机` : '别人的手机'],
    )
  const deviceId = await addDevice(userId, groupId)
  const foreignGroup = await insert(`select id from device_groups where user_id = $1`, [otherId])
  const foreignId = await addDevice(otherId, foreignGroup)
  await insert(
    `insert into device_grants (device_id, grantee_id, access, state, expires_at, created_at)
     values ($1, $2, 'view', 'active', now(), now())`,
    [foreignId, userId],
  )
  // The guest of a share is no account of anybody.
  await insert(
    `insert into device_shares (device_id, owner_id, guest_id, secret_hash, code_hash, created_at)
     values ($1, $2, $2, sha256('secret'), sha256('card'), now())`,
    [deviceId, userId],
  )
  for (const [usedId, ownerId, who] of [
    [foreignId, otherId, userId],
    [deviceId, userId, otherId],
  ]) {
    await insert(
      `insert into device_uses (device_id, owner_id, user_id, device_name, who, action, created_at)
       values ($1, $2, $3, $4, $5, 'open', now())`,
      [usedId, ownerId, who, ownerId === userId ? SECRET : '别人的手机', who === userId ? SECRET : '别人'],
    )
  }
  for (const [fromId, phone, itemId] of [
    [userId, '13900014003', deviceId],
    [otherId, PHONE, foreignId],
  ] as const) {
    await insert(
      `with sent as (
         insert into device_transfers (from_user_id, to_phone, to_user_id, created_at, expires_at)
         values ($1, $2, $3, now(), now() + interval '1 day') returning id
       )
       insert into device_transfer_items (transfer_id, device_id, device_name, goods_level)
       select id, $4, $5, 1 from sent`,
      [fromId, phone, fromId === userId ? otherId : userId, itemId, fromId === userId ? `${SECRET}手机` : '别人的手机'],
    )
  }
  const sessionId = await insert(
    `insert into sessions (token_hash, user_id, created_at, renewed_at, expires_at, revoked_at, device_name, address)
     values (sha256('gone'), $1, $3, $3, $3, $3, $2, '192.0.2.1') returning id`,
    [userId, SECRET, server.clock.now()],
  )
  await insert(
    `insert into stream_tickets (token_hash, user_id, session_id, device_id, mode, created_at, expires_at)
     values (sha256('ticket'), $1, $2, $3, 'view', now(), now())`,
    [userId, sessionId, deviceId],
  )
  await insert(
    `with gateway as (insert into gateways (id, round, expires_at) values (gen_random_uuid(), 1, now()) returning id)
     insert into screen_leases (device_id, gateway_id, holder_id, holder_is_owner, input_at)
     select $2, id, $1, true, now() from gateway`,
    [userId, deviceId],
  )
  await insert(
    `insert into idempotency_keys (user_id, call_path, key, request_hash, answer, created_at)
     values ($1, '/x', 'key-of-erasure', sha256('x'), to_jsonb($2::text), now())`,
    [userId, SECRET],
  )
  await insert(`insert into messaging_accounts values ('wx', $2, null, $1, now())`, [userId, SECRET])
  await insert(`insert into work_types values ($1, 0, 1, 101)`, own)
  await insert(
    `insert into verification_pictures (id, user_id, size_bytes, created_at) values (md5('e'), $1, 9, now())`,
    own,
  )
  await insert(
    `insert into app_files (id, user_id, name, size_bytes, created_at) values (md5('f'), $1, $2, 9, now())`,
    [userId, SECRET],
  )
  await insert(`insert into space_usage (user_id, file_bytes) values ($1, 9)`, own)
  await insert(
    `with content as (
       insert into space_objects (id, user_id, content_hash, size_bytes, counted_as)
       values (md5('content'), $1, encode(sha256('content'), 'hex'), 9, 'file') returning id, user_id
     ), file as (
       insert into space_files (id, user_id, object_id, name, kind, created_at)
       select md5('file'), user_id, id, $2, 'picture', now() from content
     )
     insert into space_parts (id, user_id, object_id, position, size_bytes, created_at)
     select md5('part'), user_id, id, 0, 9, now() from content`,
    [userId, SECRET],
  )
  await insert(
    `insert into space_uploads (id, user_id, name, size_bytes, created_at, expires_at)
     values (md5('upload'), $1, $2, 90, now(), now() + interval '1 day')`,
    [userId, SECRET],
  )
  await insert(
    `with backup as (
       insert into backups (user_id, device_id, device_name, state, origin, note, part_id, attempt, created_at)
       select $1, id, $2, 'failed', 'manual', $2, 1, 1, now() from devices where owner_id = $1 limit 1 returning id, device_id
     ), pack as (
       insert into backup_packs (user_id, raw_bytes, stored_bytes, checksum, charged_as, created_at)
       values ($1, 9, 9, '', 'backup', now()) returning id
     ), block as (
       insert into backup_blocks select pack.id, sha256('block'), $1, 0, 9 from pack
     ), setting as (
       insert into backup_settings select device_id, $1, 3 from backup
     )
     insert into backup_pack_uses select backup.id, pack.id, 9 from backup, pack`,
    [userId, SECRET],
  )
  await insert(
    `insert into verifications (user_id, kind, status, name, number, submitted_at)
     values ($1, 1, 1, $2, 'v1.' || repeat('A', 61), now())`,
    [userId, SECRET],
  )
  await insert(`insert into invites values ($1, $2, 'link', now())`, [userId, otherId])
  await insert(`insert into invites select id, $2, 'link', now() from users where id = $1`, [otherId, userId])
  await insert(`insert into login_places values ($1, decode(md5('place'), 'hex'), now())`, own)
  await insert(`insert into login_devices values ($1, decode(md5('device'), 'hex'), now())`, own)
  await insert(`insert into upload_quotas values ($1, 'avatar', current_date, 1, 1)`, own)
  await insert(`insert into exchange_failures values ($1, current_date, 1)`, own)
  // Messages.
  await insert(`insert into message_counts (user_id, creation, last_message_at) values ($1, 1, now())`, own)
  await insert(`insert into message_settings (user_id, message_type) values ($1, 1)`, own)
  await insert(
    `with told as (
       insert into outbox (key, event, user_id, facts, created_at, delivered_at)
       values ('erasure-told', 'deviceReady', $1, '{}', now(), now()) returning id
     )
     insert into messages (user_id, outbox_id, event, message_type, counter, title, created_at)
     select $1, id, 'deviceReady', 2, 'creation', $2, now() from told`,
    [userId, SECRET],
  )
  await insert(
    `insert into outbox (key, event, user_id, facts, created_at)
     values ('erasure-untold', 'deviceReady', $1, jsonb_build_object('deviceId', 1, 'deviceName', $2::text), now())`,
    [userId, SECRET],
  )
  // Orders.
  const addOrder = (state: string) =>
    insert(
      `insert into orders (user_id, kind, title, state, lines, total_cents, payable_cents, purchase, pay_method, created_at,
         expires_at, paid_at, ended_at)
       values ($1, 'buy', '云手机', $2, '[]', 100, 100, '{}', 3, now(), now(), now(), now()) returning id`,
      [userId, state],
    )
  const orderId = await addOrder('fulfilled')
  const ofOrder = [userId, orderId]
  await insert(
    `with bill as (insert into bills (provider, day) values ('alipay', '2026-11-01') returning provider, day)
     insert into bill_differences (provider, day, subject, number, transaction_id, kind, our_cents, order_id, found_at,
       closed_at, closed_by, note)
     select provider, day, 'payment', 'erased-number', '', 'unbilled', 100, $1, now(), now(), 'owner', $2 from bill`,
    [orderId, SECRET],
  )
  await insert(`insert into ledger_accounts (user_id, kind, balance_cents) values ($1, 'beans', 0)`, own)
  await insert(`insert into product_purchases values ($1, $2, 1)`, [userId, productId])
  await insert(
    `with template as (
       insert into coupon_templates (name, terms, created_at)
       values ('券', '{"couponType":2,"parValue":100,"conditionsUse":0,"businessType":1}', now()) returning id, terms
     )
     insert into coupons (template_id, user_id, name, terms, received_at) select id, $1, '券', terms, now() from template`,
    own,
  )
  await insert(
    `with issue as (
       insert into coupon_issues (template_id, operator_name, planned_count, left_out_count, created_at)
       select max(id), '运营', 1, 0, now() from coupon_templates returning id
     )
     insert into coupon_issue_users select id, $1, 'planned' from issue`,
    own,
  )
  await insert(`insert into first_price_claims values ($1, $3, $2)`, [...ofOrder, productId])
  await insert(`insert into first_recharge_claims values ($1, $2)`, ofOrder)
  await insert(`insert into early_returns values ($2, $1, now())`, [userId, deviceId])
  await insert(`insert into space_grants values ($2, $1, 50, now(), now() + interval '30 days')`, ofOrder)
  await insert(
    `insert into activation_codes (order_id, owner_id, product_id, digest, sealed_code, paid_cents, state, created_at,
       expires_at, used_at, used_by, used_for, device_id)
     values ($2, $1, $3, sha256('code'), 'sealed', 0, 'used', now(), now(), now(), $1, 'renewal', $4)`,
    [...ofOrder, productId, deviceId],
  )
  await insert(
    `with activity as (
       insert into activities (name, kind, starts_at, ends_at) values ('秒', 'seckill', now(), now() + interval '1 hour')
       returning id
     ), piece as (
       insert into activity_products (activity_id, product_id, price_cents, stock_left, stock_total, per_user_limit)
       select id, $3, 900, 4, 5, 1 from activity returning activity_id, product_id
     )
     insert into seckill_claims select $2, activity_id, product_id, $1, 1 from piece`,
    [...ofOrder, productId],
  )
  await insert(
    `insert into big_user_lists (link_code, user_id, title, maximum_phones, created_at)
     values ('erasure-list', $1, $2, 200, now())`,
    [userId, `${SECRET}公司`],
  )
  await insert(
    `insert into auto_renewals (device_id, user_id, product_id, pay_method, next_try_at, failure, created_at)
     values ($2, $1, $3, 3, now(), $4, now())`,
    [userId, deviceId, productId, SECRET],
  )
  await insert(
    `insert into quarantined_phones (device_id, owner_id, supplier_type, phone_id, zone_id, has_place, quarantined_at, erases_at)
     values ($2, $1, 7, $3, $4, false, now(), now() + interval '7 days')`,
    [userId, deviceId, `replaced-${userId}`, zoneId],
  )
  // Tasks: a retry and a change of configuration.
  const addTask = (retryOf: number | null) =>
    insert(
      `with task as (
         insert into tasks (owner_id, kind, state, retry_of, created_at, deadline_at, ended_at)
         values ($1, 'clean', 'failed', $2, $3, $3, $3) returning id
       )
       insert into task_parts (task_id, device_id, device_name, device_state_count, device_state_before, state, reason,
         deadline_at, ended_at)
       select id, $4, $5, 1, 'running', 'failed', $5, $3, $3 from task returning task_id`,
      [userId, retryOf, server.clock.now(), deviceId, `${SECRET}手机`],
    )
  const firstTaskId = await addTask(null)
  const taskIds = [firstTaskId, await addTask(firstTaskId)]
  await insert(
    `insert into device_changes (device_id, user_id, order_id, task_id, from_config_id, to_config_id, product_id,
       value_cents, paid_cents, bought_seconds, created_at, quoted_at, ended_at, starts_at)
     values ($3, $1, $2, $4, $5, $6, $7, 1, 1, 60, now(), now(), now(), now())`,
    [...ofOrder, deviceId, firstTaskId, configId, otherConfigId, productId],
  )
  await insert(
    `insert into device_moves (device_id, user_id, task_id, kind, from_zone_id, to_zone_id, config_id, keeps_data,
       cost_beans, created_at, ended_at, has_moved)
     values ($2, $1, $5, 'zone', $3, $3, $4, true, 0, now(), now(), true)`,
    [userId, deviceId, zoneId, configId, firstTaskId],
  )
  await insert(
    `insert into invoice_titles (user_id, kind, name, created_at, updated_at) values ($1, 'personal', $2, now(), now())`,
    [userId, SECRET],
  )
  await insert(
    `insert into invoices (user_id, state, amount_cents, title, created_at, updated_at)
     values ($1, 'pending', 100, jsonb_build_object('kind', 'personal', 'name', $2::text), now(), now())`,
    [userId, SECRET],
  )
  // A tax document: it stays, without the account and the ways of contact.
  await insert(
    `insert into invoices (user_id, state, amount_cents, title, invoice_number, created_at, updated_at, issued_at)
     values ($1, 'issued', 100, jsonb_build_object('kind', 'company', 'name', '某公司', 'address', $2::text), '12345678', now(),
       now(), now())`,
    [userId, SECRET],
  )
  await insert(
    `insert into device_interruptions (device_id, owner_id, zone_id, cause, fault, started_at)
     values ($2, $1, $3, 'zone', 'ours', now())`,
    [userId, deviceId, zoneId],
  )
  await insert(`insert into guide_ends values ($1, now())`, own)
  await insert(
    `insert into trial_returns (user_id, operator_name, reason, returned_at) values ($1, '小云', $2, now())`,
    [userId, SECRET],
  )
  await insert(
    `with trial as (insert into trials (user_id, device_id, claimed_at) values ($1, $2, now()) returning id)
     insert into trial_marks select sha256('mark'), id from trial`,
    [userId, deviceId],
  )
  await insert(
    `insert into agreement_consents (user_id, kind, version, is_agreed, way, client_type, terminal_type, decided_at)
     values ($1, 1, 1, true, 'login', $2, $2, now())`,
    [userId, SECRET],
  )
  await insert(`insert into alert_settings (user_id, alert, is_on) values ($1, 'digest', false)`, own)
  await insert(
    `insert into device_fault_alerts (device_id, owner_id, phone_id, told_at) values ($2, $1, 'broken', now())`,
    [userId, deviceId],
  )
  await insert(
    `insert into support_views (device_id, owner_id, operator_name, reason, minutes, requested_at, ends_at)
     values ($2, $1, 'owner', $3, 15, now(), now())`,
    [userId, deviceId, SECRET],
  )
  await insert(
    `insert into operator_exports (operator_name, list, query, columns, user_id, created_at, expires_at)
     values ('owner', 'person', '', '{}', $1, now(), now() + interval '7 days')`,
    own,
  )
  // The last one names nobody.
  const filters = [
    `userId=${userId}`,
    `text=${PHONE}&state=active`,
    `sort=newest&text=${userId}`,
    `subject=user%3A${userId}&page=1`,
    `text=${encodeURIComponent(`${SECRET}之人`)}&sort=oldest`,
    `userId=${userId}0&minimumCents=${userId}`,
  ]
  for (const query of filters)
    await insert(
      `insert into operator_exports (operator_name, list, query, columns, created_at, expires_at)
       values ('owner', 'orders', $1, '{}', now(), now() + interval '7 days')`,
      [query],
    )
  // Saved by operators; only the last one names nobody.
  await insert(
    `with operator as (
       insert into operators (name, role, password_hash, created_at) values ('looking', 'support', '', now()) returning id
     )
     insert into operator_views (operator_id, list, name, query, saved_at)
     select operator.id, 'users', view.name, view.query, now() from operator,
       (values ($1 || '的', 'state=active'), ('number', 'text=' || $1), ('name', 'text=' || $2 || '&state=frozen'),
         ('other', 'text=' || $2 || '0')) as view (name, query)`,
    [PHONE, encodeURIComponent(`${SECRET}之人`)],
  )
  await insert(
    `insert into stock_waits (user_id, config_id, zone_id, created_at, expires_at)
     values ($1, $2, $3, now(), now() + interval '30 days')`,
    [userId, configId, zoneId],
  )
  await insert(
    `with schedule as (
       insert into device_schedules (owner_id, kind, target, app_name, tag, repeat, run_time, created_at)
       values ($1, 'startApp', 'tag', $2, $2, 'daily', '03:00', now()) returning id
     )
     insert into device_schedule_runs (schedule_id, due_at, state, reason, task_id, started_at, ended_at)
     select id, now(), 'ended', $2, $3, now(), now() from schedule`,
    [userId, SECRET, firstTaskId],
  )
  await insert(
    `with article as (
       insert into service_articles (category, title, body, created_at, updated_at) values ('问', '题', '文', now(), now())
       returning id
     ), vote as (
       insert into service_article_votes select id, $1, true, now() from article
     ), ticket as (
       insert into service_tickets (user_id, contact_phone, kind, title, state, context, created_at, updated_at)
       values ($1, $3, 'other', $2, 'open', jsonb_build_object('device', jsonb_build_object('name', $2::text)), now(), now())
       returning id
     ), reply as (
       insert into service_replies (ticket_id, author, content, created_at)
       select id, 'customer', $2, now() from ticket returning id, ticket_id
     )
     insert into service_pictures (id, user_id, ticket_id, reply_id, type, size_bytes, created_at)
     select md5('ticket'), $1, ticket_id, id, 'png', 9, now() from reply`,
    [userId, SECRET, PHONE],
  )
  await insert(
    `insert into service_tickets (contact_phone, kind, title, state, created_at, updated_at)
     values ($2, 'other', $1, 'open', now(), now())`,
    [SECRET, PHONE],
  )
  await insert(
    `insert into account_deletions (user_id, requested_at, erases_at, next_try_at) values ($1, $2, $2, $2)`,
    [userId, server.clock.now()],
  )
  return { userId, taskIds }
}

/** Every row of every table, including the queue's, as text. */
const readEverything = async (): Promise<string[]> => {
  const { pool } = server.database
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const rows: string[] = []
  for (const { name } of tables) {
    const found = await pool.query<{ text: string }>(`select row_to_json(t)::text as text from ${name} t`)
    rows.push(...found.rows.map(({ text }) => `${name} ${text}`))
  }
  return rows
}

const filled = async (references: readonly Reference[], ids: readonly number[]): Promise<string[]> => {
  const names: string[] = []
  for (const reference of references)
    if ((await countRows(reference, ids)) > 0) names.push(`${reference.table}.${reference.column}`)
  return names
}

const namesOf = (references: readonly Reference[]): string[] =>
  references.map(({ table, column }) => `${table}.${column}`)

it('an account that every table points at is erased, and nothing of the person stays', async () => {
  const { userId, taskIds } = await fillEverything()
  const toUsers = await referencesTo('users')
  const toTasks = await referencesTo('tasks')
  expect(await filled(toUsers, [userId])).toEqual(namesOf(toUsers))
  expect(await filled(toTasks, taskIds)).toEqual(namesOf(toTasks))

  await server.runJob('maintenance.eraseAccounts')

  const [user] = (await server.database.pool.query('select name, erased_at from users where id = $1', [userId])).rows
  expect(user).toEqual({ name: '已注销用户', erased_at: server.clock.now() })
  expect(await filled(toUsers, [userId])).toEqual(namesOf(toUsers).filter((name) => KEPT.has(name)))
  expect(await filled(toTasks, taskIds)).toEqual([])
  await eventually(() => expect(server.supplier.released).toContain(`replaced-${userId}`))
  const { rows: views } = await server.database.pool.query('select name from operator_views')
  expect(views).toEqual([{ name: 'other' }])
  const { rows: exports } = await server.database.pool.query('select query from operator_exports')
  expect(exports).toEqual([{ query: `userId=${userId}0&minimumCents=${userId}` }])
  const everything = await readEverything()
  for (const trace of [SECRET, PHONE]) expect(everything.filter((row) => row.includes(trace))).toEqual([])
})

it('an account that every table points at is exported from each of them, without secrets and other people', async () => {
  const { userId } = await fillEverything()
  const chunks: Buffer[] = []
  let rowCount = 0
  const onRows = (count: number): void => void (rowCount += count)
  for await (const chunk of zipPerson(server.database, { userId, createdAt: server.clock.now() }, onRows))
    chunks.push(chunk)
  const files = Object.entries(unzipSync(Buffer.concat(chunks))).map(
    ([name, bytes]) => [name, Buffer.from(bytes).toString()] as const,
  )
  const rowsOf = new Map(
    files.flatMap(([name, text]) =>
      name.endsWith('.json') ? [[name, JSON.parse(text) as Record<string, unknown>[]] as const] : [],
    ),
  )
  expect([...rowsOf.values()].flat()).toHaveLength(rowCount)
  const filledSources = personSources.filter(({ file }) => (rowsOf.get(`${file}.json`) ?? []).length > 0)
  const exported = new Set(filledSources.map(({ table, by = 'user_id' }) => `${table}.${by}`))
  const missing = namesOf(await referencesTo('users')).filter((name) => !exported.has(name))
  expect(missing).toEqual(Object.keys(leftOutReferences).toSorted())

  const everything = files.map(([, text]) => text).join('')
  for (const own of [SECRET, PHONE]) expect(everything).toContain(own)
  for (const foreign of ['别人', '13900014002', '13900014003', '$argon2', '\\\\x'])
    expect(everything).not.toContain(foreign)
  const fields = new Set([...rowsOf.values()].flat().flatMap(Object.keys))
  expect([...fields].filter((field) => /hash|secret|sealed|digest|token|password/.test(field))).toEqual([])
})

it('tasks are forgotten after three months, whatever points at them', async () => {
  const { taskIds } = await fillEverything()
  server.clock.advance(91 * DAY_MS)
  await server.runJob('maintenance.sweep')
  expect(await filled(await referencesTo('tasks'), taskIds)).toEqual([])
  expect(await countRows({ table: 'tasks', column: 'id' }, taskIds)).toBe(0)
  const { rows } = await server.database.pool.query('select task_id from device_changes')
  expect(rows).toEqual([{ task_id: null }])
})

const isErased = async (userIds: readonly number[]): Promise<boolean[]> => {
  const { rows } = await server.database.pool.query<{ is_erased: boolean }>(
    `select erased_at is not null as is_erased from users where id = any($1) order by id`,
    [userIds],
  )
  return rows.map((row) => row.is_erased)
}

/** Due accounts in order of erasure; `delete from work_types` fails for the broken ones. */
const leaveAll = async (count: number, isBroken: (index: number) => boolean): Promise<number[]> => {
  const userIds: number[] = []
  for (let index = 0; index < count; index += 1) {
    const userId = await server.addUser(String(13_900_015_000 + index), null)
    await insert(`insert into work_types values ($1, 0, 1, $2)`, [userId, isBroken(index) ? 101 : 102])
    await insert(
      `insert into account_deletions (user_id, requested_at, erases_at, next_try_at) values ($1, $2, $2, $2)`,
      [userId, new Date(server.clock.now().getTime() - (count - index))],
    )
    userIds.push(userId)
  }
  await server.database.pool.query(`
    create function refuse_broken() returns trigger language plpgsql as $$
    begin
      if old.worktype_id = 101 then raise exception 'broken row'; end if;
      return old;
    end $$;
    create trigger refuse_broken before delete on work_types for each row execute function refuse_broken()`)
  return userIds
}

it('every table of an export is read by an index of the person', async () => {
  const { rows } = await server.database.pool.query<{ name: string }>(
    `select distinct i.indrelid::regclass || '.' || a.attname as name
     from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
     where i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)'`,
  )
  const indexed = new Set(rows.map(({ name }) => name))
  const read = personSources.filter(({ where }) => where === undefined)
  const columns = read.map(({ table, by = 'user_id' }) => `${table}.${by}`)
  expect(columns.filter((column) => !indexed.has(column))).toEqual([])
})

const erasing = async (): Promise<Record<string, unknown>[]> => {
  lines.splice(0)
  await server.runJob('maintenance.eraseAccounts')
  return lines.filter(({ job }) => job === 'maintenance.eraseAccounts')
}

const gaugesOf = async (): Promise<(string | undefined)[]> => {
  const { body } = await server.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  return ['overdue', 'failing'].map(
    (state) => new RegExp(`^yunji_account_deletions\\{state="${state}"\\} (\\d+)`, 'm').exec(body)?.[1],
  )
}

it('one that fails stops no other, is said, counted, and tried again later and later', async () => {
  const [first, broken, last] = await leaveAll(3, (index) => index === 1)
  const all = [first ?? 0, broken ?? 0, last ?? 0]
  expect(await gaugesOf()).toEqual(['3', '0'])
  expect(await erasing()).toMatchObject([{ level: 50, userId: broken, attempts: 1, err: { cause: { code: 'P0001' } } }])
  expect(await isErased(all)).toEqual([true, false, true])
  expect(await gaugesOf()).toEqual(['1', '1'])

  const waits: number[] = []
  let waitedMinutes = 0
  while (waits.length < 7) {
    server.clock.advance(10 * MINUTE_MS)
    waitedMinutes += 10
    if ((await erasing()).length === 0) continue
    waits.push(waitedMinutes)
    waitedMinutes = 0
  }
  expect(waits).toEqual([50, 100, 200, 400, 800, 1440, 1440])
  await server.database.pool.query('drop trigger refuse_broken on work_types')
  server.clock.advance(DAY_MS)
  expect(await erasing()).toEqual([])
  expect(await isErased(all)).toEqual([true, true, true])
  expect(await gaugesOf()).toEqual(['0', '0'])
})

it('those that wait for their orders, or for work to end, let others pass', async () => {
  const [waiting, busy, free] = await leaveAll(3, () => false)
  await insert(
    `insert into orders (user_id, kind, title, state, lines, total_cents, payable_cents, purchase, pay_method, created_at,
       expires_at, paid_at)
     values ($1, 'beans', '充值', 'paid', '[]', 100, 100, '{}', 1, now(), now(), now())`,
    [waiting],
  )
  await insert(
    `insert into tasks (owner_id, kind, created_at, deadline_at) values ($1, 'clean', now(), now() + interval '1 hour')`,
    [busy],
  )
  const all = [waiting ?? 0, busy ?? 0, free ?? 0]
  expect(await erasing()).toEqual([])
  expect(await isErased(all)).toEqual([false, false, true])
  await server.database.pool.query(`update orders set state = 'fulfilled'`)
  await server.database.pool.query(`update tasks set state = 'failed', ended_at = now()`)
  server.clock.advance(50 * MINUTE_MS)
  await erasing()
  expect(await isErased(all)).toEqual([true, true, true])
})
