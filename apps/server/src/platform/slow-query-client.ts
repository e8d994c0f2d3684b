import { Client } from 'pg'

/** Of work that nobody waits for. */
const STATEMENT_TIMEOUT_MS = 10 * 60_000

/** A connection of its own for statements that may take longer than a request may. */
export const withSlowQueryClient = async <Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> => {
  const client = new Client({
    connectionString: url,
    application_name: 'yunji-long',
    connectionTimeoutMillis: 3_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
  })
  client.on('error', () => undefined) // the failing query itself rejects
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
