import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'

export interface Migration {
  readonly version: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

const FILE_NAME = /^(\d{4})_([a-z0-9_]+)\.sql$/
const CONNECT_TIMEOUT_MS = 10_000
/** Advisory lock, arbitrary constant; taken by every process that migrates. */
const MIGRATION_LOCK = 7_261_001

const HISTORY = `create table if not exists schema_migrations (
  version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now()
)`

export const readMigrations = async (folder: string): Promise<Migration[]> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  return Promise.all(
    files.map(async (file, index) => {
      const [, digits, name] = FILE_NAME.exec(file) ?? []
      const version = Number(digits)
      if (!name || version !== index + 1) throw new Error(`migration ${file}: expected number ${index + 1}`)
      const sql = await readFile(join(folder, file), 'utf8')
      return { version, name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Brings a database up to date. Each file is one transaction together with its record, so a process that dies half-way
 * leaves whole versions only, and the next one continues. Several processes may start at once.
 */
export const migrate = async (url: string, migrations: readonly Migration[]): Promise<number> => {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'yunji-migrate',
  })
  client.on('error', () => undefined) // the failing query itself rejects
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(HISTORY)
    const applied = await appliedChecksums(client)
    refuseUnknownHistory(applied, migrations)
    const pending = migrations.filter((migration) => !applied.has(migration.version))
    for (const migration of pending) await apply(client, migration)
    return pending.length
  } finally {
    await client.end()
  }
}

/** Applies the migrations in the caller's transaction; the caller writes the history. */
export const createSchema = async (client: Client, migrations: readonly Migration[]): Promise<void> => {
  await client.query(HISTORY)
  for (const { sql } of migrations) await client.query(sql)
}

const appliedChecksums = async (client: Client): Promise<Map<number, string>> => {
  const { rows } = await client.query<{ version: number; checksum: string }>(
    'select version, checksum from schema_migrations order by version',
  )
  return new Map(rows.map((row) => [row.version, row.checksum]))
}

/** An edited file, or a database of a newer release, stops the start. */
const refuseUnknownHistory = (applied: ReadonlyMap<number, string>, migrations: readonly Migration[]): void => {
  for (const [version, checksum] of applied) {
    const migration = migrations[version - 1]
    if (!migration) throw new Error(`the database is at version ${version}, newer than this release knows`)
    if (migration.checksum !== checksum) throw new Error(`migration ${version} was edited after it had been applied`)
  }
}

const apply = async (client: Client, migration: Migration): Promise<void> => {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
      migration.version,
      migration.name,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw new Error(`migration ${migration.version} (${migration.name}) failed`, { cause: error })
  }
}
