import { createMigratedDatabase } from '@yunji/testkit/database'
import { withClient } from '@yunji/testkit/with-client'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { countRowsRead } from '../../../testing/rows-read.ts'
import { useServer } from '../../../testing/use-server.ts'
import {
  auditJob,
  auditLedger,
  auditRecent,
  captureHold,
  findWallet,
  hold,
  type LedgerTransfer,
  releaseHold,
  transfer,
} from './index.ts'

const server = await useServer()
let userId = 0
let lastPhone = 13_700_000_000
let lastKey = 0
beforeEach(async () => {
  userId = await server.addUser(String(++lastPhone), null)
})

const now = () => server.clock.now()
const db = () => server.database.db
const nextKey = () => `test:${++lastKey}`
const beans = () => ({ userId, kind: 'beans' as const })
const apply = (movement: LedgerTransfer) => db().transaction((tx) => transfer(tx, movement, now()))
const recharge = (amountCents: number, key = nextKey()) =>
  apply({ key, reason: 'recharge', from: { kind: 'alipay' }, to: beans(), amountCents })
const spend = (amountCents: number, key = nextKey()) =>
  apply({ key, reason: 'orderPayment', from: beans(), to: { kind: 'revenue' }, amountCents })
const beansLeft = async () => (await findWallet(db(), userId)).beansCents

describe('a movement', () => {
  it('takes from one account what it gives to another', async () => {
    await recharge(500)
    await spend(120)
    expect(await findWallet(db(), userId)).toEqual({ beansCents: 380, balanceCents: 0 })
  })

  it('happens once for one key, however often it is told', async () => {
    const key = nextKey()
    expect(await recharge(500, key)).toEqual({ isNew: true })
    expect(await recharge(500, key)).toEqual({ isNew: false })
    expect(await beansLeft()).toBe(500)
  })

  it('happens once when it is told ten times at once', async () => {
    const key = nextKey()
    await recharge(500)
    const tellings = await Promise.allSettled(Array.from({ length: 10 }, () => spend(200, key)))
    const isNew = tellings.filter((telling) => telling.status === 'fulfilled' && telling.value.isNew)
    expect(isNew).toHaveLength(1)
    expect(await beansLeft()).toBe(300)
  })

  it('under a key that stands for another amount is a fault, and moves nothing', async () => {
    const key = nextKey()
    await recharge(500, key)
    await expect(recharge(501, key)).rejects.toThrow('another amount')
    expect(await beansLeft()).toBe(500)
  })

  it.each<[string, Partial<LedgerTransfer>]>([
    ['from another account', { from: { kind: 'wechat' } }],
    ['to another account', { to: { kind: 'revenue' } }],
    ['of another amount', { amountCents: 499 }],
  ])('under a key that stands for one %s is a fault', async (_what, changes) => {
    const movement = {
      key: nextKey(),
      reason: 'recharge',
      from: { kind: 'alipay' },
      to: beans(),
      amountCents: 500,
    } as const
    await apply(movement)
    await expect(apply({ ...movement, ...changes })).rejects.toThrow('stands with another amount or between other')
    expect(await beansLeft()).toBe(500)
  })

  it('between our own books happens once for one key, and is told apart from another', async () => {
    const movement = {
      key: nextKey(),
      reason: 'orderPayment',
      from: { kind: 'alipay' },
      to: { kind: 'revenue' },
      amountCents: 700,
      orderId: 11,
    } as const
    expect(await apply(movement)).toEqual({ isNew: true })
    expect(await apply(movement)).toEqual({ isNew: false })
    await expect(apply({ ...movement, from: { kind: 'wechat' } })).rejects.toThrow('between other accounts')
    const { rows } = await db().execute(sql`
      select e.reason, f.kind as source, t.kind as target, e.amount_cents::int as cents, e.order_id::int as "orderId",
        e.from_balance_cents as "sourceAfter", e.to_balance_cents as "targetAfter"
      from ledger_entries e join ledger_accounts f on f.id = e.from_account_id join ledger_accounts t on t.id = e.to_account_id
      where e.key = ${movement.key}`)
    const [reason, source, target] = ['orderPayment', 'alipay', 'revenue']
    expect(rows).toEqual([{ reason, source, target, cents: 700, orderId: 11, sourceAfter: null, targetAfter: null }])
  })

  it('of a book that we do not keep is a fault', async () => {
    const unknown = { kind: 'bank' } as unknown as LedgerTransfer['from']
    const movement = { key: nextKey(), reason: 'recharge', from: unknown, to: beans(), amountCents: 5 } as const
    await expect(apply(movement)).rejects.toThrow('there is no account bank')
  })

  it.each([
    ['beans', 'BEANS_NOT_ENOUGH'],
    ['balance', 'BALANCE_NOT_ENOUGH'],
  ] as const)('of more %s than there are is refused', async (kind, error) => {
    const from = { userId, kind }
    await apply({ key: nextKey(), reason: 'recharge', from: { kind: 'wechat' }, to: from, amountCents: 100 })
    const tooMuch = apply({ key: nextKey(), reason: 'orderPayment', from, to: { kind: 'revenue' }, amountCents: 101 })
    await expect(tooMuch).rejects.toMatchObject({ error })
    expect((await findWallet(db(), userId))[`${kind}Cents`]).toBe(100)
  })

  it('lets fifty buyers of one wallet spend exactly what is in it', async () => {
    await recharge(1000)
    const purchases = await Promise.allSettled(Array.from({ length: 50 }, () => spend(70)))
    expect(purchases.filter(({ status }) => status === 'fulfilled')).toHaveLength(14)
    expect(await beansLeft()).toBe(1000 - 14 * 70)
  })

  it('from balance to beans and back never waits for itself', async () => {
    const balance = { userId, kind: 'balance' as const }
    await recharge(1000)
    await apply({ key: nextKey(), reason: 'recharge', from: { kind: 'wechat' }, to: balance, amountCents: 1000 })
    const crossing = Array.from({ length: 20 }, (_, index) => {
      const [from, to] = index % 2 ? [beans(), balance] : [balance, beans()]
      return apply({ key: nextKey(), reason: 'adjustment', from, to, amountCents: 10 })
    })
    await Promise.all(crossing)
    expect(await findWallet(db(), userId)).toEqual({ beansCents: 1000, balanceCents: 1000 })
  })

  it.each([0, -5])('of %i is refused by the database', async (amountCents) => {
    await expect(recharge(amountCents)).rejects.toMatchObject({
      cause: { constraint: 'ledger_entries_amount_cents_check' },
    })
  })

  it('keeps the running balance beside each entry', async () => {
    await recharge(500)
    await spend(120)
    await recharge(20)
    const { rows } = await db().execute(sql`
      select coalesce(from_balance_cents, to_balance_cents)::int as after from ledger_entries e
      join ledger_accounts a on a.id in (e.from_account_id, e.to_account_id) and a.user_id = ${userId} order by e.id`)
    expect(rows).toEqual([{ after: 500 }, { after: 380 }, { after: 400 }])
  })
})

describe('a promise', () => {
  const promise = (key: string, amountCents: number) =>
    db().transaction((tx) => hold(tx, { key, userId, kind: 'beans', amountCents }, now()))
  const take = (key: string) =>
    db().transaction((tx) =>
      captureHold(
        tx,
        key,
        { key: `${key}:taken`, reason: 'orderPayment', from: beans(), to: { kind: 'revenue' } },
        now(),
      ),
    )

  it('cannot be spent meanwhile', async () => {
    await recharge(500)
    await promise(nextKey(), 400)
    expect(await beansLeft()).toBe(100)
    await expect(spend(101)).rejects.toMatchObject({ error: 'BEANS_NOT_ENOUGH' })
    await expect(promise(nextKey(), 101)).rejects.toMatchObject({ error: 'BEANS_NOT_ENOUGH' })
  })

  it('is made once for one key', async () => {
    const key = nextKey()
    await recharge(500)
    await promise(key, 200)
    await promise(key, 200)
    expect(await beansLeft()).toBe(300)
  })

  it('is kept once', async () => {
    const key = nextKey()
    await recharge(500)
    await promise(key, 200)
    expect(await take(key)).toEqual({ isNew: true })
    expect(await take(key)).toEqual({ isNew: false })
    expect(await beansLeft()).toBe(300)
  })

  it('that is given up can be spent again, and not kept any more', async () => {
    const key = nextKey()
    await recharge(500)
    await promise(key, 200)
    await db().transaction((tx) => releaseHold(tx, key, now()))
    await db().transaction((tx) => releaseHold(tx, key, now()))
    expect(await take(key)).toEqual({ isNew: false })
    expect(await beansLeft()).toBe(500)
  })
})

describe('the books', () => {
  /** Log lines of the audit that runs every minute. */
  const auditLines = async (): Promise<unknown[]> => {
    const lines: unknown[] = []
    await auditJob(db(), pino({}, { write: (line) => lines.push(JSON.parse(line)) })).run({})
    return lines
  }

  it.each([
    sql`update ledger_entries set amount_cents = amount_cents + 1`,
    sql`delete from ledger_entries`,
    sql`truncate ledger_entries`,
  ])('refuse to be changed', async (statement) => {
    await recharge(10)
    await expect(db().execute(statement)).rejects.toMatchObject({
      cause: { message: 'entries of the ledger are only added' },
    })
  })

  it('add up after everything above', async () => {
    expect(await auditLedger(db())).toEqual([])
    expect(await auditRecent(db())).toEqual([])
    expect(await auditLines()).toEqual([])
  })

  it('with an entry that does not go on from the one before are told', async () => {
    await recharge(500)
    const { rows } = await db().execute(sql`
      insert into ledger_entries (key, reason, from_account_id, to_account_id, amount_cents, to_balance_cents, created_at)
      select ${nextKey()}, 'recharge', (select id from ledger_accounts where kind = 'alipay'), id, 7, 600, now()
      from ledger_accounts where user_id = ${userId} returning to_account_id::int as id`)
    expect(await auditRecent(db())).toEqual([
      { accountId: rows[0]?.id, what: 'chain', storedCents: 593, countedCents: 500 },
      { accountId: rows[0]?.id, what: 'balance', storedCents: 500, countedCents: 600 },
    ])
    await db().execute(sql`update ledger_accounts set balance_cents = 507 where user_id = ${userId}`)
  })

  it('that do not add up are told', async () => {
    await recharge(500)
    const stored = sql`update ledger_accounts set balance_cents = balance_cents + 1, held_cents = 3 where user_id = ${userId}`
    await db().execute(stored)
    expect(await auditLedger(db())).toEqual([
      expect.objectContaining({ what: 'balance', storedCents: 501, countedCents: 500 }),
      expect.objectContaining({ what: 'held', storedCents: 3, countedCents: 0 }),
    ])
    const found = expect.objectContaining({ what: 'balance', storedCents: 501, countedCents: 500 })
    expect(await auditLines()).toMatchObject([
      { msg: 'ledger audit found discrepancies', discrepancies: expect.arrayContaining([found]) },
    ])
  })

  it('are counted by account, though nearly all entries are between a few of our own', async () => {
    const own = await createMigratedDatabase()
    onTestFinished(() => own.drop())
    await withClient(own.url, async (client) => {
      await client.query(
        `with people as (
           insert into users (name, created_at) select '账本', now() from generate_series(1, 20) returning id
         ), opened as (
           insert into ledger_accounts (user_id, kind, balance_cents) select id, 'beans', 1 from people returning id
         ), sides as (
           select source.id as source, target.id as target from ledger_accounts source, ledger_accounts target
           where source.kind = 'alipay' and target.kind = 'revenue'
         )
         insert into ledger_entries
           (key, reason, from_account_id, to_account_id, amount_cents, to_balance_cents, created_at)
         select 'own:' || n, 'orderPayment', source, target, 1, null, now() from sides, generate_series(1, 5000) n
         union all select 'user:' || opened.id, 'recharge', source, opened.id, 1, 1, now() from sides, opened`,
      )
      await client.query('analyze ledger_entries')
    })
    const read = await countRowsRead(own.url, 'ledger_entries', async (database) => {
      expect(await auditLedger(database)).toEqual([])
    })
    expect(read).toBeLessThan(100)
  })

  it('are counted to the last of more accounts than one statement counts', async () => {
    const before = await auditLedger(db())
    await db().execute(sql`
      with people as (
        insert into users (name, created_at) select '账本', now() from generate_series(1, 1100) returning id
      )
      insert into ledger_accounts (user_id, kind, balance_cents) select id, 'beans', 0 from people`)
    expect(await auditLedger(db())).toEqual(before)
    const { rows } = await db().execute(sql`
      update ledger_accounts set balance_cents = 9 where id = (select max(id) from ledger_accounts) returning id::int`)
    const last = { accountId: rows[0]?.id, what: 'balance', storedCents: 9, countedCents: 0 }
    expect(await auditLedger(db())).toEqual([...before, last])
    await db().execute(sql`update ledger_accounts set balance_cents = 0 where id = ${last.accountId}`)
  })

  it('never show an overdrawn account, whatever the code believes', async () => {
    await recharge(5)
    const overdraw = sql`update ledger_accounts set balance_cents = -1 where user_id = ${userId}`
    await expect(db().execute(overdraw)).rejects.toMatchObject({
      cause: { constraint: 'nothing_is_overdrawn' },
    })
  })
})
