import type { Client } from '@yunji/testkit/with-client'

/** Agreements and activities. */
export const contentFixtures: Readonly<Record<number, (client: Client) => Promise<void>>> = {
  61: async (client) => {
    await client.query(
      `with published as (
         insert into agreement_versions (kind, version, title, markdown, content, created_at, published_at, effective_at)
         values (1, 1, '用户协议', '正文', '[]', now(), now(), now()) returning kind, version
       )
       insert into agreement_consents (user_id, kind, version, is_agreed, way, decided_at)
       select min(users.id), published.kind, published.version, true, 'login', now() from users, published
       group by published.kind, published.version`,
    )
  },
  64: async (client) => {
    await client.query(
      `insert into activity_pages (activity_id, markdown, content, updated_at)
       select id, '说明', '[]', now() from activities`,
    )
    await client.query(
      `insert into activity_coupons (activity_id, template_id) select a.id, t.id from activities a, coupon_templates t`,
    )
    await client.query(`insert into exchanged_page_tokens (token_id, expires_at) values ('early', now())`)
  },
  70: async (client) => {
    await client.query(
      `insert into content_pictures (name, size_bytes, created_at) values (md5('early') || '.png', 9, now())`,
    )
  },
}
