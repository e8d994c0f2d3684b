import { ORDER_LIFETIME_MS } from '@yunji/contract/commerce/order/rules'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { AUTO_RENEW_AHEAD_MS, AUTO_RENEW_RETRY_MS } from '@yunji/contract/commerce/renewal/rules'
import type { RenewDevice, RenewOption } from '@yunji/contract/commerce/renewal/schema'
import { MessageType } from '@yunji/contract/messages/rules'
import { eventually } from '@yunji/testkit/eventually'
import { and, asc, eq, ne } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, later } from '../../../platform/clock.ts'
import { billableProducts } from '../../../tables/catalogue.ts'
import { devices } from '../../../tables/devices.ts'
import { orders } from '../../../tables/orders.ts'
import { autoRenewals } from '../../../tables/renewals.ts'
import { dropConnections } from '../../../testing/connections.ts'
import { createDevices } from '../../../testing/devices.ts'
import { createReader } from '../../../testing/messages.ts'
import { openShop } from '../../../testing/shop.ts'
import { createTenant, type Tenant } from '../../../testing/tenant.ts'
import { useServer } from '../../../testing/use-server.ts'
import { auditLedger } from '../ledger/index.ts'

const HOUR_MS = DAY_MS / 24
const WEEK_HOURS = 7 * 24
const WEEK_MS = WEEK_HOURS * HOUR_MS

const server = await useServer()
const shop = await openShop(server)
const make = createDevices(server)
let tenant: Tenant
let week: typeof billableProducts.$inferSelect
beforeEach(async () => {
  tenant = createTenant(server, shop, await make.addPerson())
  week = await tenant.productOf(WEEK_HOURS)
})

const own = (fields = {}) => make.addDevice(tenant.userId, { configId: shop.configId, productId: week.id, ...fields })
const listOf = async (query = '') => {
  const { data } = await server.get(`/vmcloud/api/renewal/getRenewList${query}`, tenant)
  return data as { records: RenewDevice[]; totalPage: number; counts: { all: number; expiringSoon: number } }
}
const setAuto = async (deviceIds: readonly number[], fields: object) => {
  const { data } = await tenant.call('renewal/setAutoRenew', { deviceIds, ...fields })
  return (data as { results: { code: number; autoRenew: object | null }[] }).results
}
const renew = () => server.periodicJobs.find(({ name }) => name === 'renewals.auto')?.run()

describe('the list of what can be renewed', () => {
  it('answers for given devices, as far as they are own ones', async () => {
    const [first, second] = [await own(), await own()]
    const foreign = await make.addDevice((await make.addPerson()).userId)
    const { records } = await listOf(`?ids=${[second.id, foreign.id, first.id].join()}`)
    expect(records.map(({ deviceId }) => deviceId)).toEqual([first.id, second.id])
    expect((await listOf(`?ids=${foreign.id}`)).records).toEqual([])
  })

  it('shows own devices, soonest first, and why one cannot be renewed', async () => {
    const now = server.clock.now()
    const kept = await own({ state: 'expired', expiresAt: later(now, -HOUR_MS) })
    const soon = await own({ expiresAt: later(now, HOUR_MS) })
    const metered = await own({ isMetered: true, state: 'stopped', expiresAt: later(now, -DAY_MS) })
    const old = await own({ configId: null })
    await make.addDevice((await make.addPerson()).userId)
    const { records, counts } = await listOf()
    expect(records.map(({ deviceId, refusal }) => [deviceId, refusal])).toEqual([
      [kept.id, null],
      [soon.id, null],
      [old.id, 'notSold'],
      [metered.id, 'metered'],
    ])
    expect(counts).toEqual({ all: 4, expiringSoon: 2 })
    const month = await shop.priceOf(shop.productId, tenant.token)
    expect(records[0]).toMatchObject({
      goodsName: '畅享云手机',
      monthCents: month.goodPrice,
      remainingMs: 0,
      keptUntil: kept.stateDeadline?.getTime(),
      autoRenew: null,
    })
    expect(records[1]).toMatchObject({
      remainingMs: HOUR_MS,
      keptUntil: null,
      configuration: { configId: shop.configId, cpuCores: expect.any(Number), memoryGb: 3, storageGb: 32 },
    })
    expect(records[2]).toMatchObject({ configuration: null, goodsName: null, monthCents: null })
    expect((await listOf('?filter=expiringSoon')).records).toHaveLength(2)
    expect(await listOf('?rows=1&page=2')).toMatchObject({ totalPage: 4, records: [{ deviceId: soon.id }] })
  })
})

describe('the prices of a renewal', () => {
  const pricesOf = (deviceIds: readonly number[]) => tenant.call('renewal/getRenewPrices', { deviceIds })

  it('are each device’s own, in the durations that all of them have', async () => {
    const isWeek = eq(billableProducts.goodTimeHours, WEEK_HOURS)
    const [other] = await server.database.db
      .select()
      .from(billableProducts)
      .where(
        and(isWeek, ne(billableProducts.priceCents, week.priceCents), ne(billableProducts.configId, shop.configId)),
      )
      .orderBy(asc(billableProducts.id))
    const [one, two] = [await own(), await own({ configId: other?.configId })]
    const { data } = await pricesOf([one.id, two.id])
    const { options } = data as { options: RenewOption[] }
    expect(options.map(({ goodTime }) => goodTime)).toEqual([1, 24, WEEK_HOURS, 720, 2160, 8760])
    const option = options.find(({ goodTime }) => goodTime === WEEK_HOURS)
    expect(option).toMatchObject({
      id: week.id,
      goodPrice: week.priceCents,
      totalCents: week.priceCents + (other?.priceCents ?? 0),
      devices: [
        { deviceId: one.id, id: week.id, expiresAt: one.expiresAt.getTime() + WEEK_MS },
        { deviceId: two.id, id: other?.id, goodPrice: other?.priceCents },
      ],
    })
    const { id = 0, goodPrice = 0, totalCents = 0 } = option ?? {}
    expect(await tenant.renew([one.id, two.id], { id, goodPrice, totalCents })).toMatchObject({ code: 200 })
  })

  it('count from now where the time is up, and show what they cost less than before', async () => {
    const now = server.clock.now()
    const kept = await own({ state: 'expired', expiresAt: later(now, -HOUR_MS) })
    const { data } = await pricesOf([kept.id, kept.id])
    const { options } = data as { options: RenewOption[] }
    const option = options.find(({ goodTime }) => goodTime === WEEK_HOURS)
    expect(option?.devices).toEqual([
      { deviceId: kept.id, id: week.id, goodPrice: week.priceCents, expiresAt: now.getTime() + WEEK_MS },
    ])
    expect(option?.lines).toMatchObject([{ goods: { id: week.id }, quantity: 1 }])
    for (const { id, totalCents, oldTotalCents } of options) {
      const { oldGoodPrice } = await shop.priceOf(id, tenant.token)
      expect(oldTotalCents).toBe(oldGoodPrice && oldGoodPrice > totalCents ? oldGoodPrice : null)
    }
  })

  it('are none of what cannot be renewed, or is not own', async () => {
    const { id } = await own({ isMetered: true })
    expect(await pricesOf([id])).toMatchObject({ code: 1080, msg: expect.stringContaining('无需续费') })
    const { id: foreign } = await make.addDevice((await make.addPerson()).userId)
    expect(await pricesOf([foreign])).toMatchObject({ code: 1031 })
  })
})

describe('a device that is to renew itself', () => {
  const prepare = async (payMethod: number = PayMethod.beans) => {
    const device = await own()
    expect(await setAuto([device.id], { isOn: true, payMethod })).toMatchObject([{ code: 200 }])
    return device
  }
  const expectMessages = (...titles: string[]) =>
    eventually(async () => {
      const { records } = await createReader(server, tenant.token).list(MessageType.renewalReminder)
      // The reminders of the same day come by a round of their own, sooner or later.
      const renewals = records.map(({ title }) => title).filter((title) => title.startsWith('自动续费'))
      expect(renewals.toReversed()).toEqual(titles)
    })
  const nextTry = async (deviceId: number) => {
    const [row] = await server.database.db.select().from(autoRenewals).where(eq(autoRenewals.deviceId, deviceId))
    return row?.nextTryAt
  }
  const dayBefore = () => server.clock.advance(10 * DAY_MS - AUTO_RENEW_AHEAD_MS)

  it('is set on and off by its owner, and says so', async () => {
    const { id, expiresAt } = await prepare(PayMethod.balance)
    const nextTryAt = expiresAt.getTime() - AUTO_RENEW_AHEAD_MS
    const shown = { payMethod: PayMethod.balance, goodTime: WEEK_HOURS, nextTryAt, failure: '' }
    expect((await listOf()).records).toMatchObject([{ deviceId: id, autoRenew: shown }])
    const info = () => server.get(`/vmcloud/api/device/getDeviceInfo?deviceId=${id}`, tenant)
    expect(await info()).toMatchObject({ data: { isAutoRenewed: true } })
    expect(await setAuto([id], { isOn: true, payMethod: PayMethod.beans, goodTime: 720 })).toMatchObject([
      { autoRenew: { payMethod: PayMethod.beans, goodTime: 720 } },
    ])
    expect(await setAuto([id], { isOn: false })).toMatchObject([{ code: 200, autoRenew: null }])
    expect(await info()).toMatchObject({ data: { isAutoRenewed: false } })
  })

  it('is not one of a day or less, metered, or without a way to pay', async () => {
    const [plain, metered] = [await own(), await own({ isMetered: true })]
    expect(await setAuto([plain.id], { isOn: true, payMethod: PayMethod.beans, goodTime: 24 })).toMatchObject([
      { code: 1080, msg: '一天及以下的套餐不支持自动续费' },
    ])
    expect(await setAuto([plain.id, metered.id], { isOn: true })).toMatchObject([{ code: 1080 }, { code: 1080 }])
    expect(await setAuto([plain.id], { isOn: true, payMethod: PayMethod.beans, goodTime: 5 })).toMatchObject([
      { code: 1022 },
    ])
    expect(
      await tenant.call('renewal/setAutoRenew', { deviceIds: [plain.id], isOn: true, payMethod: 1 }),
    ).toMatchObject({
      code: 1080,
    })
  })

  it('takes the same again a day before its end, once, however many look', async () => {
    await tenant.fill('beans', 10_000)
    const { id, expiresAt } = await prepare()
    server.clock.advance(10 * DAY_MS - AUTO_RENEW_AHEAD_MS - 1)
    await renew()
    expect((await tenant.deviceOf(id)).expiresAt).toEqual(expiresAt)
    server.clock.advance(1)
    await Promise.all([renew(), renew(), renew()])
    await renew()
    expect((await tenant.deviceOf(id)).expiresAt.getTime()).toBe(expiresAt.getTime() + WEEK_MS)
    expect(await tenant.wallet()).toMatchObject({ beansCents: 10_000 - week.priceCents })
    await expectMessages('自动续费成功')
    const mine = await server.database.db.select().from(orders).where(eq(orders.userId, tenant.userId))
    expect(mine).toMatchObject([{ kind: 'renew', state: 'fulfilled', payMethod: PayMethod.beans }])
    const { nextTryAt } =
      (await server.database.db.select().from(autoRenewals).where(eq(autoRenewals.deviceId, id)))[0] ?? {}
    expect(nextTryAt?.getTime()).toBe(expiresAt.getTime() + WEEK_MS - AUTO_RENEW_AHEAD_MS)
    expect(await auditLedger(server.database.db)).toEqual([])
  })

  it('is paid once, when the database goes away in the middle', async () => {
    await tenant.fill('beans', 10_000)
    const { id, expiresAt } = await prepare()
    dayBefore()
    const tries = [renew(), renew()].map((each) => Promise.resolve(each).catch(() => undefined))
    await dropConnections(server.database.url)
    await Promise.all(tries)
    await eventually(async () => {
      await renew()
      expect((await tenant.deviceOf(id)).expiresAt.getTime()).toBe(expiresAt.getTime() + WEEK_MS)
    })
    expect(await tenant.wallet()).toMatchObject({ beansCents: 10_000 - week.priceCents })
  })

  it('without money is tried again every six hours, and says so once', async () => {
    const { id, expiresAt } = await prepare(PayMethod.balance)
    dayBefore()
    await renew()
    expect((await listOf()).records).toMatchObject([
      { autoRenew: { failure: '账户余额不足', nextTryAt: server.clock.now().getTime() + AUTO_RENEW_RETRY_MS } },
    ])
    server.clock.advance(AUTO_RENEW_RETRY_MS)
    await renew()
    await expectMessages('自动续费未成功')
    await tenant.fill('balance', 10_000)
    await renew()
    expect((await tenant.deviceOf(id)).expiresAt).toEqual(expiresAt)
    server.clock.advance(AUTO_RENEW_RETRY_MS)
    await renew()
    expect((await tenant.deviceOf(id)).expiresAt.getTime()).toBe(expiresAt.getTime() + WEEK_MS)
    await expectMessages('自动续费未成功', '自动续费成功')
  })

  it('waits for the order that its owner is about to pay', async () => {
    await tenant.fill('beans', 10_000)
    const { id, expiresAt } = await prepare()
    dayBefore()
    await tenant.renew([id], { id: week.id, goodPrice: week.priceCents, totalCents: week.priceCents })
    await renew()
    expect((await tenant.deviceOf(id)).expiresAt).toEqual(expiresAt)
    expect(await tenant.wallet()).toMatchObject({ beansCents: 10_000 })
    expect(await nextTry(id)).toEqual(later(server.clock.now(), ORDER_LIFETIME_MS))
    server.clock.advance(ORDER_LIFETIME_MS)
    await server.periodicJobs.find(({ name }) => name === 'orders.expire')?.run()
    await renew()
    expect((await tenant.deviceOf(id)).expiresAt.getTime()).toBe(expiresAt.getTime() + WEEK_MS)
    expect(await tenant.wallet()).toMatchObject({ beansCents: 10_000 - week.priceCents })
  })

  it('waits while it is being changed, and for the day before an end that has moved', async () => {
    await tenant.fill('beans', 10_000)
    const [changing, moved] = [await prepare(), await prepare()]
    const deadline = later(server.clock.now(), 30 * DAY_MS)
    const set = (id: number, fields: Partial<typeof devices.$inferInsert>) =>
      server.database.db.update(devices).set(fields).where(eq(devices.id, id))
    await set(changing.id, { state: 'changingConfiguration', stateDeadline: deadline })
    await set(moved.id, { expiresAt: deadline })
    dayBefore()
    await renew()
    expect(await nextTry(changing.id)).toEqual(later(server.clock.now(), ORDER_LIFETIME_MS))
    expect(await nextTry(moved.id)).toEqual(later(deadline, -AUTO_RENEW_AHEAD_MS))
    expect(await tenant.wallet()).toMatchObject({ beansCents: 10_000 })
    await set(changing.id, { state: 'running', stateDeadline: null })
  })

  it('is paid from the balance where that was chosen, and stands in nobody’s way where it is not sold any more', async () => {
    await tenant.fill('beans', 10_000)
    await tenant.fill('balance', 10_000)
    const [old, plain] = [await prepare(PayMethod.balance), await prepare(PayMethod.balance)]
    await server.database.db.update(devices).set({ configId: null }).where(eq(devices.id, old.id))
    dayBefore()
    await renew()
    expect(await tenant.wallet()).toEqual({ beansCents: 10_000, balanceCents: 10_000 - week.priceCents })
    expect((await tenant.deviceOf(plain.id)).expiresAt.getTime()).toBe(plain.expiresAt.getTime() + WEEK_MS)
    expect((await tenant.deviceOf(old.id)).expiresAt).toEqual(old.expiresAt)
  })

  it('is switched off by its owner only', async () => {
    const { id } = await prepare()
    const stranger = await make.addPerson()
    await server.post('/vmcloud/api/renewal/setAutoRenew', { deviceIds: [id], isOn: false }, stranger)
    expect(await server.database.db.$count(autoRenewals, eq(autoRenewals.deviceId, id))).toBe(1)
    const body = { deviceIds: [id], isOn: true, payMethod: PayMethod.beans }
    await server.post('/vmcloud/api/renewal/setAutoRenew', body, stranger)
    const [row] = await server.database.db.select().from(autoRenewals).where(eq(autoRenewals.deviceId, id))
    expect(row).toMatchObject({ userId: tenant.userId })
  })

  it('renews itself no more when it is deleted, or somebody else’s', async () => {
    await tenant.fill('beans', 10_000)
    const [gone, given] = [await prepare(), await prepare()]
    await tenant.call('device/stopDevice', { deviceIds: [gone.id] })
    await tenant.call('device/deleteDevice', { deviceIds: [gone.id] })
    const { userId: ownerId } = await make.addPerson()
    await server.database.db.update(devices).set({ ownerId }).where(eq(devices.id, given.id))
    dayBefore()
    await renew()
    expect(await server.database.db.$count(autoRenewals, eq(autoRenewals.userId, tenant.userId))).toBe(0)
    expect(await tenant.wallet()).toMatchObject({ beansCents: 10_000 })
  })
})
