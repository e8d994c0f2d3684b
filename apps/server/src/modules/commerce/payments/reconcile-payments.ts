import { and, eq, inArray } from 'drizzle-orm'
import { later, MINUTE_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { createBackoff, forEachBatch, readBatches } from '../../../platform/each-row.ts'
import type { TradeStatus } from '../../../platform/payments.ts'
import { orders } from '../../../tables/orders.ts'
import { payments } from '../../../tables/payments.ts'
import { confirmPayment } from './confirm-payment.ts'
import type { PaymentDeps } from './deps.ts'
import { claimWaitingPayments, listWaitingPayments, markPaymentClosed, type PaymentRow } from './store.ts'

/** A lost notice must be made good within two minutes. */
const QUERY_AFTER_MS = 30_000
const BATCH_SIZE = 64
/** A page that waits may ask as often as it likes; the provider is asked once a second. */
const QUERY_AGAIN_MS = 1_000
/** Until then a trade that the provider has not heard of could still begin. */
const CLOSING_MARGIN_MS = MINUTE_MS

type Act = 'query' | 'close'

/** Asks the provider what became of a payment, and does what follows. */
const queryProvider = async (deps: PaymentDeps, payment: PaymentRow, act: Act): Promise<void> => {
  const provider = deps.payments[payment.provider]
  if (!provider) return
  const truth: TradeStatus = await provider[act](payment.outTradeNo)
  if (truth.state === 'paid') return confirmPayment(deps)(payment.provider, truth)
  const isPast = later(payment.expiresAt, CLOSING_MARGIN_MS) <= deps.clock.now()
  if (truth.state === 'closed' || (truth.state === 'unknown' && isPast))
    await markPaymentClosed(deps.database.db, payment.id)
}

const tryQueryProvider = (deps: PaymentDeps, payment: PaymentRow, act: Act): Promise<void> =>
  queryProvider(deps, payment, act).catch((error: unknown) =>
    deps.log.warn(
      { err: error, paymentId: payment.id, provider: payment.provider },
      'a payment could not be asked about',
    ),
  )

/** Payments that no notice came for: asked about while their order waits for them, and closed when it does not any more. */
export const reconcilePayments = (deps: PaymentDeps) => {
  const {
    database: { db },
    clock,
    log,
  } = deps
  const fields = ({ id: paymentId, provider }: PaymentRow) => ({ paymentId, provider })
  const work = { job: 'payments.ask', log, fields, backoff: createBackoff(clock) }
  return async (): Promise<void> => {
    const claim = { now: clock.now(), sinceMs: QUERY_AFTER_MS, limit: BATCH_SIZE }
    for await (const page of readBatches<PaymentRow>(BATCH_SIZE, (after) => listWaitingPayments(db, claim, after))) {
      const due: PaymentRow[] = []
      await forEachBatch(work, page, async (some) => {
        const ids = some.map(({ id }) => id)
        due.push(...(await claimWaitingPayments(db, inArray(payments.id, ids), claim)))
      })
      const waiting = await findPendingOrders(db, due)
      await Promise.all(
        due.map((payment) => tryQueryProvider(deps, payment, waiting.has(payment.orderId) ? 'query' : 'close')),
      )
    }
  }
}

/** Orders of these payments that still wait for them, in one statement: one for each would take every connection. */
const findPendingOrders = async (db: Db, due: readonly PaymentRow[]): Promise<ReadonlySet<number>> => {
  const ids = due.map(({ orderId }) => orderId)
  const isPending = and(inArray(orders.id, ids), eq(orders.state, 'pending'))
  const rows = await db.select({ id: orders.id }).from(orders).where(isPending)
  return new Set(rows.map(({ id }) => id))
}

/** The truth about an order's payments, now. */
export const refreshPayments = async (deps: PaymentDeps, orderId: number): Promise<void> => {
  const {
    database: { db },
    clock,
  } = deps
  const claim = { now: clock.now(), sinceMs: QUERY_AGAIN_MS, limit: BATCH_SIZE }
  const due = await claimWaitingPayments(db, eq(payments.orderId, orderId), claim)
  await Promise.all(due.map((payment) => tryQueryProvider(deps, payment, 'query')))
}
