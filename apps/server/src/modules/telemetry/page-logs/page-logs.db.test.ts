import { sideRoutes } from '@yunji/contract/wire/side-routes'
import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../platform/clock.ts'
import { listDays } from '../../../platform/day-partitions.ts'
import { clientErrors, pageLogs } from '../../../tables/usage.ts'
import { OPERATOR_TOKEN } from '../../../testing/server-harness.ts'
import { useServer } from '../../../testing/use-server.ts'
import { pageDaysJob } from './maintain-days.ts'

const { path } = sideRoutes.pageLog
const FORM = 'application/x-www-form-urlencoded'
const HOME = '/pages/Home/index'
const TOKEN = '0123456789abcdefghijABCDEFGHIJ0123456789_-x'

const server = await useServer()
beforeEach(async () => {
  await server.database.pool.query('truncate page_logs, client_errors')
})

let lastAddress = 0
const sendRaw = (payload: string | Buffer, contentType = FORM, remoteAddress = `198.19.0.${++lastAddress % 250}`) =>
  server.app.inject({ method: 'POST', url: path, payload, remoteAddress, headers: { 'content-type': contentType } })
const send = async (fields: Record<string, string>) =>
  (await sendRaw(new URLSearchParams(fields).toString())).json() as { code: number }

const about = { page: HOME, client: 'h5', version: '1.0.0', terminalType: 'android', channel: 'h5' }
const view = (fields = {}) => ({ event: 'view', ...about, ...fields })
const error = (fields = {}) => ({ event: 'error', ...about, message: 'x is not a function', stack: '', ...fields })
const logs = () => server.database.db.select().from(pageLogs)
const errors = () => server.database.db.select().from(clientErrors)

describe('a page log', () => {
  it('of a page that was shown is kept, and answered with its own success', async () => {
    expect(await send(view())).toMatchObject({ code: 0, data: null })
    expect(await logs()).toEqual([{ loggedAt: server.clock.now(), event: 'view', ...about, fingerprint: null }])
    expect(await errors()).toEqual([])
  })

  it('keeps only known words, and no query, token or number of anybody', async () => {
    await send(
      view({ page: `${HOME}?token=${TOKEN}`, client: 'curl', version: 'x', terminalType: '?', channel: '13800138000' }),
    )
    await send(view({ page: '/13800138000' }))
    const kept = await logs()
    expect(kept).toMatchObject([
      { page: HOME, client: 'other', version: 'other', terminalType: 'other', channel: '…' },
      { page: 'other' },
    ])
  })

  it('of an error keeps nothing that is somebody’s', async () => {
    const stack = `Error\n    at f (https://h.example/js/app.js?token=${TOKEN}:1:2)\n    at 13800138000`
    await send(error({ message: `no ${TOKEN} for 138 0013 8000 at /pay?orderId=9`, stack }))
    const text = JSON.stringify([await logs(), await errors()])
    for (const secret of [TOKEN, '13800138000', '0013 8000', 'orderId', 'token=']) expect(text).not.toContain(secret)
    expect(await errors()).toMatchObject([{ message: 'no … for … at /pay' }])
  })

  it('of the same error by many clients is one row for the operator', async () => {
    await Promise.all(Array.from({ length: 5 }, () => send(error())))
    server.clock.advance(DAY_MS)
    await send(error({ version: '1.1.0' }))
    await send(error({ message: 'another' }))
    const answer = await server.get('/vmcloud/api/operator/getClientErrors', { token: OPERATOR_TOKEN })
    const now = server.clock.now().getTime()
    expect(answer).toMatchObject({ code: 200, data: { page: 1, totalPage: 1 } })
    const { records } = answer.data as { records: { message: string }[] }
    expect(records.toSorted((a, b) => b.message.localeCompare(a.message))).toMatchObject([
      {
        message: 'x is not a function',
        times: 6,
        firstVersion: '1.0.0',
        lastVersion: '1.1.0',
        firstSeenAt: now - DAY_MS,
        lastSeenAt: now,
      },
      { message: 'another', times: 1 },
    ])
    expect(await logs()).toHaveLength(7)
  })

  it.each([
    ['nothing', '', FORM],
    ['an unknown event', 'event=click&page=/', FORM],
    ['an unknown field', `${new URLSearchParams(view())}&extra=1`, FORM],
    ['a field twice', `${new URLSearchParams(view())}&page=/`, FORM],
    ['a field missing', 'event=view&page=/', FORM],
    ['a zero byte', new URLSearchParams(view({ channel: 'a\0b' })).toString(), FORM],
    ['a message too long', new URLSearchParams(error({ message: 'x'.repeat(501) })).toString(), FORM],
    ['another format', JSON.stringify(view()), 'application/json'],
    ['no format', new URLSearchParams(view()).toString(), 'text/plain'],
  ])('with %s is refused, and nothing is kept', async (_what, body, contentType) => {
    const response = await sendRaw(body, contentType)
    expect(response.statusCode).toBeLessThan(500)
    expect(response.json()).toMatchObject({ code: 1080 })
    expect(await logs()).toEqual([])
  })

  it('that is too large is refused', async () => {
    expect((await sendRaw(`event=view&page=${'x'.repeat(30_000)}`)).statusCode).toBe(413)
  })

  it('is limited by address', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 601; at += 1) statuses.push((await sendRaw('', FORM, '203.0.113.9')).statusCode)
    expect(statuses.slice(0, 600).every((status) => status === 200)).toBe(true)
    expect(statuses[600]).toBe(429)
  })

  it('of whatever bytes is never a failure of the server', async () => {
    const hostile = fc.oneof(
      fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
      fc.string({ unit: 'binary', maxLength: 300 }).map((text) => Buffer.from(text)),
      fc.dictionary(fc.string(), fc.string({ unit: 'binary' })).map((extra) => formOf({ ...view(), ...extra })),
      fc
        .record({ message: fc.string({ unit: 'binary', minLength: 1 }), stack: fc.string({ unit: 'binary' }) })
        .map((said) => formOf(error(said))),
    )
    for (const body of fc.sample(hostile, { numRuns: 150, seed: 6 })) {
      const { statusCode } = await sendRaw(body)
      expect({ body: body.toString('latin1'), isFailure: statusCode >= 500 }).toMatchObject({ isFailure: false })
    }
  })
})

const formOf = (fields: Record<string, string>): Buffer =>
  Buffer.from(
    Object.entries(fields)
      .map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`)
      .join('&'),
  )

it('every hour days ahead are made, and what is old is forgotten', async () => {
  await send(error())
  const run = () => pageDaysJob(server).run({}, new AbortController().signal)
  await run()
  server.clock.advance(14 * DAY_MS)
  await run()
  expect(await logs()).toHaveLength(1)
  server.clock.advance(DAY_MS)
  await run()
  expect(await logs()).toEqual([])
  expect(await errors()).toHaveLength(1)
  expect((await listDays(server.database.pool, 'page_logs')).length).toBeGreaterThanOrEqual(3)
  server.clock.advance(90 * DAY_MS)
  await run()
  expect(await errors()).toEqual([])
})

it('no more errors are kept than anybody reads', async () => {
  await server.database.pool.query(
    `insert into client_errors select 'e' || n, '', '', '', '', '', '', 1, $1, $1::timestamptz - n * interval '1 second'
     from generate_series(1, 5002) n`,
    [server.clock.now()],
  )
  await pageDaysJob(server).run({}, new AbortController().signal)
  const kept = await errors()
  expect(kept).toHaveLength(5_000)
  expect(kept.some(({ fingerprint }) => fingerprint === 'e5001')).toBe(false)
})
