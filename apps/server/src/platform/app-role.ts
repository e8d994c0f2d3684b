import { createHmac } from 'node:crypto'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'

export const APP_ROLE = 'yunji_app'

/** Advisory lock, arbitrary constant: processes that start at once prepare the role one after the other. */
const ROLE_LOCK = 7_261_002

/** Schemas of the product's tables; the last is the job queue's. */
const SCHEMAS = ['public', 'log_days', 'pgboss'] as const

/** Tables that stay the owner's: the role reads the migration history, and reads and appends to the ledger and the audit log. */
const GUARDED = [
  { table: 'schema_migrations', rights: 'select' },
  { table: 'ledger_entries', rights: 'select, insert' },
  { table: 'operator_audit', rights: 'select, insert' },
] as const

/**
 * Creates the application role on a database that the product owns whole, and returns its connection URL. Not a
 * superuser: it owns what it must alter (log partitions, queue tables) and can neither change nor drop append-only
 * tables, nor disable their triggers. Tables that older versions created as superuser are reassigned.
 */
export const prepareAppRole = async (ownerUrl: string): Promise<string> => {
  const url = new URL(ownerUrl)
  const password = createHmac('sha256', decodeURIComponent(url.password)).update(APP_ROLE).digest('base64url')
  const client = new Client({ connectionString: ownerUrl, application_name: 'yunji-migrate' })
  client.on('error', () => undefined) // the failing query itself rejects
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [ROLE_LOCK])
    await createRole(client, password)
    await reassignOwnership(client)
    await client.query('commit')
  } finally {
    await client.end()
  }
  url.username = APP_ROLE
  url.password = password
  return url.href
}

const createRole = async (client: Client, password: string): Promise<void> => {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [APP_ROLE])
  const verb = rowCount === 0 ? 'create' : 'alter'
  const rights = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls'
  await client.query(`${verb} role ${APP_ROLE} with ${rights} password ${escapeLiteral(password)}`)
}

const reassignOwnership = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  const database = escapeIdentifier(rows[0]?.name ?? '')
  // The queue creates its own schema at its first start.
  await client.query(`grant create on database ${database} to ${APP_ROLE}`)
  await client.query(`grant usage, create on schema public to ${APP_ROLE}`)
  for (const statement of await listOwned(client)) await client.query(statement)
  for (const { table, rights } of GUARDED) {
    await client.query(`revoke all on ${table} from ${APP_ROLE}`)
    await client.query(`grant ${rights} on ${table} to ${APP_ROLE}`)
  }
}

/** Column sequences follow their table; functions stay the owner's, except the queue's, which it replaces. */
const OWNED = `
  select format('alter schema %I owner to ${APP_ROLE}', nspname) as statement
  from pg_namespace where nspname = any($1) and nspname <> 'public' and nspowner <> $3::regrole
  union all
  select format('alter table %s owner to ${APP_ROLE}', c.oid::regclass)
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind in ('r', 'p', 'v', 'm') and c.relowner <> $3::regrole
    and not (n.nspname = 'public' and c.relname = any($2))
  union all
  select format('alter routine %s owner to ${APP_ROLE}', p.oid::regprocedure)
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = 'pgboss' and p.proowner <> $3::regrole
  union all
  select format('alter type %s owner to ${APP_ROLE}', t.oid::regtype)
  from pg_type t join pg_namespace n on n.oid = t.typnamespace
  where n.nspname = 'pgboss' and t.typtype = 'e' and t.typowner <> $3::regrole`

const listOwned = async (client: Client): Promise<string[]> => {
  const values = [SCHEMAS, GUARDED.map(({ table }) => table), APP_ROLE]
  const { rows } = await client.query<{ statement: string }>(OWNED, values)
  return rows.map(({ statement }) => statement)
}

/** Over-privileged role; checked at start on a database that somebody else has set up. */
export const isSuperuser = async (pool: { query(text: string): Promise<{ rows: { is: boolean }[] }> }) => {
  const { rows } = await pool.query('select rolsuper as is from pg_roles where rolname = current_user')
  return rows[0]?.is === true
}
