import type { ChangeOffer, ChangeOptions, ToMonthlyDevice } from '@yunji/contract/commerce/change/schema'
import type { Customer, CustomerHarness } from './r08-server-harness.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** State kept between the actions of a customer. */
export interface Memory {
  /** Read, and not sent back yet. */
  readonly quotes: { readonly deviceId: number; readonly offer: ChangeOffer }[]
}

type Action = (harness: CustomerHarness, customer: Customer, choice: number, memory: Memory) => Promise<void>

const pick = <Item>(items: readonly Item[], choice: number): Item | undefined => items[choice % (items.length || 1)]

const rowsOf = async (harness: CustomerHarness, query: string): Promise<number[]> => {
  const rows = await harness.query<{ id: string }>(query)
  return rows.map(({ id }) => Number(id))
}
const devicesOf = (harness: CustomerHarness, { userId }: Customer, isMetered = false) =>
  rowsOf(
    harness,
    `select id from devices where owner_id = ${userId} and state <> 'released' and is_metered = ${isMetered} order by id`,
  )
const ordersOf = (harness: CustomerHarness, { userId }: Customer) =>
  rowsOf(harness, `select id from orders where user_id = ${userId} order by id desc limit 3`)
const couponOf = async (
  harness: CustomerHarness,
  { userId }: Customer,
  business: number,
): Promise<number | undefined> => {
  const isUsable = `user_id = ${userId} and state = 'efficient' and (terms ->> 'businessType')::int = ${business}`
  const [id] = await rowsOf(harness, `select id from coupons where ${isUsable} limit 1`)
  return id
}

/** Uses a coupon for every second order. */
const withCoupon = async (
  harness: CustomerHarness,
  customer: Customer,
  business: number,
  choice: number,
  totalCents: number,
) => {
  const couponId = choice % 2 === 0 ? await couponOf(harness, customer, business) : undefined
  return couponId === undefined ? { totalCents } : { couponId, totalCents: Math.max(1, totalCents - 100) }
}

const productOf = async (harness: CustomerHarness, hours: number, isMetered = false): Promise<number> => {
  const { configId } = harness.shop
  const isIt = `config_id = ${configId} and good_time_hours = ${hours} and is_metered = ${isMetered}`
  const [id] = await rowsOf(harness, `select id from billable_products where ${isIt}`)
  return id ?? 0
}

const payLast = async (harness: CustomerHarness, customer: Customer, choice: number): Promise<void> => {
  const orderId = pick(await ordersOf(harness, customer), choice)
  if (orderId === undefined) return
  if (choice % 3 === 2) await harness.payAtCashier(customer, orderId)
  else await customer.submit('order/payOrder', { orderId, payMethod: choice % 3 === 0 ? 4 : 3 })
}

const buyFor = async (
  harness: CustomerHarness,
  customer: Customer,
  choice: number,
  productId: number,
): Promise<void> => {
  const { goodPrice, oldGoodPrice, firstPurchase } = await harness.priceOf(customer, productId)
  const quantity = 1 + (choice % 2)
  const unit = quantity > 1 && firstPurchase ? (oldGoodPrice ?? goodPrice) : goodPrice
  const items = [{ id: productId, quantity, goodPrice: unit }]
  const terms = await withCoupon(harness, customer, 1, choice >> 1, unit * quantity)
  await customer.submit('order/createCloudOrderNew', { items, zoneId: harness.shop.zoneId, imageType: 1, ...terms })
}

const quotesOf = async (customer: Customer, deviceId: number): Promise<readonly ChangeOffer[]> => {
  const options = await customer.read<ChangeOptions>(`change/getChangeOptions?deviceId=${deviceId}`)
  return [...(options?.configurations ?? []), ...(options?.models ?? [])].flatMap(({ offers }) => offers)
}

const take = async (
  harness: CustomerHarness,
  customer: Customer,
  deviceId: number,
  offer: ChangeOffer,
  choice: number,
) => {
  const { id, quote, payableCents } = offer
  if (payableCents === 0) await customer.submit('change/changeByCredit', { deviceId, id, quote })
  else {
    const terms = await withCoupon(harness, customer, 2, choice, payableCents)
    await customer.submit('order/createUpOrDownOrder', { deviceId, id, quote, ...terms })
  }
}

const eachDevice =
  (path: string, isMetered?: boolean): Action =>
  async (harness, customer, choice) => {
    const all = [
      ...(await devicesOf(harness, customer, isMetered)),
      ...(await devicesOf(harness, customer, !isMetered)),
    ]
    const deviceId = pick(all, choice)
    if (deviceId !== undefined) await customer.submit(path, { deviceIds: [deviceId] })
  }

const passing =
  (milliseconds: number): Action =>
  (harness) =>
    harness.advance(milliseconds)

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
  'claimTrial',
  'claimTrialAndFail',
  'halfAnHourPasses',
  'aMinutePasses',
  'almostTenMinutesPass',
  'anOrderExpires',
  'anHourPasses',
  'aDayPasses',
  'aWeekPasses',
] as const
export type ActionName = (typeof actionNames)[number]

export const actions: Readonly<Record<ActionName, Action>> = {
  buyMonth: async (harness, customer, choice) => buyFor(harness, customer, choice, harness.shop.productId),
  buyDay: async (harness, customer, choice) => buyFor(harness, customer, choice, await productOf(harness, 24)),
  buyMetered: async (harness, customer, choice) => buyFor(harness, customer, choice, await productOf(harness, 1, true)),
  grab: async (harness, customer, choice) => {
    const { activityId, seckillCents: goodPrice } = customer
    const quantity = 1 + (choice % 2)
    const piece = { activityId, id: harness.shop.productId, goodPrice, quantity, zoneId: harness.shop.zoneId }
    const terms = await withCoupon(harness, customer, 1, choice >> 1, goodPrice * quantity)
    await customer.submit('order/createSeckillActivityOrder', { ...piece, ...terms })
  },
  pay: payLast,
  payAndFail: async (harness, customer, choice) => {
    harness.failures.isOn = true
    await payLast(harness, customer, choice)
  },
  cancel: async (harness, customer, choice) => {
    const orderId = pick(await ordersOf(harness, customer), choice)
    if (orderId !== undefined) await customer.submit('order/cancelOrder', { orderId })
  },
  renew: async (harness, customer, choice) => {
    const deviceId = pick(await devicesOf(harness, customer), choice)
    if (deviceId === undefined) return
    const { goodPrice } = await harness.priceOf(customer, harness.shop.productId)
    const terms = await withCoupon(harness, customer, 1, choice, goodPrice)
    const renewal = { deviceIds: [deviceId], quantity: 1, id: harness.shop.productId, goodPrice }
    await customer.submit('order/createCloudOrder', { ...renewal, ...terms })
  },
  change: async (harness, customer, choice) => {
    const deviceId = pick(await devicesOf(harness, customer), choice)
    const offer = deviceId === undefined ? undefined : pick(await quotesOf(customer, deviceId), choice)
    if (deviceId !== undefined && offer) await take(harness, customer, deviceId, offer, choice)
  },
  changeByCredit: async (harness, customer, choice) => {
    const deviceId = pick(await devicesOf(harness, customer), choice)
    if (deviceId === undefined) return
    const free = (await quotesOf(customer, deviceId)).filter(({ payableCents }) => payableCents === 0)
    const offer = pick(free, choice)
    if (offer) await take(harness, customer, deviceId, offer, choice)
  },
  failChange: async (harness, customer, choice, memory) => {
    harness.failures.isOn = true
    await actions.changeByCredit(harness, customer, choice, memory)
  },
  readQuote: async (harness, customer, choice, { quotes }) => {
    const deviceId = pick(await devicesOf(harness, customer), choice)
    if (deviceId === undefined) return
    quotes.push(...(await quotesOf(customer, deviceId)).map((offer) => ({ deviceId, offer })))
  },
  takeQuote: async (harness, customer, choice, { quotes }) => {
    const free = quotes.filter(({ offer }) => offer.payableCents === 0)
    const quote = pick(choice % 3 === 0 ? quotes : free, choice)
    if (quote) await take(harness, customer, quote.deviceId, quote.offer, choice)
  },
  toMonthly: async (harness, customer, choice) => {
    const options = await customer.read<{ devices: ToMonthlyDevice[] }>('change/getToMonthlyOptions')
    const month = pick(options?.devices ?? [], choice)
    if (!month) return
    const terms = await withCoupon(harness, customer, 1, choice, month.goodPrice)
    await customer.submit('order/createTimeToMonthOrder', { deviceIds: [month.deviceId], id: month.id, ...terms })
  },
  buyCodes: async (_harness, customer, choice) => {
    const list = await customer.read<{ goods: { id: number; goodPrice: number }[] }>('activation/getActivationGoods')
    const goods = pick(list?.goods ?? [], choice)
    const quantity = 1 + (choice % 3)
    const totalCents = quantity * (goods?.goodPrice ?? 0)
    await customer.submit('order/purchaseActivationCode', { ...pickPrice(goods), quantity, totalCents })
  },
  redeem: async (harness, customer, choice) => {
    const list = await customer.read<{ records: { activationCode: string }[] }>(
      'activation/getActivationCodes?state=unused',
    )
    const activationCode = pick(list?.records ?? [], choice)?.activationCode
    if (activationCode === undefined) return
    if (choice % 4 === 3) harness.failures.isOn = true
    const deviceId = choice % 2 === 0 ? pick(await devicesOf(harness, customer), choice) : undefined
    await customer.submit('activation/redeemActivationCode', { activationCode, ...(deviceId && { deviceId }) })
  },
  stop: eachDevice('device/stopDevice'),
  start: eachDevice('device/startDevice', true),
  remove: eachDevice('device/deleteDevice'),
  giveBack: async (harness, customer, choice) => {
    const deviceId = pick(await devicesOf(harness, customer), choice)
    if (deviceId !== undefined) await customer.submit('device/returnDevice', { deviceId })
  },
  claimTrial: async (_harness, customer) => {
    await customer.submit('newUserGuide/claimTrialDevice', {})
  },
  claimTrialAndFail: async (harness, customer) => {
    harness.failures.isOn = true
    await customer.submit('newUserGuide/claimTrialDevice', {})
  },
  halfAnHourPasses: passing(30 * MINUTE_MS),
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
