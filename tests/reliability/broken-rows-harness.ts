import { createDevices } from '../../apps/server/src/testing/devices.ts'
import { type ServerHarness, startServerHarness } from '../../apps/server/src/testing/server-harness.ts'

export interface BrokenRowsHarness {
  readonly server: ServerHarness
  query(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
  readonly ownerId: number
  /** The server's clock as an SQL expression. */
  readonly now: string
}

/** A periodic job, its rows, and the writes that fail for some of them. */
export interface PoisonedWork {
  /** Name of a job, a periodic job or a batch of requests. */
  readonly name: string
  /** Name in the log, if it differs. */
  readonly loggedAs?: string
  /** Table and event of the failing trigger. */
  readonly refuses?: string
  /** Column that identifies a broken row. */
  readonly column?: string
  /** Page size of the job. */
  readonly pageSize?: number
  /** Limits the broken rows of the long form, where requests must be answered within seconds. */
  readonly mostBroken?: number
  /** Number of runs until the last row is processed; 1 when absent. */
  readonly runs?: number
  /** Inserts due rows; returns the values of `column` in the order of processing. */
  addRows(harness: BrokenRowsHarness, count: number): Promise<string[]>
  /** Used instead of a trigger. */
  breakRows?(harness: BrokenRowsHarness, keys: readonly string[]): Promise<void>
  /** For work that is not a job of the server. */
  run?(harness: BrokenRowsHarness): Promise<void>
  /** Rows not processed yet. */
  left(harness: BrokenRowsHarness): Promise<number>
}

const MOST_TRIES = 20
const UNDONE = /trying to connect|deadlock detected|statement timeout/

export const LONG_AGO = '2020-01-01T00:00:00Z'

/** One server for all jobs, run one after the other; tables are reset in between. */
export const startBrokenRowsHarness = async (log: Parameters<typeof startServerHarness>[1]) => {
  const server = await startServerHarness({}, log)
  const { pool } = server.database
  /** Retries statements that were cut off by a timeout or a deadlock. */
  const query = async (
    text: string,
    values: readonly unknown[] = [],
    tries = 1,
  ): Promise<Record<string, unknown>[]> => {
    try {
      return (await pool.query<Record<string, unknown>>(text, [...values])).rows
    } catch (error) {
      if (tries === MOST_TRIES || !UNDONE.test(String(error))) throw error
      return query(text, values, tries + 1)
    }
  }
  const tables = await query(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'
       and table_name not in ('schema_migrations', 'ledger_accounts')`,
  )
  const isEmpty = async (name: unknown) => (await query(`select from ${name} limit 1`)).length === 0
  const emptied: string[] = []
  for (const { name } of tables) if (await isEmpty(name)) emptied.push(String(name))
  let owners = 0

  /** Without triggers, so that neither foreign keys nor the ledger's rules interfere. */
  const reset = (): Promise<unknown> =>
    query(`do $$ begin
      set local session_replication_role = replica;
      drop table if exists poisoned_rows;
      drop function if exists refuse_broken_row cascade;
      ${[...emptied, 'ledger_accounts where user_id is not null'].map((table) => `delete from ${table};`).join('\n')}
    end $$`)

  return {
    server,
    createHarness: async (): Promise<BrokenRowsHarness> => {
      await reset()
      const ownerId = await server.addUser(String(13_900_019_000 + ++owners), null)
      return { server, query, ownerId, now: `'${server.clock.now().toISOString()}'::timestamptz` }
    },
  }
}

export const countOf = async ({ query }: BrokenRowsHarness, from: string): Promise<number> =>
  Number((await query(`select count(*)::int as count from ${from}`))[0]?.count)

/** Values of a column in its order. */
export const keysOf = async ({ query }: BrokenRowsHarness, column: string, from: string): Promise<string[]> =>
  (await query(`select ${column}::text as key from ${from} order by ${column}`)).map(({ key }) => String(key))

/** Copies of the owner's first device with other phones; returns their ids. */
export const addDevices = async (
  harness: BrokenRowsHarness,
  count: number,
  fields: Parameters<ReturnType<typeof createDevices>['addDevice']>[1] = {},
): Promise<string[]> => {
  const { id } = await createDevices(harness.server).addDevice(harness.ownerId, fields)
  await harness.query(
    `insert into devices (owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, config_id,
       product_id, is_metered, buttons, expires_at, state, state_deadline, created_at, faulty_since)
     select owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id || '-' || n, config_id,
       product_id, is_metered, buttons, expires_at, state, state_deadline, created_at, faulty_since
     from devices, generate_series(2, $2) as n where devices.id = $1`,
    [id, count],
  )
  return keysOf(harness, 'id', 'devices')
}

/** Each device gets an owner of its own. */
export const giveToOthers = async ({ query }: BrokenRowsHarness): Promise<void> => {
  await query(
    `with made as (insert into users (name, created_at) select '用户', '${LONG_AGO}' from devices returning id),
       numbered as (select id, row_number() over (order by id) as place from made),
       placed as (select id, row_number() over (order by id) as place from devices)
     update devices d set owner_id = n.id, expires_at = '2099-01-01'
     from placed p join numbered n using (place) where d.id = p.id`,
  )
}

/** A metered product; returns its id. */
export const addProduct = async ({ query }: BrokenRowsHarness): Promise<number> => {
  const [product] = await query(
    `with good as (insert into goods (goods_level, name, created_at) values (1, '云手机', now()) returning id),
       config as (
         insert into goods_configurations (good_id, cpu_cores, memory_gb, storage_gb, version, image_types, supplier_type)
         select id, 4, 4, 64, '10/B', '{1}', 7 from good returning id
       )
     insert into billable_products (config_id, good_time_hours, price_cents, is_metered)
     select id, 1, 100, true from config returning id::int as id`,
  )
  return Number(product?.id)
}

/** Orders of one owner paid with beans; returns their ids. */
export const addOrders = async (
  harness: BrokenRowsHarness,
  count: number,
  state: 'pending' | 'paid' | 'refunding',
): Promise<string[]> => {
  const paid = state === 'pending' ? 'null, null' : `1, '${LONG_AGO}'`
  await harness.query(
    `insert into orders (user_id, kind, title, state, lines, total_cents, payable_cents, purchase, created_at, expires_at,
       pay_method, paid_at)
     select ${harness.ownerId}, 'beans', '云豆', '${state}', '[]', 100, 100, '{}', '${LONG_AGO}', '${LONG_AGO}', ${paid}
     from generate_series(1, ${count})`,
  )
  return keysOf(harness, 'id', 'orders')
}

/** Makes writes of these rows fail from now on. */
export const poison = async (
  harness: BrokenRowsHarness,
  work: PoisonedWork,
  keys: readonly string[],
  broken: number,
): Promise<void> => {
  if (work.breakRows) return work.breakRows(harness, keys.slice(0, broken))
  const [table = '', event = ''] = (work.refuses ?? '').split(' ')
  const row = event === 'insert' ? 'new' : 'old'
  await harness.query('create table poisoned_rows (key text primary key, is_broken boolean not null)')
  await harness.query(
    'insert into poisoned_rows select key, place <= $2 from unnest($1::text[]) with ordinality as rows (key, place)',
    [keys, broken],
  )
  await harness.query(`
    create function refuse_broken_row() returns trigger language plpgsql as $$
    begin
      if exists (select from poisoned_rows where is_broken and key = ${row}.${work.column}::text) then raise exception 'a broken row'; end if;
      return ${event === 'delete' ? 'old' : 'new'};
    end $$`)
  await harness.query(
    `create trigger refuse_broken_row before ${event} on ${table} for each row execute function refuse_broken_row()`,
  )
}
