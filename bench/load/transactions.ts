import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '@yunji/testkit/with-client'

const SAMPLE_MS = 20

/** Age of the product's oldest open transaction, over all databases of the server. */
export const longestTransactionMs = async (client: Client): Promise<number> => {
  const { rows } = await client.query<{ longest: number | null }>(
    `select max(extract(epoch from clock_timestamp() - xact_start) * 1000)::float8 as longest from pg_stat_activity
     where application_name = 'yunji' and state <> 'idle' and pid <> pg_backend_pid()`,
  )
  return rows[0]?.longest ?? 0
}

/** Longest transaction of the product during the work, sampled. */
export const sampleTransactions = async (client: Client, work: () => Promise<unknown>): Promise<number> => {
  const over = new AbortController()
  const working = work().finally(() => over.abort())
  let longestMs = 0
  while (!over.signal.aborted) {
    longestMs = Math.max(longestMs, await longestTransactionMs(client))
    await delay(SAMPLE_MS)
  }
  await working
  return longestMs
}
