import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createTestDatabase, type TestDatabase } from '@yunji/testkit/database'
import { eventually } from '@yunji/testkit/eventually'
import { entryOf } from '@yunji/testkit/system'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { listDeadLetters, watchDeadLetters } from './dead-letters.ts'
import { DEAD_LETTER_QUEUE, type Job, type JobQueue, openJobQueue, wakeDueQueues } from './jobs.ts'
import { createMetrics } from './metrics.ts'

interface Note {
  readonly text: string
}

/** Backlog that one worker, with its poll before each job, would not finish within ten minutes. */
const BACKLOG = 300

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

let isDoomed = true
const doomedJob: Job<Note> = {
  name: 'test.doomed',
  heartbeatSeconds: 10,
  retryLimit: 1,
  retryDelayMaxSeconds: 60,
  isDeadLettered: true,
  run: async ({ text }) => {
    if (isDoomed) throw new Error('fails every time')
    done.push(text)
  },
}

/** The command as an operator runs it. */
const redrive = async (...args: readonly string[]) => {
  const command = entryOf(fileURLToPath(new URL('../jobs-main.ts', import.meta.url)))
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: database.url }
  const ended = await promisify(execFile)(process.execPath, [command, ...args], { env }).catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
  return { code: 'code' in ended ? ended.code : 0, said: ended.stdout + ended.stderr }
}

let testDatabase: TestDatabase
let database: Database
let jobs: JobQueue
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  const log = pino({ level: 'silent' })
  database = openDatabase(testDatabase.url, log)
  jobs = await openJobQueue(testDatabase.url, log)
  await jobs.startWorkers([noteJob, doomedJob])
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

  it('waits for no poll behind others of one transaction', async () => {
    const texts = Array.from({ length: BACKLOG }, (_, index) => `one of many ${index}`)
    await database.db.transaction((tx) =>
      jobs.addMany(
        tx,
        noteJob,
        texts.map((text) => ({ text })),
      ),
    )
    await eventually(() => expect(done).toEqual(expect.arrayContaining(texts)), { deadlineMs: 60_000 })
  })

  it('is left to others while it comes by itself and the clock is wrong', async () => {
    const log = pino({ level: 'silent' })
    const seen: string[] = []
    // Once a year: only the test's own jobs run.
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
    const timed = await openJobQueue(testDatabase.url, log, timing)
    await timed.startWorkers([yearly, noteJob])
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

  it('wakes the workers of its queue once its time has come, and no others', async () => {
    const { pool } = database
    const woken = new Set<string>()
    let looks = 0
    const executeSql = (text: string, values: unknown[]) => {
      looks += 1
      return pool.query(text, values)
    }
    const boss = { getDb: () => ({ executeSql }), notifyWorker: (id: string) => void woken.add(id) }
    // The one queue without workers that would take its jobs away.
    const ids = new Map([
      [DEAD_LETTER_QUEUE, ['one', 'two']],
      ['test.doomed', ['other']],
    ])
    await pool.query(
      `insert into pgboss.job (name, state, start_after) values ($1, 'retry', now() + interval '1 hour')`,
      [DEAD_LETTER_QUEUE],
    )
    const waking = wakeDueQueues(boss, pino({ level: 'silent' }), ids)
    await eventually(() => expect(looks).toBeGreaterThan(1))
    expect(woken).toEqual(new Set())
    await pool.query('update pgboss.job set start_after = now() where name = $1', [DEAD_LETTER_QUEUE])
    await eventually(() => expect(woken).toEqual(new Set(['one', 'two'])))
    waking.stop()
    await pool.query('delete from pgboss.job where name = $1', [DEAD_LETTER_QUEUE])
  })

  it('that fails every time is kept as a dead letter, counted and told of once', async () => {
    const logged: Record<string, unknown>[] = []
    const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) })
    const metrics = createMetrics()
    const watch = watchDeadLetters({ database, log, metrics })
    await watch()
    expect(await metrics.expose()).not.toContain('yunji_dead_jobs{')
    await database.db.transaction((tx) => jobs.add(tx, doomedJob, { text: 'doomed' }))
    await eventually(
      async () => {
        await watch()
        expect(await metrics.expose()).toContain('yunji_dead_jobs{queue="test.doomed"} 1')
      },
      { deadlineMs: 60_000 },
    )
    await watch()
    expect(logged).toMatchObject([
      { level: 50, job: 'test.doomed', jobId: expect.any(String), data: { text: 'doomed' }, tries: 2 },
    ])
    await database.pool.query(`delete from pgboss.job where name = 'dead-letter'`)
    await watch()
    expect(await metrics.expose()).not.toContain('yunji_dead_jobs{')
  })

  it('that died is sent again by an operator, and works once its cause is mended', async () => {
    const countDead = async () =>
      (await database.pool.query(`select count(*)::int as n from pgboss.job where name = 'dead-letter'`)).rows[0]?.n
    for (const text of ['first', 'second']) await database.db.transaction((tx) => jobs.add(tx, doomedJob, { text }))
    await eventually(async () => expect(await countDead()).toBe(2), { deadlineMs: 120_000 })
    expect(await redrive('test.other')).toEqual({
      code: 1,
      said: '✗ no dead letters of test.other; there are some of: test.doomed\n',
    })
    expect(await countDead()).toBe(2)
    isDoomed = false
    expect(await redrive('test.doomed')).toEqual({ code: 0, said: '✓ test.doomed: 2 sent again\n' })
    await eventually(() => expect(done).toEqual(expect.arrayContaining(['first', 'second'])), { deadlineMs: 60_000 })
    expect(await countDead()).toBe(0)
    expect(await redrive()).toEqual({ code: 0, said: '✓ no dead letters\n' })
  })

  it('that died is listed, and sent again in the transaction of whoever decides it', async () => {
    isDoomed = true
    for (const text of ['third', 'fourth']) await database.db.transaction((tx) => jobs.add(tx, doomedJob, { text }))
    const list = async () => (await listDeadLetters(database.db, { page: 1, rows: 10 })).found
    await eventually(async () => expect(await list()).toHaveLength(2), { deadlineMs: 120_000 })
    const [first, second] = await list()
    expect(first).toMatchObject({ queue: 'test.doomed', tries: 2, addedAt: expect.any(Date), diedAt: expect.any(Date) })
    expect((await listDeadLetters(database.db, { page: 2, rows: 1 })).found).toEqual([second])
    isDoomed = false
    const refused = database.db.transaction(async (tx) => {
      expect(await jobs.redrive(tx, 'test.doomed')).toBe(2)
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    expect(await list()).toEqual([first, second])
    const send = (queue: string, id?: string) => database.db.transaction((tx) => jobs.redrive(tx, queue, id))
    expect(await send('test.other', second?.id)).toBe(0)
    expect(await send('test.doomed', second?.id)).toBe(1)
    expect(await list()).toEqual([first])
    await eventually(() => expect(done).toContain(second?.data['text']), { deadlineMs: 60_000 })
    expect(await send('test.doomed')).toBe(1)
    await eventually(() => expect(done).toContain(first?.data['text']), { deadlineMs: 60_000 })
    expect(await list()).toEqual([])
  })

  it('has pauses between its tries that stay within what it says', async () => {
    const { rows: queues } = await database.pool.query(
      `select retry_delay_max, dead_letter from pgboss.queue where name = 'test.doomed'`,
    )
    expect(queues).toEqual([{ retry_delay_max: 60, dead_letter: 'dead-letter' }])
  })
})
