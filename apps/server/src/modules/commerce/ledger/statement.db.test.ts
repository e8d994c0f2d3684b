import type { StatementEntry } from '@yunji/contract/commerce/wallet/schema'
import { createMigratedDatabase } from '@yunji/testkit/database'
import { withClient } from '@yunji/testkit/with-client'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { chinaDay } from '../../../platform/china-time.ts'
import { MINUTE_MS } from '../../../platform/clock.ts'
import { createDevices } from '../../../testing/devices.ts'
import { countRowsRead } from '../../../testing/rows-read.ts'
import { useServer } from '../../../testing/use-server.ts'
import { type LedgerTransfer, transfer } from './index.ts'
import { listEntries } from './statement-store.ts'

const server = await useServer()
const make = createDevices(server)
let userId = 0
let token = ''
let lastKey = 0
beforeEach(async () => {
  ;({ userId, token } = await make.addPerson())
})

interface Statement {
  readonly records: readonly StatementEntry[]
  readonly totalPage: number
  readonly time: number
  readonly inCents: number
  readonly outCents: number
}

const apply = async (movement: Omit<LedgerTransfer, 'key'>) => {
  server.clock.advance(MINUTE_MS)
  await server.database.db.transaction((tx) =>
    transfer(tx, { key: `statement:${++lastKey}`, ...movement }, server.clock.now()),
  )
}
const comeIn = (amountCents: number, kind: 'beans' | 'balance' = 'beans') =>
  apply({ reason: 'recharge', from: { kind: 'alipay' }, to: { userId, kind }, amountCents })
const goOut = (amountCents: number, orderId = 7) =>
  apply({ reason: 'orderPayment', from: { userId, kind: 'beans' }, to: { kind: 'revenue' }, amountCents, orderId })
const month = () => chinaDay(server.clock.now()).slice(0, 7)
const read = async (query = '', as = token): Promise<Statement> => {
  const path = `/vmcloud/api/wallet/getStatement?account=beans&month=${month()}${query}`
  return (await server.get(path, { token: as })).data as Statement
}

it('tells what somebody can spend', async () => {
  await comeIn(500)
  await comeIn(20, 'balance')
  const { data } = await server.get('/vmcloud/api/wallet/getWallet', { token })
  expect(data).toEqual({ beansCents: 500, balanceCents: 20 })
})

describe('a statement', () => {
  it('lists a month with its running balance, newest first', async () => {
    await comeIn(500)
    await goOut(120, 9)
    await comeIn(30, 'balance')
    const { records, inCents, outCents } = await read()
    expect(records.map(({ amountCents, balanceCents, reason }) => [reason, amountCents, balanceCents])).toEqual([
      ['orderPayment', -120, 380],
      ['recharge', 500, 500],
    ])
    expect(records[0]).toMatchObject({ orderId: 9, deviceId: null })
    expect(records[1]).toMatchObject({ orderId: null })
    const [from, to] = [{ userId, kind: 'beans' } as const, { kind: 'revenue' } as const]
    await apply({ reason: 'metering', from, to, amountCents: 10, deviceId: 12 })
    expect((await read()).records[0]).toMatchObject({ orderId: null, deviceId: 12 })
    expect({ inCents, outCents }).toEqual({ inCents: 500, outCents: 120 })
  })

  it('shows only what came in, or went out, with the sums of the whole month', async () => {
    await comeIn(500)
    await goOut(120)
    expect((await read('&direction=in')).records.map(({ amountCents }) => amountCents)).toEqual([500])
    const out = await read('&direction=out')
    expect(out.records.map(({ amountCents }) => amountCents)).toEqual([-120])
    expect(out).toMatchObject({ inCents: 500, outCents: 120, totalPage: 1 })
  })

  it('keeps its pages where they were when something new comes', async () => {
    for (const amountCents of [1, 2, 3]) await comeIn(amountCents)
    const first = await read('&size=2')
    await comeIn(4)
    const second = await read(`&size=2&num=2&time=${first.time}`)
    expect([...first.records, ...second.records].map(({ amountCents }) => amountCents)).toEqual([3, 2, 1])
  })

  it('of another month, or of somebody without money, is empty', async () => {
    const path = '/vmcloud/api/wallet/getStatement?account=beans&month=2020-01'
    expect((await server.get(path, { token })).data).toMatchObject({ records: [], totalPage: 0, inCents: 0 })
    await comeIn(5)
    const stranger = await make.addPerson()
    expect((await read('', stranger.token)).records).toEqual([])
  })

  it.each(['2026-13', '2026-00', '26-01', ''])('of the month %j is bad input', async (wrong) => {
    const path = `/vmcloud/api/wallet/getStatement?account=beans&month=${wrong}`
    expect(await server.get(path, { token })).toMatchObject({ code: 1080 })
  })

  it('reads no more entries than a page shows, however long the month is', async () => {
    const own = await createMigratedDatabase()
    onTestFinished(() => own.drop())
    const owner = await withClient(own.url, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `with person as (insert into users (name, created_at) values ('账本', now()) returning id)
         insert into ledger_accounts (user_id, kind, balance_cents) select id, 'beans', 9000 from person returning user_id as id`,
      )
      await client.query(
        `insert into ledger_entries (key, reason, from_account_id, to_account_id, amount_cents, to_balance_cents, created_at)
         select 'entry:' || n, 'recharge', source.id, target.id, 1, n, '2026-11-10'
         from ledger_accounts source, ledger_accounts target, generate_series(1, 5000) n
         where source.kind = 'alipay' and target.kind = 'beans'`,
      )
      await client.query('analyze ledger_entries')
      return Number(rows[0]?.id)
    })
    const part = {
      userId: owner,
      account: 'beans',
      month: '2026-11',
      direction: 'all',
      time: new Date('2026-11-20'),
    } as const
    const listed = await countRowsRead(own.url, 'ledger_entries', async (db) => {
      const lines = await listEntries(db, { ...part, beforeEntryId: 4001 }, { offset: 10, limit: 10 })
      expect(lines.map(({ balanceCents }) => balanceCents)).toEqual(Array.from({ length: 10 }, (_, n) => 3990 - n))
    })
    expect(listed).toBeLessThan(100)
  })

  it('can be taken along for a spreadsheet', async () => {
    await comeIn(1234, 'balance')
    const path = `/vmcloud/api/wallet/exportStatement?account=balance&month=${month()}`
    const { fileName, csv } = (await server.get(path, { token })).data as { fileName: string; csv: string }
    expect(fileName).toBe(`yunji-balance-${month()}.csv`)
    expect(csv.startsWith('﻿时间,事项,金额（元）,结余（元）,订单号\r\n')).toBe(true)
    expect(csv).toMatch(/,充值,12\.34,12\.34,\r\n$/)
    const [from, to] = [{ userId, kind: 'balance' } as const, { kind: 'revenue' } as const]
    await apply({ reason: 'orderPayment', from, to, amountCents: 1234, orderId: 31 })
    const { csv: later } = (await server.get(path, { token })).data as { csv: string }
    expect(later).toMatch(/,支付订单,-12\.34,0\.00,31\r\n[^\r]+,充值,12\.34,12\.34,\r\n$/)
  })

  it('is taken along to its last line, however long', async () => {
    await comeIn(1)
    await server.database.db.execute(sql`
      insert into ledger_entries (key, reason, from_account_id, to_account_id, amount_cents, to_balance_cents, created_at)
      select 'long:' || n, 'recharge', (select id from ledger_accounts where kind = 'alipay'), id, 1, n + 1, ${server.clock.now()}
      from ledger_accounts, generate_series(1, 20000) n where user_id = ${userId} and kind = 'beans' order by n`)
    const path = `/vmcloud/api/wallet/exportStatement?account=beans&month=${month()}`
    const answer = async (more: string) =>
      (await server.get(`${path}${more}`, { token })).data as { csv: string; nextEntryId: number | null }
    const first = await answer('')
    const second = await answer(`&beforeEntryId=${first.nextEntryId}`)
    expect(second.nextEntryId).toBeNull()
    const lines = `${first.csv}${second.csv}`.split('\r\n').slice(1, -1)
    const balances = lines.map((line) => Number(line.split(',')[3]))
    expect(balances).toEqual(Array.from({ length: 20_001 }, (_, at) => 20_001 - at))
  })
})
