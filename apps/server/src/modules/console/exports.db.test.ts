import { exportListNames, listExportOf } from '@yunji/contract/operator/export-lists'
import { headingOf } from '@yunji/contract/operator/list-export'
import { searchUsers } from '@yunji/contract/operator/user-calls'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { rightsOfRole } from '@yunji/contract/wire/operator-roles'
import { and, desc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { DAY_MS, later } from '../../platform/clock.ts'
import type { Operator } from '../../platform/operators/operator.ts'
import { users } from '../../tables/identity.ts'
import { operatorAudit, operatorExports } from '../../tables/operators.ts'
import { createOperatorHarness } from '../../testing/operators.ts'
import { useServer } from '../../testing/use-server.ts'
import { transfer } from '../commerce/ledger/index.ts'
import { createExport, type ExportDeps } from './exports.ts'

const server = await useServer()
const { db } = server.database
const { addReady, post, get } = createOperatorHarness(server)
const { OK, SHOW_ERROR_TIP } = ErrorCode

const owner = await addReady('owner')
const finance = await addReady('finance')

let lastPhone = 13_500_000_000
const addUser = (name = '客户'): Promise<number> => server.addUser(String(++lastPhone), null, name)

const lastAudit = async () => {
  const [row] = await db.select().from(operatorAudit).orderBy(desc(operatorAudit.id)).limit(1)
  return row
}

const refusedOf = (name: string) => and(eq(operatorAudit.operatorName, name), eq(operatorAudit.outcome, 'refused'))

const download = async (exportId: number, token: string) => {
  const { data } = await post('openExport', { exportId }, token)
  return server.app.inject({ url: (data as { address: string }).address })
}

const ended = async (token: string, exportId: number): Promise<void> => {
  await expect
    .poll(async () => {
      const { records } = (await get('getExports', token)).data as { records: Record<string, unknown>[] }
      return records.find((record) => record['exportId'] === exportId)
    })
    .toMatchObject({ state: 'done' })
}

it('give the rows of a list as a file, which goes after seven days', async () => {
  const names = ['=危险的', '甲,乙']
  const before = `导出${Date.now()}`
  for (const name of names)
    await db
      .update(users)
      .set({ name: `${before}${name}` })
      .where(eq(users.id, await addUser()))
  const query = new URLSearchParams({ text: before, sort: 'oldest' }).toString()
  const columns = ['name', 'maskedPhone', 'userType']
  const created = await post('createExport', { list: 'users', query, columns }, finance.token)
  const { exportId } = created.data as { exportId: number }
  const audit = await lastAudit()
  expect(audit).toMatchObject({
    call: 'createExport',
    subject: `export:${exportId}`,
    after: { filters: ['text', 'sort'] },
  })
  expect(JSON.stringify(audit)).not.toContain(before)
  await ended(finance.token, exportId)
  const file = await download(exportId, finance.token)
  expect(file.headers['content-disposition']).toContain('attachment')
  const [head, first, second, end] = file.body.split('\r\n')
  expect([head, end]).toEqual(['\uFEFF昵称,手机号,类型', ''])
  expect(first).toMatch(/^导出\d+=危险的,135\*\*\*\*\d{4},个人$/)
  expect(second).toMatch(/^"导出\d+甲,乙",/)
  expect(await lastAudit()).toMatchObject({ call: 'openExport', subject: `export:${exportId}` })

  expect((await post('openExport', { exportId }, owner.token)).code).toBe(SHOW_ERROR_TIP)
  server.clock.advance(7 * DAY_MS)
  const late = await addReady('finance')
  await server.runJob('console.deleteExports')
  expect((await get('getExports', late.token)).data).toEqual({ records: [] })
  expect(await db.$count(operatorExports, eq(operatorExports.id, exportId))).toBe(0)
})

it('need the right to the list, and parameters and columns that it has', async () => {
  const clerk = await addReady('finance')
  const ask = (body: object) =>
    post('createExport', { list: 'users', query: '', columns: ['name'], ...body }, clerk.token)
  expect(await ask({ list: 'devices' })).toMatchObject({ code: SHOW_ERROR_TIP, data: { right: 'devices.read' } })
  expect(await db.$count(operatorAudit, refusedOf(clerk.name))).toBe(1)
  expect((await ask({ query: 'state=nonsense' })).code).toBe(SHOW_ERROR_TIP)
  expect(await ask({ query: 'text=%00' })).toMatchObject({ code: SHOW_ERROR_TIP, msg: '参数有误' })
  expect(await db.$count(operatorAudit, refusedOf(clerk.name))).toBe(1)
  expect((await ask({ columns: ['passwordHash'] })).code).toBe(SHOW_ERROR_TIP)
  expect((await ask({ columns: ['toString'] })).code).toBe(SHOW_ERROR_TIP)
  const stranger = await addReady('support')
  expect(await post('createExport', { list: 'users', query: '', columns: ['name'] }, stranger.token)).toMatchObject({
    data: { right: 'data.export' },
  })
  expect((await server.app.inject({ url: '/operator/exportFile?token=forged' })).statusCode).toBe(404)
})

it('give the ledger of a user in words, and refuse a day that there is not', async () => {
  const clerk = await addReady('finance')
  const userId = await addUser()
  const at = new Date('2026-11-05T04:00:00Z')
  await db.transaction((tx) =>
    transfer(
      tx,
      {
        key: `export:${userId}`,
        reason: 'recharge',
        amountCents: 1250,
        from: { kind: 'alipay' },
        to: { userId, kind: 'balance' },
      },
      at,
    ),
  )
  const columns = ['createdAt', 'reason', 'amountCents', 'from.kind', 'from.userId', 'to.kind', 'to.userId']
  const ask = (query: string) => post('createExport', { list: 'ledger', query, columns }, clerk.token)
  expect(await ask('date=2026-02-30')).toMatchObject({ code: SHOW_ERROR_TIP, msg: '没有这一天' })
  const { exportId } = (await ask(`userId=${userId}&date=2026-11`)).data as { exportId: number }
  await ended(clerk.token, exportId)
  expect((await download(exportId, clerk.token)).body.split('\r\n').slice(1)).toEqual([
    `2026-11-05 12:00:00,充值,12.50,支付宝,,用户余额,${userId}`,
    '',
  ])
})

it('fail once their job has been given up, and make room for others', async () => {
  const clerk = await addReady('finance')
  const now = server.clock.now()
  const row = { operatorId: clerk.id, operatorName: clerk.name, list: 'users' as const, query: '', columns: ['name'] }
  const rows = Array.from({ length: 3 }, () => ({ ...row, createdAt: now, expiresAt: later(now, DAY_MS) }))
  const [first] = await db.insert(operatorExports).values(rows).returning({ id: operatorExports.id })
  const ask = () => post('createExport', { list: 'users', query: '', columns: ['name'] }, clerk.token)
  expect((await ask()).msg).toBe('请等正在导出的文件完成')
  const { pool } = server.database
  const waiting = `insert into pgboss.job (name, data, start_after) values ('console.export', $1, now() + interval '1 day')`
  await pool.query(waiting, [{ exportId: first?.id }])
  await server.runJob('console.endExports')
  const { records } = (await get('getExports', clerk.token)).data as { records: { state: string }[] }
  expect(records.map(({ state }) => state)).toEqual(['failed', 'failed', 'waiting'])
  expect((await ask()).code).toBe(OK)
})

it('are counted one after the other when they begin at the same moment', async () => {
  const clerk = await addReady('finance')
  for (const operatorId of [clerk.id, null]) {
    const operator = { operatorId, name: clerk.name, rights: rightsOfRole.finance } as unknown as Operator
    // Without a job none of them ends meanwhile.
    const deps = {
      ...server,
      jobs: { add: async () => undefined },
      bindings: () => [{ call: searchUsers, run: async () => ({ records: [] }) }],
    } as unknown as ExportDeps
    const body = { list: 'users' as const, query: '', columns: ['name'] }
    const begun = await Promise.allSettled(
      Array.from({ length: 10 }, () => createExport(deps)(operator, body, async () => undefined)),
    )
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  }
})

it('are opened only with the right to the list', async () => {
  const [clerk, chief] = [await addReady('owner'), await addReady('owner')]
  const { data } = await post('createExport', { list: 'devices', query: '', columns: ['deviceId'] }, clerk.token)
  const { exportId } = data as { exportId: number }
  await ended(clerk.token, exportId)
  expect((await post('changeOperator', { operatorId: clerk.id, role: 'finance' }, chief.token)).code).toBe(OK)
  expect(await post('openExport', { exportId }, clerk.token)).toMatchObject({
    code: SHOW_ERROR_TIP,
    data: { right: 'devices.read' },
  })
})

it('read a long list page by page', async () => {
  const userId = await addUser()
  const clerk = await addReady('finance')
  await server.database.pool.query(
    `insert into orders (user_id, kind, title, state, lines, total_cents, payable_cents, purchase, created_at, expires_at)
     select $1, 'buy', '云手机', 'pending', '[]', n, n, '{}', $2, $2 from generate_series(1, 1203) n`,
    [userId, server.clock.now()],
  )
  const body = { list: 'orders', query: `userId=${userId}`, columns: ['orderId'] }
  const { exportId } = (await post('createExport', body, clerk.token)).data as { exportId: number }
  await ended(clerk.token, exportId)
  const lines = (await download(exportId, clerk.token)).body.trim().split('\r\n')
  expect(new Set(lines.slice(1)).size).toBe(1203)
})

it.each(exportListNames)('give the list %s with all its columns', async (list) => {
  const columns = listExportOf(list).columns
  const headings = Object.values(columns).map(headingOf)
  const clerk = await addReady('owner')
  const { data } = await post('createExport', { list, query: '', columns: Object.keys(columns) }, clerk.token)
  const { exportId } = data as { exportId: number }
  await ended(clerk.token, exportId)
  const [head] = (await download(exportId, clerk.token)).body.split('\r\n')
  expect(head).toBe(`\uFEFF${headings.join(',')}`)
})

it('give a row for each configuration that a zone has in stock', async () => {
  const { token } = await addReady('owner')
  const add = async (name: string, body: object) => (await post(name, body, token)).data as Record<string, number>
  const shown = { position: 0, isListed: true }
  const goods = { goodsLevel: 1, name: '畅享', tagline: '', tags: [], highlights: [], ...shown }
  const { goodId } = await add('saveGoods', goods)
  const hardware = {
    memoryGb: 4,
    storageGb: 64,
    version: '10/B',
    imageTypes: [1],
    supplierType: 7,
    isVideoEdition: false,
  }
  const { zoneId } = await add('createZone', { code: 'export', name: '导出机房', gatewayUrl: '', position: 0 })
  await add('createZone', { code: 'export-2', name: '空机房', gatewayUrl: '', position: 1 })
  for (const cpuCores of [2, 4]) {
    const { configId } = await add('saveConfiguration', { goodId, cpuCores, ...hardware, ...shown })
    await add('setZoneStock', { zoneId, configId, seenCapacity: 0, capacity: cpuCores * 10 })
  }
  const { exportId } = await add('createExport', { list: 'stock', query: '', columns: ['name', 'capacity', 'free'] })
  await ended(token, exportId ?? 0)
  const lines = (await download(exportId ?? 0, token)).body.trim().split('\r\n').slice(1)
  expect(lines).toEqual(['导出机房,20,20', '导出机房,40,40', '空机房,,'])
})

const addAudits = (subject: string, count: number) =>
  server.database.pool.query(
    `insert into operator_audit (at, operator_name, role, call, subject, outcome, address)
     select $2, '甲', 'finance', 'saveGoods', $1, 'done', '' from generate_series(1, $3::int)`,
    [subject, server.clock.now(), count],
  )

it('read a list with numbered pages at once, in words', async () => {
  await addAudits('goods:many', 250)
  const clerk = await addReady('owner')
  const body = { list: 'audit', query: 'subject=goods:many', columns: ['auditId', 'role', 'outcome'] }
  const { exportId } = (await post('createExport', body, clerk.token)).data as { exportId: number }
  await ended(clerk.token, exportId)
  const lines = (await download(exportId, clerk.token)).body.trim().split('\r\n').slice(1)
  expect(new Set(lines).size).toBe(250)
  expect(lines[0]).toMatch(/^\d+,财务,已执行$/)
})

it('refuse more rows than such a list may have', async () => {
  await addAudits('goods:most', 20_001)
  const { token } = await addReady('owner')
  const ask = (subject: string) =>
    post('createExport', { list: 'audit', query: `subject=${subject}`, columns: ['auditId'] }, token)
  expect(await ask('goods:most')).toMatchObject({
    code: SHOW_ERROR_TIP,
    msg: '符合条件的有 20001 行，最多导出 20000 行，请缩小范围',
  })
  expect((await ask('goods:few')).code).toBe(OK)
})

it.each([
  ['is disabled', { isDisabled: true }],
  ['has another role', { role: 'support' }],
])('fail for an operator who %s meanwhile', async (_name, change) => {
  const clerk = await addReady('finance')
  const chief = await addReady('owner')
  const now = server.clock.now()
  const row = { operatorId: clerk.id, operatorName: clerk.name, list: 'users' as const, query: '', columns: ['name'] }
  const times = { createdAt: now, expiresAt: later(now, DAY_MS) }
  const [added] = await db
    .insert(operatorExports)
    .values({ ...row, ...times })
    .returning({ id: operatorExports.id })
  expect((await post('changeOperator', { operatorId: clerk.id, ...change }, chief.token)).code).toBe(OK)
  await expect(server.runJob('console.export', { exportId: added?.id })).rejects.toThrow('may not export')
  await server.runJob('console.endExports')
  const [left] = await db
    .select()
    .from(operatorExports)
    .where(eq(operatorExports.id, added?.id ?? 0))
  expect(left?.state).toBe('failed')
})
