import type { Client } from '@yunji/testkit/with-client'
import { hashPassword } from '../../apps/server/src/modules/accounts/users/index.ts'
import { tokenHash } from '../support/accounts.ts'

/** A user created by the first version. */
export const earlyUser = {
  mobilePhone: '13911112222',
  password: 'before2026',
  token: 'early_user_token_of_exactly_43_characters_x',
}

/** Accounts, messages and logs. */
export const accountFixtures: Readonly<Record<number, (client: Client) => Promise<void>>> = {
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
  28: async (client) => {
    await client.query(`insert into login_failures values ('13911115555', '', 3, 0, now() + interval '1 hour')`)
    await client.query(
      `insert into login_devices (user_id, device, last_login_at) select min(id), decode(md5('early'), 'hex'), now() from users`,
    )
  },
  31: async (client) => {
    await client.query(`insert into upload_quotas select min(id), 'verification', '2026-01-02', 3, 4096 from users`)
  },
  35: async (client) => {
    await client.query(`insert into message_settings (user_id, message_type) select min(id), 5 from users`)
  },
  62: async (client) => {
    await client.query(
      `with article as (
         insert into service_articles (key, category, title, body, is_published, helpful_count, created_at, updated_at)
         values ('early', '早期', '早期问题', '早期答案', true, 1, now(), now()) returning id
       ), person as (select min(id) as id from users), vote as (
         insert into service_article_votes select article.id, person.id, true, now() from article, person
       ), ticket as (
         insert into service_tickets (user_id, kind, title, state, created_at, updated_at)
         select id, 'other', '早期工单', 'open', now(), now() from person returning id, user_id
       ), reply as (
         insert into service_replies (ticket_id, author, content, created_at)
         select id, 'customer', '早期的话', now() from ticket returning id, ticket_id
       )
       insert into service_pictures (id, user_id, ticket_id, reply_id, type, size_bytes, created_at)
       select md5('early'), user_id, ticket_id, reply.id, 'png', 9, now() from reply join ticket on ticket.id = ticket_id`,
    )
  },
  69: async (client) => {
    await client.query(
      `with answer as (
         insert into service_replies (ticket_id, author, operator_name, content, created_at)
         select min(id), 'operator', '早期客服', '早期的回复', now() from service_tickets returning id, ticket_id
       )
       insert into service_pictures (id, ticket_id, reply_id, type, size_bytes, created_at)
       select md5('answer'), ticket_id, id, 'png', 9, now() from answer`,
    )
    await client.query(`update service_tickets set contact_phone = '13900000069', contact_noticed_at = now()`)
  },
  72: async (client) => {
    await client.query('update users set has_screen_mark = true where id = (select min(id) from users)')
  },
  73: async (client) => {
    await client.query(
      `with operator as (
         insert into operators (name, role, password_hash, must_change_password, totp_secret, totp_confirmed_at, totp_step,
           created_at, last_login_at)
         values ('early-owner', 'owner', 'none', false, 'sealed', now(), 7, now(), now()) returning id
       ), session as (
         insert into operator_sessions (operator_id, token_hash, created_at, last_used_at, expires_at, proved_at, origin)
         select id, sha256('early-operator'), now(), now(), now() + interval '12 hours', now(), sha256('origin') from operator
       ), code as (
         insert into operator_recovery_codes (operator_id, code_hash) select id, sha256('early-code') from operator
       ), failure as (
         insert into operator_failures values ('password:early-owner', sha256('origin'), 1, now())
       )
       insert into operator_audit (at, operator_id, operator_name, role, call, subject, before, after, outcome)
       select now(), id, 'early-owner', 'owner', 'setAbout', 'setting:about', null, '{"address":""}', 'done' from operator`,
    )
  },
  74: async (client) => {
    await client.query(
      `insert into refund_proposals (order_id, amount_cents, reason, state, proposer_id, proposer_name, proposed_at)
       select min(id), 100, 'agreed', 'waiting', (select min(id) from operators), 'early-owner', now() from orders`,
    )
  },
  75: async (client) => {
    await client.query(
      `update users set frozen_at = now(), frozen_reason = '早期的原因' where id = (select max(id) from users)`,
    )
    await client.query(`insert into order_days values ('2026-01-02', 3, 2, 3600, 0)`)
  },
  76: async (client) => {
    await client.query(
      `insert into operator_exports (operator_id, operator_name, list, query, columns, state, row_count, size_bytes, created_at,
         expires_at)
       select min(id), 'early-owner', 'orders', 'orderStatus=3', '{orderId}', 'done', 1, 9, now(), now() + interval '7 days'
       from operators`,
    )
  },
  77: async (client) => {
    await client.query(
      `insert into payment_notices (provider, about, number, transaction_id, amount_cents, outcome, reason, first_at, last_at)
       values ('alipay', 'payment', 'early-number', 'early-transaction', 100, 'refused', 'no such payment', now(), now())`,
    )
  },
  82: async (client) => {
    await client.query(
      `insert into bills (provider, day, state, source, payments, payment_cents, read_at)
       values ('alipay', '2020-01-01', 'read', 'import', 1, 100, now())`,
    )
    await client.query(
      `insert into bill_lines (provider, subject, number, day, transaction_id, amount_cents, fee_cents, is_settled)
       values ('alipay', 'payment', 'early-bill', '2020-01-01', 'early-bill', 100, 0, true)`,
    )
    await client.query(
      `insert into bill_differences (provider, day, subject, number, transaction_id, kind, their_cents, found_at)
       values ('alipay', '2020-01-01', 'payment', 'early-bill', 'early-bill', 'unknown', 100, now())`,
    )
  },
}
