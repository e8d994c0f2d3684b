import { exchangeCoupon } from '@yunji/contract/coupon/calls'
import { createCloudOrderNew } from '@yunji/contract/order/calls'
import type { Envelope } from '@yunji/contract/wire/envelope'
import type { ProductPromise } from '@yunji/testkit/promise'
import { withClient } from '@yunji/testkit/with-client'
import { type Asker, createAsker } from '../support/account-calls.ts'
import { createLoggedIn } from '../support/accounts.ts'
import { makeCoupon, openPlainShop, phoneOrder } from '../support/shop.ts'
import { withTarget } from '../support/target.ts'

const SHORT_ROUNDS = 1
const LONG_ROUNDS = 20
const BUYERS = 200

type Buyer = Awaited<ReturnType<typeof createLoggedIn>>[number]

export const promise: ProductPromise = {
  id: 'R7',
  name: 'r7_last_one',
  title: 'of 200 buyers of the last phone or coupon exactly one gets it, and nothing breaks',
  run: ({ isLong, log }) =>
    withTarget(async (target) => {
      const rounds = isLong ? LONG_ROUNDS : SHORT_ROUNDS
      const url = target.databaseUrl
      const buyers = await createLoggedIn(url, BUYERS, 10_000)
      const asker = createAsker(target.pool)
      const violations: string[] = []
      for (let round = 1; round <= rounds; round++) {
        violations.push(...(await lastPhone(url, asker, buyers, round)))
        violations.push(...(await lastCoupon(url, asker, buyers, round)))
      }
      violations.push(...(await target.failures()))
      log(`${asker.count()} requests of ${BUYERS} buyers`)
      return { rounds: rounds * 2, violations }
    }),
}

const lastPhone = async (url: string, asker: Asker, buyers: readonly Buyer[], round: number): Promise<string[]> => {
  const shop = await openPlainShop(url, 1)
  const answers = await Promise.all(
    buyers.map(({ token, userId }) =>
      asker.ask(createCloudOrderNew, phoneOrder(shop), { token, key: `last-phone-${round}-${userId}` }),
    ),
  )
  const held = await withClient(url, async (client) => {
    const { rows } = await client.query<{ held: number }>(
      'select (reserved + rented)::int as held from zone_stock where config_id = $1',
      [shop.configId],
    )
    return rows[0]?.held
  })
  return [...notOne('phone', answers, 1017), ...(held === 1 ? [] : [`${held} of one phone are held`])]
}

const lastCoupon = async (url: string, asker: Asker, buyers: readonly Buyer[], round: number): Promise<string[]> => {
  const exchangeCode = `LASTONE${round}`
  await makeCoupon(url, { exchangeCode, leftCount: 1 })
  const answers = await Promise.all(buyers.map(({ token }) => asker.ask(exchangeCoupon, { exchangeCode }, { token })))
  return notOne('coupon', answers, 1080)
}

const notOne = (what: string, answers: readonly Envelope[], otherwise: number): string[] => {
  const won = answers.filter(({ code }) => code === 200).length
  const odd = answers.filter(({ code }) => code !== 200 && code !== otherwise)
  return [
    ...(won === 1 ? [] : [`${won} got the last ${what}`]),
    ...odd.map(({ code, msg }) => `the last ${what}: ${code} ${msg}`),
  ]
}
