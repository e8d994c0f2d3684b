import { Client } from 'pg'
import { EmbeddedPostgresError } from './errors.ts'

export const USER = 'yunji'

export interface Access {
  port: number
  password: string
}

export const urlOf = ({ port, password }: Access, database: string) =>
  `postgres://${USER}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`

/** Runs `work` on a connection of its own. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, ssl: false, connectionTimeoutMillis: 5000 })
  client.on('error', () => {}) // a cut connection also rejects the running query
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

const TOO_MANY_CONNECTIONS = '53300'
const WRONG_PASSWORD = new Set(['28P01', '28000'])

/** False while the server starts, recovers or shuts down. */
export async function isReady(access: Access): Promise<boolean> {
  try {
    await withClient(urlOf(access, 'postgres'), (client) => client.query('select 1'))
    return true
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    if (WRONG_PASSWORD.has(code)) {
      throw new EmbeddedPostgresError('The database refuses the password that is kept beside it.', { cause: error })
    }
    return code === TOO_MANY_CONNECTIONS
  }
}
