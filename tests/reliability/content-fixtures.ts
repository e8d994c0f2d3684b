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
}
