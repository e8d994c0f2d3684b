import {
  agentBalanceRecharge,
  createCloudOrder,
  createCloudOrderNew,
  createOrder,
  purchaseActivationCode,
} from '@yunji/contract/commerce/order/calls'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import type { Call } from '@yunji/contract/wire/call'
import { definePromise } from '@yunji/testkit/promise'
import { createRandom, type Random } from '@yunji/testkit/random'
import { createLoggedIn } from '../support/accounts.ts'
import { createApiClient } from '../support/api-client.ts'
import type { CallFields } from '../support/call-request.ts'
import { countOrders, makeCoupon, openPlainShop, type PlainShop, phoneOrder } from '../support/shop.ts'
import { withTarget } from '../support/target.ts'

/** Invalid and wrong amounts. */
const AMOUNTS: readonly unknown[] = [
  -1,
  -3000,
  0,
  1,
  0.5,
  2999.99,
  2 ** 31,
  2 ** 53,
  Number.MAX_VALUE,
  '3000',
  '0x0',
  null,
  true,
  [],
  [3000],
  { $gt: 0 },
]
const QUANTITIES: readonly unknown[] = [-1, 0, 0.1, 1.5, 51, 2 ** 31, 2 ** 53, 1e308, '1', null, [1]]

interface Attack {
  readonly call: Call
  readonly input: CallFields
}

export const promise = definePromise({
  id: 'S14',
  name: 's14_prices',
  title: 'the server alone says what an order costs: no amount, quantity or pile of coupons changes it',
  sizes: { small: 12, long: 400 },
  run: ({ size: guessed, seed, log }) =>
    withTarget(async (target) => {
      const url = target.databaseUrl
      const shop = await openPlainShop(url, 10_000)
      const [stranger] = await createLoggedIn(url, 1, 20_000)
      const coupons = {
        own: await makeCoupon(url, { userId: target.account.userId }),
        second: await makeCoupon(url, { userId: target.account.userId }),
        foreign: await makeCoupon(url, { userId: stranger?.userId ?? 0 }),
      }
      const api = createApiClient(target.pool)
      const { token } = target
      const attacks = [...everyAttack(shop, coupons), ...guesses(shop, guessed, seed)]
      const violations: string[] = []
      for (const [at, { call, input }] of attacks.entries()) {
        const { code, msg } = await api.call(call, input, { token, key: `price-attack-${at}` })
        if (code === 200) violations.push(`${call.path} took ${JSON.stringify(input)}`)
        else if (!/\p{Script=Han}/u.test(msg)) violations.push(`${call.path} said ${code} ${msg}`)
      }
      const count = await countOrders(url)
      if (count > 0) violations.push(`${count} orders were made`)
      const fair = await api.call(
        createCloudOrderNew,
        { ...phoneOrder(shop, 2), totalCents: 2 * shop.priceCents - 100, couponId: coupons.own },
        { token, key: 'price-that-is-right' },
      )
      const payable = (fair.data as OrderInfo | null)?.payableCents
      if (payable !== 2 * shop.priceCents - 100) violations.push(`a right price gave ${fair.code} and ${payable}`)
      violations.push(...(await target.failures()))
      log(`${attacks.length} attacks`)
      return { rounds: attacks.length, violations }
    }),
})

/** Every amount and quantity in every field, and all combinations of coupons. */
const everyAttack = (shop: PlainShop, coupons: Readonly<Record<string, number | undefined>>): Attack[] => {
  const { productId: id, priceCents } = shop
  const phones = phoneOrder(shop)
  const [item] = phones.items
  const one = { id, quantity: 1, goodPrice: priceCents, totalCents: priceCents }
  const pack = { businessType: 3, id: 1, quantity: 1, totalCents: 1000 }
  const wrong = AMOUNTS.filter((amount) => amount !== priceCents)
  const amounts = wrong.flatMap((amount) => [
    { call: createCloudOrderNew, input: { ...phones, totalCents: amount } },
    { call: createCloudOrderNew, input: { ...phones, items: [{ ...item, goodPrice: amount }] } },
    { call: createCloudOrder, input: { ...one, totalCents: amount } },
    { call: createCloudOrder, input: { ...one, goodPrice: amount } },
    { call: purchaseActivationCode, input: { ...one, totalCents: amount } },
    { call: createOrder, input: { ...pack, totalCents: amount } },
    { call: agentBalanceRecharge, input: { totalCents: amount, payMethod: 1 } },
  ])
  const quantities = QUANTITIES.flatMap((quantity) => [
    { call: createCloudOrderNew, input: { ...phones, items: [{ ...item, quantity }] } },
    { call: createCloudOrder, input: { ...one, quantity } },
    { call: purchaseActivationCode, input: { ...one, quantity } },
    { call: createOrder, input: { ...pack, quantity } },
  ])
  const { own, second, foreign } = coupons
  const less = (cents: number) => ({ ...phones, totalCents: priceCents - cents })
  const piles = [
    { ...less(200), couponId: [own, second] },
    { ...less(200), couponId: own, couponIds: [own, second] },
    { ...less(200), couponId: `${own},${second}` },
    { ...less(200), couponId: own },
    { ...less(100), couponId: foreign },
    { ...less(100), couponId: 999_999 },
    { ...less(100), couponId: -1 },
    { ...less(100) },
    { ...phones, items: [item, { ...item, quantity: -1 }] },
    { ...phones, discountCents: 100 },
    { ...phones, creditCents: priceCents },
  ].map((input) => ({ call: createCloudOrderNew, input }))
  // Some of the amounts are valid for a recharge of the balance.
  return [...amounts, ...quantities, ...piles].filter(
    ({ call, input }) => call !== agentBalanceRecharge || !isFairRecharge(input),
  )
}

const isFairRecharge = ({ totalCents }: CallFields): boolean =>
  Number.isInteger(totalCents) && Number(totalCents) % 100 === 0 && Number(totalCents) >= 100

/** Random prices near the right one. */
const guesses = (shop: PlainShop, count: number, seed: number): Attack[] => {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => {
    const quantity = random.integer(1, 50)
    const off = offBy(random)
    const input = phoneOrder(shop, quantity)
    return { call: createCloudOrderNew, input: { ...input, totalCents: Math.max(0, input.totalCents + off) } }
  })
}

const offBy = (random: Random): number => (random.integer(0, 1) === 0 ? -1 : 1) * random.integer(1, 5000)
