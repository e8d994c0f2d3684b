import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { eq } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import type { ObjectStore } from '../../platform/object-store.ts'
import type { SignedTokens } from '../../platform/signed-tokens.ts'
import { operatorAudit, operatorExports } from '../../tables/operators.ts'
import { createOperatorHarness } from '../../testing/operators.ts'
import { useServer } from '../../testing/use-server.ts'
import { connectObjectStore } from '../../wiring/connect-object-store.ts'
import { openTicket } from '../service/write-ticket.ts'
import { exportJob } from './exports.ts'

const server = await useServer()
const { db, pool } = server.database
const { addReady, post, get } = createOperatorHarness(server)
const { OK, SHOW_ERROR_TIP } = ErrorCode

let lastPhone = 13_400_000_000
const addUser = (name = '客户'): Promise<number> => server.addUser(String(++lastPhone), 'yunji2026', name)

interface Exported {
  readonly exportId: number
  readonly state: string
  readonly rows: number
}

const begin = async (userId: number, token: string): Promise<number> => {
  const answer = await post('createUserExport', { userId }, token)
  expect(answer).toMatchObject({ code: OK })
  return (answer.data as Exported).exportId
}

const listOf = async (userId: number, token: string): Promise<readonly Exported[]> =>
  ((await get(`getUserExports?userId=${userId}`, token)).data as { records: Exported[] }).records

const ended = async (userId: number, token: string): Promise<void> => {
  const statesOf = async () => (await listOf(userId, token)).map(({ state }) => state)
  await expect.poll(statesOf, { timeout: 20_000 }).toEqual(['done'])
}

const addressOf = async (exportId: number, token: string): Promise<string> =>
  ((await post('openExport', { exportId }, token)).data as { address: string }).address

const isStored = async (exportId: number): Promise<boolean> =>
  (await readdir(join(server.dataDir, 'objects', 'objects', 'exports'))).includes(String(exportId))

const erase = async (userId: number): Promise<void> => {
  await pool.query('update sessions set revoked_at = now() where user_id = $1', [userId])
  await pool.query(
    `insert into account_deletions (user_id, requested_at, erases_at, next_try_at) values ($1, $2, $2, $2)`,
    [userId, server.clock.now()],
  )
  await server.runJob('maintenance.eraseAccounts')
}

/** A row whose job is run by the test. */
const addExport = async (userId: number): Promise<number> => {
  const now = server.clock.now()
  const values = { operatorName: 'owner', list: 'person' as const, query: '', columns: [], userId }
  const [row] = await db
    .insert(operatorExports)
    .values({ ...values, createdAt: now, expiresAt: new Date(now.getTime() + DAY_MS) })
    .returning({ id: operatorExports.id })
  return row?.id ?? 0
}

const readState = async (exportId: number) =>
  (await db.select().from(operatorExports).where(eq(operatorExports.id, exportId)))[0]?.state

/** Runs the job of an export with another behaviour of the object store. */
const runWith = async (exportId: number, change: (store: ObjectStore) => Partial<ObjectStore>): Promise<void> => {
  const store = await connectObjectStore({ dataDir: server.dataDir })
  const { database, clock, log, jobs } = server
  const ofLists = { operators: { findById: async () => null }, bindings: () => [] }
  const deps = { database, clock, log, jobs, signedTokens: {} as SignedTokens, ...ofLists }
  const methods = { put: store.put.bind(store), get: store.get.bind(store), delete: store.delete.bind(store) }
  const objectStore = { ...store, ...methods, ...change(store) }
  await exportJob({ ...deps, objectStore }).run({ exportId })
}

it('gives a customer their data as a file of its operator, and every step is audited', async () => {
  const owner = await addReady('owner')
  const userId = await addUser('林间晚风')
  const otherId = await addUser('别的客户')
  await pool.query(
    `insert into orders (user_id, kind, title, state, lines, total_cents, payable_cents, purchase, created_at, expires_at)
     select case when n <= 1203 then $1::bigint else $2 end, 'buy', '云手机', 'pending', '[]', n, n, '{}', $3, $3
     from generate_series(1, 1210) n`,
    [userId, otherId, server.clock.now()],
  )
  const exportId = await begin(userId, owner.token)
  await ended(userId, owner.token)
  const file = await server.app.inject({ url: await addressOf(exportId, owner.token) })
  expect(file.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'private, no-store' })
  const files = unzipSync(file.rawPayload)
  const read = (name: string): string => Buffer.from(files[name] ?? []).toString()
  expect(JSON.parse(read('账号/账号.json'))).toMatchObject([{ id: userId, name: '林间晚风' }])
  const orders = JSON.parse(read('交易/订单.json')) as { total_cents: number }[]
  expect(orders.map(({ total_cents }) => total_cents)).toEqual(Array.from({ length: 1203 }, (_, index) => index + 1))
  expect(read('说明.txt')).toContain('交易/订单.json：1203 条')
  const [record] = await listOf(userId, owner.token)
  expect(record?.rows).toBeGreaterThan(1203)

  const audit = await db.select().from(operatorAudit).where(eq(operatorAudit.operatorId, owner.id))
  expect(audit).toMatchObject([
    { call: 'createUserExport', subject: `user:${userId}`, after: { exportId } },
    { call: 'openExport', subject: `export:${exportId}` },
  ])
  expect(JSON.stringify(audit)).not.toContain('林间晚风')
  // The files of lists are another list.
  expect((await get('getExports', owner.token)).data).toEqual({ records: [] })

  const colleague = await addReady('owner')
  expect(await listOf(userId, colleague.token)).toEqual([])
  expect((await post('openExport', { exportId }, colleague.token)).code).toBe(SHOW_ERROR_TIP)
  await pool.query(`update operators set role = 'finance' where id = $1`, [owner.id])
  expect(await post('openExport', { exportId }, owner.token)).toMatchObject({ data: { right: 'users.write' } })
})

it("has tickets by the number's proof since the account has the number, and no earlier ones", async () => {
  const owner = await addReady('owner')
  const mobilePhone = String(lastPhone + 1)
  const write = (content: string) =>
    db.transaction((tx) => openTicket(server)(tx, { contactPhone: mobilePhone }, { kind: 'account', content }))
  await write('这个号码以前的主人')
  const userId = await addUser()
  await write('账号被冻结')
  const exportId = await begin(userId, owner.token)
  await ended(userId, owner.token)
  const file = await server.app.inject({ url: await addressOf(exportId, owner.token) })
  const read = (name: string): unknown => JSON.parse(Buffer.from(unzipSync(file.rawPayload)[name] ?? []).toString())
  expect(read('客服/工单.json')).toMatchObject([{ title: '账号被冻结' }])
  expect(read('客服/工单的回复.json')).toMatchObject([{ content: '账号被冻结' }])
})

it('needs both rights, and an account that exists', async () => {
  const userId = await addUser()
  for (const [role, right] of [
    ['finance', 'users.write'],
    ['support', 'data.export'],
    ['readonly', 'data.export'],
  ] as const) {
    const { token } = await addReady(role)
    expect(await post('createUserExport', { userId }, token)).toMatchObject({ code: SHOW_ERROR_TIP, data: { right } })
    expect(await get(`getUserExports?userId=${userId}`, token)).toMatchObject({ data: { right } })
  }
  const owner = await addReady('owner')
  await erase(userId)
  for (const unknown of [userId, 987_654_321])
    expect((await post('createUserExport', { userId: unknown }, owner.token)).code).toBe(SHOW_ERROR_TIP)
})

it('runs once at a time for a customer, also when ten are asked for at once', async () => {
  const operators = [await addReady('owner'), await addReady('owner')]
  const userId = await addUser()
  const waiting = await addExport(userId)
  const askTen = () =>
    Promise.all(Array.from({ length: 10 }, (_, n) => post('createUserExport', { userId }, operators[n % 2]?.token)))
  expect(new Set((await askTen()).map(({ code }) => code))).toEqual(new Set([SHOW_ERROR_TIP]))
  // A run that was given up long ago keeps nobody from the next.
  await db
    .update(operatorExports)
    .set({ createdAt: new Date(server.clock.now().getTime() - HOUR_MS) })
    .where(eq(operatorExports.id, waiting))
  await db.transaction(async (tx) => {
    // The run waits here, so that it cannot end between two of the ten.
    await tx.execute('lock table guide_ends in access exclusive mode')
    expect((await askTen()).filter(({ code }) => code === OK)).toHaveLength(1)
  })
})

it('is deleted with the account, also one that is being written', async () => {
  const owner = await addReady('owner')
  const userId = await addUser()
  const exportId = await addExport(userId)
  await server.runJob('console.export', { exportId })
  expect(await isStored(exportId)).toBe(true)
  await pool.query('update operator_exports set operator_id = $1 where id = $2', [owner.id, exportId])
  const address = await addressOf(exportId, owner.token)
  await erase(userId)
  expect(await isStored(exportId)).toBe(false)
  expect((await server.app.inject({ url: address })).statusCode).toBe(404)

  const lateId = await addUser()
  const running = await addExport(lateId)
  await runWith(running, (store) => ({
    put: async (...input) => {
      const stored = await store.put(...input)
      await erase(lateId)
      return stored
    },
  }))
  expect(await isStored(running)).toBe(false)

  // Killed after its file was written, and repeated after the erasure.
  const gone = await addExport(await addUser())
  await server.runJob('console.export', { exportId: gone })
  await pool.query('delete from operator_exports where id = $1', [gone])
  expect(await isStored(gone)).toBe(true)
  await server.runJob('console.export', { exportId: gone })
  expect(await isStored(gone)).toBe(false)
})

it('that breaks midway goes on waiting, and is whole after the next run', async () => {
  const exportId = await addExport(await addUser())
  const broken = runWith(exportId, () => ({
    put: async (_key, body) => {
      await body[Symbol.asyncIterator]().next()
      throw new Error('the store is away')
    },
  }))
  await expect(broken).rejects.toThrow('the store is away')
  expect(await readState(exportId)).toBe('waiting')
  await server.runJob('console.export', { exportId })
  expect([await readState(exportId), await isStored(exportId)]).toEqual(['done', true])
})

/** Runs `meanwhile` after the file was written, and before the row is. */
const runAndMeanwhile = (exportId: number, meanwhile: () => Promise<unknown>): Promise<void> =>
  runWith(exportId, (store) => ({
    put: async (...input) => {
      const stored = await store.put(...input)
      await meanwhile()
      return stored
    },
  }))

it('stays failed when it was given up before its run ends, and keeps the file of another run', async () => {
  const givenUp = await addExport(await addUser())
  await runAndMeanwhile(givenUp, () => server.runJob('console.endExports'))
  expect([await readState(givenUp), await isStored(givenUp)]).toEqual(['failed', false])
  await server.runJob('console.export', { exportId: givenUp })
  expect(await readState(givenUp)).toBe('failed')

  const ranTwice = await addExport(await addUser())
  await runAndMeanwhile(ranTwice, () => server.runJob('console.export', { exportId: ranTwice }))
  expect([await readState(ranTwice), await isStored(ranTwice)]).toEqual(['done', true])
})

it('goes after seven days', async () => {
  const exportId = await addExport(await addUser())
  await server.runJob('console.export', { exportId })
  server.clock.advance(7 * DAY_MS)
  await server.runJob('console.deleteExports')
  expect(await isStored(exportId)).toBe(false)
  expect(await db.$count(operatorExports, eq(operatorExports.id, exportId))).toBe(0)
})
