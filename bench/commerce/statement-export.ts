import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportStatement } from '@yunji/contract/commerce/wallet/calls'
import { createDatabase, type EmbeddedPostgres, startEmbeddedPostgres } from '@yunji/embedded-postgres'
import { atMost, type Figure, median } from '@yunji/testkit/figures'
import { cpuSecondsOfTree } from '@yunji/testkit/process-table'
import { withClient } from '@yunji/testkit/with-client'
import { chinaDay } from '../../apps/server/src/platform/china-time.ts'
import { migrate, readMigrations } from '../../apps/server/src/platform/migrate.ts'
import { MIGRATIONS } from '../../apps/server/src/testing/migrations.ts'
import { callRequest } from '../../tests/support/call-request.ts'
import { startServer } from '../load/compare-servers.ts'
import { addBuyers } from './shop-data.ts'

const LINES = { small: 40_000, large: 400_000 }
const WARM_UP_ROUNDS = 1
const ROUNDS = 3
const COST_LIMIT = 1.3
const MEMORY_LIMIT = 1.2

/** CPU time of a line and peak memory of a statement export, for a ten times longer statement. */
export const measureStatementExport = async (): Promise<readonly Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunji-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  const small = await openAccount(postgres, 'small', folder)
  const large = await openAccount(postgres, 'large', folder)
  try {
    const ratios: number[] = []
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
      const ofSmall = await small.costOfLine()
      const ofLarge = await large.costOfLine()
      process.stderr.write(
        `    export ${round}: ${(ofSmall * 1e6).toFixed(1)} → ${(ofLarge * 1e6).toFixed(1)} µs a line\n`,
      )
      if (round >= WARM_UP_ROUNDS) ratios.push(ofLarge / ofSmall)
    }
    return [
      atMost('statement_export_cost_ratio', median(ratios), COST_LIMIT),
      atMost('statement_export_memory_ratio', large.peakMegabytes() / small.peakMegabytes(), MEMORY_LIMIT),
    ]
  } finally {
    small.close()
    large.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const openAccount = async (postgres: EmbeddedPostgres, size: keyof typeof LINES, folder: string) => {
  const url = await createDatabase(postgres, size)
  await migrate(url, await readMigrations(MIGRATIONS))
  const [token = ''] = await addBuyers(url, 1)
  await addLines(url, LINES[size])
  const server = await startServer(new URL('shop-server.ts', import.meta.url), [url, join(folder, `${size}.log`)])
  const spent = (): number => cpuSecondsOfTree(server.pid) + cpuSecondsOfTree(postgres.pid() ?? 0)
  return {
    costOfLine: async (): Promise<number> => {
      const before = spent()
      const lines = await exportAll(server.port, token)
      if (lines !== LINES[size]) throw new Error(`${lines} lines of ${LINES[size]}`)
      return (spent() - before) / lines
    },
    /** Peak since the server's start. */
    peakMegabytes: (): number =>
      Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024,
    close: (): void => void server.child.kill(),
  }
}

const addLines = (url: string, count: number): Promise<void> =>
  withClient(url, async (client) => {
    // Skips the checks of foreign keys, which take most of the time.
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into ledger_accounts (user_id, kind, balance_cents) select min(id), 'beans', $1 from users`,
      [count],
    )
    await client.query(
      `insert into ledger_entries (key, reason, from_account_id, to_account_id, amount_cents, to_balance_cents, created_at)
       select 'bench:' || n, 'recharge', source.id, target.id, 1, n, now()
       from generate_series(1, $1::int) n, ledger_accounts source, ledger_accounts target
       where source.kind = 'alipay' and target.kind = 'beans'`,
      [count],
    )
    await client.query('vacuum analyze')
  })

/** Reads all pages, as the client does; returns the number of lines. */
const exportAll = async (port: number, token: string): Promise<number> => {
  const month = chinaDay(new Date()).slice(0, 7)
  let lines = -1
  for (let beforeEntryId: number | null | undefined; beforeEntryId !== null; ) {
    const input = { account: 'beans', month, ...(beforeEntryId !== undefined && { beforeEntryId }) }
    const { path } = callRequest(exportStatement, input)
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { token } })
    const { code, data } = (await response.json()) as {
      code: number
      data: { csv: string; nextEntryId: number | null }
    }
    if (code !== 200) throw new Error(`the export answered ${code}`)
    lines += data.csv.split('\r\n').length - 1
    beforeEntryId = data.nextEntryId
  }
  return lines
}
