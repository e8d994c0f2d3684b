import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { allCalls } from '@yunji/contract/calls'
import { searchDevices } from '@yunji/contract/operator/device-calls'
import { getLedgerEntries } from '@yunji/contract/operator/ledger-calls'
import { searchOrders } from '@yunji/contract/operator/order-calls'
import { getOverview } from '@yunji/contract/operator/overview-calls'
import { searchUsers } from '@yunji/contract/operator/user-calls'
import type { Call } from '@yunji/contract/wire/call'
import { startEmbeddedPostgres } from '@yunji/embedded-postgres'
import { atMost, type Figure } from '@yunji/testkit/figures'
import { cpuSecondsOfTree } from '@yunji/testkit/process-table'
import { createConnectionPool } from '@yunji/testkit/raw-connection'
import { startSystem } from '@yunji/testkit/system'
import { addOperator } from '../../tests/security/operator-matrix.ts'
import { type CallFields, callRequest } from '../../tests/support/call-request.ts'
import { describe, readEnvelope } from '../../tests/support/envelope.ts'
import { fillConsole } from './console-data.ts'

const ROWS = {
  orders: 1_000_000,
  devices: 100_000,
  tickets: 100_000,
  audit: 100_000,
  notices: 50_000,
  invoices: 20_000,
  interruptions: 20_000,
}
const OVERVIEW_LIMIT_MS = 300
const LIST_LIMIT_MS = 50
const FIRST_LOAD_LIMIT_KB = 250
const ROUNDS = 20
const WARM_UP = 3
const GZIP = { level: 9 }
const BUILD = fileURLToPath(new URL('../../apps/console/dist/console', import.meta.url))

interface Page {
  readonly name: string
  readonly call: Call
  readonly input: CallFields
}

/** Large lists with and without filters, also those that match little or nothing. */
const pages: readonly Page[] = [
  { name: 'orders', call: searchOrders, input: {} },
  { name: 'orders_oldest', call: searchOrders, input: { sort: 'oldest' } },
  { name: 'orders_by_status', call: searchOrders, input: { orderStatus: '3' } },
  { name: 'orders_none', call: searchOrders, input: { orderStatus: '1', payMethod: '1' } },
  { name: 'orders_by_amount', call: searchOrders, input: { minimumYuan: '1000' } },
  { name: 'orders_by_text', call: searchOrders, input: { text: '17000000500' } },
  { name: 'users', call: searchUsers, input: {} },
  { name: 'users_by_text', call: searchUsers, input: { text: '1700000' } },
  { name: 'devices', call: searchDevices, input: {} },
  { name: 'devices_by_state', call: searchDevices, input: { state: 'stopped' } },
  { name: 'devices_expiring', call: searchDevices, input: { sort: 'expiring' } },
  { name: 'devices_by_text', call: searchDevices, input: { text: '云手机 99' } },
  { name: 'ledger_of_kind', call: getLedgerEntries, input: { kind: 'alipay' } },
]

const reads = allCalls.filter(({ method, access }) => method === 'GET' && access.kind === 'operator')

/** Cost of the overview and of list pages in server and database over large tables. */
export const measureConsoleLists = async (): Promise<readonly Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunji-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  const system = await startSystem({ env: { DATABASE_URL: postgres.url, YUNJI_DEMO: '0' } })
  const pool = createConnectionPool(system.port)
  try {
    await fillConsole(postgres.url, ROWS)
    const token = await addOperator(postgres.url, 'bench', 'owner')
    const pids = [system.process.pid ?? 0, postgres.pid() ?? 0]
    const spent = (): number => pids.reduce((sum, pid) => sum + cpuSecondsOfTree(pid), 0)
    const ask = async ({ call, input }: Page): Promise<void> => {
      const answer = await pool.send(callRequest(call, input, { token }))
      if (readEnvelope(answer)?.code !== 200) throw new Error(`${call.path}: ${describe(answer)}`)
    }
    const measure = async (page: Page, limitMs: number): Promise<Figure> => {
      for (let round = 0; round < WARM_UP; round += 1) await ask(page)
      const before = spent()
      for (let round = 0; round < ROUNDS; round += 1) await ask(page)
      return atMost(`console_${page.name}_cpu_ms`, ((spent() - before) / ROUNDS) * 1000, limitMs)
    }
    const figures = [await measure({ name: 'overview', call: getOverview, input: { days: '30' } }, OVERVIEW_LIMIT_MS)]
    const isList = async (call: Call): Promise<boolean> => {
      const { data } = readEnvelope(await pool.send(callRequest(call, {}, { token }))) ?? {}
      return Array.isArray((data as { records?: unknown } | null | undefined)?.records)
    }
    for (const page of pages) figures.push(await measure(page, LIST_LIMIT_MS))
    // The others, as their pages open them.
    for (const call of reads)
      if (!pages.some((page) => page.call === call) && (await isList(call)))
        figures.push(await measure({ name: call.path.split('/').at(-1) ?? '', call, input: {} }, LIST_LIMIT_MS))
    return figures
  } finally {
    pool.close()
    await system.stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Gzipped scripts that the entry names, and the chunks that they import at once. */
export const measureConsoleLoad = async (): Promise<readonly Figure[]> => {
  const entry = await readFile(join(BUILD, 'index.html'), 'utf8')
  const named = [...entry.matchAll(/(?:src|href)="[^"]*\/([\w.-]+\.js)"/g)].map(([, name = '']) => name)
  const files = (await readdir(BUILD, { recursive: true })).filter((file) => named.some((name) => file.endsWith(name)))
  const sizes = await Promise.all(files.map(async (file) => gzipSync(await readFile(join(BUILD, file)), GZIP).length))
  return [atMost('console_first_load_gzip_kb', sizes.reduce((sum, size) => sum + size, 0) / 1000, FIRST_LOAD_LIMIT_KB)]
}
