import type { Client } from '@yunji/testkit/with-client'

/** Cloud space: files and backups. */
export const spaceFixtures: Readonly<Record<number, (client: Client) => Promise<void>>> = {
  51: async (client) => {
    await client.query(`insert into space_usage (user_id, file_bytes, trash_bytes) select min(id), 9, 3 from users`)
  },
}
