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
  retryDelaySeconds: 2,
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

  it('is left to others while it comes by itself and the clock is wrong', async () => {
    const log = pino({ level: 'silent' })
    const seen: string[] = []
    // Once a year: what the test adds is all that comes.
    const yearly: Job<Note> = {
      name: 'test.yearly',
      heartbeatSeconds: 10,
      retryLimit: 2,
      schedule: '0 0 1 1 *',
      run: async ({ text }) => void seen.push(text),
    }
    let isRight = false
    const listeners: ((isRight: boolean) => void)[] = []
    const timing = {
      isRight: async () => isRight,
      onChange: (listener: (isRight: boolean) => void) => void listeners.push(listener),
    }
    const timed = await startJobs(testDatabase.url, log, [yearly, noteJob], timing)
    const add = (job: Job<Note>, text: string) => database.db.transaction((tx) => timed.add(tx, job, { text }))
    const turn = (next: boolean): void => {
      isRight = next
      for (const listener of listeners) listener(next)
    }
    const triesOf = async () =>
      (await database.pool.query(`select retry_count as n from pgboss.job where name = 'test.yearly'`)).rows

    await add(yearly, 'waits')
    await add(noteJob, 'does not wait')
    await eventually(() => expect(done).toContain('does not wait'))
    expect(seen).toEqual([])
    expect(await triesOf()).toEqual([{ n: 0 }])
    turn(true)
    await eventually(() => expect(seen).toEqual(['waits']), { deadlineMs: 60_000 })
    turn(false)
    turn(true)
    await add(yearly, 'goes on')
    await eventually(() => expect(seen).toEqual(['waits', 'goes on']), { deadlineMs: 60_000 })
    await timed.stop()
  })

  it('is tried again after a failure', async () => {
    await database.db.transaction((tx) => jobs.add(tx, noteJob, { text: 'fails once' }))
    await eventually(() => expect(done).toContain('fails once'), { deadlineMs: 60_000 })
  })

  it('leaves nothing of an error in the queue, where it would be kept for days', async () => {
    await database.db.transaction((tx) => jobs.add(tx, noteJob, { text: 'fails too' }))
    await eventually(() => expect(failures.has('fails too')).toBe(true), { deadlineMs: 60_000 })
    await eventually(async () => {
      const { rows: outputs } = await database.pool.query<{ text: string }>(
        `select output::text as text from pgboss.job where data->>'text' = 'fails too' and output is not null`,
      )
      expect(outputs.map(({ text }) => /first try|failed/.exec(text)?.[0])).toEqual(['failed'])
    })
  })
})
