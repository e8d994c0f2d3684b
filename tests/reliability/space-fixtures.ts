import type { Client } from '@yunji/testkit/with-client'

/** Cloud space: files and backups. */
export const spaceFixtures: Readonly<Record<number, (client: Client) => Promise<void>>> = {
  51: async (client) => {
    await client.query(`insert into space_usage (user_id, file_bytes, trash_bytes) select min(id), 9, 3 from users`)
  },
  55: async () => undefined,
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
}
