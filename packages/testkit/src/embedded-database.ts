import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentOf } from './process-table.ts'
import { withClient } from './with-client.ts'

/** Read from the data folder of a running server. */
export const embeddedDatabaseUrl = async (dataDir: string): Promise<string> => {
  const read = (name: string): Promise<string> => readFile(join(dataDir, 'postgres', name), 'utf8')
  return `postgres://yunji:${await read('password')}@127.0.0.1:${await read('port')}/yunji`
}

/** The parent process of a backend. */
export const postmasterPid = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return parentOf(rows[0]?.pid ?? 0)
  })
