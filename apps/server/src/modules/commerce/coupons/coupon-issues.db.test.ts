import type {
  getCouponIssue,
  getCouponIssueUsers,
  getCouponTemplates,
  planCouponIssue,
} from '@yunji/contract/operator/coupon-calls'
import type { Segment } from '@yunji/contract/operator/segment'
import type { CallData } from '@yunji/contract/wire/call'
import { and, desc, eq, type SQL } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, later } from '../../../platform/clock.ts'
import { couponIssues, couponIssueUsers, coupons, couponTallies, couponTemplates } from '../../../tables/coupons.ts'
import { users } from '../../../tables/identity.ts'
import { operatorAudit } from '../../../tables/operators.ts'
import { orders } from '../../../tables/orders.ts'
import { isWaitingForLock } from '../../../testing/connections.ts'
import { createDevices } from '../../../testing/devices.ts'
import { createOperatorHarness } from '../../../testing/operators.ts'
import { useServer } from '../../../testing/use-server.ts'
import { returnCoupon } from './apply-coupon.ts'
import { claimFromTemplate } from './claim-coupon.ts'
import { issueWelcomeCoupons } from './issue-coupons.ts'
import { setOutcome } from './issue-store.ts'
import { lockEnabledTemplate } from './template-store.ts'

const server = await useServer()
const { db } = server.database
const make = createDevices(server)
const operators = createOperatorHarness(server)
const { token } = await operators.addReady('owner')

const post = async <Data>(call: string, body: object, as = token): Promise<Data> => {
  const answer = await operators.post(call, body, as)
  expect(answer).toMatchObject({ code: 200 })
  return answer.data as Data
}
const get = async <Data>(call: string): Promise<Data> => {
  const answer = await operators.get(call, token)
  expect(answer).toMatchObject({ code: 200 })
  return answer.data as Data
}

const lastAudit = async () => (await db.select().from(operatorAudit).orderBy(desc(operatorAudit.id)).limit(1))[0]

const addTemplate = async (fields: object = {}): Promise<number> =>
  (
    await post<{ templateId: number }>('createCouponTemplate', {
      name: '老客户券',
      couponType: 2,
      parValue: 300,
      businessType: 1,
      scopeApplication: 1,
      ...fields,
    })
  ).templateId

it('a template is made once by a request that is sent again', async () => {
  const terms = {
    name: '只建一次',
    couponType: 2,
    parValue: 300,
    businessType: 1,
    scopeApplication: 1,
    exchangeCode: 'MADEONCE',
  }
  const headers = { 'idempotency-key': 'template-made-once' }
  const send = () => server.post('/vmcloud/api/operator/createCouponTemplate', terms, { token, headers })
  const [first, second] = [await send(), await send()]
  expect(first).toMatchObject({ code: 200 })
  expect(second).toMatchObject({ code: 200, data: first.data })
  expect(await db.$count(couponTemplates, eq(couponTemplates.name, terms.name))).toBe(1)
})

const plan = (templateId: number, segment: Segment) =>
  post<CallData<typeof planCouponIssue>>('planCouponIssue', { templateId, segment })
const outcomesOf = async (issueId: number) => {
  const { records } = await get<CallData<typeof getCouponIssueUsers>>(`getCouponIssueUsers?issueId=${issueId}`)
  return Object.fromEntries(records.map(({ userId, outcome }) => [userId, outcome]))
}
const readIssue = (issueId: number) => get<CallData<typeof getCouponIssue>>(`getCouponIssue?issueId=${issueId}`)
const couponsOf = (userId: number, templateId: number) =>
  db.$count(coupons, and(eq(coupons.userId, userId), eq(coupons.templateId, templateId)))
const issueAll = async (issueId: number): Promise<void> => {
  await post('startCouponIssue', { issueId })
  await expect.poll(async () => (await readIssue(issueId)).state, { timeout: 15_000 }).toBe('done')
}
const templateRow = async (templateId: number) => {
  const { records } = await get<CallData<typeof getCouponTemplates>>(`getCouponTemplates?text=${templateId}`)
  return records.find((template) => template.templateId === templateId)
}

/** An order of its own holds every used coupon. */
const useCoupons = async (which: SQL | undefined): Promise<void> => {
  for (const { id, userId } of await db.select().from(coupons).where(which)) {
    const [order] = await db
      .insert(orders)
      .values({ ...orderFacts, userId, createdAt: server.clock.now(), expiresAt: server.clock.now() })
      .returning({ id: orders.id })
    const held = { state: 'used' as const, orderId: order?.id ?? 0, usedAt: server.clock.now() }
    await db.update(coupons).set(held).where(eq(coupons.id, id))
  }
}
const orderFacts = {
  kind: 'buy',
  title: '云手机',
  lines: [],
  totalCents: 100,
  payableCents: 100,
  purchase: {},
} as const

let people: number[] = []
beforeEach(async () => {
  people = []
  for (let count = 0; count < 3; count += 1) people.push((await make.addPerson()).userId)
})
const named = (ids: readonly number[] = people): Segment => ({ people: ids.map(String) })

describe('issue of coupons', () => {
  it('says who gets one, who does not and why, and issues nothing', async () => {
    const templateId = await addTemplate()
    const [first = 0, second = 0, third = 0] = people
    await post('freezeUser', { userId: first, reason: '盗刷' })
    await post('issueCoupons', { templateId, userIds: [second] })
    const { issueId, ...found } = await plan(templateId, {
      people: [...people.map(String), '987654321', '13900009999'],
    })
    expect(found).toEqual({ plannedCount: 1, leftOutCount: 2, unknown: ['987654321', '13900009999'] })
    expect(await outcomesOf(issueId)).toEqual({ [first]: 'frozen', [second]: 'holding', [third]: 'planned' })
    expect(await couponsOf(third, templateId)).toBe(0)
    await post('unfreezeUser', { userId: first })
  })

  it('tells a used-up limit from a coupon that is still usable, and a total that is too small', async () => {
    const [first = 0, second = 0, third = 0] = people
    const templateId = await addTemplate({ leftCount: 2 })
    await post('issueCoupons', { templateId, userIds: [first] })
    await useCoupons(eq(coupons.templateId, templateId))
    const { issueId } = await plan(templateId, named())
    expect(await outcomesOf(issueId)).toEqual({ [first]: 'limit', [second]: 'planned', [third]: 'exhausted' })
  })

  it('issues to the listed people once, whatever is repeated', async () => {
    const templateId = await addTemplate({ leftCount: 10 })
    const { issueId } = await plan(templateId, named())
    await issueAll(issueId)
    await post('startCouponIssue', { issueId })
    await server.runJob('coupons.issue', { issueId })
    for (const userId of people) expect(await couponsOf(userId, templateId)).toBe(1)
    expect(await readIssue(issueId)).toMatchObject({ state: 'done', issuedCount: 3 })
    const [template] = await db.select().from(couponTemplates).where(eq(couponTemplates.id, templateId))
    expect(template?.leftCount).toBe(7)
  })

  it('goes on where a killed run has stopped, and decides for everybody again', async () => {
    const [first = 0, second = 0, third = 0] = people
    const templateId = await addTemplate()
    const { issueId } = await plan(templateId, named())
    // One batch of a run that was killed afterwards.
    await db.insert(coupons).values({
      templateId,
      userId: first,
      name: '老客户券',
      terms: { couponType: 2, parValue: 300, conditionsUse: 0, businessType: 1 },
      receivedAt: server.clock.now(),
      issueId,
    })
    await db
      .update(couponIssueUsers)
      .set({ outcome: 'issued' })
      .where(and(eq(couponIssueUsers.issueId, issueId), eq(couponIssueUsers.userId, first)))
    await db.update(users).set({ frozenAt: server.clock.now() }).where(eq(users.id, second))
    await issueAll(issueId)
    expect(await outcomesOf(issueId)).toEqual({ [first]: 'issued', [second]: 'frozen', [third]: 'issued' })
    expect(await couponsOf(first, templateId)).toBe(1)
    expect(await couponsOf(second, templateId)).toBe(0)
  })

  it('leaves people to the next run when a statement was too slow', async () => {
    const templateId = await addTemplate()
    const { issueId } = await plan(templateId, named())
    await db.update(couponIssues).set({ state: 'running' }).where(eq(couponIssues.id, issueId))
    await server.database.pool.query(`
      create function too_slow() returns trigger language plpgsql as
        $$ begin raise exception 'too slow' using errcode = '57014'; end $$;
      create trigger too_slow before insert on coupons execute function too_slow()`)
    try {
      await expect(server.runJob('coupons.issue', { issueId })).rejects.toThrow('coupons')
    } finally {
      await server.database.pool.query('drop function too_slow cascade')
    }
    expect(new Set(Object.values(await outcomesOf(issueId)))).toEqual(new Set(['planned']))
    await server.runJob('coupons.issue', { issueId })
    expect(await readIssue(issueId)).toMatchObject({ state: 'done', issuedCount: 3 })
    // A run that was overtaken.
    await setOutcome(db, issueId, people, 'failed')
    expect(new Set(Object.values(await outcomesOf(issueId)))).toEqual(new Set(['issued']))
  })

  it('withdraws the unused coupons of one issue alone', async () => {
    const [first = 0, second = 0, third = 0] = people
    const templateId = await addTemplate({ perUserLimit: 2 })
    await post('issueCoupons', { templateId, userIds: [first] })
    const { issueId } = await plan(templateId, named())
    await issueAll(issueId)
    await useCoupons(and(eq(coupons.userId, third), eq(coupons.issueId, issueId)))
    expect(await post('withdrawCouponIssue', { issueId })).toEqual({ withdrawn: 2 })
    expect(await post('withdrawCouponIssue', { issueId })).toEqual({ withdrawn: 0 })
    expect(await readIssue(issueId)).toMatchObject({ state: 'withdrawn', withdrawnCount: 2 })
    const left = await db.select().from(coupons).where(eq(coupons.templateId, templateId))
    expect(left.map(({ userId, state }) => [userId, state]).toSorted()).toEqual(
      [
        [first, 'efficient'],
        [first, 'invalid'],
        [second, 'invalid'],
        [third, 'used'],
      ].toSorted(),
    )
  })

  it('does not give a coupon of a withdrawn issue back when its order ends', async () => {
    const { issueId } = await plan(await addTemplate(), named())
    await issueAll(issueId)
    await useCoupons(eq(coupons.issueId, issueId))
    const [first, second] = await db.select().from(coupons).where(eq(coupons.issueId, issueId)).orderBy(coupons.id)
    const giveBack = (orderId: number | null | undefined) =>
      db.transaction((tx) => returnCoupon(tx, orderId ?? 0, server.clock.now(), false))
    await giveBack(first?.orderId)
    expect(await post('withdrawCouponIssue', { issueId })).toEqual({ withdrawn: 1 })
    await giveBack(second?.orderId)
    const rows = await db.select().from(coupons).where(eq(coupons.issueId, issueId)).orderBy(coupons.id)
    expect(rows.map(({ state }) => state)).toEqual(['invalid', 'invalid', 'used'])
  })

  it('withdraws a large issue batch by batch', async () => {
    const [first = 0] = people
    const templateId = await addTemplate()
    const { issueId } = await plan(templateId, named())
    await issueAll(issueId)
    await server.database.pool.query(
      `insert into coupons (template_id, user_id, name, terms, received_at, issue_id)
       select template_id, user_id, name, terms, received_at, issue_id
       from coupons, generate_series(1, 2100) where issue_id = $1 and user_id = $2`,
      [issueId, first],
    )
    expect(await post('withdrawCouponIssue', { issueId })).toEqual({ withdrawn: 2000 })
    await expect
      .poll(async () => (await readIssue(issueId)).withdrawnCount, { timeout: 15_000 })
      .toBe(2100 + people.length)
    expect(await db.$count(coupons, and(eq(coupons.issueId, issueId), eq(coupons.state, 'efficient')))).toBe(0)
  })

  it('plans for more people than a statement takes, and withdraws all of their coupons', async () => {
    const many = 10_010
    const createdAt = later(server.clock.now(), -1000 * DAY_MS)
    await server.database.pool.query(
      `insert into users (mobile_phone, name, created_at)
       select (15100000000 + n)::text, '很多人', $2 from generate_series(1, $1::int) n`,
      [many, createdAt],
    )
    const templateId = await addTemplate({ leftCount: many - 4 })
    const { issueId, ...found } = await plan(templateId, { registeredBefore: later(createdAt, DAY_MS).getTime() })
    expect(found).toEqual({ plannedCount: many - 4, leftOutCount: 4, unknown: [] })
    await server.database.pool.query(
      `insert into coupons (template_id, user_id, name, terms, received_at)
       select t.id, u.user_id, t.name, t.terms, t.created_at
       from coupon_templates t, coupon_issue_users u where t.id = $1 and u.issue_id = $2 and u.outcome = 'planned'`,
      [templateId, issueId],
    )
    const left = () => db.$count(coupons, and(eq(coupons.templateId, templateId), eq(coupons.state, 'efficient')))
    expect(await post('withdrawCoupons', { templateId })).toEqual({ withdrawn: 2000 })
    await expect.poll(left, { timeout: 15_000 }).toBe(0)
  })

  it('keeps no checkout waiting while a batch is issued', async () => {
    const [first = 0] = people
    const templateId = await addTemplate()
    await post('issueCoupons', { templateId, userIds: [first] })
    await db.transaction(async (tx) => {
      await lockEnabledTemplate(tx, templateId)
      await useCoupons(eq(coupons.templateId, templateId))
    })
    expect(await templateRow(templateId)).toMatchObject({ used: 1 })
  })

  it('refuses a closed template, and one closed before the start', async () => {
    const templateId = await addTemplate()
    const { issueId } = await plan(templateId, named())
    await post('closeCouponTemplate', { templateId })
    expect(await lastAudit()).toMatchObject({ before: { isEnabled: true }, after: { isEnabled: false } })
    expect(await operators.post('startCouponIssue', { issueId }, token)).toMatchObject({ code: 1080 })
    expect(await operators.post('planCouponIssue', { templateId, segment: {} }, token)).toMatchObject({ code: 1080 })
  })

  it('fails once its job has been given up, and goes on when it is started again', async () => {
    const templateId = await addTemplate()
    const { issueId } = await plan(templateId, named())
    const stateOf = async () => (await readIssue(issueId)).state
    await db.update(couponIssues).set({ state: 'running' }).where(eq(couponIssues.id, issueId))
    const { pool } = server.database
    const waiting = `insert into pgboss.job (name, data, start_after) values ('coupons.issue', $1, now() + interval '1 day')`
    await pool.query(waiting, [{ issueId }])
    await server.runJob('coupons.endIssues')
    expect(await stateOf()).toBe('running')
    await pool.query(`delete from pgboss.job where name = 'coupons.issue'`)
    await server.runJob('coupons.endIssues')
    expect(await stateOf()).toBe('failed')
    await issueAll(issueId)
    expect(await db.$count(coupons, eq(coupons.issueId, issueId))).toBe(people.length)
  })

  it('goes on when its job is sent again, and can be withdrawn while failed', async () => {
    const { issueId } = await plan(await addTemplate(), named())
    const fail = () => db.update(couponIssues).set({ state: 'failed' }).where(eq(couponIssues.id, issueId))
    await fail()
    await server.runJob('coupons.issue', { issueId })
    expect(await db.$count(coupons, eq(coupons.issueId, issueId))).toBe(people.length)
    await fail()
    expect(await post('withdrawCouponIssue', { issueId })).toEqual({ withdrawn: people.length })
    expect(await lastAudit()).toMatchObject({
      before: { state: 'failed', withdrawnCount: 0 },
      after: { state: 'withdrawn', withdrawnCount: people.length },
    })
  })

  it('keeps only the last dry run of an operator, and deletes it after a day', async () => {
    const templateId = await addTemplate()
    const { issueId: first } = await plan(templateId, named())
    const { issueId: second } = await plan(templateId, named())
    expect(await operators.get(`getCouponIssue?issueId=${first}`, token)).toMatchObject({ code: 1080 })
    server.clock.advance(DAY_MS + 60_000)
    const tomorrow = await operators.addReady('owner')
    await server.runJob('maintenance.sweep')
    expect(await operators.get(`getCouponIssue?issueId=${second}`, tomorrow.token)).toMatchObject({ code: 1080 })
    server.clock.advance(-DAY_MS - 60_000)
  })

  it('gives numbers to nobody who may not look up customers, and keeps them out of the audit log', async () => {
    const templateId = await addTemplate()
    const { token: catalogue } = await operators.addReady('catalogue')
    const body = { templateId, segment: { people: ['13900001234'] } }
    expect(await operators.post('planCouponIssue', body, catalogue)).toMatchObject({ data: { right: 'users.read' } })
    await plan(templateId, { people: ['13900001234'] })
    const rows = await db.select().from(operatorAudit).where(eq(operatorAudit.call, 'planCouponIssue'))
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('13900001234')
  })
})

it('names no customers to an operator who may not look them up', async () => {
  const { issueId } = await plan(await addTemplate(), named())
  const readAs = async (as: string) =>
    (await operators.get(`getCouponIssueUsers?issueId=${issueId}`, as)).data as CallData<typeof getCouponIssueUsers>
  const { token: catalogue } = await operators.addReady('catalogue')
  const hidden = (userId: number) => ({ userId, name: '', maskedPhone: '', outcome: 'planned' })
  expect((await readAs(catalogue)).records).toEqual(people.map(hidden))
  const [seen] = (await readAs(token)).records
  expect(seen?.maskedPhone).toMatch(/^1\d\d\*{4}\d{4}$/)
})

describe('segment', () => {
  const plannedOf = async (templateId: number, segment: Segment) => {
    const { issueId } = await plan(templateId, { ...segment, ...named() })
    return Object.keys(await outcomesOf(issueId))
      .map(Number)
      .toSorted((a, b) => a - b)
  }

  it('finds people by registration, purchases, expiry, checks and type', async () => {
    const templateId = await addTemplate()
    const [first = 0, second = 0, third = 0] = people
    const now = server.clock.now()
    await db
      .update(users)
      .set({ createdAt: later(now, -100 * DAY_MS), userType: 2, companyCheckStatus: 2 })
      .where(eq(users.id, first))
    await make.addDevice(second, { expiresAt: later(now, 3 * DAY_MS) })
    await make.addDevice(third, { expiresAt: later(now, 30 * DAY_MS) })
    const days = (count: number) => later(now, -count * DAY_MS)
    await db.insert(orders).values([
      {
        ...orderFacts,
        userId: second,
        state: 'fulfilled',
        payMethod: 3,
        createdAt: days(20),
        expiresAt: days(20),
        paidAt: days(20),
      },
      { ...orderFacts, userId: third, state: 'expired', createdAt: days(1), expiresAt: days(1) },
    ])
    expect(await plannedOf(templateId, { hasBought: true })).toEqual([second])
    expect(await plannedOf(templateId, { hasBought: false })).toEqual([first, third])
    expect(await plannedOf(templateId, { boughtWithinDays: 10 })).toEqual([])
    expect(await plannedOf(templateId, { boughtWithinDays: 30 })).toEqual([second])
    expect(await plannedOf(templateId, { registeredBefore: later(now, -50 * DAY_MS).getTime() })).toEqual([first])
    expect(await plannedOf(templateId, { registeredFrom: later(now, -50 * DAY_MS).getTime() })).toEqual([second, third])
    expect(await plannedOf(templateId, { expiresWithinDays: 7 })).toEqual([second])
    expect(await plannedOf(templateId, { isVerified: true })).toEqual([first])
    expect(await plannedOf(templateId, { userType: 2 })).toEqual([first])
    expect(await plannedOf(templateId, { userType: 1, isVerified: false })).toEqual([second, third])
  })
})

describe('numbers of a template', () => {
  it('follow every change of a coupon, before and after they are added up', async () => {
    const templateId = await addTemplate({ validDays: 2, perUserLimit: 5 })
    for (let round = 0; round < 3; round += 1) await post('issueCoupons', { templateId, userIds: people })
    const [first = 0, second = 0] = people
    await useCoupons(and(eq(coupons.templateId, templateId), eq(coupons.userId, first)))
    await db
      .update(coupons)
      .set({ expiresAt: later(server.clock.now(), -3 * DAY_MS) })
      .where(and(eq(coupons.templateId, templateId), eq(coupons.userId, second)))
    const expected = { issued: 9, used: 3, expired: 3, usable: 3, withdrawn: 0 }
    expect(await templateRow(templateId)).toMatchObject(expected)
    for (let round = 0; round < 60; round += 1)
      await db
        .update(coupons)
        .set({ name: `老客户券${round}` })
        .where(eq(coupons.templateId, templateId))
    await server.runJob('coupons.sumTallies')
    expect(await db.$count(couponTallies, eq(couponTallies.templateId, templateId))).toBe(3)
    expect(await templateRow(templateId)).toMatchObject(expected)
    await post('withdrawCoupons', { templateId })
    expect(await templateRow(templateId)).toMatchObject({
      issued: 9,
      used: 3,
      withdrawn: 6,
      usable: 0,
      isEnabled: false,
    })
  })
})

describe('change of a template', () => {
  const limits = { totalCount: null, perUserLimit: 1, validDays: null, isForNewcomers: false }
  const update = (templateId: number, fields: object) =>
    operators.post('updateCouponTemplate', { templateId, ...limits, ...fields }, token)
  const rowOf = async (templateId: number) =>
    (await db.select().from(couponTemplates).where(eq(couponTemplates.id, templateId)))[0]

  it('raises the total and the limit of each, and leaves coupons that are out as they are', async () => {
    const [first = 0, second = 0] = people
    const templateId = await addTemplate({ leftCount: 1, validDays: 5 })
    const issue = (userId: number) => post('issueCoupons', { templateId, userIds: [userId] })
    await issue(first)
    expect(await issue(second)).toMatchObject({ issued: 0 })
    expect(await templateRow(templateId)).toMatchObject({ totalCount: 1, leftCount: 0 })
    expect(await update(templateId, { totalCount: 3, perUserLimit: 2, validDays: 9 })).toMatchObject({ code: 200 })
    expect(await templateRow(templateId)).toMatchObject({ totalCount: 3, leftCount: 2, perUserLimit: 2, validDays: 9 })
    expect(await issue(first)).toMatchObject({ issued: 1 })
    const held = await db.select().from(coupons).where(eq(coupons.templateId, templateId)).orderBy(coupons.id)
    const ends = [5, 9].map((days) => later(server.clock.now(), days * DAY_MS))
    expect(held.map(({ expiresAt }) => expiresAt)).toEqual(ends)
  })

  it('is audited with what was and what is', async () => {
    const templateId = await addTemplate({ leftCount: 10 })
    await update(templateId, { totalCount: 4 })
    expect(await lastAudit()).toMatchObject({
      call: 'updateCouponTemplate',
      subject: `couponTemplate:${templateId}`,
      before: { totalCount: 10, leftCount: 10 },
      after: { totalCount: 4, leftCount: 4 },
    })
  })

  it('takes the total away, and gives one that counts what is out', async () => {
    const templateId = await addTemplate({ leftCount: 10 })
    await update(templateId, {})
    expect(await rowOf(templateId)).toMatchObject({ leftCount: null })
    await post('issueCoupons', { templateId, userIds: people })
    await update(templateId, { totalCount: people.length })
    expect(await rowOf(templateId)).toMatchObject({ leftCount: 0 })
  })

  it('refuses a total below what is out, and one for newcomers', async () => {
    const templateId = await addTemplate({ leftCount: 10 })
    await post('issueCoupons', { templateId, userIds: people })
    expect(await update(templateId, { totalCount: 2 })).toMatchObject({ code: 1080, msg: '已发出 3 张，总量不能更少' })
    const both = { totalCount: 5, isForNewcomers: true }
    expect(await update(templateId, both)).toMatchObject({ code: 1080, msg: '新注册用户自动获得的券不能有总量' })
    expect(await rowOf(templateId)).toMatchObject({ leftCount: 7, isForNewcomers: false })
  })

  it.each(['closeCouponTemplate', 'withdrawCoupons'])('is refused after %s, and of no template', async (call) => {
    const templateId = await addTemplate()
    await post(call, { templateId })
    for (const id of [templateId, 999_999])
      expect(await update(id, { perUserLimit: 3 })).toMatchObject({ code: 1080, msg: '没有这个模板，或已经停用' })
  })

  it('refuses a total that a colleague has changed, not one that customers claim of', async () => {
    const templateId = await addTemplate({ leftCount: 10 })
    const basedOn = { templateId, ...limits, totalCount: 10 }
    await post('issueCoupons', { templateId, userIds: people })
    expect(await update(templateId, { totalCount: 20, basedOn })).toMatchObject({ code: 200 })
    expect(await update(templateId, { totalCount: 30, basedOn })).toMatchObject({
      code: 1016,
      data: { totalCount: 20, leftCount: 17 },
    })
  })

  it('waits for a claim under way, and counts it', async () => {
    const templateId = await addTemplate({ leftCount: 5 })
    const [first = 0] = people
    let lowered: ReturnType<typeof update> | undefined
    await post('issueCoupons', { templateId, userIds: people })
    await db.transaction(async (tx) => {
      await tx.update(couponTemplates).set({ perUserLimit: 2 }).where(eq(couponTemplates.id, templateId))
      await claimFromTemplate(tx, templateId, first, server.clock.now())
      lowered = update(templateId, { totalCount: 3, perUserLimit: 2 })
      await expect.poll(() => isWaitingForLock(server.database.url)).toBe(true)
    })
    expect(await lowered).toMatchObject({ code: 1080, msg: '已发出 4 张，总量不能更少' })
    expect(await templateRow(templateId)).toMatchObject({ totalCount: 5, leftCount: 1 })
  })

  it('never issues more than a total that is lowered meanwhile', async () => {
    const claimants = await Promise.all(Array.from({ length: 12 }, () => make.addPerson()))
    const templateId = await addTemplate({ leftCount: 12, exchangeCode: 'LOWERED' })
    const claim = ({ token: as }: { token: string }) =>
      server.post('/vmcloud/api/coupon/exchangeCoupon', { exchangeCode: 'LOWERED' }, { token: as })
    const answers = await Promise.all([
      ...claimants.map(claim),
      ...[9, 6, 3].map((totalCount) => update(templateId, { totalCount })),
    ])
    expect(answers.filter(({ code }) => code !== 200 && code !== 1080)).toEqual([])
    const issued = await db.$count(coupons, eq(coupons.templateId, templateId))
    const { totalCount, leftCount } = (await templateRow(templateId)) ?? {}
    expect(leftCount).toBe((totalCount ?? 0) - issued)
    expect(leftCount).toBeGreaterThanOrEqual(0)
    const claimed = answers.slice(0, claimants.length).filter(({ code }) => code === 200)
    expect(claimed).toHaveLength(issued)
  })

  it('gives newcomers coupons from then on', async () => {
    const templateId = await addTemplate()
    const { userId: before } = await make.addPerson()
    await db.transaction((tx) => issueWelcomeCoupons(tx, before, server.clock.now()))
    await update(templateId, { isForNewcomers: true })
    const { userId: after } = await make.addPerson()
    await db.transaction((tx) => issueWelcomeCoupons(tx, after, server.clock.now()))
    await update(templateId, {})
    expect([await couponsOf(before, templateId), await couponsOf(after, templateId)]).toEqual([0, 1])
  })

  it('shows the exchange code to those who may change the template alone', async () => {
    const templateId = await addTemplate({ exchangeCode: 'READAGAIN' })
    expect(await templateRow(templateId)).toMatchObject({ hasExchangeCode: true, exchangeCode: 'READAGAIN' })
    const { token: reader } = await operators.addReady('readonly')
    const { data } = await operators.get(`getCouponTemplates?text=${templateId}`, reader)
    expect(data).toMatchObject({ records: [{ hasExchangeCode: true, exchangeCode: '' }] })
  })
})
