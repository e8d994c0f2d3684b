import type { Client } from '@yunji/testkit/with-client'
import { hashPassword } from '../../apps/server/src/modules/users/index.ts'
import { tokenHash } from '../support/accounts.ts'

/** Someone who was there before the later versions came. */
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
}
