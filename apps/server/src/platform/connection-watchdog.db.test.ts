import { createTestDatabase, type TestDatabase } from '@yunji/testkit/database'
import { type FaultProxy, startFaultProxy } from '@yunji/testkit/fault-proxy'
import { Pool } from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { destroySilentConnections } from './connection-watchdog.ts'
import { isDatabaseUnavailable } from './database-errors.ts'

let database: TestDatabase
let proxy: FaultProxy
let pool: Pool
beforeEach(async () => {
  database = await createTestDatabase()
  const url = new URL(database.url)
  proxy = await startFaultProxy({ host: url.hostname, port: Number(url.port) })
  url.port = String(proxy.port)
  pool = new Pool({ connectionString: url.href })
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', () => undefined)
  destroySilentConnections({ pool, log: pino({ level: 'silent' }), limitMs: 1000 })
})
afterEach(async () => {
  await pool.end()
  await proxy.close()
  await database.drop()
})

/** Opens this many idle connections that have been used. */
const warmUp = (count: number) => Promise.all(Array.from({ length: count }, () => pool.query('select pg_sleep(0.05)')))

test('a silent connection fails whoever waits for it, and those that lie idle go with it', async () => {
  await warmUp(4)
  proxy.setFault({ kind: 'halfOpen' })
  const failure = await pool.query('select 1').catch((error: unknown) => error)
  expect(isDatabaseUnavailable(failure)).toBe(true)
  proxy.heal()
  const rows = (await warmUp(4)).map((answer) => answer.rowCount)
  expect(rows).toEqual([1, 1, 1, 1])
})

test('a slow answer is waited for', async () => {
  proxy.setFault({ kind: 'delay', delayMs: 300 })
  expect((await pool.query<{ n: number }>('select 1 as n')).rows).toEqual([{ n: 1 }])
})

test('a transaction that is cut gives its connection back, without waiting for the word to roll back', async () => {
  const client = await pool.connect()
  await client.query('begin')
  proxy.setFault({ kind: 'halfOpen' })
  const failures = await Promise.all(
    ['select 1', 'rollback'].map((text) => client.query(text).catch((error: unknown) => error)),
  )
  client.release()
  proxy.heal()
  expect(failures.every(isDatabaseUnavailable)).toBe(true)
  expect(pool.totalCount).toBe(0)
})
