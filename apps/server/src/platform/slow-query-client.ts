import { Client } from 'pg'

/** For work that no request waits for. */
const STATEMENT_TIMEOUT_MS = 10 * 60_000

/** Separate connection for statements that take longer than a request may. */
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
