import { createTestDatabase, type TestDatabase } from '@yunji/testkit/database'
import { eventually } from '@yunji/testkit/eventually'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { type Job, type Jobs, startJobs } from './jobs.ts'

interface Note {
  readonly text: string
}

const done: string[] = []
const failures = new Map<string, number>()
const noteJob: Job<Note> = {
  name: 'test.note',
  heartbeatSeconds: 10,
  retryLimit: 3,
  run: async ({ text }) => {
    if (text.startsWith('fails') && !failures.has(text)) {
      failures.set(text, 1)
      throw new Error('first try fails')
    }
    done.push(text)
  },
}

let testDatabase: TestDatabase
let database: Database
let jobs: Jobs
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  const log = pino({ level: 'silent' })
  database = openDatabase(testDatabase.url, log)
  jobs = await startJobs(testDatabase.url, log, [noteJob])
})
afterAll(async () => {
  await jobs.stop()
  await database.close()
  await testDatabase.drop()
})

const rows = async (): Promise<number> => {
  const { rows: found } = await database.pool.query(
    `select count(*)::int as n from pgboss.job where name = 'test.note'`,
  )
  return found[0].n
}

describe('a job', () => {
  it('exists exactly when its transaction does', async () => {
    const rolledBack = database.db.transaction(async (tx) => {
      await jobs.add(tx, noteJob, { text: 'never' })
      throw new Error('roll back')
    })
    await expect(rolledBack).rejects.toThrow('roll back')
    expect(await rows()).toBe(0)

    await database.db.transaction((tx) => jobs.add(tx, noteJob, { text: 'kept' }))
    await eventually(() => expect(done).toEqual(['kept']))
  })

  it('is announced at commit, so that no worker waits for its poll', async () => {
    const { rows: queues } = await database.pool.query(`select notify from pgboss.queue where name = 'test.note'`)
    expect(queues).toEqual([{ notify: true }])
  })

  it('is tried again after a failure', async () => {
    await database.db.transaction((tx) => jobs.add(tx, noteJob, { text: 'fails once' }))
    await eventually(() => expect(done).toContain('fails once'), { deadlineMs: 60_000 })
  })
})
