import type { AlipaySdk } from 'alipay-sdk'
import { DAY_MS } from '../../platform/clock.ts'
import { type Notice, NoticeRefused } from '../../platform/payments.ts'
import { centsOf } from './yuan.ts'

export interface AlipayMerchant {
  readonly appId: string
  readonly sellerId: string
}

const AHEAD_OF_UTC = '+08:00'
/** Alipay repeats a notice eight times within 25 hours; older ones are refused. */
const OLDEST_MS = DAY_MS + DAY_MS / 8
const NEWEST_MS = DAY_MS / 24

const paidStates = new Set(['TRADE_SUCCESS', 'TRADE_FINISHED'])

/** Accepts only recent notices that Alipay signed for our app and account. */
export const readAlipayNotice = (sdk: AlipaySdk, merchant: AlipayMerchant, body: string, now: Date): Notice => {
  const fields = fieldsOf(body)
  // The SDK would accept a weaker signature type as well.
  if (fields.sign_type !== 'RSA2' || !fields.sign || !sdk.checkNotifySignV2(fields))
    throw new NoticeRefused('signature')
  if (fields.app_id !== merchant.appId) throw new NoticeRefused('another app')
  if (fields.seller_id !== merchant.sellerId) throw new NoticeRefused('another merchant')
  assertRecent(fields.notify_time, now)
  // A full refund is reported with the state of a closed trade, a partial one with that of a paid trade.
  if (fields.gmt_refund && fields.out_biz_no) {
    return { about: 'refund', outRefundNo: fields.out_biz_no, status: 'refunded' }
  }
  if (!paidStates.has(fields.trade_status ?? '')) return { about: 'nothing' }
  if ((fields.trans_currency ?? 'CNY') !== 'CNY') throw new NoticeRefused('another currency')
  const { out_trade_no: outTradeNo = '', trade_no: transactionId = '' } = fields
  if (!outTradeNo || !transactionId) throw new NoticeRefused('no numbers')
  return { about: 'payment', outTradeNo, transactionId, amountCents: centsOf(fields.total_amount) }
}

const fieldsOf = (body: string): Record<string, string> => {
  const pairs = [...new URLSearchParams(body)]
  const fields: Record<string, string> = Object.fromEntries(pairs)
  if (Object.keys(fields).length !== pairs.length) throw new NoticeRefused('a field twice')
  return fields
}

const assertRecent = (time: string | undefined, now: Date): void => {
  const sentMs = Date.parse(`${time?.replace(' ', 'T')}${AHEAD_OF_UTC}`)
  const ageMs = now.getTime() - sentMs
  if (!(ageMs < OLDEST_MS && ageMs > -NEWEST_MS)) throw new NoticeRefused('too old')
}
