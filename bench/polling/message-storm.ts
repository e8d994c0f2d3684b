import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@yunji/embedded-postgres'
import { atLeast, atMost, type Figure, percentile } from '@yunji/testkit/figures'
import { startSystem } from '@yunji/testkit/system'
import { type Client, withClient } from '@yunji/testkit/with-client'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { openJobQueue } from '../../apps/server/src/platform/jobs.ts'
import { openLog } from '../../apps/server/src/platform/logger.ts'
import { createOutbox } from '../../apps/server/src/platform/outbox/outbox.ts'
import { createAccounts, createSessions } from '../../tests/support/accounts.ts'
import { OPERATOR_TOKEN } from '../../tests/support/call-request.ts'
import { longestTransactionMs } from '../load/transactions.ts'

const STORM = 100_000
const CHUNK = 1_000
const READERS = 20
const PAUSE_MS = 100
const SAMPLE_MS = 20
const CALM_MS = 15_000
const P95 = 0.95
/** Latency of other calls during the storm relative to before. */
const RATIO_LIMIT = 1.5
const TRANSACTION_LIMIT_MS = 1_000

const paths = [
  '/vmcloud/api/message/getUnreadCount',
  '/vmcloud/api/user/getUserInfo',
  '/vmcloud/api/message/getMessageList?messageType=1',
  '/vmcloud/api/device/getDeviceList',
]

/** 100,000 messages to one user and one notice to 100,000 users, while others send calls. */
export const measureMessageStorm = async (): Promise<readonly Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunji-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  const env = {
    DATABASE_URL: postgres.url,
    YUNJI_OPERATOR_TOKEN: OPERATOR_TOKEN,
    YUNJI_CALLS_PER_MINUTE: '100000000',
    YUNJI_DEMO: '0',
  }
  const system = await startSystem({ env })
  try {
    const accounts = await createAccounts(postgres.url, STORM)
    const tokens = await Promise.all(
      accounts.slice(-READERS).map(async ({ userId }) => (await createSessions(postgres.url, userId, 1))[0] ?? ''),
    )
    const url = `http://127.0.0.1:${system.port}`
    const before = await callUntil(url, tokens, () => delay(CALM_MS))
    const { longestMs, lastedMs, latencies } = await raiseStorm(postgres.url, url, tokens, accounts[0]?.userId ?? 0)
    return [
      atMost('storm_call_p95_ratio', percentile(latencies, P95) / percentile(before, P95), RATIO_LIMIT),
      atMost('storm_longest_transaction_ms', longestMs, TRANSACTION_LIMIT_MS),
      atLeast('storm_call_p95_ms', percentile(latencies, P95), 0),
      atLeast('storm_seconds', lastedMs / 1000, 0),
    ]
  } finally {
    await system.stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Latencies of the readers' calls until the work is done. */
const callUntil = async (url: string, tokens: readonly string[], work: () => Promise<unknown>): Promise<number[]> => {
  const latencies: number[] = []
  const over = new AbortController()
  const call = async (token: string): Promise<void> => {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const startedAt = performance.now()
      const response = await fetch(`${url}${paths[turn % paths.length]}`, { headers: { token } })
      const { code } = (await response.json()) as { code: number }
      if (code !== 200) throw new Error(`${paths[turn % paths.length]} answered ${code}`)
      latencies.push(performance.now() - startedAt)
      await delay(PAUSE_MS)
    }
  }
  const readers = tokens.map(call)
  await work().finally(() => over.abort())
  await Promise.all(readers)
  return latencies
}

const raiseStorm = (databaseUrl: string, url: string, tokens: readonly string[], floodedId: number) =>
  withClient(databaseUrl, async (client) => {
    const startedAt = performance.now()
    let longestMs = 0
    const latencies = await callUntil(url, tokens, async () => {
      const raised = new AbortController()
      const raising = Promise.all([publish(url), flood(databaseUrl, floodedId)]).finally(() => raised.abort())
      for (let isOver = false; !isOver; await delay(SAMPLE_MS)) {
        longestMs = Math.max(longestMs, await longestTransactionMs(client))
        isOver = raised.signal.aborted && (await isStormOver(client))
      }
      await raising
    })
    await assertCounts(client, floodedId)
    return { latencies, longestMs, lastedMs: performance.now() - startedAt }
  })

const publish = async (url: string): Promise<void> => {
  const response = await fetch(`${url}/vmcloud/api/operator/publishNotice`, {
    method: 'POST',
    headers: { token: OPERATOR_TOKEN, 'content-type': 'application/json' },
    body: JSON.stringify({ title: '风暴', content: '所有人都会收到。' }),
  })
  const { code } = (await response.json()) as { code: number }
  if (code !== 200) throw new Error(`the notice was refused: ${code}`)
}

/** Writes events to the product's outbox. */
const flood = async (databaseUrl: string, userId: number): Promise<void> => {
  const { log } = openLog('silent')
  const database = openDatabase(databaseUrl, log)
  const jobs = await openJobQueue(databaseUrl, log)
  const outbox = createOutbox({ clock: systemClock, jobs })
  const payload = { what: 'balance', amountCents: 100 } as const
  for (let from = 0; from < STORM; from += CHUNK) {
    const events = Array.from({ length: CHUNK }, (_, at) => ({
      event: 'recharged' as const,
      userId,
      key: `storm:${from + at}`,
      payload,
    }))
    await database.db.transaction((tx) => outbox.addAll(tx, events))
  }
  await jobs.stop()
  await database.close()
}

const isStormOver = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query(
    `select 1 where not exists (select 1 from outbox where delivered_at is null)
       and not exists (select 1 from notices where ended_at is null)`,
  )
  return rows.length > 0
}

const assertCounts = async (client: Client, floodedId: number): Promise<void> => {
  const { rows } = await client.query<{ flooded: number; noticed: number }>(
    `select (select settlement from message_counts where user_id = $1) as flooded,
       (select sum(notice) from message_counts)::int as noticed`,
    [floodedId],
  )
  const [counts] = rows
  if (counts?.flooded !== STORM || counts.noticed !== STORM) throw new Error(`counted ${JSON.stringify(counts)}`)
}
