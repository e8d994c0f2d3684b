import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Client, escapeIdentifier, escapeLiteral } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { BackupError, type Manifest, type TableCopy } from './manifest.ts'

export interface TableName {
  readonly schema: string
  readonly name: string
}

const quoted = ({ schema, name }: TableName): string => `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`

const columnList = (columns: readonly string[]): string => columns.map((column) => escapeIdentifier(column)).join(', ')

/** All schemas except PostgreSQL's own: the product's tables, log partitions and the job queue. */
const OWN_SCHEMAS = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`

/** Tables that hold rows: partitions instead of their parents. */
export const listTables = async (client: Client): Promise<(TableName & { columns: string[] })[]> => {
  const { rows } = await client.query<TableName & { columns: string[] }>(
    `select n.nspname as schema, relname as name,
            array_agg(attname::text order by attnum) filter (where attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = relnamespace
     join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped
     where relkind = 'r' and ${OWN_SCHEMAS} group by c.oid, n.nspname, relname order by n.nspname, relname`,
  )
  return rows
}

export const listPartitions = async (client: Client): Promise<Manifest['partitions']> => {
  const { rows } = await client.query<{ schema: string; name: string; parent: TableName; bound: string }>(
    `select n.nspname as schema, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound,
            json_build_object('schema', pn.nspname, 'name', p.relname) as parent
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_inherits on inhrelid = c.oid
     join pg_class p on p.oid = inhparent join pg_namespace pn on pn.oid = p.relnamespace
     where c.relispartition and c.relkind = 'r' and ${OWN_SCHEMAS} order by 1, 2`,
  )
  return rows
}

/** Sequences are not part of a snapshot: read after it, they are never behind its rows. */
export const listSequences = async (client: Client): Promise<Manifest['sequences']> => {
  const { rows } = await client.query<TableName>(
    `select nspname as schema, relname as name from pg_class join pg_namespace n on n.oid = relnamespace
     where relkind = 'S' and ${OWN_SCHEMAS} order by 1, 2`,
  )
  const sequences = []
  for (const sequence of rows) {
    const { rows: values } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${quoted(sequence)}`,
    )
    const [value] = values
    if (value) sequences.push({ ...sequence, ...value })
  }
  return sequences
}

/** Held until the transaction ends: no log partition is dropped meanwhile. */
export const lockTables = async (client: Client, tables: readonly TableName[]): Promise<void> => {
  await client.query(`lock table ${tables.map((table) => `only ${quoted(table)}`).join(', ')} in access share mode`)
}

/** Rows in COPY's text format, one per line. */
export const readRows = (client: Client, table: TableName & { columns: readonly string[] }): Readable =>
  client.query(copyTo(`copy ${quoted(table)} (${columnList(table.columns)}) to stdout`))

/** Loads rows; throws when their number differs from the manifest. */
export const writeRows = async (client: Client, table: TableCopy, rows: Readable): Promise<void> => {
  const load = client.query(copyFrom(`copy ${quoted(table)} (${columnList(table.columns)}) from stdin`))
  await pipeline(rows, load)
  if (load.rowCount !== table.rows) {
    throw new BackupError(`${quoted(table)}: ${load.rowCount} rows were loaded, ${table.rows} were written`)
  }
}

interface ForeignKey {
  readonly table: TableName
  readonly name: string
  readonly definition: string
}

/** Foreign keys without those inherited by partitions. */
const listForeignKeys = async (client: Client): Promise<ForeignKey[]> => {
  const { rows } = await client.query<ForeignKey>(
    `select json_build_object('schema', n.nspname, 'name', relname) as table, conname as name,
            pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = conrelid join pg_namespace n on n.oid = relnamespace
     where contype = 'f' and conparentid = 0 and ${OWN_SCHEMAS}`,
  )
  return rows
}

/**
 * Loads rows into the tables of the backup's schema. Foreign keys are dropped first (some tables reference each other)
 * and checked as a whole when they are added again; the product's triggers are off for restored rows.
 */
export const loadTables = async (client: Client, manifest: Manifest, load: () => Promise<void>): Promise<void> => {
  const { tables, partitions } = manifest
  const existing = new Set((await listTables(client)).map(quoted))
  for (const partition of partitions.filter((one) => !existing.has(quoted(one)))) {
    // The bound is PostgreSQL's own rendering, from a manifest whose hash was verified.
    await client.query(`create table ${quoted(partition)} partition of ${quoted(partition.parent)} ${partition.bound}`)
  }
  const foreignKeys = await listForeignKeys(client)
  for (const { table, name } of foreignKeys) {
    await client.query(`alter table ${quoted(table)} drop constraint ${escapeIdentifier(name)}`)
  }
  await switchTriggers(client, tables, 'disable')
  // Some migrations insert rows; the backup holds them in their latest form.
  await client.query(`truncate ${tables.map((table) => `only ${quoted(table)}`).join(', ')}`)
  await load()
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`alter table ${quoted(table)} add constraint ${escapeIdentifier(name)} ${definition}`)
  }
  await switchTriggers(client, tables, 'enable')
}

const switchTriggers = async (client: Client, tables: readonly TableName[], state: 'enable' | 'disable') => {
  for (const table of tables) await client.query(`alter table only ${quoted(table)} ${state} trigger user`)
}

/** More ids than an installation gives out between a backup and its loss. */
const ID_GAP = 1_000_000n

/**
 * The product's ids go on behind a gap: those given out after the backup are still known outside (a farm has phones by
 * them, people have links), and none of them may name something else.
 */
export const setSequences = async (client: Client, sequences: Manifest['sequences']): Promise<void> => {
  for (const sequence of sequences) {
    const { schema, lastValue, isCalled } = sequence
    const value = BigInt(lastValue) + (schema === 'public' ? ID_GAP : 0n)
    await client.query(`select setval(${escapeLiteral(quoted(sequence))}::regclass, $1, $2)`, [value, isCalled])
  }
}
