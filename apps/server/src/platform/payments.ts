import type { IncomingHttpHeaders } from 'node:http'
import type { PayScene } from '@yunji/contract/commerce/payment/enums'
import type { PayNext } from '@yunji/contract/commerce/payment/schema'

export const providerNames = ['alipay', 'wechat'] as const
export type ProviderName = (typeof providerNames)[number]

/** What the provider is to ask the buyer for. */
export interface PaymentRequest {
  readonly outTradeNo: string
  readonly title: string
  readonly amountCents: number
  readonly expiresAt: Date
  readonly scene: PayScene
  /** The page of ours that the buyer comes back to, with its query. */
  readonly returnPath: string
  /** Where the buyer's device is, which one provider wants to know. */
  readonly address: string
  /** Who the buyer is in the messaging app, by app; needed where its own sheet asks for the money. */
  openidOf(appId: string): Promise<string | undefined>
}

/** Money that the provider says it has. */
export interface PaidTrade {
  readonly outTradeNo: string
  readonly transactionId: string
  readonly amountCents: number
}

/** What became of a payment. `unknown`: the provider has not heard of it, which is so until the buyer opens its page. */
export type TradeStatus =
  | { readonly state: 'unknown' | 'waiting' | 'closed' }
  | ({ readonly state: 'paid' } & PaidTrade)

export interface RefundRequest {
  readonly outTradeNo: string
  readonly outRefundNo: string
  readonly amountCents: number
  /** The whole payment that it is a part of. */
  readonly totalCents: number
  readonly reason: string
}

/**
 * `closed`: given up by the provider, and asked for again under a new number only. `abnormal`: the buyer's account does not
 * take it, which no further question changes.
 */
export type RefundStatus = 'refunded' | 'waiting' | 'closed' | 'abnormal'

/** A notice as it came over the wire: its signature is of these very bytes. */
export interface RawNotice {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** What a notice says once it is believed. */
export type Notice =
  | ({ readonly about: 'payment' } & PaidTrade)
  | { readonly about: 'refund'; readonly outRefundNo: string; readonly truth: RefundStatus }
  /** Believed, and nothing to us. */
  | { readonly about: 'nothing' }

interface NoticeAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** Those outside who take money for us. Every call can be made again: none of them does anything twice. */
export interface PaymentProvider {
  readonly name: ProviderName
  open(request: PaymentRequest): Promise<PayNext>
  query(outTradeNo: string): Promise<TradeStatus>
  /** Lets nobody pay it any more, unless somebody has. */
  close(outTradeNo: string): Promise<TradeStatus>
  refund(request: RefundRequest): Promise<RefundStatus>
  /** Refuses what the provider did not sign, what is not for us and what is too old. */
  readNotice(notice: RawNotice): Promise<Notice>
  /** What the provider takes for "never send it again", and for "send it again". */
  readonly noticeReplies: Readonly<Record<'taken' | 'refused', NoticeAnswer>>
}

export type Payments = Partial<Readonly<Record<ProviderName, PaymentProvider>>>

/** The provider answered, and does not do it. Its own words are for the log. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused'
}

/** The buyer must first come in through the messaging app, which then says who they are there. */
export class BuyerUnknown extends Error {
  override readonly name = 'BuyerUnknown'
}

/** A notice that is not to be believed. The reason is for the log and holds nothing of what it said. */
export class NoticeRefused extends Error {
  override readonly name = 'NoticeRefused'
}
