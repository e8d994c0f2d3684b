import { escapeIdentifier } from 'pg'
import { withClient } from './connection.ts'

interface Server {
  readonly url: string
}

export interface CreateDatabaseOptions {
  /** Copied; must have no connections. */
  template?: string
}

/** Returns the URL of the new database. */
export async function createDatabase(
  server: Server,
  name: string,
  { template = 'template1' }: CreateDatabaseOptions = {},
): Promise<string> {
  await onMaintenance(server, `create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)}`)
  return databaseUrl(server, name)
}

/** Also closes the connections to it. */
export async function dropDatabase(server: Server, name: string): Promise<void> {
  await onMaintenance(server, `drop database if exists ${escapeIdentifier(name)} with (force)`)
}

export async function ensureDatabase(server: Server, name: string): Promise<void> {
  const exists = await withClient(databaseUrl(server, 'postgres'), async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    return found.rowCount === 1
  })
  if (!exists) await createDatabase(server, name)
}

const onMaintenance = (server: Server, statement: string) =>
  withClient(databaseUrl(server, 'postgres'), (client) => client.query(statement))

function databaseUrl(server: Server, name: string): string {
  const url = new URL(server.url)
  url.pathname = `/${encodeURIComponent(name)}`
  return url.href
}
