import { randomBytes } from 'node:crypto'
import { formatChinaTime } from '../../platform/china-time.ts'
import { yuanOf } from '../alipay/yuan.ts'
import { wechatPaySdk } from '../wechat-pay/sdk.ts'
import { tradeStatusOf } from './alipay-gateway.ts'
import { signNotice } from './alipay-sign.ts'
import type { CashierKeys } from './keys.ts'
import { demoMerchant } from './keys.ts'
import { type PendingNotice, refundedCentsOf, type Trade } from './trade.ts'
import { refundOf, signatureHeaders, transactionOf } from './wechat-gateway.ts'

/** Signed notice; signed again for each attempt, as providers do. */
export interface SignedNotice {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type Write = (keys: CashierKeys, trade: Trade, notice: PendingNotice, now: Date) => SignedNotice

const alipayNotice: Write = (keys, trade, { id, outRefundNo }, now) => {
  const refund = trade.refunds.find((each) => each.outRefundNo === outRefundNo)
  const fields = {
    notify_time: formatChinaTime(now),
    notify_type: 'trade_status_sync',
    notify_id: id,
    charset: 'utf-8',
    version: '1.0',
    app_id: trade.appId,
    auth_app_id: trade.appId,
    seller_id: demoMerchant.alipaySellerId,
    out_trade_no: trade.outTradeNo,
    trade_no: trade.transactionId,
    trade_status: tradeStatusOf(trade, now),
    subject: trade.title,
    total_amount: yuanOf(trade.amountCents),
    gmt_create: formatChinaTime(new Date(trade.createdAt)),
    gmt_payment: formatChinaTime(new Date(trade.paidAt ?? now)),
    ...(refund && {
      gmt_refund: formatChinaTime(new Date(refund.refundedAt)),
      refund_fee: yuanOf(refundedCentsOf(trade)),
      out_biz_no: refund.outRefundNo,
    }),
  }
  const body = new URLSearchParams(signNotice(fields, keys.cashierPrivateKey)).toString()
  return { headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }, body }
}

interface WechatNoticeContent {
  readonly id: string
  readonly about: 'transaction' | 'refund'
  readonly resource: object
}

export const sealWechat = (
  keys: CashierKeys,
  { id, about, resource }: WechatNoticeContent,
  now: Date,
): SignedNotice => {
  const nonce = randomBytes(6).toString('hex')
  const body = JSON.stringify({
    id,
    create_time: `${formatChinaTime(now).replace(' ', 'T')}+08:00`,
    event_type: about === 'refund' ? 'REFUND.SUCCESS' : 'TRANSACTION.SUCCESS',
    resource_type: 'encrypt-resource',
    summary: about === 'refund' ? '退款成功' : '支付成功',
    resource: {
      algorithm: 'AEAD_AES_256_GCM',
      original_type: about,
      associated_data: about,
      nonce,
      ciphertext: wechatPaySdk().Aes.AesGcm.encrypt(JSON.stringify(resource), keys.apiV3Key, nonce, about),
    },
  })
  return { headers: signatureHeaders(keys, body, now), body }
}

const wechatNotice: Write = (keys, trade, { id, outRefundNo }, now) => {
  const refund = trade.refunds.find((each) => each.outRefundNo === outRefundNo)
  if (!refund) return sealWechat(keys, { id, about: 'transaction', resource: transactionOf(trade, 'SUCCESS') }, now)
  const resource = { ...refundOf(trade, refund), mchid: demoMerchant.mchid, refund_status: 'SUCCESS' }
  return sealWechat(keys, { id, about: 'refund', resource }, now)
}

export const writeNotice = { alipay: alipayNotice, wechat: wechatNotice } as const
