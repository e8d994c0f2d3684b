import { Client } from 'pg'

export type { Client } from 'pg'

/** Runs `work` on a database connection of its own. */
export const withClient = async <Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> => {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined) // the running query rejects by itself
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
