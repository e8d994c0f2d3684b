import { Gauge, type Registry } from 'prom-client'
import { AppError } from '../../../platform/errors.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { ProviderRefundDeps } from './deps.ts'
import { ERASED_WALLET } from './operator-refund.ts'
import { findOrder, isErased } from './proposal-store.ts'
import { retryWithNewNumber, settleRefund } from './settle-refund.ts'
import { countManualRefunds, findManualRefund, listManualRefunds } from './store.ts'

export const getFailedRefunds =
  ({ database: { db } }: ProviderRefundDeps) =>
  async ({ page, rows }: { page: number; rows: number }) => {
    const [found, total] = await listManualRefunds(db, { page, rows })
    const records = found.map(({ refund, payment }) => ({
      refundId: refund.id,
      orderId: refund.orderId,
      provider: payment.provider,
      outTradeNo: payment.outTradeNo,
      outRefundNo: refund.outRefundNo,
      amountCents: refund.amountCents,
      failure: refund.failure ?? '',
      createdAt: refund.createdAt.getTime(),
    }))
    return pageOf(records, page, rows, total)
  }

export const addRefundGauge = (
  registry: Registry,
  { database: { db } }: Pick<ProviderRefundDeps, 'database'>,
): void => {
  const gauge = new Gauge({
    name: 'yunji_refunds_manual',
    help: 'Refunds that the provider does not complete and a person must decide about',
    registers: [registry],
    collect: async () => {
      // Without the database the last count is kept, so that the other metrics are still served.
      const count = await countManualRefunds(db).catch(() => undefined)
      if (count !== undefined) gauge.set(count)
    },
  })
}

/** Requests the refund under a new number, or books it to the buyer's balance. */
export const decideRefund =
  (deps: ProviderRefundDeps) =>
  async (refundId: number, way: 'provider' | 'balance'): Promise<void> => {
    const { db } = deps.database
    const found = await findManualRefund(db, refundId)
    if (!found) throw new AppError('NOT_FOUND')
    const { refund } = found
    await db.transaction(async (tx) => {
      if (way === 'provider') return retryWithNewNumber(tx, deps, refund)
      const order = await findOrder(tx, refund.orderId)
      if (!order) throw new AppError('NOT_FOUND')
      const { userId } = order
      // The account is locked before its order, as when it is erased.
      if (await isErased(tx, userId)) throw new AppError('SHOW_ERROR_TIP', { text: ERASED_WALLET })
      await settleRefund(tx, deps, refund, { userId, kind: 'balance' }, `refund:${refundId}:balance`)
    })
  }
