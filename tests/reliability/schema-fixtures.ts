import type { Client } from '@yunji/testkit/with-client'
import { hashPassword } from '../../apps/server/src/modules/accounts/users/index.ts'
import { tokenHash } from '../support/accounts.ts'

/** A user created by the first version. */
export const earlyUser = {
  mobilePhone: '13911112222',
  password: 'before2026',
  token: 'early_user_token_of_exactly_43_characters_x',
}

type Fill = (client: Client) => Promise<void>

/**
 * Data that fits each version of the schema, put in when that version is the newest: as it would have been written then.
 * A new migration brings its own entry, also when it is only "nothing of its own".
 */
export const fixtures: Readonly<Record<number, Fill>> = {
  1: async (client) => {
    const values = [earlyUser.mobilePhone, await hashPassword(earlyUser.password), tokenHash(earlyUser.token)]
    await client.query(
      `with person as (
         insert into users (mobile_phone, name, avatar, user_type, personal_check_status, password_hash, created_at)
         values ($1, '早期用户', 'avatars/1.png', 2, 2, $2, '2026-01-02T03:04:05Z') returning id
       )
       insert into sessions (token_hash, user_id, created_at, renewed_at, expires_at)
       select $3, id, '2026-01-02T03:04:05Z', now(), now() + interval '20 days' from person`,
      values,
    )
    await client.query(
      `insert into users (mobile_phone, name, frozen_at, created_at)
       values ('13911113333', '冻结用户', '2026-02-01T00:00:00Z', '2026-01-03T00:00:00Z'), (null, '无号用户', null, now())`,
    )
    await client.query(`insert into password_attempts values ('13911114444', 3, now() + interval '10 minutes')`)
  },
  2: async (client) => {
    await client.query(
      `insert into idempotency_keys (user_id, call_path, key, request_hash, answer, created_at)
       select min(id), '/vmcloud/api/order/createOrder', 'key-of-an-early-order', sha256('x'), '{"orderId":1}', now()
       from users`,
    )
  },
  3: async (client) => {
    await client.query(`insert into settings values ('renewalReminderMsg', '"请尽快续费"', now())`)
  },
  4: async (client) => {
    await client.query(
      `with zone as (
         insert into zones (code, name, created_at) values ('early', '早期区域', now()) returning id
       ), phone as (
         insert into devices (
           owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, buttons, expires_at, state, created_at
         )
         select g.user_id, g.id, zone.id, '早期云手机', 3, '10/B', 7, 'early-phone', '{1,2}', now() + interval '9 days', 'stopped', now()
         from zone, device_groups g where g.user_id = (select min(id) from users) and g.is_default
         returning id
       )
       insert into device_grants (device_id, grantee_id, access, state, expires_at, created_at)
       select phone.id, (select max(id) from users), 'view', 'active', now() + interval '3 days', now() from phone`,
    )
    await client.query(
      `insert into stream_tickets (token_hash, user_id, session_id, device_id, mode, created_at, expires_at)
       select sha256('early'), s.user_id, s.id, d.id, 'control', now(), now() + interval '30 seconds'
       from sessions s join devices d on d.owner_id = s.user_id`,
    )
  },
  5: async (client) => {
    await client.query(
      `insert into sms_codes (mobile_phone, purpose, code_hash, tries, sent_at, expires_at)
       values ('13911112222', 'login', sha256('123456'), 2, now(), now() + interval '5 minutes')`,
    )
    await client.query(`insert into sms_quotas values ('phone:13911112222', current_date, 3)`)
    await client.query(
      `with early as (select min(id) as id from users), late as (select max(id) as id from users),
         account as (
           insert into messaging_accounts (app_id, openid, unionid, user_id, created_at)
           select 'wx-early', 'early-openid', 'early-union', id, now() from early
         ), work as (
           insert into work_types (user_id, position, industry_id, worktype_id) select id, 0, 1, 101 from early
         ), picture as (
           insert into verification_pictures (id, user_id, created_at) select md5('early'), id, now() from early
         ), card as (
           insert into verifications (user_id, kind, status, name, number, picture_ids, submitted_at)
           select id, 1, 1, '早期用户', '11010519491231002X', array[md5('early')], now() from early
         ), leaving as (
           insert into account_deletions (user_id, requested_at, erases_at)
           select id, now(), now() + interval '7 days' from late
         )
       insert into invites (user_id, inviter_id, invite_type, created_at) select late.id, early.id, 'link', now() from early, late`,
    )
  },
  6: async (client) => {
    await client.query(
      `insert into verifications (user_id, kind, status, name, number, submitted_at)
       select min(id), 2, 1, '早期公司', 'v1.' || repeat('A', 61), now() from users`,
    )
  },
  7: async (client) => {
    await client.query(
      `with device as (select min(id) as id from devices), early as (select min(id) as id from users),
         first as (
           insert into tasks (owner_id, kind, state, created_at, deadline_at, ended_at)
           select id, 'clean', 'failed', '2026-01-02T03:04:05Z', '2026-01-02T03:14:05Z', '2026-01-02T03:05:05Z' from early
           returning id, owner_id
         ), again as (
           insert into tasks (owner_id, kind, state, retry_of, created_at, deadline_at)
           select owner_id, 'clean', 'waiting', id, now(), now() + interval '10 minutes' from first returning id
         ), failed as (
           insert into task_parts (task_id, device_id, device_name, device_state_count, device_state_before, state, direction,
             ends_as, reason, deadline_at, ended_at)
           select first.id, device.id, '早期云手机', 1, 'running', 'failed', 'back', 'failed', '设备没有完成该操作',
             '2026-01-02T03:14:05Z', '2026-01-02T03:05:05Z' from first, device
         )
       insert into task_parts (task_id, device_id, device_name, device_state_count, device_state_before, data, deadline_at)
       select again.id, device.id, '早期云手机', 2, 'stopped', '{"mark":1}', now() + interval '10 minutes' from again, device`,
    )
  },
  8: async (client) => {
    await client.query(
      `insert into outbox (key, event, user_id, facts, created_at)
       select 'early-password', 'passwordChanged', min(id), '{"at":1767323045000}', now() from users`,
    )
    await client.query(
      `with notice as (
         insert into notices (title, content, published_at, ended_at) values ('早期公告', '欢迎使用', now(), now()) returning id
       ), early as (select min(id) as id from users), told as (
         insert into messages (user_id, notice_id, event, message_type, counter, created_at)
         select early.id, notice.id, 'announcement', 1, 'notice', now() from early, notice returning id, user_id
       ), counted as (
         insert into message_counts (user_id, notice, last_message_at) select id, 1, now() from early
       ), setting as (
         insert into message_settings (user_id, message_type, is_subscribed, subscriptions_left)
         select id, 2, true, 3 from early
       ), place as (
         insert into login_places (user_id, place, first_at) select id, decode(md5('early'), 'hex'), now() from early
       )
       insert into message_sends (message_id, way, state, due_at) select id, 'sms', 'sent', now() from told`,
    )
  },
  9: async (client) => {
    await client.query(
      `create table log_days.usage_logs_20260102 partition of usage_logs
       for values from ('2026-01-02T00:00:00Z') to ('2026-01-03T00:00:00Z')`,
    )
    await client.query(
      `insert into usage_logs select '2026-01-02T03:04:05Z', min(id), '1767323045000_0000000001_0000001', 'h5', '1.0.0',
         'android', '/pages/Home/index', 0, null from users`,
    )
    await client.query(`insert into usage_rollups values ('2026-01-02T03:00:00Z', 1)`)
    await client.query(
      `insert into usage_hours values ('2026-01-02T03:00:00Z', 'h5', '1.0.0', 'android', '/pages/Home/index', 1, 1, 1, 0)`,
    )
    await client.query(
      `insert into client_errors values ('early', 'x is not a function', '', '/pages/Home/index', 'h5', '1.0.0', '1.0.0', 3, now(), now())`,
    )
  },
  10: async (client) => {
    await client.query(
      `with mine as (
         insert into ledger_accounts (user_id, kind, balance_cents, held_cents) select min(id), 'beans', 500, 200 from users
         returning id
       ), entry as (
         insert into ledger_entries (key, reason, from_account_id, to_account_id, amount_cents, to_balance_cents, created_at)
         select 'early:recharge', 'recharge', (select id from ledger_accounts where kind = 'alipay'), id, 500, 500, now()
         from mine
       )
       insert into ledger_holds (key, account_id, amount_cents, state, created_at)
       select 'early:hold', id, 200, 'held', now() from mine`,
    )
  },
  11: async (client) => {
    await client.query(
      `with good as (
         insert into goods (goods_level, name, created_at) values (3, '早期云手机', now()) returning id
       ), config as (
         insert into goods_configurations (good_id, cpu_cores, memory_gb, storage_gb, version, image_types, supplier_type)
         select id, 8, 8, 128, '10/B', '{1}', 7 from good returning id
       ), product as (
         insert into billable_products (config_id, good_time_hours, price_cents, old_price_cents, first_price_cents)
         select id, 720, 4800, 5200, 2900 from config returning id
       ), bought as (
         insert into product_purchases (user_id, product_id, purchases)
         select (select min(id) from users), id, 1 from product
       ), activity as (
         insert into activities (name, kind, starts_at, ends_at) values ('早期活动', 'discount', now(), now() + interval '1 day')
         returning id
       ), reduced as (
         insert into activity_products (activity_id, product_id, price_cents) select activity.id, product.id, 3900 from activity, product
       )
       insert into zone_stock (zone_id, config_id, capacity, reserved, rented)
       select (select min(id) from zones), id, 10, 1, 2 from config`,
    )
  },
  12: async (client) => {
    await client.query(
      `with template as (
         insert into coupon_templates (name, terms, valid_days, created_at)
         values ('早期优惠券', '{"couponType":2,"parValue":100,"conditionsUse":0,"businessType":1}', 30, now()) returning id, terms
       )
       insert into coupons (template_id, user_id, name, terms, received_at, expires_at)
       select id, (select min(id) from users), '早期优惠券', terms, now(), now() + interval '30 days' from template`,
    )
  },
  13: async (client) => {
    await client.query(
      `with made as (
         insert into orders (user_id, kind, business_type, title, lines, total_cents, payable_cents, purchase, created_at, expires_at)
         select min(id), 'buy', 1, '早期云手机 × 1', '[]', 2900, 2900, '{}', now(), now() + interval '15 minutes' from users
         returning id, user_id
       ), item as (
         insert into order_items (order_id, product_id, quantity, unit_price_cents)
         select made.id, (select min(id) from billable_products), 1, 2900 from made
       ), claim as (
         insert into first_price_claims (user_id, product_id, order_id)
         select user_id, (select min(id) from billable_products), id from made
       )
       insert into stock_reservations (order_id, zone_id, config_id, quantity)
       select made.id, zone_id, config_id, 1 from made, zone_stock`,
    )
  },
  14: async (client) => {
    await client.query(
      `insert into order_devices (order_id, device_id, product_id, paid_cents, bought_seconds, starts_at)
       select (select min(id) from orders), min(id), (select min(id) from billable_products), 2900, 2592000, now() from devices`,
    )
  },
  15: async (client) => {
    await client.query(
      `with held as (
         insert into renewal_holds (order_id, device_id) select (select min(id) from orders), min(id) from devices
       )
       insert into auto_renewals (device_id, user_id, product_id, pay_method, next_try_at, created_at)
       select id, owner_id, (select min(id) from billable_products), 3, now(), now() from devices order by id limit 1`,
    )
  },
  16: async (client) => {
    await client.query(
      `with paid as (
         update orders set state = 'paid', pay_method = 1, paid_at = now() where id = (select min(id) from orders) returning id
       ), payment as (
         insert into payments (order_id, provider, scene, out_trade_no, amount_cents, state, transaction_id, is_settling,
           created_at, expires_at, paid_at)
         select id, 'alipay', 'h5', 'early-trade', 2900, 'paid', 'early-transaction', true, now(), now(), now() from paid
         returning id, order_id
       )
       insert into refunds (payment_id, order_id, key, out_refund_no, amount_cents, created_at)
       select id, order_id, 'early:refund', 'early-refund', 100, now() from payment`,
    )
  },
  17: async (client) => {
    await client.query(
      `with claim as (
         insert into first_recharge_claims (user_id, order_id) select user_id, id from orders
       ), grown as (
         insert into space_grants (order_id, user_id, size_gb, starts_at, ends_at)
         select id, user_id, 50, now(), now() + interval '30 days' from orders
       ), guessed as (
         insert into exchange_failures (user_id, day, failures) select min(id), '2026-01-02', 3 from users
       ), sold as (
         insert into activation_goods (product_id) select min(id) from billable_products
       )
       insert into activation_codes (order_id, owner_id, product_id, digest, sealed_code, paid_cents, created_at, expires_at)
       select orders.id, user_id, (select min(id) from billable_products), sha256('early'), 'v1.' || repeat('A', 61), 2900,
         now(), now() + interval '365 days' from orders`,
    )
  },
  18: async (client) => {
    await client.query(
      `with activity as (
         insert into activities (name, kind, starts_at, ends_at) values ('早期秒杀', 'seckill', now(), now() + interval '1 hour')
         returning id
       ), piece as (
         insert into activity_products (activity_id, product_id, price_cents, stock_left, stock_total, per_user_limit)
         select activity.id, (select min(id) from billable_products), 900, 4, 5, 1 from activity
         returning activity_id, product_id
       ), claim as (
         insert into seckill_claims (order_id, activity_id, product_id, user_id, quantity)
         select (select min(id) from orders), activity_id, product_id, (select min(id) from users), 1 from piece
       ), list as (
         insert into big_user_lists (link_code, user_id, title, maximum_phones, created_at)
         select 'early-big-user', min(id), '早期清单', 200, now() from users returning id
       )
       insert into big_user_prices (list_id, product_id, price_cents)
       select id, (select min(id) from billable_products), 1900 from list`,
    )
  },
  19: async (client) => {
    await client.query('update goods set tagline = tagline')
  },
  20: async (client) => {
    await client.query(
      `with other as (
         insert into goods_configurations (good_id, cpu_cores, memory_gb, storage_gb, version, image_types, supplier_type)
         select min(id), 8, 12, 256, '10/B', '{1}', 7 from goods returning id
       )
       insert into device_changes (device_id, user_id, order_id, from_config_id, to_config_id, product_id, value_cents,
         paid_cents, bought_seconds, created_at)
       select devices.id, devices.owner_id, (select min(id) from orders), (select min(id) from goods_configurations), other.id,
         (select min(id) from billable_products), 1200, 800, 2592000, now() from other, devices order by devices.id limit 1`,
    )
  },
  21: async (client) => {
    await client.query('update order_devices set code_id = (select min(id) from activation_codes)')
  },
  22: async (client) => {
    await client.query('update device_changes set quoted_at = created_at')
  },
  23: async (client) => {
    await client.query(`update account_deletions set attempts = 2, next_try_at = now() + interval '8 days'`)
    await client.query('update device_changes set task_id = (select min(id) from tasks)')
  },
  24: async (client) => {
    await client.query(`update refunds set asks = 2, ask_at = now() + interval '4 minutes' where state = 'waiting'`)
    await client.query(
      `insert into refund_numbers (out_refund_no, refund_id) select 'early-number', min(id) from refunds`,
    )
  },
  25: async (client) => {
    await client.query(`update stream_tickets set kind = 'resume', closed_at = now()`)
  },
  26: async () => undefined,
  27: async (client) => {
    await client.query(
      'insert into early_returns (device_id, user_id, returned_at) select id, owner_id, now() from devices order by id limit 1',
    )
    await client.query(
      `insert into renewal_hold_uses (device_id, expires_at, order_id)
       select min(devices.id), now(), min(orders.id) from devices, orders`,
    )
    await client.query('insert into metered_stops (device_id, stopped_at) select min(id), now() from devices')
  },
  28: async (client) => {
    await client.query(`insert into login_failures values ('13911115555', '', 3, 0, now() + interval '1 hour')`)
    await client.query(
      `insert into login_devices (user_id, device, last_login_at) select min(id), decode(md5('early'), 'hex'), now() from users`,
    )
  },
  29: async () => undefined,
  30: async (client) => {
    await client.query(`insert into zone_sightings (supplier_type, zone_id, seen_at) select 7, id, now() from zones`)
    await client.query(`update devices set faulty_since = now() - interval '5 minutes' where state = 'faulty'`)
    await client.query(
      `insert into quarantined_phones (device_id, owner_id, supplier_type, phone_id, zone_id, config_id, has_place,
         quarantined_at, erases_at)
       select id, owner_id, supplier_type, 'early-' || phone_id, zone_id, config_id, false, now(), now() + interval '7 days'
       from devices order by id limit 1`,
    )
  },
  31: async (client) => {
    await client.query(`insert into upload_quotas select min(id), 'verification', '2026-01-02', 3, 4096 from users`)
  },
  32: async () => undefined,
  33: async (client) => {
    await client.query(
      `with gateway as (
         insert into gateways (id, round, expires_at) values (gen_random_uuid(), 1, now() + interval '6 seconds') returning id
       )
       insert into screen_leases (device_id, gateway_id, holder_id, holder_is_owner, input_at)
       select devices.id, gateway.id, devices.owner_id, true, now() from devices, gateway order by devices.id limit 1`,
    )
  },
  34: async () => undefined,
  35: async (client) => {
    await client.query(`insert into message_settings (user_id, message_type) select min(id), 5 from users`)
  },
  36: async () => undefined,
  37: async (client) => {
    await client.query(`update devices set adb_refused_since = now() - interval '4 minutes' where state = 'faulty'`)
  },
  38: async (client) => {
    await client.query(
      `insert into device_groups (user_id, name, created_at, position) select min(id), '游戏', now(), 1 from users`,
    )
  },
  39: async (client) => {
    await client.query(
      `with sent as (
         insert into device_transfers (from_user_id, to_phone, created_at, expires_at)
         select owner_id, '13911116666', now(), now() + interval '1 day' from devices order by id limit 1 returning id
       )
       insert into device_transfer_items (transfer_id, device_id, device_name, goods_level)
       select sent.id, d.id, d.name, d.goods_level from sent, devices d order by d.id limit 1`,
    )
  },
  40: async (client) => {
    await client.query(`update devices set is_power_on = false where state = 'stopped'`)
  },
  41: async (client) => {
    await client.query(
      `insert into device_moves (device_id, user_id, kind, from_zone_id, to_zone_id, config_id, keeps_data, cost_beans, created_at)
       select d.id, d.owner_id, 'zone', d.zone_id, d.zone_id, c.id, true, 100, now()
       from devices d, goods_configurations c order by d.id, c.id limit 1`,
    )
  },
  42: async () => undefined,
  43: async (client) => {
    await client.query(`insert into device_tags (device_id, tag) select id, '主号' from devices order by id limit 1`)
  },
  44: async (client) => {
    await client.query(`update devices set image_version = 'B-1.0' where state = 'running'`)
  },
  45: async (client) => {
    await client.query(
      `insert into device_grants (device_id, grantee_phone, access, state, expires_at, created_at)
       select min(id), '13911117777', 'view', 'waiting', now() + interval '3 days', now() from devices`,
    )
    await client.query(
      `with guest as (insert into users (name, is_guest, created_at) values ('访客', true, now()) returning id)
       insert into device_shares (device_id, owner_id, guest_id, secret_hash, code_hash, created_at)
       select d.id, d.owner_id, guest.id, sha256('early-secret'), sha256('early-code'), now()
       from guest, devices d order by d.id limit 1`,
    )
    await client.query(
      `insert into device_uses (device_id, owner_id, user_id, device_name, who, action, created_at)
       select d.id, d.owner_id, null, d.name, '访客', 'open', now() from devices d order by d.id limit 1`,
    )
  },
  46: async () => undefined,
  47: async (client) => {
    await client.query(
      `insert into app_files (id, user_id, name, size_bytes, is_complete, created_at)
       select md5('early'), min(id), '游戏.apk', 9, true, now() from users`,
    )
    await client.query(
      `insert into kept_alive_apps (device_id, package_name) select min(id), 'com.example' from devices`,
    )
  },
  48: async (client) => {
    await client.query(`update devices set state = 'running' where state = 'stopped'`)
  },
  49: async (client) => {
    await client.query(
      `with made as (
         insert into device_schedules (owner_id, kind, target, repeat, run_time, next_at, created_at)
         select owner_id, 'reboot', 'devices', 'daily', '03:00', now() + interval '1 day', now()
         from devices order by id limit 1 returning id, owner_id
       ), chosen as (
         insert into device_schedule_devices select made.id, d.id from made join devices d using (owner_id)
       )
       insert into device_schedule_runs (schedule_id, due_at, state, device_count, done_count, started_at, ended_at)
       select id, now() - interval '1 day', 'ended', 1, 1, now(), now() from made`,
    )
  },
  50: async (client) => {
    await client.query(`insert into alert_settings (user_id, alert, is_on) select min(id), 'digest', false from users`)
    await client.query(
      `insert into device_fault_alerts (device_id, owner_id, phone_id, told_at)
       select id, owner_id, phone_id, now() from devices order by id limit 1`,
    )
    await client.query(
      `insert into stock_waits (user_id, config_id, created_at, expires_at)
       select u.id, c.id, now(), now() + interval '30 days'
       from (select min(id) as id from users) u, (select min(id) as id from goods_configurations) c where c.id is not null`,
    )
    await client.query(`insert into digest_runs (week, reached_user_id) values ('2026-11-16', 1)`)
  },
}
