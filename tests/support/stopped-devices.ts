import { withClient } from '@yunji/testkit/with-client'

/** Stopped devices without a phone behind them, every fourth of the other version: 云机 1, 云机 2 … */
export const addStoppedDevices = async (databaseUrl: string, userId: number, count: number): Promise<void> => {
  await withClient(databaseUrl, async (client) => {
    await client.query(
      `insert into zones (code, name, created_at) select 'nobody', '测试区', now() where not exists (select from zones)`,
    )
    await client.query(
      `insert into devices (owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, buttons,
         expires_at, state, created_at)
       select $1::bigint, g.id, (select min(id) from zones), '云机 ' || n, 3, case when n % 4 = 0 then '10/H' else '10/B' end,
         7, 'nobody-' || $1::bigint || '-' || n, '{1,2}', now() + interval '10 days', 'stopped', now()
       from generate_series(1, $2::int) n, device_groups g where g.user_id = $1::bigint and g.is_default`,
      [userId, count],
    )
  })
}
