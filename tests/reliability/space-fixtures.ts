import type { Client } from '@yunji/testkit/with-client'

/** Cloud space: files and backups. */
export const spaceFixtures: Readonly<Record<number, (client: Client) => Promise<void>>> = {
  51: async (client) => {
    await client.query(`insert into space_usage (user_id, file_bytes, trash_bytes) select min(id), 9, 3 from users`)
  },
  54: async (client) => {
    await client.query(
      `with content as (
         insert into space_objects (id, user_id, sha256, size_bytes, counted_as)
         select md5('early'), min(id), encode(sha256('early'), 'hex'), 9, 'file' from users returning id, user_id
       ), file as (
         insert into space_files (id, user_id, object_id, name, kind, created_at)
         select md5('early-file'), user_id, id, '照片.jpg', 'picture', now() from content
       ), upload as (
         insert into space_uploads (id, user_id, name, size_bytes, created_at, expires_at)
         select md5('early-upload'), user_id, '视频.mp4', 90, now(), now() + interval '1 day' from content
       )
       insert into space_parts (id, user_id, object_id, position, size_bytes, created_at)
       select md5('early-part'), user_id, id, 0, 9, now() from content`,
    )
  },
  55: async () => undefined,
  56: async (client) => {
    await client.query(
      `with made as (
         insert into backups (user_id, device_id, device_name, state, origin, part_id, attempt, manifest, created_at)
         select owner_id, id, name, 'complete', 'manual', id, 1, 'root', now() from devices order by id limit 1
         returning id, user_id, device_id
       ), pack as (
         insert into backup_packs (user_id, raw_bytes, stored_bytes, sha256, charged_as, created_at)
         select user_id, 9, 5, repeat('0', 64), 'backup', now() from made returning id, user_id
       ), block as (
         insert into backup_blocks (pack_id, hash, user_id, block_offset, block_length)
         select id, sha256('block'), user_id, 0, 9 from pack
       ), setting as (
         insert into backup_settings (device_id, user_id, keep_last) select device_id, user_id, 3 from made
       )
       insert into backup_pack_uses (backup_id, pack_id, used_bytes) select made.id, pack.id, 9 from made, pack`,
    )
  },
  57: async (client) => {
    await client.query(`update backups set drill_at = now() - interval '8 days', drill_result = 'recoverable'`)
    await client.query(
      `insert into backups
         (user_id, device_id, device_name, state, origin, part_id, attempt, manifest, created_at, drilling_since)
       select user_id, device_id, device_name, 'complete', 'manual', part_id + 1, 1, 'root', now(), now() from backups`,
    )
  },
  58: async (client) => {
    await client.query(
      `insert into restore_drills (backup_id, device_id, supplier_type, zone_id, config_id, phone_id, began_at)
       select max(id) + 1, max(device_id), 1, 1, 1, 'drill-early', now() from backups`,
    )
  },
  59: async () => undefined,
  63: async () => undefined,
  65: async () => undefined,
  68: async (client) => {
    await client.query(
      `insert into backup_packs (user_id, raw_bytes, stored_bytes, checksum, frames, charged_as, created_at)
       select min(id), 9, 5, '', '\\x000000090000000500000000', 'trash', now() from users`,
    )
  },
}
