import type {
  getPaymentExceptions,
  getPaymentNotices,
  recheckPayment as recheckCall,
  replayNotice,
} from '@yunji/contract/operator/payment-calls'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import { later, MINUTE_MS } from '../../../platform/clock.ts'
import { AppError } from '../../../platform/errors.ts'
import { type AddAudit, joinTransaction } from '../../../platform/operators/audit.ts'
import type { Operator } from '../../../platform/operators/operator.ts'
import { pageOf } from '../../../platform/paging.ts'
import { NoticeRefused, type PaymentProvider, type ProviderName, type TradeStatus } from '../../../platform/payments.ts'
import { FULFIL_JOB, tryLockPaidOrder } from '../orders/index.ts'
import { confirmPayment } from './confirm-payment.ts'
import type { PaymentDeps } from './deps.ts'
import {
  type FoundNotice,
  findNotice,
  listNotices,
  listOpenNotices,
  listUnfulfilled,
  markNoticeClosed,
} from './notice-store.ts'
import { findPayment } from './store.ts'

/** Longer than most orders take. */
const UNFULFILLED_AFTER_MS = 10 * MINUTE_MS
const SHOWN = 100

const toNotice = ({ notice, orderId }: FoundNotice) => {
  const { id, provider, about, number, transactionId, amountCents, outcome, reason, times, closedBy } = notice
  return {
    noticeId: id,
    provider,
    about,
    number,
    transactionId,
    amountCents,
    outcome,
    reason,
    times,
    closedBy,
    firstAt: notice.firstAt.getTime(),
    lastAt: notice.lastAt.getTime(),
    orderId: orderId === null ? null : Number(orderId),
  }
}

export const getNotices =
  ({ database: { db } }: PaymentDeps) =>
  async (input: CallArguments<typeof getPaymentNotices>): Promise<CallData<typeof getPaymentNotices>> => {
    const [found, total] = await listNotices(db, input)
    return pageOf(found.map(toNotice), input.page, input.rows, total)
  }

export const getExceptions =
  ({ database: { db }, clock }: PaymentDeps) =>
  async (): Promise<CallData<typeof getPaymentExceptions>> => {
    const [[waiting, unfulfilledCount], [notices, noticeCount]] = await Promise.all([
      listUnfulfilled(db, later(clock.now(), -UNFULFILLED_AFTER_MS), SHOWN),
      listOpenNotices(db, SHOWN),
    ])
    const unfulfilled = waiting.map(({ id, title, payableCents, paidAt }) => ({
      orderId: id,
      title,
      amountCents: payableCents,
      paidAt: paidAt?.getTime() ?? 0,
    }))
    return { unfulfilledCount, unfulfilled, noticeCount, notices: notices.map(toNotice) }
  }

/**
 * Books the money of a refused notice by what the provider says now: the money may have been returned since the notice came.
 */
export const replayRefusedNotice =
  (deps: PaymentDeps) =>
  async ({ name }: Operator, noticeId: number, addAudit: AddAudit): Promise<CallData<typeof replayNotice>> => {
    const { database, clock } = deps
    const notice = await findNotice(database.db, noticeId)
    if (!notice) throw new AppError('NOT_FOUND')
    const provider = deps.payments[notice.provider]
    if (notice.about !== 'payment' || notice.outcome !== 'refused' || notice.closedAt || !provider)
      throw new AppError('SHOW_ERROR_TIP', { text: '这条通知不能重放' })
    const status = await queryTrade(deps, provider, notice.number)
    return database.db.transaction(async (tx) => {
      const reason = await bookStatus({ ...deps, database: joinTransaction(database, tx) }, notice.provider, status)
      if (reason === '') await markNoticeClosed(tx, noticeId, name, clock.now())
      await addAudit(tx, { subject: `notice:${noticeId}`, before: notice, after: { state: status.state, reason } })
      return { isBooked: reason === '', reason }
    })
  }

const queryTrade = ({ log }: PaymentDeps, provider: PaymentProvider, outTradeNo: string): Promise<TradeStatus> =>
  provider.query(outTradeNo).catch((error: unknown) => {
    log.warn({ err: error, provider: provider.name, outTradeNo }, 'payment query failed')
    throw new AppError('SHOW_ERROR_TIP', { text: '支付平台没有答复，请稍后再试' })
  })

/** Books a payment, in whatever state it is, by what the provider says now: for money without any notice. */
export const recheckPayment =
  (deps: PaymentDeps) =>
  async (paymentId: number, addAudit: AddAudit): Promise<CallData<typeof recheckCall>> => {
    const { database } = deps
    const payment = await findPayment(database.db, paymentId)
    if (!payment) throw new AppError('NOT_FOUND')
    const provider = deps.payments[payment.provider]
    if (!provider) throw new AppError('SHOW_ERROR_TIP', { text: '没有开通这个支付平台' })
    const status = await queryTrade(deps, provider, payment.outTradeNo)
    return database.db.transaction(async (tx) => {
      const before = await findPayment(tx, paymentId)
      const reason = await bookStatus({ ...deps, database: joinTransaction(database, tx) }, payment.provider, status)
      const after = { ...(await findPayment(tx, paymentId)), reason }
      await addAudit(tx, { subject: `payment:${paymentId}`, before, after })
      return { isBooked: reason === '', reason }
    })
  }

/** The reason why the money is not booked; empty when it is. A refusal comes before anything is written. */
const bookStatus = async (deps: PaymentDeps, provider: ProviderName, status: TradeStatus): Promise<string> => {
  if (status.state !== 'paid') return `trade is ${status.state}`
  try {
    await confirmPayment(deps)(provider, status)
    return ''
  } catch (error) {
    if (error instanceof NoticeRefused) return error.message
    throw error
  }
}

export const closeRefusedNotice =
  ({ database: { db }, clock }: PaymentDeps) =>
  ({ name }: Operator, noticeId: number): Promise<null> =>
    db.transaction(async (tx) => {
      if (await markNoticeClosed(tx, noticeId, name, clock.now())) return null
      throw (await findNotice(tx, noticeId))
        ? new AppError('SHOW_ERROR_TIP', { text: '这条通知不需要处理，或已处理' })
        : new AppError('NOT_FOUND')
    })

/** The same job that the payment added; one that is done already changes nothing. */
export const retryOrder =
  ({ database: { db }, jobs }: PaymentDeps) =>
  (orderId: number): Promise<null> =>
    db.transaction(async (tx) => {
      if (!(await tryLockPaidOrder(tx, orderId)))
        throw new AppError('SHOW_ERROR_TIP', { text: '订单正在处理，或不是已付款未完成' })
      await jobs.add<{ orderId: number }>(tx, FULFIL_JOB, { orderId })
      return null
    })
