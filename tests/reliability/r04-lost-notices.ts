import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import { eventually } from '@yunji/testkit/eventually'
import { definePromise } from '@yunji/testkit/promise'
import { createRandom } from '@yunji/testkit/random'
import { auditLedger } from '../../apps/server/src/modules/commerce/ledger/index.ts'
import { type ProviderName, providerNames } from '../../apps/server/src/platform/payments.ts'
import { type PaymentHarness, startPaymentHarness } from '../../apps/server/src/testing/payment-harness.ts'

const STEP_MS = 5_000
const SETTLED_WITHIN_MS = 120_000
const ORDER_LIFETIME_MS = 15 * 60_000

/** State of the order when its payment becomes known. */
const endings = ['waits', 'cancelled', 'expired'] as const

export const promise = definePromise({
  id: 'R4',
  name: 'r04_lost_notices',
  title: 'a notice that never comes is made good within 2 minutes; money for an ended order is granted or refunded',
  sizes: { small: 6, long: 200 },
  async run({ size: rounds, seed, log }) {
    const harness = await startPaymentHarness()
    try {
      const random = createRandom(seed)
      const violations: string[] = []
      for (let round = 0; round < rounds; round += 1) {
        const provider = providerNames[round % 2] ?? 'alipay'
        const ending = endings[round % endings.length] ?? 'waits'
        const paysAfterMs = random.integer(0, ORDER_LIFETIME_MS - 200_000)
        const wrong = await loseNotice(harness, provider, ending, paysAfterMs)
        if (wrong) violations.push(`${provider}, ${ending}, paid after ${paysAfterMs} ms: ${wrong}`)
      }
      log(`${rounds} payments without a notice`)
      const wrong = await auditLedger(harness.server.database.db)
      violations.push(...wrong.map((found) => `the ledger does not add up: ${JSON.stringify(found)}`))
      return { rounds, violations }
    } finally {
      await harness.server.stop()
    }
  },
})

const loseNotice = async (
  harness: PaymentHarness,
  provider: ProviderName,
  ending: (typeof endings)[number],
  paysAfterMs: number,
): Promise<string | undefined> => {
  const { clock } = harness.server
  const { orderId } = await harness.recharge(5_000)
  const number = await harness.open(orderId, provider)
  clock.advance(ending === 'expired' ? ORDER_LIFETIME_MS - 2_000 : paysAfterMs)
  if (ending === 'cancelled') await harness.call('cancelOrder', { orderId })
  await harness.pay(provider, number)
  let waitedMs = 0
  const isSettled = async (): Promise<boolean> => (await harness.infoOf(orderId)).paidAt !== null
  while (!(await isSettled())) {
    if (waitedMs >= SETTLED_WITHIN_MS) return `not settled within ${SETTLED_WITHIN_MS} ms`
    clock.advance(STEP_MS)
    waitedMs += STEP_MS
    await harness.runPeriodicJobs()
  }
  const ends = new Set<number>([OrderStatus.fulfilled, OrderStatus.refunded])
  return eventually(async () => {
    const { status } = await harness.infoOf(orderId)
    if (!ends.has(status)) throw new Error(`neither granted nor refunded: status ${status}`)
    return undefined
  }).catch((error: unknown) => (error as Error).message)
}
