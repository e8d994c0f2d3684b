import type { ChangeOffer, ChangeOptions, ToMonthlyDevice } from '@yunji/contract/commerce/change/schema'
import type { Life, LifeWorld } from './r08-server-harness.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** What one life remembers between its actions. */
export interface Memory {
  /** Read, and not sent back yet. */
  readonly quotes: { readonly deviceId: number; readonly offer: ChangeOffer }[]
}

type Action = (world: LifeWorld, life: Life, choice: number, memory: Memory) => Promise<void>

const pick = <Item>(items: readonly Item[], choice: number): Item | undefined => items[choice % (items.length || 1)]

const rowsOf = async (world: LifeWorld, query: string): Promise<number[]> => {
  const rows = await world.query<{ id: string }>(query)
  return rows.map(({ id }) => Number(id))
}
const devicesOf = (world: LifeWorld, { userId }: Life, isMetered = false) =>
  rowsOf(
    world,
    `select id from devices where owner_id = ${userId} and state <> 'released' and is_metered = ${isMetered} order by id`,
  )
const ordersOf = (world: LifeWorld, { userId }: Life) =>
  rowsOf(world, `select id from orders where user_id = ${userId} order by id desc limit 3`)
const couponOf = async (world: LifeWorld, { userId }: Life, business: number): Promise<number | undefined> => {
  const isUsable = `user_id = ${userId} and state = 'efficient' and (terms ->> 'businessType')::int = ${business}`
  const [id] = await rowsOf(world, `select id from coupons where ${isUsable} limit 1`)
  return id
}

/** Every second order takes a coupon along, where there is one. */
const withCoupon = async (world: LifeWorld, life: Life, business: number, choice: number, totalCents: number) => {
  const couponId = choice % 2 === 0 ? await couponOf(world, life, business) : undefined
  return couponId === undefined ? { totalCents } : { couponId, totalCents: Math.max(1, totalCents - 100) }
}

const productOf = async (world: LifeWorld, hours: number, isMetered = false): Promise<number> => {
  const { configId } = world.shop
  const isIt = `config_id = ${configId} and good_time_hours = ${hours} and is_metered = ${isMetered}`
  const [id] = await rowsOf(world, `select id from billable_products where ${isIt}`)
  return id ?? 0
}

const payLast = async (world: LifeWorld, life: Life, choice: number): Promise<void> => {
  const orderId = pick(await ordersOf(world, life), choice)
  if (orderId === undefined) return
  if (choice % 3 === 2) await world.payAtCashier(life, orderId)
  else await life.submit('order/payOrder', { orderId, payMethod: choice % 3 === 0 ? 4 : 3 })
}

const buyFor = async (world: LifeWorld, life: Life, choice: number, productId: number): Promise<void> => {
  const { goodPrice, oldGoodPrice, firstPurchase } = await world.priceOf(life, productId)
  const quantity = 1 + (choice % 2)
  const unit = quantity > 1 && firstPurchase ? (oldGoodPrice ?? goodPrice) : goodPrice
  const items = [{ id: productId, quantity, goodPrice: unit }]
  const terms = await withCoupon(world, life, 1, choice >> 1, unit * quantity)
  await life.submit('order/createCloudOrderNew', { items, zoneId: world.shop.zoneId, imageType: 1, ...terms })
}

const quotesOf = async (life: Life, deviceId: number): Promise<readonly ChangeOffer[]> => {
  const options = await life.read<ChangeOptions>(`change/getChangeOptions?deviceId=${deviceId}`)
  return [...(options?.configurations ?? []), ...(options?.models ?? [])].flatMap(({ offers }) => offers)
}

const take = async (world: LifeWorld, life: Life, deviceId: number, offer: ChangeOffer, choice: number) => {
  const { id, quote, payableCents } = offer
  if (payableCents === 0) await life.submit('change/changeByCredit', { deviceId, id, quote })
  else {
    const terms = await withCoupon(world, life, 2, choice, payableCents)
    await life.submit('order/createUpOrDownOrder', { deviceId, id, quote, ...terms })
  }
}

const eachDevice =
  (path: string, isMetered?: boolean): Action =>
  async (world, life, choice) => {
    const all = [...(await devicesOf(world, life, isMetered)), ...(await devicesOf(world, life, !isMetered))]
    const deviceId = pick(all, choice)
    if (deviceId !== undefined) await life.submit(path, { deviceIds: [deviceId] })
  }

const passing =
  (milliseconds: number): Action =>
  (world) =>
    world.advance(milliseconds)

export const actionNames = [
  'buyMonth',
  'buyDay',
  'buyMetered',
  'grab',
  'pay',
  'payAndFail',
  'cancel',
  'renew',
  'change',
  'changeByCredit',
  'failChange',
  'readQuote',
  'takeQuote',
  'toMonthly',
  'buyCodes',
  'redeem',
  'stop',
  'start',
  'remove',
  'giveBack',
  'aMinutePasses',
  'almostTenMinutesPass',
  'anOrderExpires',
  'anHourPasses',
  'aDayPasses',
  'aWeekPasses',
] as const
export type ActionName = (typeof actionNames)[number]

export const actions: Readonly<Record<ActionName, Action>> = {
  buyMonth: async (world, life, choice) => buyFor(world, life, choice, world.shop.productId),
  buyDay: async (world, life, choice) => buyFor(world, life, choice, await productOf(world, 24)),
  buyMetered: async (world, life, choice) => buyFor(world, life, choice, await productOf(world, 1, true)),
  grab: async (world, life, choice) => {
    const { activityId, seckillCents: goodPrice } = life
    const quantity = 1 + (choice % 2)
    const piece = { activityId, id: world.shop.productId, goodPrice, quantity, zoneId: world.shop.zoneId }
    const terms = await withCoupon(world, life, 1, choice >> 1, goodPrice * quantity)
    await life.submit('order/createSeckillActivityOrder', { ...piece, ...terms })
  },
  pay: payLast,
  payAndFail: async (world, life, choice) => {
    world.failures.isOn = true
    await payLast(world, life, choice)
  },
  cancel: async (world, life, choice) => {
    const orderId = pick(await ordersOf(world, life), choice)
    if (orderId !== undefined) await life.submit('order/cancelOrder', { orderId })
  },
  renew: async (world, life, choice) => {
    const deviceId = pick(await devicesOf(world, life), choice)
    if (deviceId === undefined) return
    const { goodPrice } = await world.priceOf(life, world.shop.productId)
    const terms = await withCoupon(world, life, 1, choice, goodPrice)
    const renewal = { deviceIds: [deviceId], quantity: 1, id: world.shop.productId, goodPrice }
    await life.submit('order/createCloudOrder', { ...renewal, ...terms })
  },
  change: async (world, life, choice) => {
    const deviceId = pick(await devicesOf(world, life), choice)
    const offer = deviceId === undefined ? undefined : pick(await quotesOf(life, deviceId), choice)
    if (deviceId !== undefined && offer) await take(world, life, deviceId, offer, choice)
  },
  changeByCredit: async (world, life, choice) => {
    const deviceId = pick(await devicesOf(world, life), choice)
    if (deviceId === undefined) return
    const free = (await quotesOf(life, deviceId)).filter(({ payableCents }) => payableCents === 0)
    const offer = pick(free, choice)
    if (offer) await take(world, life, deviceId, offer, choice)
  },
  failChange: async (world, life, choice, memory) => {
    world.failures.isOn = true
    await actions.changeByCredit(world, life, choice, memory)
  },
  readQuote: async (world, life, choice, { quotes }) => {
    const deviceId = pick(await devicesOf(world, life), choice)
    if (deviceId === undefined) return
    quotes.push(...(await quotesOf(life, deviceId)).map((offer) => ({ deviceId, offer })))
  },
  takeQuote: async (world, life, choice, { quotes }) => {
    const free = quotes.filter(({ offer }) => offer.payableCents === 0)
    const quote = pick(choice % 3 === 0 ? quotes : free, choice)
    if (quote) await take(world, life, quote.deviceId, quote.offer, choice)
  },
  toMonthly: async (world, life, choice) => {
    const options = await life.read<{ devices: ToMonthlyDevice[] }>('change/getToMonthlyOptions')
    const month = pick(options?.devices ?? [], choice)
    if (!month) return
    const terms = await withCoupon(world, life, 1, choice, month.goodPrice)
    await life.submit('order/createTimeToMonthOrder', { deviceIds: [month.deviceId], id: month.id, ...terms })
  },
  buyCodes: async (_world, life, choice) => {
    const list = await life.read<{ goods: { id: number; goodPrice: number }[] }>('activation/getActivationGoods')
    const goods = pick(list?.goods ?? [], choice)
    const quantity = 1 + (choice % 3)
    const totalCents = quantity * (goods?.goodPrice ?? 0)
    await life.submit('order/purchaseActivationCode', { ...pickPrice(goods), quantity, totalCents })
  },
  redeem: async (world, life, choice) => {
    const list = await life.read<{ records: { activationCode: string }[] }>(
      'activation/getActivationCodes?state=unused',
    )
    const activationCode = pick(list?.records ?? [], choice)?.activationCode
    if (activationCode === undefined) return
    if (choice % 4 === 3) world.failures.isOn = true
    const deviceId = choice % 2 === 0 ? pick(await devicesOf(world, life), choice) : undefined
    await life.submit('activation/redeemActivationCode', { activationCode, ...(deviceId && { deviceId }) })
  },
  stop: eachDevice('device/stopDevice'),
  start: eachDevice('device/startDevice', true),
  remove: eachDevice('device/deleteDevice'),
  giveBack: async (world, life, choice) => {
    const deviceId = pick(await devicesOf(world, life), choice)
    if (deviceId !== undefined) await life.submit('device/returnDevice', { deviceId })
  },
  aMinutePasses: passing(MINUTE_MS),
  almostTenMinutesPass: passing(10 * MINUTE_MS - 1000),
  anOrderExpires: passing(16 * MINUTE_MS),
  anHourPasses: passing(HOUR_MS),
  aDayPasses: passing(24 * HOUR_MS),
  aWeekPasses: passing(7 * 24 * HOUR_MS),
}

const pickPrice = (goods: { id: number; goodPrice: number } | undefined) => ({
  id: goods?.id ?? 0,
  goodPrice: goods?.goodPrice ?? 0,
})
