import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import { eventually } from '@yunji/testkit/eventually'
import { definePromise } from '@yunji/testkit/promise'
import { providerNames } from '../../apps/server/src/platform/payments.ts'
import { type PaymentHarness, startPaymentHarness } from '../../apps/server/src/testing/payment-harness.ts'
import { forgeriesOf } from './notice-forgeries.ts'

const REPLAYS = 5
const TABLES = ['orders', 'payments', 'refunds', 'ledger_entries', 'ledger_accounts']

export const promise = definePromise({
  id: 'S15',
  name: 's15_forged_notices',
  title: 'notices that are forged, old, for another app, merchant or amount, or told before, change nothing',
  sizes: { small: 1, long: 25 },
  async run({ size: repeats, log }) {
    const lines: string[] = []
    const harness = await startPaymentHarness((line) => void lines.push(line))
    try {
      const violations: string[] = []
      let rounds = 0
      for (let round = 0; round < repeats; round += 1) {
        for (const provider of providerNames) {
          const { orderId } = await harness.recharge(5_000)
          const number = await harness.open(orderId, provider)
          await harness.pay(provider, number)
          const other = await settledNumber(harness, provider)
          const before = await digest(harness)
          const forgeries = await forgeriesOf(harness, provider, number, other)
          for (const [what, notice] of forgeries) {
            rounds += 1
            const { isTaken, statusCode } = await harness.send(provider, notice)
            if (isTaken || statusCode >= 500)
              violations.push(`${provider}, ${what}: answered ${statusCode}, taken ${isTaken}`)
            if ((await digest(harness)) !== before) violations.push(`${provider}, ${what}: changed something`)
          }
          violations.push(...(await replay(harness, provider, orderId, number)))
          rounds += REPLAYS
        }
      }
      violations.push(...secretsIn(lines, harness))
      log(`${rounds} notices tried, ${lines.length} lines of log read`)
      return { rounds, violations }
    } finally {
      await harness.server.stop()
    }
  },
})

/** A settled payment of another order; its number must not pay for this one. */
const settledNumber = async (harness: PaymentHarness, provider: (typeof providerNames)[number]): Promise<string> => {
  const { orderId } = await harness.recharge(5_000)
  const number = await harness.open(orderId, provider)
  await harness.pay(provider, number)
  await harness.send(provider, await harness.noticeOf(provider, number))
  await isFulfilled(harness, orderId)
  return number
}

const isFulfilled = (harness: PaymentHarness, orderId: number) =>
  eventually(async () => {
    const { status } = await harness.infoOf(orderId)
    if (status !== OrderStatus.fulfilled) throw new Error(`status ${status}`)
  })

/** A genuine notice is applied once; repetitions change nothing. */
const replay = async (
  harness: PaymentHarness,
  provider: (typeof providerNames)[number],
  orderId: number,
  number: string,
): Promise<string[]> => {
  const honest = await harness.noticeOf(provider, number)
  const { isTaken } = await harness.send(provider, honest)
  if (!isTaken) return [`${provider}: the honest notice was refused`]
  await isFulfilled(harness, orderId)
  const before = await digest(harness)
  for (let times = 0; times < REPLAYS; times += 1) await harness.send(provider, honest)
  return (await digest(harness)) === before ? [] : [`${provider}: a notice told again changed something`]
}

const digest = async ({ server }: PaymentHarness): Promise<string> => {
  const parts = await Promise.all(
    TABLES.map((table) =>
      server.database.pool.query<{ hash: string }>(
        `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash from ${table} t`,
      ),
    ),
  )
  return parts.map(({ rows }) => rows[0]?.hash ?? '').join()
}

const secretsIn = (lines: readonly string[], { keys }: PaymentHarness): string[] => {
  const secrets = [keys.apiV3Key, ...Object.values(keys).map((pem) => pem.split('\n')[1] ?? pem)]
  return secrets.filter((secret) => lines.some((line) => line.includes(secret))).map(() => 'a key stands in the log')
}
