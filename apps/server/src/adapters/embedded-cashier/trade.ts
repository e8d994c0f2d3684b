import type { ProviderName } from '../../platform/payments.ts'

/** What the merchant asked for. */
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

/** Something that the merchant has not said "taken" to yet. */
export interface PendingNotice {
  readonly id: string
  /** The refund that it tells of; the payment when absent. */
  readonly outRefundNo?: string
  readonly tries: number
  readonly nextAt: string
}

/** A trade as it lies on the disk. */
export interface Trade extends TradeTerms {
  readonly state: 'waiting' | 'paid' | 'closed'
  /** Opens its page; only where the protocol has one. */
  readonly prepayId: string
  readonly transactionId: string
  readonly createdAt: string
  readonly paidAt: string | null
  readonly refunds: readonly TradeRefund[]
  readonly notices: readonly PendingNotice[]
}

export const refundedCentsOf = ({ refunds }: Trade): number =>
  refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)

/** Nobody pays it any more, whether or not somebody has said so. */
export const isOver = ({ state, expiresAt }: Trade, now: Date): boolean =>
  state === 'closed' || (state === 'waiting' && Date.parse(expiresAt) <= now.getTime())
