import type { ActivationCode, ActivationCodePreview, ActivationGoods } from '@yunji/contract/commerce/activation/schema'
import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { MessageType } from '@yunji/contract/messages/rules'
import { eventually } from '@yunji/testkit/eventually'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../platform/clock.ts'
import { seedActivationGoods } from '../../../seed/activation.ts'
import { activationCodes } from '../../../tables/activation.ts'
import { zoneStock } from '../../../tables/catalogue.ts'
import { deviceGroups, devices } from '../../../tables/devices.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { createDevices } from '../../../testing/devices.ts'
import { createReader } from '../../../testing/messages.ts'
import { openShop } from '../../../testing/shop.ts'
import { useServer } from '../../../testing/use-server.ts'
import { createWalletHarness } from '../../../testing/wallet.ts'
import { auditLedger } from '../ledger/index.ts'

type Person = Awaited<ReturnType<ReturnType<typeof createDevices>['addPerson']>>

const server = await useServer()
const shop = await openShop(server)
await seedActivationGoods(server.database.db)
const make = createDevices(server)
const wallet = createWalletHarness(server)
let buyer: Person
let friend: Person
beforeAll(async () => {
  ;[buyer, friend] = [await make.addPerson(), await make.addPerson()]
  await wallet.fill(buyer.userId, 'beans', 10_000_000)
})

const goods = async () => {
  const { data } = await server.get('/vmcloud/api/activation/getActivationGoods')
  return (data as { goods: ActivationGoods[] }).goods
}
const monthly = async () => {
  const found = (await goods()).find(({ goodTime }) => goodTime === 720)
  if (!found) throw new Error('no codes for a month')
  return found
}
const order = async (quantity = 1, more: object = {}) => {
  const { id, goodPrice } = await monthly()
  const body = { id, quantity, goodPrice, totalCents: goodPrice * quantity, ...more }
  return wallet.order('purchaseActivationCode', buyer.token, body)
}
const bought = async (quantity = 1): Promise<OrderInfo> => {
  const { orderId } = (await order(quantity)).data as OrderInfo
  await wallet.pay(buyer.token, orderId, PayMethod.beans)
  return wallet.ended(buyer.token, orderId, OrderStatus.fulfilled)
}
const codes = async (query = '', as = buyer) => {
  const { data } = await server.get(`/vmcloud/api/activation/getActivationCodes?rows=100${query}`, as)
  return (data as { records: ActivationCode[] }).records
}
const newCode = async (): Promise<ActivationCode> => {
  const { orderId } = await bought()
  const code = (await codes()).find((each) => each.orderId === orderId)
  if (!code) throw new Error('no code came')
  return code
}
const preview = (activationCode: string, as = friend) =>
  server.get(`/vmcloud/api/activation/getActivationCode?activationCode=${encodeURIComponent(activationCode)}`, as)
const redeem = (activationCode: string, more: object = {}, as = friend, key = wallet.nextKey()) =>
  server.post(
    '/vmcloud/api/activation/redeemActivationCode',
    { activationCode, ...more },
    { token: as.token, headers: { 'idempotency-key': key } },
  )
const stateOf = async (deviceId: number) => {
  const [device] = await server.database.db.select().from(devices).where(eq(devices.id, deviceId))
  return device?.state
}

describe('codes', () => {
  it('are sold at the plain price, and each has its share of what was paid', async () => {
    const { orderId, payableCents } = await bought(3)
    const rows = await server.database.db.select().from(activationCodes).where(eq(activationCodes.orderId, orderId))
    expect(rows.map(({ paidCents }) => paidCents).reduce((sum, cents) => sum + cents, 0)).toBe(payableCents)
    const own = (await codes()).filter((code) => code.orderId === orderId)
    expect(own).toHaveLength(3)
    expect(new Set(own.map(({ activationCode }) => activationCode)).size).toBe(3)
    expect(own[0]).toMatchObject({
      state: 'unused',
      goodTime: 720,
      usedBy: '',
      expiresAt: server.clock.now().getTime() + 365 * DAY_MS,
      shareText: expect.stringContaining(own[0]?.activationCode ?? '-'),
    })
    expect(await auditLedger(server.database.db)).toEqual([])
  })

  it('lie in no row in the open, and only their buyer lists them', async () => {
    const { activationCode } = await newCode()
    const { rows } = await server.database.pool.query('select row_to_json(c)::text as text from activation_codes c')
    const bare = activationCode.replaceAll('-', '')
    expect(rows.filter(({ text }) => text.includes(bare) || text.includes(activationCode))).toEqual([])
    expect(await codes('', friend)).toEqual([])
  })

  it.each([
    ['that are not sold', { id: 999_999 }, 1022],
    ['at another unit price', { goodPrice: 1 }, 1016],
    ['at another total', { totalCents: 1 }, 1023],
    ['beyond fifty', { quantity: 51 }, 1014],
  ])('%s are refused', async (_name, change, code) => {
    expect((await order(1, change)).code).toBe(code)
  })
})

describe('looking at a code', () => {
  it('tells anybody who has it what it gives', async () => {
    const { activationCode } = await newCode()
    const { data } = await preview(activationCode.toLowerCase().replaceAll('-', ' '))
    expect(data).toMatchObject({
      state: 'unused',
      goodTime: 720,
      renewable: [],
    } satisfies Partial<ActivationCodePreview>)
    expect(data).not.toHaveProperty('usedBy')
  })

  it.each(['', 'ABCD', 'AAAA-BBBB-CCCC-DDDD'])('of %j finds none', async (text) => {
    expect((await preview(text)).code).toBe(1080)
  })
})

describe('a code that is redeemed', () => {
  it('becomes a running phone of whoever has it, and its buyer sees only a masked number', async () => {
    const { activationCode, codeId, orderId } = await newCode()
    const { data, code } = await redeem(activationCode, { zoneId: shop.zoneId })
    expect(code).toBe(200)
    const { deviceId, expiresAt } = data as { deviceId: number; expiresAt: number }
    expect(expiresAt).toBe(server.clock.now().getTime() + 30 * DAY_MS)
    await eventually(async () => expect(await stateOf(deviceId)).toBe('running'))
    const used = (await codes('&state=used')).find((each) => each.codeId === codeId)
    expect(used).toMatchObject({ usedFor: 'newPhone', usedBy: expect.stringMatching(/^137\*{4}\d{4}$/) })
    const { data: detail } = await server.get(`/vmcloud/api/order/getOrderInfo?orderId=${orderId}`, buyer)
    expect(detail).toMatchObject({ devices: [] })
    expect(await redeem(activationCode)).toMatchObject({ code: 1080, msg: '激活码已被使用' })
  })

  it('does not tell its redeemer what the buyer paid, how, and in which order', async () => {
    const { activationCode } = await newCode()
    const { deviceId } = (await redeem(activationCode, { zoneId: shop.zoneId })).data as { deviceId: number }
    await eventually(async () => expect(await stateOf(deviceId)).toBe('running'))
    const { data } = await server.get(`/vmcloud/api/device/getReturnTerms?deviceId=${deviceId}`, friend)
    expect(data).toMatchObject({ deviceId, refusal: expect.any(String), amountCents: 0, parts: [] })
  })

  it('is one phone, however many come with it at once, and the same answer for the same key', async () => {
    const { activationCode, codeId } = await newCode()
    const key = wallet.nextKey()
    const people = [friend, buyer, friend, buyer, friend]
    const answers = await Promise.all([
      ...people.map((person) => redeem(activationCode, {}, person)),
      redeem(activationCode, {}, friend, key),
      redeem(activationCode, {}, friend, key),
    ])
    const won = answers.filter(({ code }) => code === 200).map(({ data }) => (data as { deviceId: number }).deviceId)
    expect(new Set(won).size).toBe(1)
    const [row] = await server.database.db.select().from(activationCodes).where(eq(activationCodes.id, codeId))
    expect(row?.deviceId).toBe(won[0])
  })

  it('stays unused where the phone was to stand in a group of somebody else', async () => {
    const { activationCode } = await newCode()
    const [foreign] = await server.database.db.select().from(deviceGroups).where(eq(deviceGroups.userId, buyer.userId))
    expect(await redeem(activationCode, { groupId: foreign?.id })).toMatchObject({ code: 1080 })
    expect((await redeem(activationCode, { groupId: 999_999 })).code).toBe(1080)
    expect((await redeem(activationCode)).code).toBe(200)
  })

  it('stays unused where nothing is left (1017)', async () => {
    const { activationCode, configId } = await newCode()
    const isIt = eq(zoneStock.configId, configId)
    const before = await server.database.db.select().from(zoneStock).where(isIt)
    for (const { zoneId, reserved, rented } of before) {
      await server.database.pool.query('update zone_stock set capacity = $1 where config_id = $2 and zone_id = $3', [
        reserved + rented,
        configId,
        zoneId,
      ])
    }
    expect((await redeem(activationCode)).code).toBe(1017)
    expect((await redeem(activationCode, { zoneId: shop.zoneId })).code).toBe(1017)
    await server.database.pool.query('update zone_stock set capacity = 1000 where config_id = $1', [configId])
    expect((await redeem(activationCode)).code).toBe(200)
  })

  it('is as good as before when its phone does not come up', async () => {
    const { activationCode, codeId, configId } = await newCode()
    const rented = async () => {
      const rows = await server.database.db.select().from(zoneStock).where(eq(zoneStock.configId, configId))
      return rows.reduce((sum, row) => sum + row.rented, 0)
    }
    const before = await rented()
    server.supplier.failing.set(`code-${codeId}-${server.clock.now().getTime()}`, 'noSpace')
    const { deviceId } = (await redeem(activationCode)).data as { deviceId: number }
    await eventually(async () => expect(await stateOf(deviceId)).toBe('released'))
    expect((await preview(activationCode)).data).toMatchObject({ state: 'unused' })
    expect(await rented()).toBe(before)
    const [share] = await server.database.db.select().from(orderDevices).where(eq(orderDevices.deviceId, deviceId))
    expect(share?.returnedAt).not.toBeNull()
    server.clock.advance(1)
    expect((await redeem(activationCode)).code).toBe(200)
  })

  it('renews an own phone of its configuration, and tells so', async () => {
    const [first, second] = [await newCode(), await newCode()]
    const { deviceId, expiresAt } = (await redeem(first.activationCode)).data as { deviceId: number; expiresAt: number }
    await eventually(async () => expect(await stateOf(deviceId)).toBe('running'))
    const { renewable } = (await preview(second.activationCode)).data as ActivationCodePreview
    expect(renewable.map((device) => device.deviceId)).toContain(deviceId)
    expect(await redeem(second.activationCode, { deviceId }, buyer)).toMatchObject({ code: 1080 })
    const answers = await Promise.all([1, 2, 3].map(() => redeem(second.activationCode, { deviceId })))
    expect(answers.filter(({ code }) => code === 200)).toMatchObject([
      { data: { deviceId, isNewPhone: false, expiresAt: expiresAt + 30 * DAY_MS } },
    ])
    await createReader(server, friend.token).waitFor(MessageType.system, '激活码兑换成功')
  })

  it('is a purchase of its own, also where another of its order gave the same phone its time', async () => {
    const { orderId } = await bought(2)
    const [first, second] = (await codes()).filter((each) => each.orderId === orderId)
    const { deviceId, expiresAt } = (await redeem(first?.activationCode ?? '')).data as {
      deviceId: number
      expiresAt: number
    }
    await eventually(async () => expect(await stateOf(deviceId)).toBe('running'))
    expect((await redeem(second?.activationCode ?? '', { deviceId })).code).toBe(200)
    const shares = await server.database.db
      .select()
      .from(orderDevices)
      .where(eq(orderDevices.deviceId, deviceId))
      .orderBy(orderDevices.startsAt)
    expect(shares.map(({ codeId, startsAt }) => [codeId, startsAt.getTime()])).toEqual([
      [first?.codeId, expiresAt - 30 * DAY_MS],
      [second?.codeId, expiresAt],
    ])
  })

  it('of another configuration renews nothing, and stays unused', async () => {
    const { activationCode } = await newCode()
    const device = await make.addDevice(friend.userId)
    expect(await redeem(activationCode, { deviceId: device.id })).toMatchObject({
      code: 1080,
      msg: '该激活码不能为这台设备续费',
    })
    expect((await preview(activationCode)).data).toMatchObject({ state: 'unused' })
  })

  it('is none after its year', async () => {
    const { activationCode, codeId } = await newCode()
    const expiresAt = server.clock.now()
    await server.database.db.update(activationCodes).set({ expiresAt }).where(eq(activationCodes.id, codeId))
    expect(await redeem(activationCode)).toMatchObject({ code: 1080, msg: '激活码已过期' })
    expect((await codes('&state=expired')).map((each) => each.codeId)).toEqual([codeId])
  })
})
