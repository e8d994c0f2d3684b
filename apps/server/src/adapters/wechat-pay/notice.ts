import type { KeyObject } from 'node:crypto'
import { MINUTE_MS } from '../../platform/clock.ts'
import { type Notice, NoticeRefused, type RawNotice, type RefundStatus } from '../../platform/payments.ts'
import { wechatPaySdk } from './sdk.ts'
import { paidTradeOf, type Transaction, type WechatMerchant } from './transaction.ts'

export interface NoticeKeys {
  readonly apiV3Key: string
  /** Public keys of WeChat Pay by serial number. */
  readonly platformKeys: Readonly<Record<string, KeyObject>>
}

const WINDOW_MS = 5 * MINUTE_MS

interface Envelope {
  readonly event_type?: string
  readonly resource?: {
    readonly algorithm?: string
    readonly ciphertext?: string
    readonly nonce?: string
    readonly associated_data?: string
  }
}

interface RefundResource {
  readonly mchid?: string
  readonly out_refund_no?: string
  readonly refund_status?: string
}

/** Refund states of WeChat Pay, in responses and notices. */
export const refundStatuses: Readonly<Record<string, RefundStatus>> = {
  SUCCESS: 'refunded',
  PROCESSING: 'waiting',
  CLOSED: 'closed',
  ABNORMAL: 'abnormal',
}

/** Accepts only notices that WeChat Pay signed within five minutes and encrypted for us. */
export const readWechatNotice = (
  { apiV3Key, platformKeys }: NoticeKeys,
  merchant: WechatMerchant,
  notice: RawNotice,
  now: Date,
): Notice => {
  assertSigned(platformKeys, notice, now)
  const { event_type, resource } = JSON.parse(notice.body) as Envelope
  const content = decrypt(resource, apiV3Key)
  if (event_type === 'TRANSACTION.SUCCESS')
    return { about: 'payment', ...paidTradeOf(content as Transaction, merchant) }
  const { mchid, out_refund_no: outRefundNo = '', refund_status = '' } = content as RefundResource
  const status = event_type?.startsWith('REFUND.') ? refundStatuses[refund_status] : undefined
  if (!status) return { about: 'nothing' }
  if (mchid !== merchant.mchid) throw new NoticeRefused('another merchant')
  return { about: 'refund', outRefundNo, status }
}

const headerOf = ({ headers }: RawNotice, name: string): string => {
  const value = headers[`wechatpay-${name}`]
  if (typeof value !== 'string') throw new NoticeRefused(`no ${name}`)
  return value
}

const assertSigned = (keys: NoticeKeys['platformKeys'], notice: RawNotice, now: Date): void => {
  const timestamp = headerOf(notice, 'timestamp')
  const ageMs = Math.abs(now.getTime() - Number(timestamp) * 1000)
  if (!(ageMs <= WINDOW_MS)) throw new NoticeRefused('too old')
  const serial = headerOf(notice, 'serial')
  const key = Object.hasOwn(keys, serial) ? keys[serial] : undefined
  if (!key) throw new NoticeRefused('unknown serial number')
  const { Formatter, Rsa } = wechatPaySdk()
  const signed = Formatter.joinedByLineFeed(timestamp, headerOf(notice, 'nonce'), notice.body)
  if (!Rsa.verify(signed, headerOf(notice, 'signature'), key)) throw new NoticeRefused('signature')
}

const decrypt = (resource: Envelope['resource'], key: string): unknown => {
  const { algorithm, ciphertext = '', nonce = '', associated_data } = resource ?? {}
  if (algorithm !== 'AEAD_AES_256_GCM') throw new NoticeRefused('another algorithm')
  try {
    return JSON.parse(wechatPaySdk().Aes.AesGcm.decrypt(ciphertext, key, nonce, associated_data))
  } catch {
    throw new NoticeRefused('not encrypted for us')
  }
}
