import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import { eventually } from '@yunji/testkit/eventually'
import { definePromise } from '@yunji/testkit/promise'
import { createRandom, type Random } from '@yunji/testkit/random'
import { CashierRefusal } from '../../apps/server/src/adapters/embedded-cashier/cashier.ts'
import { auditLedger } from '../../apps/server/src/modules/commerce/ledger/index.ts'
import { type ProviderName, providerNames } from '../../apps/server/src/platform/payments.ts'
import { type PaymentHarness, startPaymentHarness } from '../../apps/server/src/testing/payment-harness.ts'

const AT_ONCE = 4
const MOST_NOTICES = 20
const SECOND = 1000

export const promise = definePromise({
  id: 'R3',
  name: 'r03_repeated_notices',
  title: 'notices 1 to 20 times, in any order and at once, mixed with queries, closing and refunds, are applied once',
  sizes: { small: 20, long: 1_000 },
  async run({ size: rounds, seed, log }) {
    const harness = await startPaymentHarness()
    try {
      const random = createRandom(seed)
      const violations: string[] = []
      for (let done = 0; done < rounds; done += AT_ONCE) {
        const sequences = Array.from({ length: AT_ONCE }, () =>
          runSequence(harness, createRandom(random.integer(0, 2 ** 31))),
        )
        violations.push(...(await Promise.all(sequences)).flat())
        if (done % 100 === 0) log(`${done + AT_ONCE} sequences`)
      }
      const wrong = await auditLedger(harness.server.database.db)
      violations.push(...wrong.map((found) => `the ledger does not add up: ${JSON.stringify(found)}`))
      return { rounds, violations }
    } finally {
      await harness.server.stop()
    }
  },
})

/** One order, paid once or at both providers, with notices, queries, closes and refunds at once. */
const runSequence = async (harness: PaymentHarness, random: Random): Promise<string[]> => {
  const cents = 100 * random.integer(1, 999)
  const { orderId } = await harness.recharge(cents)
  const paying = random.integer(1, 4) === 1 ? [...providerNames] : [random.pick(providerNames)]
  const numbers = new Map<ProviderName, string>()
  for (const provider of paying) numbers.set(provider, await harness.open(orderId, provider))
  const isCancelledFirst = random.integer(1, 4) === 1
  if (isCancelledFirst) await harness.call('cancelOrder', { orderId })
  const paid: ProviderName[] = []
  for (const [provider, number] of numbers) if (await hasPaid(harness, provider, number)) paid.push(provider)
  if (paid.length === 0) return []
  const steps = paid.flatMap((provider) => stepsOf(harness, random, orderId, provider, numbers.get(provider) ?? ''))
  await Promise.all(shuffled(random, steps).map((step) => step()))
  return eventually(() => verdictOn(harness, orderId, cents, paid.length)).catch((error: unknown) => [
    `order ${orderId} (${paid.join(' and ')}${isCancelledFirst ? ', cancelled' : ''}): ${(error as Error).message}`,
  ])
}

/** False when another sequence's job has closed the cancelled payment already. */
const hasPaid = (harness: PaymentHarness, provider: ProviderName, number: string): Promise<boolean> =>
  harness.pay(provider, number).then(
    () => true,
    (error: unknown) => {
      if (error instanceof CashierRefusal && error.reason === 'closed') return false
      throw error
    },
  )

const stepsOf = (harness: PaymentHarness, random: Random, orderId: number, provider: ProviderName, number: string) => {
  const post = (name: string) => () =>
    harness.server.post(`/vmcloud/api/order/${name}`, { orderId }, { token: harness.token }).then(() => undefined)
  /** Providers repeat a notice after an error. */
  const sendNotice = async (): Promise<void> => {
    const { statusCode } = await harness.send(provider, await harness.noticeOf(provider, number))
    if (statusCode >= 500) await sendNotice()
  }
  const others = [
    post('checkPayment'),
    post('cancelOrder'),
    async () => {
      harness.server.clock.advance(31 * SECOND)
      await harness.runPeriodicJobs()
    },
    () =>
      harness.server
        .post('/vmcloud/api/order/cancelOrder', { orderId }, { token: harness.token })
        .then(() => undefined),
    () => harness.embedded.payments[provider].close(number).then(() => undefined),
  ]
  const notices = Array.from({ length: random.integer(1, MOST_NOTICES) }, () => sendNotice)
  return [...notices, ...others.filter(() => random.next() < 0.5)]
}

const shuffled = <Item>(random: Random, items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)

/** One payment, one fulfilment, and one refund of everything else. */
const verdictOn = async (
  harness: PaymentHarness,
  orderId: number,
  cents: number,
  paidTimes: number,
): Promise<string[]> => {
  const { status } = await harness.infoOf(orderId)
  if (status !== OrderStatus.fulfilled) throw new Error(`status ${status}`)
  const taken = (await harness.paymentsOf(orderId)).filter(({ state }) => state !== 'closed')
  const states = taken.map(({ state, isSettling }) => `${state} ${isSettling}`).toSorted()
  const expected = paidTimes === 1 ? 'paid true' : 'paid true,refunded false'
  if (states.join() !== expected) throw new Error(`payments ${states}`)
  const { rows } = await harness.server.database.pool.query<{ key: string; amount_cents: string }>(
    'select key, amount_cents from ledger_entries where order_id = $1',
    [orderId],
  )
  // Two entries for each payment: in, and on to the buyer or back.
  if (rows.length !== 2 * paidTimes) throw new Error(`entries ${rows.map(({ key }) => key)}`)
  if (rows.some(({ amount_cents }) => Number(amount_cents) !== cents)) throw new Error('an entry of another amount')
  for (const { provider, outTradeNo, isSettling } of taken) {
    const { refunds } = await harness.tradeOf(provider, outTradeNo)
    if (refunds.length !== (isSettling ? 0 : 1)) throw new Error(`${provider} gave back ${refunds.length} times`)
  }
  return []
}
