import { setImmediate as nextTick } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '@yunji/testkit/database'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { createTransactionQueue } from './transaction-queue.ts'

let testDatabase: TestDatabase
let database: Database
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.url, pino({ level: 'silent' }))
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

test('whoever wants the same waits for the end of the one before, also when that one fails', async () => {
  const takeTurn = createTransactionQueue()
  const seen: string[] = []
  const work = (who: string, name: string) =>
    database.db.transaction(async (tx) => {
      await takeTurn(tx, name)
      await takeTurn(tx, name)
      seen.push(`${who} in`)
      await nextTick()
      seen.push(`${who} out`)
      if (who === 'a') throw new Error('changed my mind')
    })
  const all = await Promise.allSettled([work('a', 'x'), work('b', 'x'), work('c', 'x')])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  const [ins, outs] = [0, 1].map((place) => seen.filter((_, index) => index % 2 === place).map((what) => what[0]))
  expect(outs).toEqual(ins)
  expect(ins?.toSorted()).toEqual(['a', 'b', 'c'])
})

test('who wants something else waits for nobody, and nothing is left of a turn', async () => {
  const takeTurn = createTransactionQueue()
  const seen: string[] = []
  const work = (name: string, inside: () => Promise<void> = async () => undefined): Promise<void> =>
    database.db.transaction(async (tx) => {
      await takeTurn(tx, name)
      await inside()
      seen.push(name)
    })
  await work('x', () => work('y'))
  await work('x')
  expect(seen).toEqual(['y', 'x', 'x'])
})
