import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { chinaDay } from '../../platform/china-time.ts'
import { DAY_MS, HOUR_MS, later } from '../../platform/clock.ts'
import { zones } from '../../tables/devices.ts'
import { users } from '../../tables/identity.ts'
import { operatorAudit } from '../../tables/operators.ts'
import { orderDays, orders } from '../../tables/orders.ts'
import { payments, refunds } from '../../tables/payments.ts'
import { autoRenewals } from '../../tables/renewals.ts'
import { createDevices } from '../../testing/devices.ts'
import { createOperatorHarness } from '../../testing/operators.ts'
import { createPeople } from '../../testing/people.ts'
import { useServer } from '../../testing/use-server.ts'
import { listDueRenewals } from '../commerce/renewals/store.ts'

const server = await useServer()
const { db } = server.database
const { addReady, post, get } = createOperatorHarness(server)
const { addDevice } = createDevices(server)
const people = createPeople(server, 13_600_000_000)
const { OK, SHOW_ERROR_TIP, ACCOUNT_FROZEN } = ErrorCode

const owner = await addReady('owner')
const support = await addReady('support')
const finance = await addReady('finance')
const readonly = await addReady('readonly')

interface Page {
  readonly records: readonly Record<string, unknown>[]
  readonly nextCursor: string | null
}

const page = async (call: string, query: Record<string, string>, token = owner.token): Promise<Page> => {
  const answer = await get(`${call}?${new URLSearchParams(query)}`, token)
  expect(answer).toMatchObject({ code: OK })
  return answer.data as Page
}

/** Every record of a list, page by page. */
const all = async (call: string, query: Record<string, string>, id: string): Promise<unknown[]> => {
  const found: unknown[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { records, nextCursor } = await page(call, { ...query, ...(cursor && { cursor }) })
    found.push(...records.map((record) => record[id]))
    cursor = nextCursor
  }
  return found
}

let lastPhone = 13_500_000_000
const addUser = (name = '客户'): Promise<number> => server.addUser(String(++lastPhone), null, name)
const phoneOf = (): string => String(lastPhone)

const addOrder = async (userId: number, fields: Partial<typeof orders.$inferInsert> = {}): Promise<number> => {
  const createdAt = fields.createdAt ?? server.clock.now()
  const values = {
    kind: 'buy',
    title: '云手机',
    lines: [],
    totalCents: 1800,
    payableCents: 1800,
    purchase: {},
  } as const
  const [row] = await db
    .insert(orders)
    .values({ userId, ...values, createdAt, expiresAt: later(createdAt, HOUR_MS), ...fields })
    .returning({ id: orders.id })
  return row?.id ?? 0
}

const lastAudit = async () => (await db.select().from(operatorAudit).orderBy(desc(operatorAudit.id)).limit(1))[0]

describe('users', () => {
  it('are found by number, prefix, id and name, with masked numbers', async () => {
    const userId = await addUser('青山_绿水')
    await addDevice(userId)
    await addDevice(userId, { state: 'released' })
    const masked = `${phoneOf().slice(0, 3)}****${phoneOf().slice(-4)}`
    for (const text of [phoneOf(), phoneOf().slice(0, 10), String(userId), '青山', '青山_绿']) {
      const { records } = await page('searchUsers', { text })
      expect(records.filter((record) => record['userId'] === userId)).toMatchObject([
        { maskedPhone: masked, state: 'active', deviceCount: 1 },
      ])
    }
    // Neither a wildcard nor another digit fits.
    expect((await page('searchUsers', { text: '青山%' })).records).toEqual([])
    expect((await page('searchUsers', { text: '绿水' })).records).toEqual([])
  })

  it('are found by part of a number only with the right to read numbers', async () => {
    const userId = await addUser()
    const phone = phoneOf()
    const found = async (text: string, token: string) => {
      const listed = (await page('searchUsers', { text }, token)).records
      const { data } = await get(`searchEverything?text=${text}`, token)
      const { users: shown } = data as { users: readonly Record<string, unknown>[] }
      return [listed, shown].map((records) => records.some((record) => record['userId'] === userId))
    }
    for (const token of [readonly.token, finance.token]) {
      for (let digits = 3; digits < phone.length; digits += 1)
        expect(await found(phone.slice(0, digits), token)).toEqual([false, false])
      expect(await found(phone, token)).toEqual([true, true])
      expect(await found(String(userId), token)).toEqual([true, true])
    }
    expect(await found(phone.slice(0, 10), support.token)).toEqual([true, true])
  })

  it('are found by complete numbers thirty times an hour without the right to read numbers, in all lists together', async () => {
    const userId = await addUser()
    const text = phoneOf()
    const [clerk, reader] = [await addReady('finance'), await addReady('readonly')]
    const calls = ['searchUsers', 'searchOrders', 'searchEverything']
    const search = (call: string | undefined, number: string) => get(`${call}?text=${number}`, clerk.token)
    for (let tried = 0; tried < 30; tried += 1) {
      const number = `1390000${1000 + tried}`
      for (const again of calls) expect(await search(again, number)).toMatchObject({ code: OK })
    }
    const refused = { code: SHOW_ERROR_TIP, msg: '没有查看完整手机号的权限，每小时最多按手机号搜索 30 次，请稍后再试' }
    for (const call of calls) expect(await search(call, text)).toMatchObject(refused)
    expect(await search('searchUsers', '13900001000')).toMatchObject({ code: OK })
    const wanted = { list: 'users', query: `text=${text}`, columns: ['userId'] }
    expect(await post('createExport', wanted, clerk.token)).toMatchObject(refused)
    // Refused once in the log, and without the number.
    const rows = await db.select().from(operatorAudit).where(eq(operatorAudit.operatorId, clerk.id))
    expect(rows).toMatchObject([
      {
        call: 'searchUsers',
        subject: `operator:${clerk.id}`,
        outcome: 'refused',
        after: { problem: 'numberSearchesUsed' },
      },
    ])
    expect(JSON.stringify(rows)).not.toContain(text)
    for (const other of [String(userId), '客户'])
      expect(await get(`searchUsers?text=${other}`, clerk.token)).toMatchObject({ code: OK })
    expect((await get(`searchDevices?text=${text}`, reader.token)).code).toBe(OK)
    for (let tried = 0; tried < 40; tried += 1)
      expect((await get(`searchUsers?text=${text}`, support.token)).code).toBe(OK)
    const { pool } = server.database
    const subject = `numberSearch:${clerk.id}`
    const { rows: limits } = await pool.query(
      'select distinct window_ends_at from operator_failures where subject = $1',
      [subject],
    )
    expect(limits).toEqual([{ window_ends_at: later(server.clock.now(), HOUR_MS) }])
    await pool.query('update operator_failures set window_ends_at = $2 where subject = $1', [
      subject,
      server.clock.now(),
    ])
    expect((await get(`searchUsers?text=${text}`, clerk.token)).code).toBe(OK)
  })

  it('are paged by key, in both directions, each once', async () => {
    for (let index = 0; index < 103; index += 1) await addUser('翻页')
    const newest = await all('searchUsers', { text: '翻页' }, 'userId')
    expect(new Set(newest).size).toBe(103)
    expect(await all('searchUsers', { text: '翻页', sort: 'oldest' }, 'userId')).toEqual(newest.toReversed())
    const wrong = await get('searchUsers?cursor=1-2', owner.token)
    expect(wrong.code).toBe(SHOW_ERROR_TIP)
  })

  it('are filtered by state, type and check', async () => {
    const frozen = await addUser('筛选')
    const company = await addUser('筛选')
    await db.update(users).set({ frozenAt: server.clock.now() }).where(eq(users.id, frozen))
    await db.update(users).set({ userType: 2, companyCheckStatus: 2 }).where(eq(users.id, company))
    const found = (query: Record<string, string>) => all('searchUsers', { text: '筛选', ...query }, 'userId')
    expect(await found({ state: 'frozen' })).toEqual([frozen])
    expect(await found({ state: 'active' })).toEqual([company])
    expect(await found({ userType: '2' })).toEqual([company])
    expect(await found({ verified: '1' })).toEqual([company])
    expect(await found({ verified: '0' })).toEqual([frozen])
  })

  it('show the full number to operators who may write', async () => {
    const userId = await addUser()
    const full = await get(`getUser?userId=${userId}`, support.token)
    expect(full.data).toMatchObject({ mobilePhone: phoneOf(), orderCount: 0, sessions: [], beansCents: 0 })
    const masked = await get(`getUser?userId=${userId}`, readonly.token)
    expect((masked.data as { mobilePhone: string }).mobilePhone).toContain('****')
    expect((await get('getUser?userId=987654321', owner.token)).code).toBe(SHOW_ERROR_TIP)
  })

  it('answer 1057 at once when frozen, and go on when unfrozen', async () => {
    const { token, userId } = await people.member()
    expect(await people.stateOf(token)).toBe(OK)
    const reason = '涉嫌欺诈的原因'
    expect((await post('freezeUser', { userId, reason }, support.token)).code).toBe(OK)
    expect(await people.stateOf(token)).toBe(ACCOUNT_FROZEN)
    const audit = await lastAudit()
    expect(audit).toMatchObject({ call: 'freezeUser', subject: `user:${userId}`, before: { frozenAt: null } })
    expect(JSON.stringify(audit)).not.toContain(reason)
    const user = await get(`getUser?userId=${userId}`, readonly.token)
    expect(user.data).toMatchObject({ state: 'frozen', frozenReason: reason, audit: [{ call: 'freezeUser' }] })

    expect((await post('unfreezeUser', { userId }, support.token)).code).toBe(OK)
    expect(await people.stateOf(token)).toBe(OK)
    expect((await post('endUserSessions', { userId }, support.token)).data).toEqual({ ended: 1 })
    expect(await people.stateOf(token)).toBe(ErrorCode.LOGIN_TOKEN_INVALID)
    expect((await post('freezeUser', { userId: 987_654_321, reason }, support.token)).code).toBe(SHOW_ERROR_TIP)
  })

  it('renew nothing by plan while frozen', async () => {
    const userId = await addUser()
    const device = await addDevice(userId)
    const [product] = (
      await server.database.pool.query<{ id: string }>(
        `with good as (insert into goods (goods_level, name, created_at) values (1, '云手机', now()) returning id),
           config as (
             insert into goods_configurations (good_id, cpu_cores, memory_gb, storage_gb, version, image_types, supplier_type)
             select id, 4, 4, 64, '10/B', '{1}', 7 from good returning id
           )
         insert into billable_products (config_id, good_time_hours, price_cents) select id, 720, 1800 from config returning id`,
      )
    ).rows
    const now = server.clock.now()
    await db.insert(autoRenewals).values({
      deviceId: device.id,
      userId,
      productId: Number(product?.id),
      payMethod: 3,
      nextTryAt: now,
      createdAt: now,
    })
    const due = async () => (await listDueRenewals(db, now, 10, undefined)).map(({ deviceId }) => deviceId)
    expect(await due()).toContain(device.id)
    await post('freezeUser', { userId, reason: '原因' }, support.token)
    expect(await due()).not.toContain(device.id)
    await post('unfreezeUser', { userId }, support.token)
    expect(await due()).toContain(device.id)
    await db.delete(autoRenewals)
  })
})

describe('orders', () => {
  it('are found by every number, and filtered', async () => {
    const userId = await addUser()
    const at = server.clock.now()
    const paid = { state: 'fulfilled', payMethod: 1, paidAt: at, endedAt: at } as const
    const orderId = await addOrder(userId, { ...paid, payableCents: 98_765, totalCents: 98_765 })
    const other = await addOrder(userId, { kind: 'beans', createdAt: later(at, -DAY_MS) })
    await server.database.pool.query(
      `insert into payments (order_id, provider, scene, out_trade_no, amount_cents, state, transaction_id, is_settling,
         created_at, expires_at, paid_at)
       values ($1, 'alipay', 'h5', 'console-trade', 98765, 'paid', 'console-transaction', true, $2, $2, $2)`,
      [orderId, at],
    )
    const found = (query: Record<string, string>) => all('searchOrders', query, 'orderId')
    for (const text of [String(orderId), 'console-trade', 'console-transaction']) {
      expect(await found({ text })).toEqual([orderId])
    }
    expect(await found({ text: phoneOf() })).toEqual([orderId, other])
    expect(await found({ text: phoneOf(), sort: 'oldest' })).toEqual([other, orderId])
    expect(await found({ text: 'nothing' })).toEqual([])
    const mine = { userId: String(userId) }
    expect(await found({ ...mine, orderStatus: '3' })).toEqual([orderId])
    expect(await found({ ...mine, kind: 'beans' })).toEqual([other])
    expect(await found({ ...mine, payMethod: '1' })).toEqual([orderId])
    expect(await found({ ...mine, toDay: chinaDay(later(at, -DAY_MS)) })).toEqual([other])
    expect(await found({ ...mine, fromDay: chinaDay(at) })).toEqual([orderId])
    expect(await found({ ...mine, fromDay: chinaDay(later(at, -DAY_MS)), toDay: chinaDay(at) })).toEqual([
      orderId,
      other,
    ])
    const backwards = `fromDay=${chinaDay(at)}&toDay=${chinaDay(later(at, -DAY_MS))}`
    expect((await get(`searchOrders?${backwards}`, finance.token)).msg).toMatch(/结束日期早于开始日期/)
    expect(await found({ ...mine, minimumYuan: '987.65', maximumYuan: '987.65' })).toEqual([orderId])

    const details = await get(`getOrder?orderId=${orderId}`, finance.token)
    expect(details.data).toMatchObject({
      orderStatus: 3,
      payments: [{ outTradeNo: 'console-trade', isSettling: true }],
      refunds: [],
      timeline: [{ event: 'created' }, { event: 'paid', amountCents: 98_765 }, { event: 'fulfilled' }],
    })
    expect((await get('getOrder?orderId=987654321', finance.token)).code).toBe(SHOW_ERROR_TIP)
  })

  it('of the same moment are paged each once', async () => {
    const userId = await addUser()
    const ids: number[] = []
    for (let index = 0; index < 101; index += 1) ids.push(await addOrder(userId))
    expect(await all('searchOrders', { userId: String(userId) }, 'orderId')).toEqual(ids.toReversed())
  })

  it.each(['searchOrders?', 'searchDevices?sort=expiring&'])('of %s have no place beyond all times', async (list) => {
    for (const cursor of ['9999999999999999999-1', '9007199254740992-1', '1-9999999999999999999'])
      expect(await get(`${list}cursor=${cursor}`, owner.token)).toMatchObject({
        code: SHOW_ERROR_TIP,
        msg: '翻页位置无效，请从第一页开始',
      })
    expect((await get(`${list}cursor=9007199254740991-1`, owner.token)).code).toBe(OK)
  })
})

describe('devices', () => {
  it('are found by number, name, phone and owner, and filtered', async () => {
    const ownerId = await addUser()
    const soon = later(server.clock.now(), HOUR_MS)
    const device = await addDevice(ownerId, { name: '控制台里的一台', expiresAt: soon })
    const faulty = await addDevice(ownerId, { name: '坏的', state: 'faulty', supplierType: 3 })
    const released = await addDevice(ownerId, { name: '没有了', state: 'released' })
    const found = (query: Record<string, string>) => all('searchDevices', query, 'deviceId')
    for (const text of [String(device.id), '控制台里', device.phoneId])
      expect(await found({ text })).toEqual([device.id])
    expect(await found({ text: phoneOf() })).toEqual([faulty.id, device.id])
    const mine = { ownerId: String(ownerId) }
    expect(await found({ ...mine, state: 'faulty' })).toEqual([faulty.id])
    expect(await found({ ...mine, state: 'released' })).toEqual([released.id])
    expect(await found({ ...mine, supplierType: '3' })).toEqual([faulty.id])
    expect(await found({ ...mine, sort: 'expiring' })).toEqual([device.id, faulty.id])
    const day = chinaDay(soon)
    expect(await found({ ...mine, fromDay: day, toDay: day })).toEqual([device.id])
    expect(await found({ ...mine, zoneId: '987654321' })).toEqual([])

    const details = await get(`getDevice?deviceId=${device.id}`, support.token)
    expect(details.data).toMatchObject({ phoneId: device.phoneId, task: null, tasks: [], quarantined: [] })
  })

  it('say nothing of their owner without the right to users, nor are they found by its number', async () => {
    const catalogue = await addReady('catalogue')
    const ownerId = await addUser()
    const device = await addDevice(ownerId)
    expect((await page('searchDevices', { text: phoneOf() }, readonly.token)).records).toMatchObject([{ ownerId }])
    expect((await page('searchDevices', { text: phoneOf() }, catalogue.token)).records).toEqual([])
    const found = (await get(`searchEverything?text=${phoneOf()}`, catalogue.token)).data
    expect(found).toEqual({ users: [], orders: [], devices: [] })
    const nobody = { deviceId: device.id, ownerId: null, maskedPhone: '' }
    expect((await page('searchDevices', { text: String(device.id) }, catalogue.token)).records).toMatchObject([nobody])
    expect((await get(`getDevice?deviceId=${device.id}`, catalogue.token)).data).toMatchObject(nobody)
    expect((await page('searchDevices', { ownerId: String(ownerId) }, catalogue.token)).records).toEqual([])
  })

  it('say nothing of it in interruptions and of kept phones either', async () => {
    const catalogue = await addReady('catalogue')
    const ownerId = await addUser()
    const device = await addDevice(ownerId)
    await server.database.pool.query(
      `insert into device_interruptions (device_id, owner_id, zone_id, cause, fault, started_at)
       select id, owner_id, zone_id, 'unreachable', 'ours', $2 from devices where id = $1`,
      [device.id, server.clock.now()],
    )
    await server.database.pool.query(
      `insert into quarantined_phones (device_id, owner_id, supplier_type, phone_id, zone_id, has_place, quarantined_at, erases_at)
       select id, owner_id, supplier_type, 'kept-' || id, zone_id, false, $2, $2 from devices where id = $1`,
      [device.id, server.clock.now()],
    )
    const rowOf = async (call: string, token: string) =>
      (await page(call, { rows: '100' }, token)).records.find(({ deviceId }) => deviceId === device.id)
    for (const call of ['getInterruptions', 'getQuarantinedPhones']) {
      expect(await rowOf(call, readonly.token)).toMatchObject({ ownerId })
      expect(await rowOf(call, catalogue.token)).toMatchObject({ ownerId: null })
    }
    const mine = { userId: String(ownerId) }
    expect((await page('getInterruptions', mine, readonly.token)).records).toHaveLength(1)
    expect((await page('getInterruptions', mine, catalogue.token)).records).toEqual([])
  })

  it('are rebooted and stopped for their owners', async () => {
    const ownerId = await addUser()
    const [one, two] = [await addDevice(ownerId), await addDevice(await addUser())]
    const rebooted = await post('rebootDevices', { deviceIds: [one.id, 987_654_321] }, support.token)
    expect(rebooted.data).toEqual({ deviceIds: [one.id] })
    expect(await lastAudit()).toMatchObject({ call: 'rebootDevices', after: { begun: [one.id] } })
    expect((await post('rebootDevices', { deviceIds: [one.id] }, support.token)).data).toEqual({ deviceIds: [] })
    expect((await post('stopDevices', { deviceIds: [two.id] }, support.token)).data).toEqual({ deviceIds: [two.id] })
    expect(await lastAudit()).toMatchObject({ call: 'stopDevices', subject: `device:${two.id}` })
    expect((await get(`getDevice?deviceId=${two.id}`, support.token)).data).toMatchObject({ state: 'stopped' })
    expect((await post('stopDevices', { deviceIds: [two.id] }, readonly.token)).code).toBe(SHOW_ERROR_TIP)
  })
})

describe('the overview', () => {
  beforeEach(async () => {
    await server.database.pool.query('truncate orders cascade')
    await db.delete(orderDays)
  })

  let lastTrade = 0
  const addPayment = async (orderId: number, at: Date, amountCents: number): Promise<number> => {
    const isSettling = (await db.$count(payments, eq(payments.orderId, orderId))) === 0
    const trade = { outTradeNo: `overview-${++lastTrade}`, transactionId: `overview-${lastTrade}`, isSettling } as const
    const [payment] = await db
      .insert(payments)
      .values({
        ...trade,
        orderId,
        provider: 'alipay',
        scene: 'h5',
        amountCents,
        state: 'paid',
        createdAt: at,
        expiresAt: at,
        paidAt: at,
      })
      .returning()
    return payment?.id ?? 0
  }
  const paidOn = async (userId: number, at: Date, payableCents: number, payMethod: 1 | 3 = 1): Promise<number> => {
    const times = { createdAt: at, paidAt: at, endedAt: at }
    const price = { payableCents, totalCents: payableCents }
    const orderId = await addOrder(userId, { ...times, ...price, state: 'fulfilled', payMethod })
    if (payMethod === 1) await addPayment(orderId, at, payableCents)
    return orderId
  }

  it('sums days alike from the orders and from the sums of the job', async () => {
    const userId = await addUser()
    const now = server.clock.now()
    await paidOn(userId, now, 100)
    await paidOn(userId, now, 7000, 3)
    await addOrder(userId)
    await paidOn(userId, later(now, -3 * DAY_MS), 20)
    await paidOn(userId, later(now, -9 * DAY_MS), 3)
    const read = async () => (await get('getOverview?days=7', finance.token)).data
    const live = await read()
    expect(live).toMatchObject({
      money: { paidCents: 120, previousPaidCents: 3, refundedCents: 0 },
      orders: { createdToday: 3, paidToday: 2 },
      devices: null,
      stock: null,
    })
    const { money } = live as { money: Record<'days' | 'previousDays', { day: string; paidCents: number }[]> }
    expect(money.days.map(({ day }) => day).at(-1)).toBe(chinaDay(now))
    expect(money.previousDays.map(({ day }) => day).at(-1)).toBe(chinaDay(later(now, -7 * DAY_MS)))
    expect(money.previousDays.map(({ paidCents }) => paidCents)).toEqual([0, 0, 0, 0, 3, 0, 0])
    await server.runJob('console.sumDays')
    expect(await db.$count(orderDays)).toBeGreaterThanOrEqual(8)
    expect(await read()).toEqual(live)
    // Past days are not read again.
    await server.database.pool.query(`delete from payments where created_at < $1`, [later(now, -2 * DAY_MS)])
    await server.database.pool.query(`delete from orders where created_at < $1`, [later(now, -2 * DAY_MS)])
    expect(await read()).toMatchObject({ money: (live as { money: object }).money })
    await server.runJob('console.sumDays')
  })

  it('counts every payment of an order that was paid twice, as it counts the refund of the second', async () => {
    const userId = await addUser()
    const now = server.clock.now()
    const orderId = await paidOn(userId, now, 100)
    const surplus = await addPayment(orderId, now, 100)
    await db.insert(refunds).values({
      paymentId: surplus,
      orderId,
      key: `payment:${surplus}:surplus`,
      outRefundNo: `refund-${surplus}`,
      amountCents: 100,
      state: 'refunded',
      createdAt: now,
      refundedAt: now,
    })
    const { data } = await get('getOverview?days=1', finance.token)
    expect(data).toMatchObject({ money: { paidCents: 200, refundedCents: 100, days: [{ paidCents: 200 }] } })
  })

  it('counts phones that are away, zones whose breaker is open and jobs that were given up', async () => {
    const counts = async (): Promise<Record<string, number>> => {
      const { waiting } = (await get('getOverview', owner.token)).data as { waiting: { kind: string; count: number }[] }
      return Object.fromEntries(waiting.map(({ kind, count }) => [kind, count]))
    }
    const before = await counts()
    await server.database.pool.query(
      `with good as (insert into goods (goods_level, name, created_at) values (2, '云手机', now()) returning id),
         config as (
           insert into goods_configurations (good_id, cpu_cores, memory_gb, storage_gb, version, image_types, supplier_type)
           select id, 4, 4, 64, '10/B', '{1}', 7 from good returning id
         )
       insert into attached_phones (host, resolved_host, port, stock_state, zone_id, config_id, checked_at, attached_at, unreachable_since)
       select '10.3.0.1', '10.3.0.1', 5555, 'inStock', (select min(id) from zones), id, now(), now(), now() from config`,
    )
    await server.database.pool.query(`insert into pgboss.job (name, data) values ('dead-letter', '{}')`)
    const [zone] = await db
      .insert(zones)
      .values({ code: 'dark', name: '停电的', createdAt: server.clock.now() })
      .returning()
    const ownerId = await addUser()
    for (let index = 0; index < 4; index += 1) {
      const faultySince = server.clock.now()
      await addDevice(ownerId, { state: 'faulty', faultySince, zoneId: zone?.id ?? 0 })
    }
    const { awayPhones = 0, deadJobs = 0, openBreakers = 0 } = before
    expect(await counts()).toMatchObject({
      awayPhones: awayPhones + 1,
      deadJobs: deadJobs + 1,
      openBreakers: openBreakers + 1,
    })
  })

  it('lists jobs that were given up, and sends them again for whoever may change settings', async () => {
    const queue = 'test.gone'
    await server.database.pool.query(
      `insert into pgboss.queue select (jsonb_populate_record(q, jsonb_build_object('name', $1::text))).*
       from pgboss.queue q where name = 'dead-letter'`,
      [queue],
    )
    for (const data of [{ orderId: 12 }, { phoneId: 'a-1', deviceId: 3 }, { text: '?' }])
      await server.database.pool.query(
        `insert into pgboss.job (name, data, source_name, source_id, source_retry_count)
         values ('dead-letter', $1, $2, gen_random_uuid(), 60)`,
        [data, queue],
      )
    const list = async () => {
      const { records } = await page('getDeadJobs', { rows: '50' })
      return records.filter((record) => record['queue'] === queue)
    }
    const [first] = await list()
    expect((await list()).map(({ subject, tries }) => [subject, tries])).toEqual([
      [{ kind: 'order', id: '12' }, 61],
      [{ kind: 'phone', id: 'a-1' }, 61],
      [null, 61],
    ])
    const retry = (input: object, token = owner.token) => post('retryDeadJobs', { queue, ...input }, token)
    expect(await retry({}, finance.token)).toMatchObject({ code: SHOW_ERROR_TIP, data: { right: 'settings.write' } })
    expect(await retry({ deadJobId: first?.['deadJobId'] })).toMatchObject({ code: OK, data: { retried: 1 } })
    expect(await lastAudit()).toMatchObject({ call: 'retryDeadJobs', subject: `job:${queue}`, after: { retried: 1 } })
    // A colleague was faster.
    expect(await retry({ deadJobId: first?.['deadJobId'] })).toMatchObject({ code: SHOW_ERROR_TIP })
    expect(await retry({})).toMatchObject({ code: OK, data: { retried: 2 } })
    expect(await list()).toEqual([])
  })

  it('compares the orders of today with those of yesterday until the same time', async () => {
    const userId = await addUser()
    const now = server.clock.now()
    for (const minutes of [-5, -1, 1]) await addOrder(userId, { createdAt: later(now, minutes * 60_000 - DAY_MS) })
    await addOrder(userId, { createdAt: later(now, -2 * DAY_MS) })
    expect((await get('getOverview', finance.token)).data).toMatchObject({ orders: { createdYesterday: 2 } })
  })

  it('counts running devices that end soon apart from others that do', async () => {
    const soon = async () => ((await get('getOverview', support.token)).data as { devices: object }).devices
    const before = (await soon()) as { expiring: number; expiringRunning: number }
    const userId = await addUser()
    const expiresAt = later(server.clock.now(), DAY_MS / 2)
    await addDevice(userId, { expiresAt })
    await addDevice(userId, { expiresAt, state: 'stopped' })
    expect(await soon()).toMatchObject({
      expiring: before.expiring + 2,
      expiringRunning: before.expiringRunning + 1,
    })
  })

  it('counts devices of a zone that does not answer as offline, and not as online', async () => {
    const devicesOf = async () =>
      ((await get('getOverview', support.token)).data as { devices: Record<string, number> }).devices
    const before = await devicesOf()
    const [zone] = await db
      .insert(zones)
      .values({ code: 'silent', name: '失联的', createdAt: server.clock.now() })
      .returning()
    const zoneId = zone?.id ?? 0
    const ownerId = await addUser()
    await addDevice(ownerId, { zoneId, expiresAt: later(server.clock.now(), DAY_MS / 2) })
    await addDevice(ownerId, { zoneId })
    await addDevice(ownerId, { zoneId, state: 'stopped' })
    const [running = 0, expected = 0] = [before['online'], before['expected']]
    expect(await devicesOf()).toMatchObject({ online: running + 2, expected: expected + 2, unreachable: 0 })
    await server.database.pool.query(
      `insert into zone_sightings (supplier_type, zone_id, seen_at) select supplier_type, zone_id, $2 from devices where zone_id = $1 limit 1`,
      [zoneId, later(server.clock.now(), -5 * 60_000)],
    )
    expect(await devicesOf()).toMatchObject({
      online: running,
      expected: expected + 2,
      unreachable: 2,
      expiringRunning: before['expiringRunning'],
    })
    await server.database.pool.query(`delete from zone_sightings where zone_id = $1`, [zoneId])
  })

  it('compares devices with those at the same time yesterday, where they were counted', async () => {
    const devicesOf = async () =>
      ((await get('getOverview', support.token)).data as { devices: Record<string, unknown> }).devices
    await server.runJob('console.countFleet')
    const { online, expiring, yesterday } = await devicesOf()
    expect(yesterday).toBeNull()
    const counted = `update fleet_counts set counted_at = $1`
    await server.database.pool.query(counted, [later(server.clock.now(), -DAY_MS - 20 * 60_000)])
    expect(await devicesOf()).toMatchObject({ yesterday: { online, expiring } })
    await server.database.pool.query(counted, [later(server.clock.now(), -DAY_MS - 90 * 60_000)])
    expect(await devicesOf()).toMatchObject({ yesterday: null })
    await server.database.pool.query(counted, [later(server.clock.now(), -4 * DAY_MS)])
    await server.runJob('console.countFleet')
    const { rows } = await server.database.pool.query('select counted_at from fleet_counts')
    expect(rows).toEqual([{ counted_at: server.clock.now() }])
  })

  it('lists the stock of closed zones last, and says that they are closed', async () => {
    await server.database.pool.query(
      `with good as (insert into goods (goods_level, name, created_at) values (2, '云手机', now()) returning id),
         config as (
           insert into goods_configurations (good_id, cpu_cores, memory_gb, storage_gb, version, image_types, supplier_type)
           select id, 4, 4, 64, '10/B', '{1}', 7 from good returning id
         ),
         zone as (
           insert into zones (code, name, position, is_open, created_at)
           values ('shut', '停售', 1, false, now()), ('last', '在后', 3, true, now()), ('first', '在前', 2, true, now())
           returning id
         )
       insert into zone_stock (zone_id, config_id, capacity, reserved, rented) select zone.id, config.id, 9, 1, 2 from zone, config`,
    )
    const { stock } = (await get('getOverview', support.token)).data as { stock: object[] }
    const counts = { zoneId: expect.any(Number), capacity: 9, reserved: 1, rented: 2 }
    expect(stock).toEqual([
      { zoneName: '在前', isOpen: true, ...counts },
      { zoneName: '在后', isOpen: true, ...counts },
      { zoneName: '停售', isOpen: false, ...counts },
    ])
    await server.database.pool.query('delete from zone_stock')
  })

  it('shows what the rights allow, and what waits', async () => {
    const { data } = await get('getOverview', support.token)
    expect((await get('getWaiting', support.token)).data).toEqual({
      waiting: (data as { waiting: object[] }).waiting,
    })
    expect(data).toMatchObject({ devices: { online: expect.any(Number) }, stock: [] })
    const { waiting } = data as { waiting: { kind: string; right: string; count: number }[] }
    expect(waiting.map(({ kind }) => kind)).toContain('verifications')
    expect(waiting.find(({ kind }) => kind === 'faultyDevices')?.count).toBeGreaterThan(0)
    const catalogue = await addReady('catalogue')
    expect((await get('getOverview', catalogue.token)).data).toMatchObject({ money: null, orders: null })
  })

  it('finds everything by one text, within the rights', async () => {
    const userId = await addUser('找得到')
    const orderId = await addOrder(userId)
    const device = await addDevice(userId)
    const found = async (token: string) => (await get(`searchEverything?text=${phoneOf()}`, token)).data
    expect(await found(owner.token)).toMatchObject({
      users: [{ userId }],
      orders: [{ orderId }],
      devices: [{ deviceId: device.id }],
    })
    expect(await found(finance.token)).toMatchObject({ users: [{ userId }], orders: [{ orderId }], devices: [] })
  })
})
