import { createCanvas } from '@napi-rs/canvas'
import { MessageType } from '@yunji/contract/messages/rules'
import { and, eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts'
import { sessions, users, workTypes } from '../../../tables/identity.ts'
import { operatorAudit } from '../../../tables/operators.ts'
import { createReader } from '../../../testing/messages.ts'
import { createOperatorHarness } from '../../../testing/operators.ts'
import { createPeople, type People } from '../../../testing/people.ts'
import { useServer } from '../../../testing/use-server.ts'
import { createWalletHarness } from '../../../testing/wallet.ts'
import { auditLedger, findWallet } from '../../commerce/ledger/index.ts'
import { countOverdue } from './store.ts'

const STATE = '/vmcloud/api/user/getDeletion'
const REQUEST = '/vmcloud/api/user/requestDeletion'

const server = await useServer()
const people = createPeople(server, 13_900_011_000)

const runEraser = () => server.runJob('maintenance.eraseAccounts')
type Member = Awaited<ReturnType<People['member']>>
const addEvent = (userId: number, deviceName: string) =>
  server.database.db.transaction((tx) =>
    server.outbox.add(tx, {
      event: 'deviceReady',
      userId,
      key: `secret:${deviceName.length}`,
      payload: { deviceId: 1, deviceName },
    }),
  )
const leave = async ({ mobilePhone, token }: Pick<Member, 'mobilePhone' | 'token'>) => {
  const code = await people.codeFor(mobilePhone, 'deleteAccount', token)
  return server.post(REQUEST, { code, givesUpAll: true }, { token })
}
const giveDevice = async (userId: number, state: string, name = '云手机') => {
  await server.database.pool.query(
    `with zone as (
       insert into zones (code, name, created_at) values ('z' || $1::text, '区', now())
       on conflict (code) do update set name = excluded.name returning id
     )
     insert into devices (owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, expires_at, state, created_at)
     select $1::bigint, g.id, zone.id, $3::text, 1, '10/B', 7, gen_random_uuid()::text, now(), $2::text, now()
     from zone, device_groups g where g.user_id = $1::bigint and g.is_default`,
    [userId, state, name],
  )
}

/** Every row of every table, as text. */
const readEverything = async (): Promise<string[]> => {
  const { pool } = server.database
  const tables = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const rows: string[] = []
  for (const { name } of tables.rows) {
    const found = await pool.query<{ text: string }>(`select row_to_json(t)::text as text from "${name}" t`)
    rows.push(...found.rows.map(({ text }) => text))
  }
  return rows
}

describe('asking to leave', () => {
  it('starts seven days of cooling-off and logs everybody out', async () => {
    const member = await people.member()
    const other = ((await people.logIn(member.mobilePhone, member.password)).data as { token: string }).token
    expect((await server.get(STATE, { token: member.token })).data).toEqual({
      erasesAt: null,
      obstacles: [],
      coolingOffDays: 7,
      holdings: { beansCents: 0, balanceCents: 0, coupons: 0, codes: 0 },
    })
    const erasesAt = server.clock.now().getTime() + 7 * DAY_MS
    expect(await leave(member)).toMatchObject({ code: 200, data: { erasesAt } })
    expect([await people.stateOf(member.token), await people.stateOf(other)]).toEqual([2017, 2017])
  })

  it('needs a password to have been set, a right code, and the word that all is given up', async () => {
    const newcomer = await people.newcomer()
    expect((await leave(newcomer)).code).toBe(1331)
    const { token } = await people.member()
    expect((await server.post(REQUEST, { code: '000000', givesUpAll: true }, { token })).code).toBe(1006)
    expect((await server.post(REQUEST, { code: '000000', givesUpAll: false }, { token })).code).toBe(1080)
    expect((await server.post(REQUEST, { code: '000000' }, { token })).code).toBe(1080)
  })

  it('is refused while a device is not released, and says so', async () => {
    const member = await people.member()
    await giveDevice(member.userId, 'released')
    await giveDevice(member.userId, 'running')
    const obstacles = [{ kind: 'device', count: 1 }]
    expect((await server.get(STATE, { token: member.token })).data).toMatchObject({ obstacles })
    expect(await leave(member)).toMatchObject({
      code: 1080,
      msg: '账号暂不能注销：还有 1 台云手机未释放',
      data: { obstacles },
    })
    expect(await people.stateOf(member.token)).toBe(200)
  })

  it('is refused while a grant stands', async () => {
    const [member, owner] = [await people.member(), await people.member()]
    await giveDevice(owner.userId, 'running')
    await server.database.pool.query(
      `insert into device_grants (device_id, grantee_id, access, state, expires_at, created_at)
       select id, $1, 'view', 'active', now() + interval '9 days', now() from devices where owner_id = $2`,
      [member.userId, owner.userId],
    )
    expect(await leave(member)).toMatchObject({ code: 1080, data: { obstacles: [{ kind: 'grant', count: 1 }] } })
  })
})

describe('what the account holds', () => {
  const hold = async ({ userId, token }: Pick<Member, 'userId' | 'token'>) => {
    const wallet = createWalletHarness(server)
    await wallet.fill(userId, 'beans', 700)
    await wallet.fill(userId, 'balance', 900)
    const { pool } = server.database
    await pool.query(
      `with template as (
         insert into coupon_templates (name, terms, created_at)
         values ('离别券', '{"couponType":2,"parValue":100,"conditionsUse":0,"businessType":1}', now()) returning id, terms
       )
       insert into coupons (template_id, user_id, name, terms, received_at) select id, $1, '离别券', terms, now() from template`,
      [userId],
    )
    const recharge = await wallet.order('agentBalanceRecharge', token, { totalCents: 100, payMethod: 1 })
    const { orderId } = recharge.data as { orderId: number }
    await pool.query(
      `with good as (insert into goods (goods_level, name, created_at) values (1, '云手机', now()) returning id),
         config as (
           insert into goods_configurations (good_id, cpu_cores, memory_gb, storage_gb, version, image_types, supplier_type)
           select id, 4, 4, 64, '10/B', '{1}', 7 from good returning id
         ), product as (
           insert into billable_products (config_id, good_time_hours, price_cents) select id, 720, 1800 from config returning id
         )
       insert into activation_codes (order_id, owner_id, product_id, digest, sealed_code, paid_cents, created_at, expires_at)
       select $1, $2, id, sha256($3::text::bytea), 'sealed', 0, now(), '2099-01-01' from product`,
      [orderId, userId, `code-${userId}`],
    )
    return { orderId, token }
  }

  it('is listed, and an open order stands in the way', async () => {
    const member = await people.member()
    const { orderId, token } = await hold(member)
    expect((await server.get(STATE, { token })).data).toMatchObject({
      holdings: { beansCents: 700, balanceCents: 900, coupons: 1, codes: 1 },
      obstacles: [{ kind: 'order', count: 1 }],
    })
    expect(await leave(member)).toMatchObject({ code: 1080, msg: '账号暂不能注销：还有 1 笔订单未完成' })
    await server.post('/vmcloud/api/order/cancelOrder', { orderId }, { token })
    expect((await server.get(STATE, { token })).data).toMatchObject({ obstacles: [] })
  })

  it('is given up by entries at the end of the cooling-off, and not before', async () => {
    const member = await people.member()
    const { userId } = member
    const { orderId, token } = await hold(member)
    await server.post('/vmcloud/api/order/cancelOrder', { orderId }, { token })
    await leave(member)
    await runEraser()
    const { db, pool } = server.database
    expect(await findWallet(db, userId)).toEqual({ beansCents: 700, balanceCents: 900 })
    server.clock.advance(7 * DAY_MS)
    await runEraser()
    expect(await findWallet(db, userId)).toEqual({ beansCents: 0, balanceCents: 0 })
    const { rows } = await pool.query(
      `select e.reason, e.amount_cents::int as cents from ledger_entries e
       join ledger_accounts a on a.id = e.from_account_id where a.user_id = $1 order by e.id`,
      [userId],
    )
    expect(rows).toEqual([
      { reason: 'givenUp', cents: 700 },
      { reason: 'givenUp', cents: 900 },
    ])
    expect(await auditLedger(db)).toEqual([])
    expect((await pool.query('select state from coupons where user_id = $1', [userId])).rows).toEqual([
      { state: 'invalid' },
    ])
    expect((await pool.query('select state from activation_codes where owner_id = $1', [userId])).rows).toEqual([
      { state: 'returned' },
    ])
  })

  it('is not given up while money is still on its way', async () => {
    const member = await people.member()
    const { orderId, token } = await hold(member)
    await server.post('/vmcloud/api/order/cancelOrder', { orderId }, { token })
    await leave(member)
    await server.database.pool.query(
      `update orders set state = 'refunding', pay_method = 1, paid_at = now() where id = $1`,
      [orderId],
    )
    server.clock.advance(7 * DAY_MS)
    await runEraser()
    expect(await findWallet(server.database.db, member.userId)).toMatchObject({ beansCents: 700 })
  })
})

describe('a login in the cooling-off', () => {
  it('by password calls it off', async () => {
    const member = await people.member()
    await leave(member)
    server.clock.advance(7 * DAY_MS - 1)
    const { token } = (await people.logIn(member.mobilePhone, member.password)).data as { token: string }
    server.clock.advance(1)
    await runEraser()
    expect((await server.get(STATE, { token })).data).toMatchObject({ erasesAt: null })
    expect(await people.stateOf(token)).toBe(200)
  })

  it('calls it off also where it began beside the request and saw no deletion', async () => {
    const member = await people.member()
    await leave(member)
    await server.database.pool.query(
      `insert into sessions (token_hash, user_id, created_at, renewed_at, expires_at)
       values (sha256('beside'), $1, $2, $2, $2::timestamptz + interval '30 days')`,
      [member.userId, server.clock.now()],
    )
    server.clock.advance(7 * DAY_MS)
    await runEraser()
    const [user] = await server.database.db.select().from(users).where(eq(users.id, member.userId))
    expect(user?.erasedAt).toBeNull()
    expect((await people.logIn(member.mobilePhone, member.password)).code).toBe(200)
  })

  it('by code calls it off too', async () => {
    const member = await people.member()
    await leave(member)
    const { token } = await people.logInBySms(member.mobilePhone)
    server.clock.advance(7 * DAY_MS)
    await runEraser()
    expect(await people.stateOf(token)).toBe(200)
  })
})

describe('the end of the cooling-off', () => {
  it('erases the person and frees the number', async () => {
    const member = await people.member()
    const { mobilePhone, userId, token } = member
    const payload = createCanvas(20, 20).toBuffer('image/png')
    const headers = { token, 'content-type': 'image/png' }
    const avatar = (await server.app.inject({ method: 'POST', url: '/user/avatar', payload, headers })).json().data
      .avatar
    await server.app.inject({ method: 'POST', url: '/user/verificationPicture', payload, headers })
    const card = { name: '离去之人', idCard: '11010519491231002X', gender: 2, birthday: '1949-12-31', pictureIds: [] }
    await server.post('/vmcloud/api/verification/submitPersonal', card, { token })
    await server.post('/vmcloud/api/user/saveWorkTypes', { entries: [{ industryId: 1, worktypeId: 101 }] }, { token })
    await giveDevice(userId, 'released', '秘密手机')
    await addEvent(userId, '看得见的秘密')
    await createReader(server, token).waitFor(MessageType.deviceCreation, '云手机已就绪')
    await server.database.pool.query(`insert into message_settings (user_id, message_type) values ($1, 1)`, [userId])
    await leave(member)
    await addEvent(userId, '没说出口的秘密')

    server.clock.advance(7 * DAY_MS - 1)
    await runEraser()
    expect((await server.app.inject({ url: avatar })).statusCode).toBe(200)
    server.clock.advance(1)
    await runEraser()

    const everything = await readEverything()
    for (const trace of [mobilePhone, card.name, card.idCard, '秘密'])
      expect(everything.filter((row) => row.includes(trace))).toEqual([])
    expect(await server.database.db.$count(workTypes, eq(workTypes.userId, userId))).toBe(0)
    for (const table of ['messages', 'message_counts', 'message_settings', 'login_places'])
      expect((await server.database.pool.query(`select 1 from ${table} where user_id = $1`, [userId])).rows).toEqual([])
    expect((await server.app.inject({ url: avatar })).statusCode).toBe(404)
    expect(await server.database.db.$count(sessions, eq(sessions.userId, userId))).toBe(0)
    const [user] = await server.database.db.select().from(users).where(eq(users.id, userId))
    expect(user).toMatchObject({
      name: '已注销用户',
      mobilePhone: null,
      passwordHash: null,
      erasedAt: server.clock.now(),
    })

    expect((await people.logIn(mobilePhone, member.password)).code).toBe(1010)
    expect((await people.logInBySms(mobilePhone)).userId).not.toBe(userId)
  })

  it('waits for a device that has come since the request, and is seen to be late', async () => {
    const countNow = () => countOverdue(server.database.db, server.clock.now())
    const member = await people.member()
    const before = await countNow()
    await leave(member)
    // As the fulfilment of an order does that was paid late.
    await giveDevice(member.userId, 'running', '晚到的手机')
    server.clock.advance(7 * DAY_MS)
    await runEraser()
    const [user] = await server.database.db.select().from(users).where(eq(users.id, member.userId))
    expect(user).toMatchObject({ erasedAt: null, mobilePhone: member.mobilePhone })
    expect(await countNow()).toEqual({ ...before, overdue: before.overdue + 1 })
    await server.database.pool.query(`update devices set state = 'released' where owner_id = $1`, [member.userId])
    server.clock.advance(HOUR_MS)
    await runEraser()
    expect((await people.logIn(member.mobilePhone, member.password)).code).toBe(1010)
  })

  it('leaves the id in the log, which outlives a restore of an older backup', async () => {
    const info = vi.spyOn(server.log, 'info')
    const member = await people.member()
    const { userId } = member
    await leave(member)
    const erasesAt = new Date(server.clock.now().getTime() + 7 * DAY_MS)
    expect(info).toHaveBeenCalledWith({ userId, erasesAt }, 'account deletion requested')
    expect(info).not.toHaveBeenCalledWith({ userId }, 'account erased')
    server.clock.advance(7 * DAY_MS)
    await runEraser()
    expect(info).toHaveBeenCalledWith({ userId }, 'account erased')
    info.mockRestore()
  })
})

describe('an operator on request', () => {
  const operators = createOperatorHarness(server)
  const request = async (body: object) => {
    const { token } = await operators.addReady('support')
    return operators.post('requestUserDeletion', { ground: 'customer', ...body }, token)
  }

  it('starts the same cooling-off, which a login ends, and leaves the ground in the audit log', async () => {
    const { userId, mobilePhone, password, token } = await people.member()
    const erasesAt = server.clock.now().getTime() + 7 * DAY_MS
    expect(await request({ userId })).toMatchObject({ code: 200, data: { erasesAt } })
    expect(await people.stateOf(token)).toBe(2017)
    expect(await request({ userId })).toMatchObject({ msg: '账号已经在注销的等待期内' })
    const [row] = await server.database.db
      .select()
      .from(operatorAudit)
      .where(and(eq(operatorAudit.subject, `user:${userId}`), eq(operatorAudit.call, 'requestUserDeletion')))
    expect(row?.after).toMatchObject({ ground: 'customer', erasesAt })
    await people.logIn(mobilePhone, password)
    server.clock.advance(8 * DAY_MS)
    await runEraser()
    const [user] = await server.database.db.select().from(users).where(eq(users.id, userId))
    expect(user?.erasedAt).toBeNull()
    server.clock.advance(-8 * DAY_MS)
  })

  it('is told to the customer by SMS, who is logged out everywhere', async () => {
    const { userId, mobilePhone } = await people.member()
    await request({ userId })
    await server.runJob('outbox.deliver')
    await server.runJob('messages.send')
    const told = server.providers.inbox?.list().filter((message) => message.mobilePhone === mobilePhone) ?? []
    expect(told.map(({ text }) => text)).toContainEqual(expect.stringContaining('在此之前登录即可撤销'))
  })

  it('is refused in words while devices are rented, and without consent to lose money', async () => {
    const { userId } = await people.member()
    await giveDevice(userId, 'running')
    expect(await request({ userId })).toMatchObject({ msg: '账号暂不能注销：还有 1 台云手机未释放' })
    const { userId: rich } = await people.member()
    await createWalletHarness(server).fill(rich, 'balance', 100)
    expect((await request({ userId: rich })).msg).toContain('须用户同意放弃')
    expect(await request({ userId: rich, isForfeitAgreed: true })).toMatchObject({ code: 200 })
    const { token } = await operators.addReady('support')
    const { data } = await operators.get(`getUserDeletion?userId=${userId}`, token)
    expect(data).toMatchObject({ obstacleTexts: ['还有 1 台云手机未释放'] })
  })

  it('of a customer waits for a freeze of the same moment, and is refused after it', async () => {
    const member = await people.member()
    const code = await people.codeFor(member.mobilePhone, 'deleteAccount', member.token)
    const client = await server.database.pool.connect()
    try {
      await client.query('begin')
      await client.query('update users set frozen_at = now() where id = $1', [member.userId])
      const asked = server.post(REQUEST, { code, givesUpAll: true }, { token: member.token })
      const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await expect.poll(async () => (await server.database.pool.query(waits)).rowCount).toBe(1)
      await client.query('commit')
      expect((await asked).code).toBe(1057)
    } finally {
      client.release()
    }
    const { rows } = await server.database.pool.query('select 1 from account_deletions where user_id = $1', [
      member.userId,
    ])
    expect(rows).toEqual([])
  })

  it('is refused for a frozen account, and keeps one from being frozen: a login must be able to end it', async () => {
    const { userId, mobilePhone, password } = await people.member()
    const { token } = await operators.addReady('support')
    const freeze = () => operators.post('freezeUser', { userId, reason: '盗刷' }, token)
    await freeze()
    expect((await request({ userId, isForfeitAgreed: true })).msg).toContain('请先解除冻结')
    await operators.post('unfreezeUser', { userId }, token)
    expect(await request({ userId })).toMatchObject({ code: 200 })
    expect((await freeze()).msg).toContain('请先撤销注销')
    expect((await people.logIn(mobilePhone, password)).code).toBe(200)
    expect((await freeze()).code).toBe(200)
  })

  it('can be cancelled, and needs the right', async () => {
    const { userId } = await people.member()
    const { token } = await operators.addReady('support')
    expect(await operators.post('cancelUserDeletion', { userId }, token)).toMatchObject({ msg: '没有待生效的注销' })
    await request({ userId })
    expect(await operators.post('cancelUserDeletion', { userId }, token)).toMatchObject({ code: 200 })
    const finance = await operators.addReady('finance')
    expect(await operators.post('requestUserDeletion', { userId, ground: 'customer' }, finance.token)).toMatchObject({
      data: { right: 'users.write' },
    })
  })
})
