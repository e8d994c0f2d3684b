import { cancelOrder, createCloudOrderNew } from '@yunji/contract/commerce/order/calls'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import type { Envelope } from '@yunji/contract/wire/call'
import { definePromise } from '@yunji/testkit/promise'
import { createConnectionPool } from '@yunji/testkit/raw-connection'
import { startSystem } from '@yunji/testkit/system'
import { type ApiClient, createApiClient } from '../support/api-client.ts'
import { countOrders, openPlainShop, type PlainShop, phoneOrder } from '../support/shop.ts'
import { type Target, withTarget } from '../support/target.ts'

const AT_ONCE = 50

/** An idempotency key with its answer. */
interface Made {
  readonly key: string
  readonly body: string
}

export const promise = definePromise({
  id: 'R5',
  name: 'r5_repeated_orders',
  title: 'the same idempotency key gives one order, whoever asks how often, and after a restart too',
  sizes: { small: 2, long: 20 },
  run: ({ size: rounds, log }) =>
    withTarget(async (target) => {
      const shop = await openPlainShop(target.databaseUrl, 10_000)
      const api = createApiClient(target.pool)
      const violations: string[] = []
      const made: Made[] = []
      for (let round = 1; round <= rounds; round++) {
        const key = `repeated-order-${round}`
        const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => order(api, target, shop, key)))
        violations.push(...differences(key, answers))
        made.push({ key, body: bodyOf(answers[0]) })
        const other = await order(api, target, shop, key, 2)
        if (other.code !== 1080) violations.push(`${key} took another body: ${other.code} ${other.msg}`)
        const count = await countOrders(target.databaseUrl)
        if (count !== round) violations.push(`${count} orders after ${round} keys`)
        // An account has three unpaid orders at most.
        const orderId = orderOf(answers[0])
        if (orderId !== undefined) await api.call(cancelOrder, { orderId }, { token: target.token })
      }
      violations.push(...(await afterRestart(target, shop, made)), ...(await target.failures()))
      log(`${api.count()} requests`)
      return { rounds, violations }
    }),
})

const order = (api: ApiClient, { token }: Target, shop: PlainShop, key: string, quantity = 1): Promise<Envelope> =>
  api.call(createCloudOrderNew, phoneOrder(shop, quantity), { token, key })

const orderOf = (envelope: Envelope | undefined): number | undefined =>
  (envelope?.data as OrderInfo | null | undefined)?.orderId

const bodyOf = (envelope: Envelope | undefined): string => JSON.stringify(envelope?.data ?? null)

const differences = (key: string, answers: readonly Envelope[]): string[] => {
  const refused = answers.filter(({ code }) => code !== 200).map(({ code, msg }) => `${key}: ${code} ${msg}`)
  const bodies = new Set(answers.map(bodyOf))
  const orders = new Set(answers.map(orderOf))
  return [
    ...refused,
    ...(bodies.size === 1 && orders.size === 1 ? [] : [`${key} gave ${bodies.size} different answers`]),
  ]
}

/** A restarted server must give the same answers for the same keys. */
const afterRestart = async (target: Target, shop: PlainShop, made: readonly Made[]): Promise<string[]> => {
  const system = await startSystem({
    env: { DATABASE_URL: target.databaseUrl, TRUSTED_PROXIES: '127.0.0.1', YUNJI_DEMO: '0' },
  })
  const pool = createConnectionPool(system.port)
  try {
    const violations: string[] = []
    for (const { key, body } of made) {
      const again = bodyOf(await order(createApiClient(pool), target, shop, key))
      if (again !== body) violations.push(`${key} gave ${again} after a restart, and ${body} before`)
    }
    return violations
  } finally {
    pool.close()
    await system.stop()
  }
}
