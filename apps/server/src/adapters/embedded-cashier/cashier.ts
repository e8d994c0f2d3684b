import { randomBytes } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { ProviderName } from '../../platform/payments.ts'
import { isOver, refundedCentsOf, type Trade, type TradeRefund, type TradeTerms } from './trade.ts'
import type { Trades } from './trades.ts'

/** Reasons for a refusal; each protocol maps them to its own error code. */
export type RefusalReason = 'missing' | 'paid' | 'closed' | 'conflict' | 'notPaid' | 'tooMuch' | 'noBill'

export class CashierRefusal extends Error {
  override readonly name = 'CashierRefusal'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super(reason)
    this.reason = reason
  }
}

const newNumber = (bytes: number): string => randomBytes(bytes).toString('hex')

interface CashierOptions {
  readonly trades: Trades
  readonly clock: Clock
  /** Called when a trade has a notice to send. */
  readonly onNoticePending: (trade: Trade) => Promise<void>
}

/** Trade operations shared by both protocols. */
export const createCashier = ({ trades, clock, onNoticePending }: CashierOptions) => {
  const noticeOf = (outRefundNo?: string) => ({
    id: newNumber(16),
    ...(outRefundNo !== undefined && { outRefundNo }),
    tries: 0,
    nextAt: clock.now().toISOString(),
  })
  const existing = (trade: Trade | undefined): Trade => {
    if (!trade) throw new CashierRefusal('missing')
    return trade
  }

  return {
    find: trades.find,

    /** A refund by its own number, with its trade. */
    async findRefund(protocol: ProviderName, outRefundNo: string) {
      for (const trade of await trades.list()) {
        const refund = trade.refunds.find((each) => each.outRefundNo === outRefundNo)
        if (refund && trade.protocol === protocol) return { trade, refund }
      }
      return undefined
    },

    /** Idempotent: a repeated request returns the same trade. */
    open: (terms: TradeTerms): Promise<Trade> =>
      trades.change(terms.protocol, terms.outTradeNo, (trade): Trade => {
        if (!trade) {
          const fresh = { state: 'waiting', paidAt: null, refunds: [], notices: [] } as const
          const prepayId = `wx${newNumber(12)}-${terms.outTradeNo}`
          const createdAt = clock.now().toISOString()
          return { ...terms, ...fresh, prepayId, transactionId: newNumber(14), createdAt }
        }
        if (trade.state === 'paid') throw new CashierRefusal('paid')
        if (isOver(trade, clock.now())) throw new CashierRefusal('closed')
        const isSame =
          trade.amountCents === terms.amountCents && trade.tradeType === terms.tradeType && trade.appId === terms.appId
        if (!isSame) throw new CashierRefusal('conflict')
        return trade
      }),

    /** Payment by the buyer. */
    async pay(protocol: ProviderName, outTradeNo: string): Promise<Trade> {
      const now = clock.now()
      const paid = await trades.change(protocol, outTradeNo, (found): Trade => {
        const trade = existing(found)
        if (trade.state === 'paid') throw new CashierRefusal('paid')
        if (isOver(trade, now)) throw new CashierRefusal('closed')
        return { ...trade, state: 'paid', paidAt: now.toISOString(), notices: [...trade.notices, noticeOf()] }
      })
      await onNoticePending(paid)
      return paid
    },

    close: (protocol: ProviderName, outTradeNo: string): Promise<Trade> =>
      trades.change(protocol, outTradeNo, (found): Trade => {
        const trade = existing(found)
        if (trade.state === 'paid') throw new CashierRefusal('paid')
        if (trade.state === 'closed') throw new CashierRefusal('closed')
        return { ...trade, state: 'closed' }
      }),

    /** Idempotent by `outRefundNo`. */
    async refund(protocol: ProviderName, outTradeNo: string, outRefundNo: string, amountCents: number) {
      let isNew = false
      const refunded = await trades.change(protocol, outTradeNo, (found): Trade => {
        const trade = existing(found)
        if (trade.state !== 'paid') throw new CashierRefusal('notPaid')
        const earlier = trade.refunds.find((refund) => refund.outRefundNo === outRefundNo)
        if (earlier && earlier.amountCents !== amountCents) throw new CashierRefusal('conflict')
        if (earlier) return trade
        if (refundedCentsOf(trade) + amountCents > trade.amountCents) throw new CashierRefusal('tooMuch')
        isNew = true
        const refundedAt = clock.now().toISOString()
        const refund: TradeRefund = { outRefundNo, amountCents, refundedAt, refundId: newNumber(14) }
        const notices = [...trade.notices, noticeOf(outRefundNo)]
        return { ...trade, refunds: [...trade.refunds, refund], notices }
      })
      if (isNew) await onNoticePending(refunded)
      return { trade: refunded, isNew }
    },
  }
}

export type Cashier = ReturnType<typeof createCashier>
