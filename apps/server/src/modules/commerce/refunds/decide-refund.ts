import { Gauge, type Registry } from '@prometheus-io/client'
import type { decideRefund as decideRefundCall } from '@yunji/contract/operator/calls'
import type { CallData } from '@yunji/contract/wire/call'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { AddAudit } from '../../../platform/operators/audit.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { RefundStatus } from '../../../platform/payments.ts'
import { lockOrder } from '../orders/index.ts'
import type { ProviderRefundDeps } from './deps.ts'
import { ERASED_WALLET } from './operator-refund.ts'
import { findOrder, isErased } from './proposal-store.ts'
import { reportSecondRefund, retryWithNewNumber, settleByProvider, settleToBalance } from './settle-refund.ts'
import {
  countManualRefunds,
  findManualRefund,
  findRefund,
  listManualRefunds,
  listOldNumbers,
  lockManualRefund,
  type RefundRow,
} from './store.ts'

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

const ALREADY = '这笔退款的状态刚刚变化，请刷新后再处理'

const UNDER_WAY = '支付平台仍在处理这笔退款，等它完成或失败后再处理'

/**
 * Requests the refund under a new number, or books it to the buyer's balance. The provider is asked about every number of
 * the refund first: what it has completed under one of them is booked as that, and while it works on one nothing else is given.
 */
export const decideRefund =
  (deps: ProviderRefundDeps) =>
  async (
    refundId: number,
    way: 'provider' | 'balance',
    addAudit: AddAudit,
  ): Promise<CallData<typeof decideRefundCall>> => {
    const { db } = deps.database
    const found = await findManualRefund(db, refundId)
    if (!found) throw new AppError('NOT_FOUND')
    const { refund, payment } = found
    const statuses = await queryNumbers(deps, found)
    const completed = statuses.filter(({ status }) => status === 'refunded').map(({ outRefundNo }) => outRefundNo)
    const [settledNumber] = completed
    const isCompleted = settledNumber !== undefined
    if (!isCompleted && statuses.some(({ status }) => status === 'waiting'))
      throw new AppError('SHOW_ERROR_TIP', { text: UNDER_WAY })
    await db.transaction(async (tx) => {
      const before = await findRefund(tx, refundId)
      if (isCompleted) await settleByProvider(tx, deps, refund, payment.provider, settledNumber)
      else if (way === 'provider') await renumber(tx, deps, refund)
      else await payToBalance(tx, deps, refund)
      const after = { ...(await findRefund(tx, refundId)), way: isCompleted ? 'completed' : way }
      await addAudit(tx, { subject: `refund:${refundId}`, before, after })
    })
    for (const number of completed) await reportSecondRefund(deps, refund, number)
    return { isCompleted }
  }

interface NumberStatus {
  readonly outRefundNo: string
  readonly status: RefundStatus | 'unknown'
}

/** Status of each number that the refund was requested under. A provider that is not set up any more can complete none. */
const queryNumbers = async (
  { database: { db }, payments, log }: ProviderRefundDeps,
  { refund, payment }: NonNullable<Awaited<ReturnType<typeof findManualRefund>>>,
): Promise<NumberStatus[]> => {
  const provider = payments[payment.provider]
  if (!provider) return []
  const numbers = [refund.outRefundNo, ...(await listOldNumbers(db, refund.id))]
  const statuses = numbers.map(async (outRefundNo) => ({
    outRefundNo,
    status: await provider.queryRefund(payment.outTradeNo, outRefundNo),
  }))
  return Promise.all(statuses).catch((error: unknown) => {
    log.warn({ err: error, refundId: refund.id }, 'refund not queried')
    throw new AppError('SHOW_ERROR_TIP', { text: '支付平台没有答复，请稍后再试' })
  })
}

const renumber = async (tx: Tx, deps: ProviderRefundDeps, refund: RefundRow): Promise<void> => {
  if (!(await lockManualRefund(tx, refund))) throw new AppError('SHOW_ERROR_TIP', { text: ALREADY })
  await retryWithNewNumber(tx, deps, refund)
}

const payToBalance = async (tx: Tx, deps: ProviderRefundDeps, refund: RefundRow): Promise<void> => {
  const order = await findOrder(tx, refund.orderId)
  if (!order) throw new AppError('NOT_FOUND')
  // Account, order, refund, as for operators' other refunds. A late payment locks its order first: both share the account.
  if (await isErased(tx, order.userId)) throw new AppError('SHOW_ERROR_TIP', { text: ERASED_WALLET })
  await lockOrder(tx, order.id)
  if (!(await lockManualRefund(tx, refund))) throw new AppError('SHOW_ERROR_TIP', { text: ALREADY })
  await settleToBalance(tx, deps, refund, order.userId)
}
