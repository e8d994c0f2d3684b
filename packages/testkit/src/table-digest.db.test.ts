import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { differences, digestTables } from './table-digest.ts'
import { withClient } from './with-client.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await run('create table notes (id int, text text, seen_at int)')
  await run(`insert into notes values (1, 'a', 0), (2, 'b', 0)`)
})
afterAll(() => database.drop())

const run = (sql: string) => withClient(database.url, (client) => client.query(sql))
const digest = () => digestTables(database.url, { without: { notes: ['seen_at'] } })

test('every kind of write shows; the order of rows and a column left out do not', async () => {
  const before = await digest()
  await run('update notes set seen_at = 9 where id = 1')
  expect(differences(before, await digest())).toEqual([])
  await run(`update notes set text = 'c' where id = 1`)
  expect(differences(before, await digest())).toEqual(['notes changed (2 → 2 rows)'])
  await run(`delete from notes where id = 1`)
  expect(differences(before, await digest())).toEqual(['notes changed (2 → 1 rows)'])
  await run(`insert into notes values (1, 'a', 5)`)
  expect(differences(before, await digest())).toEqual([])
})

test('a table that appears is a difference', async () => {
  const before = await digest()
  await run('create table more (id int)')
  expect(differences(before, await digest())).toEqual(['more changed (no → 0 rows)'])
})
