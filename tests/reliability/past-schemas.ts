import { login } from '@yunji/contract/accounts/session/calls'
import { getUserInfo } from '@yunji/contract/accounts/user/calls'
import { allCalls } from '@yunji/contract/calls'
import { parseAs } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { copyTestDatabase, createTestDatabase, type TestDatabase } from '@yunji/testkit/database'
import { createConnectionPool } from '@yunji/testkit/raw-connection'
import { jsonPost } from '@yunji/testkit/raw-http'
import { startSystem } from '@yunji/testkit/system'
import { withClient } from '@yunji/testkit/with-client'
import { type Migration, migrate } from '../../apps/server/src/platform/migrate.ts'
import { addOperator } from '../security/operator-matrix.ts'
import { callRequest } from '../support/call-request.ts'
import { describe, readEnvelope } from '../support/envelope.ts'
import { earlyUser } from './account-fixtures.ts'
import { fixtures } from './schema-fixtures.ts'

type Row = Record<string, unknown>
type Content = ReadonlyMap<string, readonly Row[]>

interface PastSchemas {
  /** Versions to upgrade, in order. */
  readonly versions: readonly number[]
  /** Whether the real server is started on the result. */
  isServed(version: number): boolean
}

/** Fills each schema version, upgrades a copy of it, and returns the lost rows. */
export const lostByUpgrades = async (
  migrations: readonly Migration[],
  { versions, isServed }: PastSchemas,
): Promise<string[]> => {
  const database = await createTestDatabase()
  const violations: string[] = []
  let reached = 0
  try {
    for (const version of versions) {
      while (reached < version) {
        reached += 1
        await migrate(database.url, migrations.slice(0, reached))
        const fill = fixtures[reached]
        if (!fill)
          return [...violations, `version ${reached} has no data to upgrade: add it to the fixtures of its domain`]
        await withClient(database.url, fill)
      }
      const lost = await lostByUpgrade(await copyTestDatabase(database), migrations, version, isServed(version))
      violations.push(...lost.map((text) => `upgrade from version ${version}: ${text}`))
    }
    return violations
  } finally {
    await database.drop()
  }
}

/** Data of every schema version, upgraded to the newest. */
export const fillEveryVersion = async (url: string, migrations: readonly Migration[]): Promise<void> => {
  for (const { version } of migrations) {
    await migrate(url, migrations.slice(0, version))
    const fill = fixtures[version]
    if (fill) await withClient(url, fill)
  }
}

const lostByUpgrade = async (
  { url, drop }: TestDatabase,
  migrations: readonly Migration[],
  version: number,
  isServed: boolean,
): Promise<string[]> => {
  try {
    const before = await readContent(url)
    await migrate(url, migrations)
    const lost = missingRows(before, await readContent(url))
    return isServed ? [...lost, ...(await refusedByServer(url, version))] : lost
  } finally {
    await drop()
  }
}

const readContent = (url: string): Promise<Content> =>
  withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'`,
    )
    const content = new Map<string, Row[]>()
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: Row }>(`select to_jsonb(t) as row from "${name}" t`)
      content.set(
        name,
        rows.map(({ row }) => row),
      )
    }
    return content
  })

/** Tables that a later version dropped on purpose; wrong passwords expire within minutes. */
const dropped: ReadonlySet<string> = new Set(['password_attempts'])

/** Lost or changed rows; only columns that both versions have are compared. */
const missingRows = (before: Content, after: Content): string[] =>
  [...before].flatMap(([table, rows]) => {
    const found = after.get(table)
    if (!found) return dropped.has(table) ? [] : [`table ${table} is gone`]
    return rows.filter((row) => !found.some((other) => isSame(row, other))).map((row) => `${table} lost ${text(row)}`)
  })

const isSame = (row: Row, other: Row): boolean =>
  Object.entries(row).every(([column, value]) => !(column in other) || text(value) === text(other[column]))

const text = (value: unknown): string => JSON.stringify(value)

/** Reads of operators that need no input, most lists among them. */
const operatorReads = allCalls.filter(
  ({ method, access, input }) => method === 'GET' && access.kind === 'operator' && parseAs(input, {}) !== undefined,
)

const refusedByServer = async (url: string, version: number): Promise<string[]> => {
  const system = await startSystem({ env: { DATABASE_URL: url } })
  const pool = createConnectionPool(system.port)
  try {
    const operator = { token: await addOperator(url, 'reader-of-upgraded-data', 'owner') }
    const requests = operatorReads.map((call) => callRequest(call, {}, operator))
    const { mobilePhone, password, token } = earlyUser
    if (version > 0)
      requests.push(jsonPost(login.path, { mobilePhone, password }), callRequest(getUserInfo, {}, { token }))
    const refused: string[] = []
    for (const request of requests) {
      const answer = await pool.send(request)
      if (readEnvelope(answer)?.code !== ErrorCode.OK) refused.push(`${request.path} answers ${describe(answer)}`)
    }
    return refused
  } finally {
    pool.close()
    await system.stop()
  }
}
