import type { getLedgerChecks, getLedgerEntries } from '@yunji/contract/operator/ledger-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { withClient } from '@yunji/testkit/with-client'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { chinaDay } from '../../../platform/china-time.ts'
import { ledgerAccounts, ledgerChecks } from '../../../tables/ledger.ts'
import { createDevices } from '../../../testing/devices.ts'
import { createOperatorHarness } from '../../../testing/operators.ts'
import { openShop } from '../../../testing/shop.ts'
import { useServer } from '../../../testing/use-server.ts'
import { createWalletHarness } from '../../../testing/wallet.ts'

const server = await useServer()
const { db } = server.database
const shop = await openShop(server)
const make = createDevices(server)
const wallet = createWalletHarness(server)
const operators = createOperatorHarness(server)
const { token: finance } = await operators.addReady('finance')

const entries = async (query: string) =>
  (await operators.get(`getLedgerEntries${query}`, finance)).data as CallData<typeof getLedgerEntries>
const checks = async () => (await operators.get('getLedgerChecks', finance)).data as CallData<typeof getLedgerChecks>

/** An order paid with beans. */
const buy = async () => {
  const { userId, token } = await make.addPerson()
  await wallet.fill(userId, 'beans', 100_000)
  const { goodPrice } = await shop.priceOf(shop.productId, token)
  const items = [{ id: shop.productId, quantity: 1, goodPrice }]
  const answer = await shop.order(token, { items, zoneId: shop.zoneId, imageType: 1, totalCents: goodPrice })
  const { orderId } = answer.data as { orderId: number }
  const paid = await wallet.pay(token, orderId, 3)
  expect(paid).toMatchObject({ code: 200 })
  return { userId, token, orderId, goodPrice }
}

const runCheck = async () => {
  const answer = await operators.post('startLedgerCheck', {}, finance)
  expect(answer).toMatchObject({ code: 200 })
  await expect.poll(async () => (await checks()).records[0]?.state, { timeout: 15_000 }).toBe('done')
  const [check] = (await checks()).records
  return check as NonNullable<typeof check>
}

describe('entries', () => {
  it('are listed by order, user, account and day, newest first', async () => {
    const { userId, orderId, goodPrice } = await buy()
    const ofOrder = await entries(`?orderId=${orderId}`)
    expect(ofOrder.records).toMatchObject([
      {
        reason: 'orderPayment',
        amountCents: goodPrice,
        from: { kind: 'beans', userId },
        to: { kind: 'revenue', userId: null },
      },
    ])
    expect((await entries(`?userId=${userId}`)).records.map(({ reason }) => reason)).toEqual([
      'orderPayment',
      'recharge',
    ])
    expect((await entries(`?userId=${userId}&kind=balance`)).records).toEqual([])
    const today = chinaDay(server.clock.now())
    expect((await entries(`?userId=${userId}&date=${today}`)).records).toHaveLength(2)
    expect((await entries(`?kind=revenue&date=${today.slice(0, 7)}`)).records[0]?.orderId).toBe(orderId)
    expect((await entries(`?date=2020-01`)).records).toEqual([])
    expect(await operators.get('getLedgerEntries?date=2026-02-31', finance)).toMatchObject({ code: 1080 })
    expect(await operators.get('getLedgerEntries?kind=beans', finance)).toMatchObject({ code: 1080 })
  })

  it('are for operators with the right alone', async () => {
    const { token } = await operators.addReady('support')
    expect(await operators.get('getLedgerEntries', token)).toMatchObject({ data: { right: 'ledger.read' } })
    expect(await operators.post('startLedgerCheck', {}, token)).toMatchObject({ data: { right: 'ledger.write' } })
  })

  it('page by key without losing or repeating any', async () => {
    const { userId } = await make.addPerson()
    for (let count = 0; count < 55; count += 1) await wallet.fill(userId, 'balance', 100)
    const first = await entries(`?userId=${userId}`)
    expect(first.records).toHaveLength(50)
    const second = await entries(`?userId=${userId}&cursor=${first.nextCursor}`)
    expect(second).toMatchObject({ nextCursor: null })
    const ids = [...first.records, ...second.records].map(({ entryId }) => entryId)
    expect(new Set(ids).size).toBe(55)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  })
})

describe('check of the ledger', () => {
  it('finds nothing in right books, and says what it has summed', async () => {
    await buy()
    const check = await runCheck()
    expect(check).toMatchObject({ state: 'done', differenceCount: 0, differences: [] })
    expect(check.entries).toBeGreaterThan(0)
    expect(check.orders).toBeGreaterThan(0)
    expect(check.totals.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
  })

  it('lists a changed balance, held amount and order, and corrects none', async () => {
    const { userId, orderId, goodPrice } = await buy()
    const isTheirs = eq(ledgerAccounts.userId, userId)
    await db.update(ledgerAccounts).set({ balanceCents: sql`balance_cents + 7`, heldCents: 5 }).where(isTheirs)
    await db.execute(
      sql`update orders set payable_cents = payable_cents + 1, total_cents = total_cents + 1 where id = ${orderId}`,
    )
    const check = await runCheck()
    expect(check.differences).toContainEqual(expect.objectContaining({ what: 'sum', countedCents: 7 }))
    expect(check.differences.find(({ what }) => what === 'balance')).toMatchObject({ userId })
    expect(check.differences.find(({ what }) => what === 'held')).toMatchObject({
      userId,
      storedCents: 5,
      countedCents: 0,
    })
    expect(check.differences.find(({ what }) => what === 'paid')).toMatchObject({
      orderId,
      storedCents: goodPrice + 1,
      countedCents: goodPrice,
    })
    expect(check.differenceCount).toBe(4)
    await db.update(ledgerAccounts).set({ balanceCents: sql`balance_cents - 7`, heldCents: 0 }).where(isTheirs)
    await db.execute(
      sql`update orders set payable_cents = payable_cents - 1, total_cents = total_cents - 1 where id = ${orderId}`,
    )
    expect((await runCheck()).differenceCount).toBe(0)
  })

  it('waits on a connection that may be silent for longer than that of a request', async () => {
    await withClient(server.database.url, async (locking) => {
      await locking.query('begin')
      await locking.query('lock table ledger_accounts in access exclusive mode')
      await operators.post('startLedgerCheck', {}, finance)
      const waiting = async () => {
        const { rows } = await server.database.pool.query<{ name: string }>(
          `select application_name as name from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%ledger_accounts%'`,
        )
        return rows.map(({ name }) => name)
      }
      await expect.poll(waiting, { timeout: 15_000 }).toEqual(['yunji-long'])
      await locking.query('rollback')
    })
    await expect.poll(async () => (await checks()).records[0]?.state, { timeout: 15_000 }).toBe('done')
  })

  it('runs nightly, one at a time, and is taken up again after a kill', async () => {
    const [running] = await db.insert(ledgerChecks).values({ startedAt: server.clock.now() }).returning()
    expect(await operators.post('startLedgerCheck', {}, finance)).toMatchObject({ msg: '正在核对，请等它完成' })
    await server.runJob('ledger.check')
    expect((await checks()).records[0]).toMatchObject({ checkId: running?.id, state: 'done', operatorName: null })
    await server.runJob('ledger.check')
    expect((await checks()).records[0]?.checkId).not.toBe(running?.id)
  })
})
