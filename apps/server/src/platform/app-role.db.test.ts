import { createMigratedDatabase, type TestDatabase } from '@yunji/testkit/database'
import { Client, Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APP_ROLE, isSuperuser, prepareAppRole } from './app-role.ts'
import { dropDaysBefore, listDays, makeDays } from './day-partitions.ts'
import { openJobQueue } from './jobs.ts'

let database: TestDatabase
let pool: Pool
let appUrl: string
beforeAll(async () => {
  database = await createMigratedDatabase()
  appUrl = await prepareAppRole(database.url)
  pool = new Pool({ connectionString: appUrl, max: 2 })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const asOwner = async (text: string): Promise<void> => {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

describe('the role of the product', () => {
  it('is no superuser, and makes no roles and no databases', async () => {
    expect(await isSuperuser(pool)).toBe(false)
    const { rows } = await pool.query(
      'select current_user as name, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = current_user',
    )
    expect(rows).toEqual([{ name: APP_ROLE, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false }])
  })

  it.each([
    'update ledger_entries set amount_cents = 1',
    'delete from ledger_entries',
    'truncate ledger_entries',
    'alter table ledger_entries disable trigger all',
    'drop trigger ledger_entries_stay on ledger_entries',
    'drop table ledger_entries cascade',
    `update operator_audit set outcome = 'done'`,
    'delete from operator_audit',
    'truncate operator_audit',
    'drop trigger operator_audit_stays on operator_audit',
    'set session_replication_role = replica',
    `create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
    'insert into schema_migrations values (9999, $$x$$, $$x$$)',
    'drop table schema_migrations',
    `copy users to program 'true'`,
    `select pg_read_file('/etc/hostname')`,
  ])('may not %s', async (statement) => {
    await expect(pool.query(statement)).rejects.toThrow(/permission denied|must be owner/)
  })

  it('reads and adds entries of the ledger, and works with everything else', async () => {
    await pool.query(
      `with person as (
         insert into users (mobile_phone, name, created_at) values ('13900055555', '小云', now()) returning id
       ), beans as (
         insert into ledger_accounts (user_id, kind, balance_cents) select id, 'beans', 100 from person returning id
       )
       insert into ledger_entries
         (key, reason, from_account_id, to_account_id, amount_cents, to_balance_cents, created_at)
       select 'test:1', 'recharge', a.id, beans.id, 100, 100, now()
       from beans, ledger_accounts a where a.kind = 'alipay'`,
    )
    await expect(pool.query('select * from ledger_entries')).resolves.toMatchObject({ rowCount: 1 })
    await expect(pool.query('select max(version) from schema_migrations')).resolves.toBeDefined()
    const { rows } = await pool.query(
      `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'log_days', 'pgboss') and c.relkind in ('r', 'p', 'v', 'm')
         and not (has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
           and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete'))`,
    )
    expect(rows.map(({ relname }) => relname).toSorted()).toEqual([
      'ledger_entries',
      'operator_audit',
      'schema_migrations',
    ])
  })

  it('makes days of logs and queues', async () => {
    await makeDays(pool, 'page_logs', new Date('2031-01-01T00:00:00Z'), 2)
    await dropDaysBefore(
      pool,
      { job: 'test', log: pino({ level: 'silent' }) },
      'page_logs',
      new Date('2032-01-01T00:00:00Z'),
    )
    const jobs = await openJobQueue(appUrl, pino({ level: 'silent' }))
    await jobs.startWorkers([{ name: 'test.role', heartbeatSeconds: 10, retryLimit: 0, run: async () => undefined }])
    await jobs.stop()
    expect(await listDays(pool, 'page_logs')).toEqual([])
  })

  it('is handed what another version has made as superuser, and stays as it is otherwise', async () => {
    await asOwner('create table made_later (id int)')
    await expect(pool.query('select * from made_later')).rejects.toThrow('permission denied')
    expect(await prepareAppRole(database.url)).toBe(appUrl)
    await expect(pool.query('insert into made_later values (1)')).resolves.toBeDefined()
    await expect(pool.query('delete from ledger_entries')).rejects.toThrow('permission denied')
  })
})
