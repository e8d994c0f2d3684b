import { eventually } from '@yunji/testkit/eventually'
import { withClient } from '@yunji/testkit/with-client'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts'
import { listDays } from '../../../platform/day-partitions.ts'
import { usageHours, usageLogs, usageRollups } from '../../../tables/usage.ts'
import { createPeople } from '../../../testing/people.ts'
import { useServer } from '../../../testing/use-server.ts'
import { usageDaysJob } from './maintain-days.ts'
import { rollUpClosedHours } from './rollup-store.ts'

const PATH = '/vmcloud/api/userUsageLog/saveUserUsageLog'
const HOUR_MS = 60 * MINUTE_MS
const HOME = '/pages/Home/index'

const server = await useServer()
const member = await createPeople(server, 13_700_000_000).member()
beforeEach(async () => {
  await server.database.pool.query('truncate usage_logs, usage_hours, usage_rollups')
})

const log = (fields: object = {}) => ({
  logId: '1763193600000_0000000001_0000001',
  client: 'h5',
  version: '1.0.0',
  terminalType: 'android',
  accessingPages: HOME,
  exitMark: 0,
  ...fields,
})
const send = (body: unknown, token = member.token) => server.post(PATH, body, { token })
const stored = () => server.database.db.select().from(usageLogs).orderBy(asc(usageLogs.loggedAt))
const rollUp = () => ({ ...server, job: 'test' })
const hours = () => server.database.db.select().from(usageHours).orderBy(asc(usageHours.hour), asc(usageHours.page))
const runJob = () => usageDaysJob(server).run({}, new AbortController().signal)

describe('a usage log', () => {
  it('is kept when it is answered, as its sender and at its time', async () => {
    expect(await send(log({ exitMark: 1 }))).toMatchObject({ code: 200, data: null })
    expect(await stored()).toEqual([
      {
        loggedAt: server.clock.now(),
        userId: member.userId,
        logId: '1763193600000_0000000001_0000001',
        client: 'h5',
        version: '1.0.0',
        terminalType: 'android',
        accessingPages: HOME,
        exitMark: 1,
        more: null,
      },
    ])
  })

  it('may leave everything out, and bring what is not known', async () => {
    await send({})
    await send(log({ network: '4g', nested: { list: [1, null, '\ud800'] }, phone: '13800138000' }))
    const more = (await stored()).map((row) => row.more)
    expect(more.toSorted()).toEqual(
      [null, '{"network":"4g","nested":{"list":[1,null,"\\ud800"]},"phone":"…"}'].toSorted(),
    )
  })

  it('keeps no query of a page', async () => {
    await send(log({ accessingPages: `${HOME}?token=secret` }))
    expect(await stored()).toMatchObject([{ accessingPages: HOME }])
  })

  it.each([
    ['a number for a text', log({ logId: 1 })],
    ['a text too long', log({ client: 'x'.repeat(65) })],
    ['another mark', log({ exitMark: 2 })],
    ['more than may be kept', log({ more: 'x'.repeat(2_048) })],
    ['more nested than can be written', `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
    ['no object', []],
  ])('with %s is refused, and nothing is written', async (_what, body) => {
    const response = await server.app.inject({
      method: 'POST',
      url: PATH,
      payload: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', token: member.token },
    })
    expect(response.json()).toMatchObject({ code: 1080 })
    expect(await stored()).toEqual([])
  })

  it('of nobody is refused', async () => {
    expect(await send(log(), 'x'.repeat(43))).toMatchObject({ code: 2017 })
    expect(await stored()).toEqual([])
  })

  it('of many at once is there for each that was told so', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => send(log({ logId: `log-${at}` }))))
    expect(answers.every(({ code }) => code === 200)).toBe(true)
    expect(new Set((await stored()).map((row) => row.logId)).size).toBe(200)
  })

  it('that cannot be kept is refused for all who wait, and the next is kept', async () => {
    await send(log())
    await withClient(server.database.url, async (holder) => {
      await holder.query('begin')
      await holder.query('lock table usage_logs in access exclusive mode')
      const refused = Promise.all([send(log()), send(log())])
      let isOver = false
      void refused.finally(() => (isOver = true))
      // As a statement timeout ends a query that waits for the lock.
      await eventually(async () => {
        await server.database.pool.query(
          `select pg_cancel_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%usage_logs%'`,
        )
        expect(isOver).toBe(true)
      })
      expect((await refused).map(({ msg }) => msg)).toEqual(Array(2).fill('服务暂时不可用，请稍后再试'))
    })
    expect(await send(log())).toMatchObject({ code: 200 })
    expect(await stored()).toHaveLength(2)
  })

  it('makes its day when nobody has made it ahead', async () => {
    server.clock.advance(5 * DAY_MS)
    expect(await send(log())).toMatchObject({ code: 200 })
    expect(await stored()).toMatchObject([{ loggedAt: server.clock.now() }])
  })
})

describe('every hour', () => {
  beforeEach(() => {
    const { clock } = server
    // To a quarter past an hour.
    clock.advance(HOUR_MS - (clock.now().getTime() % HOUR_MS) + 15 * MINUTE_MS)
  })

  it('the hours that are over are summed up, and no others', async () => {
    const people = createPeople(server, 13_700_000_100)
    const other = await people.member()
    const hour = new Date(server.clock.now().getTime() - 15 * MINUTE_MS)
    await send(log({ logId: 'a' }))
    await send(log({ logId: 'a', exitMark: 1 }))
    await send(log({ logId: 'b' }), other.token)
    await send(log({ logId: 'b', accessingPages: '/pages/Home/user' }), other.token)
    await runJob()
    expect(await hours()).toEqual([])

    // Five minutes after the hour it gets no more rows.
    server.clock.advance(49 * MINUTE_MS)
    await runJob()
    expect(await hours()).toEqual([])
    server.clock.advance(MINUTE_MS)
    await send(log({ logId: 'c' }))
    await runJob()
    const about = { hour, client: 'h5', version: '1.0.0', terminalType: 'android' }
    const sums = [
      { ...about, page: HOME, sessions: 2, users: 2, logs: 3, exits: 1 },
      { ...about, page: '/pages/Home/user', sessions: 1, users: 1, logs: 1, exits: 0 },
    ]
    expect(await hours()).toEqual(sums)

    await runJob()
    expect(await hours()).toEqual(sums)
  })

  it('what is not known counts as other, so that nobody can make the sums grow', async () => {
    for (let at = 0; at < 30; at += 1)
      await send(log({ client: `c${at}`, version: `1.${at}.x`, terminalType: `t${at}`, accessingPages: `/p${at}` }))
    for (let at = 0; at < 30; at += 1) await send(log({ version: `1.0.${at}` }))
    server.clock.advance(HOUR_MS)
    await rollUpClosedHours(rollUp())
    const sums = await hours()
    expect(sums.filter(({ client }) => client === 'other')).toMatchObject([
      { version: 'other', terminalType: 'other', page: 'other', logs: 30 },
    ])
    expect(sums.length).toBeLessThanOrEqual(21)
    expect(sums.reduce((sum, { logs }) => sum + logs, 0)).toBe(60)
  })

  it('goes on where a process died, and counts nothing twice', async () => {
    await send(log({ logId: 'a' }))
    server.clock.advance(HOUR_MS)
    await send(log({ logId: 'b' }))
    server.clock.advance(HOUR_MS)
    const { pool } = server.database
    // Writing the second hour fails: the first is stored, the second has no mark.
    const first = new Date(server.clock.now().getTime() - 2 * HOUR_MS - 15 * MINUTE_MS)
    await pool.query(`alter table usage_hours add constraint broken check (hour <= '${first.toISOString()}')`)
    await rollUpClosedHours(rollUp())
    await pool.query('alter table usage_hours drop constraint broken')
    expect(await hours()).toHaveLength(1)

    const twoAtOnce = [1, 2].map(() => rollUpClosedHours(rollUp()))
    await Promise.all(twoAtOnce)
    expect((await hours()).map(({ logs }) => logs)).toEqual([1, 1])
    const marks = await server.database.db.select().from(usageRollups).where(eq(usageRollups.logs, 1))
    expect(marks).toHaveLength(2)
  })

  it('days ahead stand, and raw rows are gone after three days; their sums stay', async () => {
    await send(log())
    const day = new Date(Math.floor(server.clock.now().getTime() / DAY_MS) * DAY_MS)
    await runJob()
    const days = await listDays(server.database.pool, 'usage_logs')
    expect(days.filter((each) => each > day)).toHaveLength(2)

    server.clock.advance(3 * DAY_MS)
    await runJob()
    expect(await stored()).toHaveLength(1)
    server.clock.advance(DAY_MS)
    await runJob()
    expect(await stored()).toEqual([])
    expect(await hours()).toMatchObject([{ logs: 1 }])
    expect((await listDays(server.database.pool, 'usage_logs'))[0]?.getTime()).toBeGreaterThan(day.getTime())

    server.clock.advance(400 * DAY_MS)
    await runJob()
    expect(await hours()).toEqual([])
  })
})
