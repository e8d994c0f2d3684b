import type { getActivity } from '@yunji/contract/content/activity/calls'
import type { CallData } from '@yunji/contract/wire/call'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../platform/clock.ts'
import { createPeople } from '../../../testing/people.ts'
import { OPERATOR_TOKEN } from '../../../testing/server-harness.ts'
import { useServer } from '../../../testing/use-server.ts'

const server = await useServer()
const people = createPeople(server, 13_700_070_000)

const operate = (call: string, body: object, token = OPERATOR_TOKEN) =>
  server.post(`/vmcloud/api/operator/${call}`, body, { token })
const now = () => server.clock.now().getTime()

const template = async (more: object = {}): Promise<number> => {
  const terms = {
    name: '活动券',
    couponType: 2,
    parValue: 500,
    businessType: 1,
    scopeApplication: 1,
    validDays: 7,
    ...more,
  }
  return ((await operate('createCouponTemplate', terms)).data as { templateId: number }).templateId
}
const product = async (): Promise<number> => {
  const { rows } = await server.database.pool.query<{ id: string }>(
    `with good as (insert into goods (goods_level, name, created_at) values (1, '云手机', now()) returning id),
       config as (
         insert into goods_configurations (good_id, cpu_cores, memory_gb, storage_gb, version, image_types, supplier_type)
         select id, 4, 4, 64, '10/B', '{1}', 7 from good returning id
       )
     insert into billable_products (config_id, good_time_hours, price_cents) select id, 720, 1800 from config returning id`,
  )
  return Number(rows[0]?.id)
}

const activity = (more: object = {}) => ({
  name: '双旦特惠',
  kind: 'discount',
  startsAt: now(),
  endsAt: now() + DAY_MS,
  products: [],
  markdown: '## 规则\n\n先到先得。',
  templateIds: [],
  ...more,
})
const create = async (more: object = {}): Promise<number> => {
  const { code, msg, data } = await operate('createActivity', activity(more))
  expect({ code, msg }).toEqual({ code: 200, msg: '成功' })
  return (data as { activityId: number }).activityId
}
const read = async (activityId: number, token: string) =>
  (await server.get(`/vmcloud/api/activity/getActivity?activityId=${activityId}`, { token })).data as CallData<
    typeof getActivity
  >
const claim = (token: string, activityId: number, templateId: number) =>
  server.post('/vmcloud/api/activity/claimCoupon', { activityId, templateId }, { token })

describe('an activity', () => {
  it('shows its text, goods and coupons, and its state by the clock', async () => {
    const { token } = await people.member()
    const [productId, templateId] = [await product(), await template()]
    const products = [{ productId, priceCents: 990 }]
    const activityId = await create({ startsAt: now() + 1000, products, templateIds: [templateId] })
    expect(await read(activityId, token)).toMatchObject({
      name: '双旦特惠',
      state: 'upcoming',
      content: [{ kind: 'heading' }, { kind: 'paragraph' }],
      goods: [{ id: productId, goodPrice: 990, oldGoodPrice: 1800, stockLeft: null }],
      coupons: [{ templateId, name: '活动券', parValue: 500, ownCount: 0, isSoldOut: false }],
    })
    server.clock.advance(1000)
    expect((await read(activityId, token)).state).toBe('running')
    const listed = await server.get('/vmcloud/api/activity/getActivities', { token })
    expect((listed.data as { records: object[] }).records).toContainEqual(expect.objectContaining({ activityId }))
    server.clock.advance(2 * DAY_MS)
    expect((await read(activityId, token)).state).toBe('ended')
  })

  it('that is unknown or switched off looks alike', async () => {
    const { token } = await people.member()
    const activityId = await create()
    const page = { activityId, isEnabled: false, markdown: '停', templateIds: [] }
    expect(await operate('setActivityPage', page)).toMatchObject({ code: 200 })
    const { isEnabled: _state, ...words } = page
    expect(await operate('setActivityPage', words)).toMatchObject({ code: 200 })
    for (const id of [activityId, 987_654])
      expect(await server.get(`/vmcloud/api/activity/getActivity?activityId=${id}`, { token })).toMatchObject({
        code: 1080,
        msg: '没有找到这个活动，可能已经下线',
      })
  })

  it('is enabled again only below the regular prices', async () => {
    const productId = await product()
    const activityId = await create({ products: [{ productId, priceCents: 1500 }] })
    const enable = (isEnabled: boolean) =>
      operate('setActivityPage', { activityId, isEnabled, markdown: '页', templateIds: [] })
    const setRegular = (cents: number) =>
      server.database.pool.query('update billable_products set price_cents = $1 where id = $2', [cents, productId])
    await enable(false)
    await setRegular(1500)
    expect((await enable(true)).msg).toBe(`商品 #${productId} 的活动价须低于售价`)
    await setRegular(1501)
    expect((await enable(true)).code).toBe(200)
  })

  it('is refused with goods, coupons or times that cannot be', async () => {
    expect(await operate('createActivity', activity({ endsAt: now() }))).toMatchObject({ code: 1080 })
    expect(await operate('createActivity', activity({ templateIds: [987_654] }))).toMatchObject({
      msg: '有优惠券模板不存在',
    })
    const unknown = [{ productId: 987_654, priceCents: 1 }]
    expect(await operate('createActivity', activity({ products: unknown }))).toMatchObject({ code: 1022 })
    const seckill = activity({ kind: 'seckill', products: [{ productId: await product(), priceCents: 1 }] })
    expect(await operate('createActivity', seckill)).toMatchObject({ msg: '秒杀商品须填写数量' })
    expect(await operate('createActivity', activity(), (await people.member()).token)).toMatchObject({ code: 2017 })
  })
})

describe('an activity in the hands of operators', () => {
  interface Listed {
    readonly activityId: number
    readonly status: number
    readonly state: string
    readonly products: readonly object[]
  }
  const list = async (query = ''): Promise<Listed[]> =>
    (
      (await server.get(`/vmcloud/api/operator/getActivityPages?rows=100&${query}`, { token: OPERATOR_TOKEN }))
        .data as {
        records: Listed[]
      }
    ).records
  const ids = async (query: string) => (await list(query)).map(({ activityId }) => activityId)
  const terms = (activityId: number, more: object = {}) => {
    const { kind: _kind, markdown: _text, templateIds: _ids, ...rest } = activity(more)
    return { activityId, ...rest }
  }

  it('is changed before it begins, and not after', async () => {
    const [productId, other] = [await product(), await product()]
    const products = [{ productId, priceCents: 990, stock: 5, perUserLimit: 2 }]
    const activityId = await create({ kind: 'seckill', startsAt: now() + 1000, products })
    const next = { startsAt: now() + 2000, products: [{ productId: other, priceCents: 880, stock: 3 }] }
    expect(await operate('setActivity', terms(activityId, { ...next, name: '改名' }))).toMatchObject({ code: 200 })
    expect((await list()).find((each) => each.activityId === activityId)).toMatchObject({
      name: '改名',
      state: 'upcoming',
      status: 1,
      products: [
        { productId: other, regularCents: 1800, priceCents: 880, stockLeft: 3, stockTotal: 3, perUserLimit: 1 },
      ],
    })
    for (const bad of [
      { products: [{ productId: other, priceCents: 1800, stock: 3 }] },
      { products: [{ productId: other, priceCents: 880 }] },
      { endsAt: now() },
    ]) {
      expect(await operate('setActivity', terms(activityId, { ...next, ...bad }))).toMatchObject({ code: 1080 })
    }
    server.clock.advance(2000)
    expect(await operate('setActivity', terms(activityId, next))).toMatchObject({
      msg: '活动已经开始，只能提前结束或停用',
    })
  })

  it('is made once by a request that is sent again', async () => {
    const headers = { 'idempotency-key': 'activity-made-once' }
    const send = () =>
      server.post('/vmcloud/api/operator/createActivity', activity({ name: '只建一次' }), {
        token: OPERATOR_TOKEN,
        headers,
      })
    const [first, second] = [await send(), await send()]
    expect(first).toMatchObject({ code: 200 })
    expect(second.data).toEqual(first.data)
    expect(await server.database.pool.query(`select from activities where name = '只建一次'`)).toMatchObject({
      rowCount: 1,
    })
  })

  it('is not changed by whoever has not seen a colleague’s change', async () => {
    const [productId, other] = [await product(), await product()]
    const products = [{ productId, priceCents: 990, stock: 5, perUserLimit: 2 }]
    const seen = { startsAt: now() + 1000, endsAt: now() + DAY_MS, name: '双旦特惠', products }
    const activityId = await create({ kind: 'seckill', ...seen })
    const change = (more: object) => operate('setActivity', { ...terms(activityId, seen), basedOn: seen, ...more })
    const cheaper = [
      { productId: other, priceCents: 880, stock: 3, perUserLimit: 1 },
      { productId, priceCents: 990, stock: 9 },
    ]
    expect(await change({ products: cheaper })).toMatchObject({ code: 200 })
    expect(await change({ name: '改名' })).toMatchObject({ code: 1016, data: { products: cheaper } })
    const [first, last] = cheaper
    const basedOn = { ...seen, products: [first, { ...last, perUserLimit: 1 }] }
    expect(await change({ name: '改名', products: cheaper, basedOn })).toMatchObject({ code: 200 })
  })

  it('is ended early once, and its prices with it', async () => {
    const productId = await product()
    const products = [{ productId, priceCents: 990, stock: 5 }]
    const activityId = await create({ kind: 'seckill', startsAt: now() + 1000, products })
    expect(await operate('endActivity', { activityId })).toMatchObject({ msg: '活动尚未开始，可以修改或停用' })
    server.clock.advance(1000)
    const offered = async () =>
      JSON.stringify((await server.get('/vmcloud/api/activity/getSeckillList')).data).includes(`"id":${productId},`)
    expect(await offered()).toBe(true)
    expect(await operate('endActivity', { activityId })).toMatchObject({ code: 200 })
    server.clock.advance(1)
    expect(await offered()).toBe(false)
    expect(await operate('endActivity', { activityId })).toMatchObject({ msg: '活动已结束' })
    expect(await operate('endActivity', { activityId: 987_654 })).toMatchObject({ code: 1080 })
  })

  it('is found by kind, state and the status of the wire', async () => {
    const upcoming = await create({ startsAt: now() + 1000 })
    const running = await create()
    await operate('setActivityPage', { activityId: running, isEnabled: false, markdown: '停', templateIds: [] })
    expect(await ids('state=upcoming')).toEqual([upcoming])
    expect(await ids('kind=discount&state=running')).toContain(running)
    expect(await ids('kind=seckill')).not.toContain(running)
    expect((await list('status=0')).find(({ activityId }) => activityId === running)?.status).toBe(0)
    expect(await ids('status=1')).not.toContain(running)
  })
})

describe('a coupon of an activity', () => {
  it('is claimed while it runs, and no more often than one may', async () => {
    const { token } = await people.member()
    const templateId = await template()
    const activityId = await create({ startsAt: now() + 1000, templateIds: [templateId] })
    expect(await claim(token, activityId, templateId)).toMatchObject({ code: 1080, msg: '活动尚未开始' })
    server.clock.advance(1000)
    const answers = await Promise.all(Array.from({ length: 10 }, () => claim(token, activityId, templateId)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.find(({ code }) => code !== 200)).toMatchObject({ code: 1080, msg: '你已领取过该优惠券' })
    expect((await read(activityId, token)).coupons).toMatchObject([{ ownCount: 1 }])
    server.clock.advance(2 * DAY_MS)
    expect(await claim((await people.member()).token, activityId, templateId)).toMatchObject({ msg: '活动已结束' })
  })

  it('is given to as many as there are', async () => {
    const [one, other] = [await people.member(), await people.member()]
    const templateId = await template({ leftCount: 1 })
    const activityId = await create({ templateIds: [templateId] })
    const answers = await Promise.all([one, other].map(({ token }) => claim(token, activityId, templateId)))
    expect(answers.map(({ msg }) => msg).toSorted()).toEqual(['成功', '该优惠券已被领完'].toSorted())
    expect((await read(activityId, one.token)).coupons).toMatchObject([{ isSoldOut: true }])
  })

  it('belongs to its activity', async () => {
    const { token } = await people.member()
    const [templateId, other] = [await template(), await template()]
    const activityId = await create({ templateIds: [templateId] })
    expect(await claim(token, activityId, other)).toMatchObject({ code: 1080 })
    expect(await claim('', activityId, templateId)).toMatchObject({ code: 2017 })
  })
})
