import type { ProbeFacts } from '@yunji/contract/operator/phones'
import type { Client } from '@yunji/testkit/with-client'

/** Facts of a phone as the first release that probed phones kept them. */
const earlyProbe: ProbeFacts = {
  problem: null,
  probedAt: Date.parse('2026-10-01T00:00:00Z'),
  roundTripMs: 12,
  androidVersion: '13',
  model: 'Pixel 7',
  screen: '1080 × 2400',
  storageBytes: 118_000_000_000,
  freeBytes: 90_000_000_000,
  hasEncoder: true,
}

/** Devices, tasks, streams and sharing. */
export const deviceFixtures: Readonly<Record<number, (client: Client) => Promise<void>>> = {
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
  25: async (client) => {
    await client.query(`update stream_tickets set kind = 'resume', closed_at = now()`)
  },
  26: async () => undefined,
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
  52: async (client) => {
    await client.query(`delete from device_shares where secret_hash = sha256('early-secret')`)
  },
  53: async (client) => {
    await client.query(`update device_moves set task_id = (select min(id) from tasks), phone_id = 'early-new'`)
  },
  60: async (client) => {
    await client.query(`insert into guide_ends select min(id), now() from users`)
    await client.query(
      `with phone as (
         update devices set is_trial = true where id = (select min(id) from devices where state = 'released') returning id, owner_id
       ), trial as (
         insert into trials (user_id, device_id, claimed_at, started_at) select owner_id, id, now(), now() from phone returning id
       )
       insert into trial_marks select sha256('early-mark'), id from trial`,
    )
  },
  67: async (client) => {
    await client.query(
      `with outage as (
         insert into zone_outages (supplier_type, zone_id, started_at, ended_at)
         select 7, min(id), now() - interval '1 hour', now() from zones returning id, zone_id
       ), planned as (
         insert into maintenance_windows (zone_id, starts_at, ends_at, reason, created_at)
         select zone_id, now(), now() + interval '1 hour', '维护', now() from outage
       )
       insert into device_interruptions (device_id, owner_id, zone_id, cause, fault, started_at, ended_at, outage_id)
       select d.id, d.owner_id, d.zone_id, 'zone', 'ours', now() - interval '1 hour', now(), outage.id
       from (select * from devices order by id limit 1) d, outage`,
    )
  },
  71: async (client) => {
    await client.query(
      `insert into trial_returns (user_id, operator_name, reason, returned_at) select min(id), '早期客服', '手机有故障', now()
       from users`,
    )
  },
  78: async (client) => {
    await client.query(
      `insert into attached_phones (host, resolved_host, port, stock_state, zone_id, config_id, is_counted, checked_at, attached_at)
       select '10.0.0.7', '10.0.0.7', 5555, 'inStock', s.zone_id, s.config_id, true, now(), now() from zone_stock s limit 1`,
    )
    await client.query(
      `insert into attached_phones (host, resolved_host, port, probe, checked_at, attached_at)
       values ('phone.example', '10.0.0.8', 5556, $1, now(), now())`,
      [earlyProbe],
    )
    await client.query('update zone_stock set leaving = 0')
  },
  79: async (client) => {
    await client.query('update zones set position = 3, is_open = false where id = (select max(id) from zones)')
  },
  83: async (client) => {
    await client.query(
      `insert into support_views (device_id, owner_id, operator_name, reason, minutes, requested_at, ends_at)
       select id, owner_id, 'early', '画面卡', 15, now(), now() + interval '30 minutes' from devices order by id limit 1`,
    )
  },
  81: async (client) => {
    await client.query(
      `insert into setup_tests (part, is_ok, text, operator_name, tested_at) values ('storage', true, '成功', 'owner', now())`,
    )
  },
}
