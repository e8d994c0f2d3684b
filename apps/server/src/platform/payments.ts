import type { IncomingHttpHeaders } from 'node:http'
import type { PayScene } from '@yunji/contract/commerce/payment/enums'
import type { PayNext } from '@yunji/contract/commerce/payment/schema'

export const providerNames = ['alipay', 'wechat'] as const
export type ProviderName = (typeof providerNames)[number]

/** Payment to request from the buyer. */
export interface PaymentRequest {
  readonly outTradeNo: string
  readonly title: string
  readonly amountCents: number
  readonly expiresAt: Date
  readonly scene: PayScene
  /** Our page, with its query, that the buyer returns to. */
  readonly returnPath: string
  /** IP address of the buyer's device, required by one provider. */
  readonly address: string
  /** The buyer's WeChat openid by app; required for WeChat's own payment sheet. */
  openidOf(appId: string): Promise<string | undefined>
}

/** Payment that the provider has received. */
export interface PaidTrade {
  readonly outTradeNo: string
  readonly transactionId: string
  readonly amountCents: number
}

/** Status of a payment. `unknown`: the provider has no such trade, which is so until the buyer opens its page. */
export type TradeStatus =
  | { readonly state: 'unknown' | 'waiting' | 'closed' }
  | ({ readonly state: 'paid' } & PaidTrade)

export interface RefundRequest {
  readonly outTradeNo: string
  readonly outRefundNo: string
  readonly amountCents: number
  /** Amount of the whole payment. */
  readonly totalCents: number
  readonly reason: string
}

/**
 * `closed`: abandoned by the provider; a retry needs a new number. `abnormal`: the buyer's account cannot receive it,
 * and a retry does not help.
 */
export type RefundStatus = 'refunded' | 'waiting' | 'closed' | 'abnormal'

/** Notice as received: its signature covers these exact bytes. */
export interface RawNotice {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Content of a verified notice. */
export type Notice =
  | ({ readonly about: 'payment' } & PaidTrade)
  | { readonly about: 'refund'; readonly outRefundNo: string; readonly status: RefundStatus }
  /** Verified, but irrelevant. */
  | { readonly about: 'nothing' }

interface NoticeAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** Line of a provider's bill of one day. */
export interface BillLine {
  readonly subject: 'payment' | 'refund'
  /** Our number of the payment or refund. */
  readonly number: string
  readonly transactionId: string
  readonly amountCents: number
  /** Paid to the provider; negative where it gives a fee back. */
  readonly feeCents: number
  /** `YYYY-MM-DD` in China. */
  readonly day: string
  /** False for a refund that is still on its way. */
  readonly isSettled: boolean
}

export interface BillFile {
  /** Day that the file itself names, `YYYY-MM-DD` in China. */
  readonly day?: string | undefined
  readonly lines: readonly BillLine[]
}

/** External payment provider. Every call is idempotent. */
export interface PaymentProvider {
  readonly name: ProviderName
  open(request: PaymentRequest): Promise<PayNext>
  query(outTradeNo: string): Promise<TradeStatus>
  /** Closes an unpaid trade; a paid one stays paid. */
  close(outTradeNo: string): Promise<TradeStatus>
  refund(request: RefundRequest): Promise<RefundStatus>
  /** Asks about a refund without requesting it. `unknown`: the provider has none under this number. */
  queryRefund(outTradeNo: string, outRefundNo: string): Promise<RefundStatus | 'unknown'>
  /** Refuses notices that are not signed by the provider, not for us or too old. */
  readNotice(notice: RawNotice): Promise<Notice>
  /** Responses that make the provider stop or repeat a notice. */
  readonly noticeReplies: Readonly<Record<'taken' | 'refused', NoticeAnswer>>
  /** The bill of a day (`YYYY-MM-DD`) in China; undefined while there is none, as for a day without payments. */
  downloadBill(day: string): Promise<Uint8Array | undefined>
  /** Reads a bill, downloaded or taken from the provider's website. `BillRefused` for any other file. */
  readBill(file: Uint8Array): BillFile
}

export type Payments = Partial<Readonly<Record<ProviderName, PaymentProvider>>>

/** The provider answered with a refusal. Its own text is for the log. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused'
}

/** The buyer must first log in through WeChat, which provides the openid. */
export class BuyerUnknown extends Error {
  override readonly name = 'BuyerUnknown'
}

/** Notice that failed verification. The reason is for the log and holds none of its content. */
export class NoticeRefused extends Error {
  override readonly name = 'NoticeRefused'
}

/** File that is not a bill of our merchant. The reason is shown to the operator. */
export class BillRefused extends Error {
  override readonly name = 'BillRefused'
}
