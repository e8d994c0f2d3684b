import { NoticeRefused, type PaidTrade } from '../../platform/payments.ts'

export interface WechatMerchant {
  readonly mchid: string
  /** Absent without an official account. */
  readonly officialAppId?: string | undefined
  readonly appletAppId?: string | undefined
}

/** Payment in WeChat Pay's format, in notices and responses. */
export interface Transaction {
  readonly appid?: string
  readonly mchid?: string
  readonly out_trade_no?: string
  readonly transaction_id?: string
  readonly trade_state?: string
  readonly amount?: { readonly total?: number; readonly currency?: string }
}

/** `NoticeRefused` unless it is a successful CNY payment to our merchant and app. */
export const paidTradeOf = (transaction: Transaction, merchant: WechatMerchant): PaidTrade => {
  const { appid, mchid, out_trade_no, transaction_id, trade_state, amount } = transaction
  if (mchid !== merchant.mchid) throw new NoticeRefused('another merchant')
  const isOurs = appid !== undefined && (appid === merchant.officialAppId || appid === merchant.appletAppId)
  if (!isOurs) throw new NoticeRefused('another app')
  if (trade_state !== 'SUCCESS') throw new NoticeRefused('not paid')
  if (amount?.currency !== 'CNY') throw new NoticeRefused('another currency')
  if (!Number.isSafeInteger(amount.total)) throw new NoticeRefused('not an amount')
  if (!out_trade_no || !transaction_id) throw new NoticeRefused('no numbers')
  return { outTradeNo: out_trade_no, transactionId: transaction_id, amountCents: amount.total ?? 0 }
}
