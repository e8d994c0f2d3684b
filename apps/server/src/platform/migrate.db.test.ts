import { createTestDatabase, type TestDatabase } from '@yunji/testkit/database'
import { getTableColumns, getTableName } from 'drizzle-orm'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as activation from '../tables/activation.ts'
import * as alerts from '../tables/alerts.ts'
import * as availability from '../tables/availability.ts'
import * as backups from '../tables/backups.ts'
import * as bills from '../tables/bills.ts'
import * as catalogue from '../tables/catalogue.ts'
import * as changes from '../tables/changes.ts'
import * as content from '../tables/content.ts'
import * as coupons from '../tables/coupons.ts'
import * as devices from '../tables/devices.ts'
import * as fulfilment from '../tables/fulfilment.ts'
import * as identity from '../tables/identity.ts'
import * as invoices from '../tables/invoices.ts'
import * as ledger from '../tables/ledger.ts'
import * as messages from '../tables/messages.ts'
import * as moves from '../tables/moves.ts'
import * as offers from '../tables/offers.ts'
import * as operators from '../tables/operators.ts'
import * as orders from '../tables/orders.ts'
import * as payments from '../tables/payments.ts'
import * as platform from '../tables/platform.ts'
import * as recharge from '../tables/recharge.ts'
import * as renewals from '../tables/renewals.ts'
import * as schedules from '../tables/schedules.ts'
import * as service from '../tables/service.ts'
import * as space from '../tables/space.ts'
import * as tasks from '../tables/tasks.ts'
import * as trials from '../tables/trials.ts'
import * as usage from '../tables/usage.ts'
import { MIGRATIONS } from '../testing/migrations.ts'
import { type Migration, migrate, readMigrations } from './migrate.ts'

let database: TestDatabase
let client: Client
beforeEach(async () => {
  database = await createTestDatabase()
  client = new Client(database.url)
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await database.drop()
})

const migration = (version: number, sql: string, checksum = sql): Migration => ({ version, name: 'x', sql, checksum })

describe('migrating', () => {
  it('applies each file once', async () => {
    const migrations = await readMigrations(MIGRATIONS)
    expect(await migrate(database.url, migrations)).toBe(migrations.length)
    expect(await migrate(database.url, migrations)).toBe(0)
  })

  it('leaves whole versions only when a file fails, and goes on from there', async () => {
    const good = migration(1, 'create table a (n int)')
    const bad = migration(2, 'create table b (n int); select 1/0')
    await expect(migrate(database.url, [good, bad])).rejects.toThrow(/migration 2/)
    const { rows } = await client.query(`select to_regclass('a') is not null as a, to_regclass('b') is not null as b`)
    expect(rows).toEqual([{ a: true, b: false }])
    expect(await migrate(database.url, [good, migration(2, 'create table b (n int)')])).toBe(1)
  })

  it('refuses an edited file and a database from a newer release', async () => {
    const first = migration(1, 'select 1')
    await migrate(database.url, [first])
    await expect(migrate(database.url, [{ ...first, checksum: 'other' }])).rejects.toThrow(/edited/)
    await expect(migrate(database.url, [])).rejects.toThrow(/newer/)
  })

  it('is done once by many processes that start together', async () => {
    const migrations = await readMigrations(MIGRATIONS)
    const counts = await Promise.all(Array.from({ length: 5 }, () => migrate(database.url, migrations)))
    expect(counts.toSorted()).toEqual([0, 0, 0, 0, migrations.length])
  })
})

it('gives the tables exactly the columns that the code knows', async () => {
  await migrate(database.url, await readMigrations(MIGRATIONS))
  const { rows } = await client.query<{ table_name: string; column_name: string; is_nullable: string }>(
    `select table_name, column_name, is_nullable from information_schema.columns
     where table_schema = 'public' and table_name <> 'schema_migrations'`,
  )
  const inDatabase = rows.map(
    (row) => `${row.table_name}.${row.column_name} ${row.is_nullable === 'NO' ? 'not null' : ''}`,
  )
  const inCode = [
    ...Object.values(identity),
    ...Object.values(platform),
    ...Object.values(devices),
    ...Object.values(payments),
    ...Object.values(bills),
    ...Object.values(usage),
    ...Object.values(messages),
    ...Object.values(moves),
    ...Object.values(tasks),
    ...Object.values(schedules),
    ...Object.values(alerts),
    ...Object.values(invoices),
    ...Object.values(ledger),
    ...Object.values(catalogue),
    ...Object.values(coupons),
    ...Object.values(orders),
    ...Object.values(fulfilment),
    ...Object.values(renewals),
    ...Object.values(recharge),
    ...Object.values(service),
    ...Object.values(space),
    ...Object.values(availability),
    ...Object.values(backups),
    ...Object.values(activation),
    ...Object.values(offers),
    ...Object.values(operators),
    ...Object.values(changes),
    ...Object.values(content),
    ...Object.values(trials),
  ].flatMap((table) =>
    Object.values(getTableColumns(table)).map(
      (column) => `${getTableName(table)}.${column.name} ${column.notNull ? 'not null' : ''}`,
    ),
  )
  expect(inDatabase.toSorted()).toEqual(inCode.toSorted())
})
