import type { ProviderName } from '../../platform/payments.ts'

/** Terms that the merchant requested. */
export interface TradeTerms {
  readonly protocol: ProviderName
  readonly outTradeNo: string
  readonly appId: string
  readonly title: string
  readonly amountCents: number
  readonly tradeType: string
  readonly expiresAt: string
  readonly notifyUrl: string
  readonly returnUrl: string
  readonly openid: string
}

export interface TradeRefund {
  readonly outRefundNo: string
  readonly refundId: string
  readonly amountCents: number
  readonly refundedAt: string
}

/** Notice that the merchant has not acknowledged. */
export interface PendingNotice {
  readonly id: string
  /** Refund that the notice reports; the payment when absent. */
  readonly outRefundNo?: string
  readonly tries: number
  readonly nextAt: string
}

/** Trade as stored on disk. */
export interface Trade extends TradeTerms {
  readonly state: 'waiting' | 'paid' | 'closed'
  /** Id that opens the payment page; only where the protocol has one. */
  readonly prepayId: string
  readonly transactionId: string
  readonly createdAt: string
  readonly paidAt: string | null
  readonly refunds: readonly TradeRefund[]
  readonly notices: readonly PendingNotice[]
}

export const refundedCentsOf = ({ refunds }: Trade): number =>
  refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)

/** Not payable any more, whether or not the trade was marked closed. */
export const isOver = ({ state, expiresAt }: Trade, now: Date): boolean =>
  state === 'closed' || (state === 'waiting' && Date.parse(expiresAt) <= now.getTime())
