import { later, MINUTE_MS } from '../../../platform/clock.ts'
import { createBackoff, forEachBatch, readBatches } from '../../../platform/each-row.ts'
import type { ProviderName, TradeStatus } from '../../../platform/payments.ts'
import { confirmPayment } from './confirm-payment.ts'
import type { PaymentDeps } from './deps.ts'
import {
  claimPayments,
  claimPaymentsOfOrder,
  findPaymentByNumber,
  listPendingOrderIds,
  listWaitingPayments,
  markPaymentClosed,
  type PaymentRow,
} from './store.ts'

/** A lost notice is made up for within two minutes. */
const QUERY_AFTER_MS = 30_000
const BATCH_SIZE = 64
/** Pages poll as often as they like; the provider is queried once a second. */
const QUERY_AGAIN_MS = 1_000
/** After its expiry, a payment that the provider does not know could still begin for this long. */
const CLOSING_MARGIN_MS = MINUTE_MS

type Act = 'query' | 'close'

/** Queries or closes a payment at its provider and applies the answer. */
const queryProvider = async (deps: PaymentDeps, payment: PaymentRow, act: Act): Promise<void> => {
  const provider = deps.payments[payment.provider]
  if (!provider) throw new Error(`payment provider ${payment.provider} is not set up`)
  const status: TradeStatus = await provider[act](payment.outTradeNo)
  if (status.state === 'paid') return confirmPayment(deps)(payment.provider, status)
  const isPast = later(payment.expiresAt, CLOSING_MARGIN_MS) <= deps.clock.now()
  if (status.state === 'closed' || (status.state === 'unknown' && isPast))
    await markPaymentClosed(deps.database.db, payment.id)
}

const tryQueryProvider = (deps: PaymentDeps, payment: PaymentRow, act: Act): Promise<void> =>
  queryProvider(deps, payment, act).catch((error: unknown) =>
    deps.log.warn({ err: error, paymentId: payment.id, provider: payment.provider }, 'payment query failed'),
  )

/** Queries payments without a notice while their order is pending, and closes those whose order is not. */
export const reconcilePayments = (deps: PaymentDeps) => {
  const {
    database: { db },
    clock,
    log,
  } = deps
  const fields = ({ id: paymentId, provider }: PaymentRow) => ({ paymentId, provider })
  const work = { job: 'payments.reconcile', log, fields, backoff: createBackoff(clock) }
  return async (): Promise<void> => {
    const claim = { now: clock.now(), sinceMs: QUERY_AFTER_MS, limit: BATCH_SIZE }
    for await (const page of readBatches<PaymentRow>(BATCH_SIZE, (after) => listWaitingPayments(db, claim, after))) {
      const due: PaymentRow[] = []
      await forEachBatch(work, page, async (some) => {
        const ids = some.map(({ id }) => id)
        due.push(...(await db.transaction((tx) => claimPayments(tx, ids, claim))))
      })
      // One statement: one for each payment would take every connection.
      const pending = new Set(
        await listPendingOrderIds(
          db,
          due.map(({ orderId }) => orderId),
        ),
      )
      await Promise.all(
        due.map((payment) => tryQueryProvider(deps, payment, pending.has(payment.orderId) ? 'query' : 'close')),
      )
    }
  }
}

/** Queries the waiting payments of one order now. */
export const refreshPayments = async (deps: PaymentDeps, orderId: number): Promise<void> => {
  const {
    database: { db },
    clock,
  } = deps
  const claim = { now: clock.now(), sinceMs: QUERY_AGAIN_MS, limit: BATCH_SIZE }
  const due = await db.transaction((tx) => claimPaymentsOfOrder(tx, orderId, claim))
  await Promise.all(due.map((payment) => tryQueryProvider(deps, payment, 'query')))
}

/** Queries payments by our numbers, paid or closed ones too, one after the other. */
export const recheckPayments = async (
  deps: PaymentDeps,
  provider: ProviderName,
  outTradeNos: readonly string[],
): Promise<void> => {
  for (const outTradeNo of outTradeNos) {
    const payment = await deps.database.db.transaction((tx) => findPaymentByNumber(tx, provider, outTradeNo))
    if (payment) await tryQueryProvider(deps, payment, 'query')
  }
}
