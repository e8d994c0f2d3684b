import { createTestDatabase, type TestDatabase } from '@yunji/testkit/database'
import { sql } from 'drizzle-orm'
import type { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { isDatabaseUnavailable } from './database-errors.ts'
import { query, queryAtCommit } from './transaction.ts'

let testDatabase: TestDatabase
let database: Database
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.url, pino({ level: 'silent' }))
  await database.pool.query('create table notes (text text)')
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const note = (text: string) => database.db.transaction((tx) => tx.execute(sql`insert into notes values (${text})`))
const notes = async () =>
  (await database.pool.query<{ text: string }>('select text from notes')).rows.map((row) => row.text)

test('a transaction is kept whole or not at all', async () => {
  await note('kept')
  const failing = database.db.transaction(async (tx) => {
    await tx.execute(sql`insert into notes values ('lost')`)
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await notes()).toEqual(['kept'])
})

const WRITE = { name: 'write-note', text: 'insert into notes values ($1)' }
const DIVIDE = { name: 'divide-by', text: 'select 1 / $1::int' }

test('a last word travels with the commit, and takes everything with it when it fails', async () => {
  await database.db.transaction(async (tx) => queryAtCommit(tx, WRITE, ['told']))
  const failing = database.db.transaction(async (tx) => {
    await query(tx, WRITE, ['lost'])
    queryAtCommit(tx, DIVIDE, [0])
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(await notes()).toEqual(['kept', 'told'])
})

test('begin travels with the first statements and commit with the last, in one write each', async () => {
  let writes = 0
  const countWrites = (client: unknown) => {
    const { stream } = (client as { connection: Client['connection'] }).connection
    const { _write: write, _writev: writev } = stream
    const counting: Pick<typeof stream, '_write' | '_writev'> = {
      _write: (...args) => {
        writes += 1
        write.apply(stream, args)
      },
      _writev: (...args) => {
        writes += 1
        writev?.apply(stream, args)
      },
    }
    Object.assign(stream, counting)
  }
  const counted = openDatabase(testDatabase.url, pino({ level: 'silent' }))
  counted.pool.once('acquire', countWrites)
  await counted.db.transaction(async (tx) => {
    await Promise.all([query(tx, DIVIDE, [1]), query(tx, DIVIDE, [2])])
    expect(writes).toBe(1)
    queryAtCommit(tx, DIVIDE, [3])
  })
  expect(writes).toBe(2)
  await counted.close()
})

test('nobody is told that something is kept which is not', async () => {
  const failing = database.db.transaction(async (tx) => {
    await query(tx, WRITE, ['lost'])
    await query(tx, DIVIDE, [0]).catch(() => undefined)
  })
  await expect(failing).rejects.toThrow('after a statement had failed')
  expect(await notes()).toEqual(['kept', 'told'])
})

test('connections that die as their transaction begins are given back: more of them than the pool has', async () => {
  const cutConnection = (client: unknown) =>
    (client as { connection: Client['connection'] }).connection.stream.destroy()
  database.pool.on('acquire', cutConnection)
  const failures: unknown[] = []
  for (let count = 0; count < 20; count += 1) await note('cut off').catch((error: unknown) => failures.push(error))
  database.pool.off('acquire', cutConnection)

  expect(failures).toHaveLength(20)
  expect(failures.every(isDatabaseUnavailable)).toBe(true)
  await note('after')
  expect(await notes()).toEqual(['kept', 'told', 'after'])
})

test('two transactions that wait for each other both succeed, and neither effect is lost or doubled', async () => {
  await database.pool.query('create table places (id int primary key, taken int not null default 0)')
  await database.pool.query('insert into places values (1), (2)')
  let inside = 0
  const bothInside = Promise.withResolvers<void>()
  let tries = 0
  const takeBoth = (first: number, second: number) =>
    database.db.transaction(async (tx) => {
      tries += 1
      await tx.execute(sql`update places set taken = taken + 1 where id = ${first}`)
      inside += 1
      if (inside === 2) bothInside.resolve()
      await bothInside.promise
      await tx.execute(sql`update places set taken = taken + 1 where id = ${second}`)
    })
  await Promise.all([takeBoth(1, 2), takeBoth(2, 1)])
  // The victim may retry before the other has locked its second row, and be chosen again.
  expect(tries).toBeGreaterThanOrEqual(3)
  const { rows } = await database.pool.query<{ taken: number }>('select taken from places order by id')
  expect(rows.map(({ taken }) => taken)).toEqual([2, 2])
})

test('a transaction that fails to serialize every time is given up after five tries', async () => {
  let tries = 0
  const failing = database.db.transaction(async (tx) => {
    tries += 1
    await tx.execute(sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`)
  })
  await expect(failing).rejects.toMatchObject({ cause: { code: '40001' } })
  expect(tries).toBe(5)
})
