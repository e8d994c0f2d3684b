import { createTestDatabase, type TestDatabase } from '@yunji/testkit/database'
import { eventually } from '@yunji/testkit/eventually'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Database, openDatabase } from '../database.ts'
import { createListener, type Listener } from '../listener.ts'
import { createLive, type Live, type LiveChange } from './live.ts'

const log = pino({ level: 'silent' })
let testDatabase: TestDatabase
let database: Database
let listeners: Listener[]
let [here, there]: Live[] = []
let changes: LiveChange[] = []

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.url, log)
  listeners = [createListener(testDatabase.url, log), createListener(testDatabase.url, log)]
  ;[here, there] = listeners.map(createLive) as [Live, Live]
})
beforeEach(async () => {
  changes = []
  const leave = there?.subscribe(1, (news) => changes.push(news))
  // Notifications before the listener is connected are lost.
  await eventually(async () => {
    await here?.notify(database.db, 1, 'unread')
    if (changes.length === 0) throw new Error('nothing is heard yet')
  })
  leave?.()
  changes = []
  there?.subscribe(1, (news) => changes.push(news))
})
afterAll(async () => {
  for (const listener of listeners) listener.close()
  await database.close()
  await testDatabase.drop()
})

const kinds = () => new Set(changes.map(({ kind }) => kind))

it('tells another process what a transaction changed, and nothing of one that was rolled back', async () => {
  const rolledBack = database.db.transaction(async (tx) => {
    await here?.notify(tx, 1, { taskId: 7 })
    throw new Error('roll back')
  })
  await expect(rolledBack).rejects.toThrow('roll back')
  await database.db.transaction(async (tx) => here?.notify(tx, 1, { taskId: 8 }))
  await eventually(() => expect(changes).toContainEqual({ kind: 'task', taskId: 8 }))
  expect(changes).not.toContainEqual({ kind: 'task', taskId: 7 })
})

it('tells many users at once, and each only their own', async () => {
  await here?.notify(database.db, 2, { taskId: 9 })
  await here?.notifyMany(database.db, [3, 1, 2], 'unread')
  await eventually(() => expect(kinds()).toContain('unread'))
  expect(kinds()).not.toContain('task')
})

it('says so when something may have been missed', async () => {
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'yunji-listener'`,
  )
  await eventually(() => expect(kinds()).toContain('gap'))
  await here?.notify(database.db, 1, { taskId: 10 })
  await eventually(() => expect(changes).toContainEqual({ kind: 'task', taskId: 10 }))
})
