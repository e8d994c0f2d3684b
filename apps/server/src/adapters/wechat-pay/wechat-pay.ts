import { hash, type KeyObject } from 'node:crypto'
import type { PayNext } from '@yunji/contract/commerce/payment/schema'
import { formatChinaTime } from '../../platform/china-time.ts'
import type { Clock } from '../../platform/clock.ts'
import {
  BuyerUnknown,
  type PaymentProvider,
  PaymentRefused,
  type PaymentRequest,
  type RefundRequest,
  type RefundStatus,
  type TradeStatus,
} from '../../platform/payments.ts'
import { readPrivateKey, readPublicKey } from '../pem.ts'
import { readWechatBill } from './bill.ts'
import { codeOf, refusalOf } from './failure.ts'
import { readWechatNotice, refundStatuses } from './notice.ts'
import { wechatPaySdk } from './sdk.ts'
import { paidTradeOf, type Transaction, type WechatMerchant } from './transaction.ts'

export interface WechatPayOptions extends WechatMerchant {
  readonly serial: string
  readonly privateKey: string
  readonly apiV3Key: string
  /** Public keys or certificates of WeChat Pay, by serial number. */
  readonly platformKeys: Readonly<Record<string, string>>
  readonly baseUrl: string
  readonly clock: Clock
  readonly notifyUrl: string
  readonly returnOrigin: string
  /** URL of the demo's stand-in for WeChat's payment sheet. */
  readonly demoSheet?: (prepayId: string, returnPath: string) => string
}

interface BillAddress {
  readonly download_url: string
  /** SHA-1 of the file. */
  readonly hash_value: string
}

export const wechatNoticeReplies: PaymentProvider['noticeReplies'] = {
  taken: { status: 204, contentType: 'application/json', body: '' },
  refused: { status: 400, contentType: 'application/json', body: '{"code":"FAIL","message":"失败"}' },
}

const TIMEOUT_MS = 10_000
const unknownTrade = new Set(['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS'])
const NO_BILL = 'NO_STATEMENT_EXIST'
const BILL_TIMEOUT_MS = 60_000
const waitingStates = new Set(['NOTPAY', 'USERPAYING', 'PAYERROR'])

export const createWechatPay = (options: WechatPayOptions): PaymentProvider => {
  const { mchid, serial, clock, officialAppId, appletAppId } = options
  const privateKey = readPrivateKey(options.privateKey)
  const platformKeys = Object.fromEntries(
    Object.entries(options.platformKeys).map(([number, key]): [string, KeyObject] => [number, readPublicKey(key)]),
  )
  const { Formatter, Rsa, Wechatpay } = wechatPaySdk()
  const client = new Wechatpay({
    mchid,
    serial,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    certs: platformKeys,
    baseURL: options.baseUrl,
    timeout: TIMEOUT_MS,
  })
  const post = async (path: string, body: object): Promise<Record<string, unknown>> =>
    (await client.chain(path).post<object, { data: Record<string, unknown> }>(body)).data
  const get = async (path: string, params: object): Promise<Transaction & { status?: string }> =>
    (await client.chain(path).get({ params })).data

  /** The file itself is not signed: its hash came in a signed answer. */
  const downloadFile = async ({ download_url, hash_value }: BillAddress): Promise<Uint8Array> => {
    const { data } = await client.chain('v3/billdownload/file').get<unknown, { data: Uint8Array }>({
      params: { token: new URL(download_url).searchParams.get('token') },
      responseType: 'arraybuffer',
      timeout: BILL_TIMEOUT_MS,
      transformResponse: [(file: Uint8Array) => file],
    })
    if (hash('sha1', data) !== hash_value.toLowerCase()) throw new PaymentRefused('WeChat Pay: bill damaged')
    return data
  }

  const query = async (outTradeNo: string): Promise<TradeStatus> => {
    try {
      return statusOf(await get(`v3/pay/transactions/out-trade-no/${outTradeNo}`, { mchid }), options)
    } catch (error) {
      if (unknownTrade.has(codeOf(error))) return { state: 'unknown' }
      throw refusalOf(error)
    }
  }

  const prepay = async (kind: 'jsapi' | 'h5', request: PaymentRequest, appid: string, about: object) => {
    try {
      return await post(`v3/pay/transactions/${kind}`, {
        appid,
        mchid,
        description: request.title,
        out_trade_no: request.outTradeNo,
        time_expire: `${formatChinaTime(request.expiresAt).replace(' ', 'T')}+08:00`,
        notify_url: options.notifyUrl,
        amount: { total: request.amountCents, currency: 'CNY' },
        ...about,
      })
    } catch (error) {
      throw refusalOf(error)
    }
  }

  /** Payment sheet of WeChat, opened with parameters that we sign. */
  const openSheet = async (request: PaymentRequest, appId: string): Promise<PayNext> => {
    const openid = await request.openidOf(appId)
    if (!openid) throw new BuyerUnknown()
    const { prepay_id: prepayId } = await prepay('jsapi', request, appId, { payer: { openid } })
    const timeStamp = String(Math.floor(clock.now().getTime() / 1000))
    const nonceStr = Formatter.nonce()
    const packed = `prepay_id=${prepayId}`
    const paySign = Rsa.sign(Formatter.joinedByLineFeed(appId, timeStamp, nonceStr, packed), privateKey)
    return {
      kind: 'wechatPay',
      parameters: { appId, timeStamp, nonceStr, package: packed, signType: 'RSA', paySign },
      demoUrl: options.demoSheet?.(String(prepayId), request.returnPath) ?? null,
    }
  }

  return {
    name: 'wechat',
    query,

    async open(request) {
      const { scene } = request
      if (scene === 'miniProgram' && appletAppId) return openSheet(request, appletAppId)
      if (scene === 'messagingBrowser' && officialAppId) return openSheet(request, officialAppId)
      const appId = officialAppId ?? appletAppId
      if (scene === 'miniProgram' || scene === 'messagingBrowser' || !appId) throw new PaymentRefused('no app for this')
      const sceneInfo = { payer_client_ip: request.address, h5_info: { type: 'Wap' } }
      const { h5_url } = await prepay('h5', request, appId, { scene_info: sceneInfo })
      const back = encodeURIComponent(`${options.returnOrigin}${request.returnPath}`)
      return { kind: 'redirect', url: `${h5_url}&redirect_url=${back}` }
    },

    async close(outTradeNo) {
      try {
        await post(`v3/pay/transactions/out-trade-no/${outTradeNo}/close`, { mchid })
        return { state: 'closed' }
      } catch {
        // Paid, already closed, in payment or unknown: the query tells which.
        return query(outTradeNo)
      }
    },

    async refund({ outTradeNo, outRefundNo, amountCents, totalCents, reason }: RefundRequest): Promise<RefundStatus> {
      const amount = { refund: amountCents, total: totalCents, currency: 'CNY' }
      const body = { out_trade_no: outTradeNo, out_refund_no: outRefundNo, reason, amount }
      try {
        const { status } = await post('v3/refund/domestic/refunds', body)
        return refundStatuses[String(status)] ?? 'waiting'
      } catch (error) {
        throw refusalOf(error)
      }
    },

    async queryRefund(_outTradeNo, outRefundNo) {
      try {
        const { status } = await get(`v3/refund/domestic/refunds/${outRefundNo}`, {})
        return refundStatuses[String(status)] ?? 'waiting'
      } catch (error) {
        if (unknownTrade.has(codeOf(error))) return 'unknown'
        throw refusalOf(error)
      }
    },

    readNotice: async (notice) =>
      readWechatNotice({ apiV3Key: options.apiV3Key, platformKeys }, options, notice, clock.now()),

    noticeReplies: wechatNoticeReplies,

    async downloadBill(day) {
      try {
        const { data } = await client.chain('v3/bill/tradebill').get({ params: { bill_date: day, bill_type: 'ALL' } })
        return await downloadFile(data as BillAddress)
      } catch (error) {
        if (codeOf(error) === NO_BILL) return undefined
        throw refusalOf(error)
      }
    },

    readBill: (file) => readWechatBill(file, mchid),
  }
}

const statusOf = (transaction: Transaction, merchant: WechatMerchant): TradeStatus => {
  const { trade_state = '' } = transaction
  if (trade_state === 'SUCCESS') return { state: 'paid', ...paidTradeOf(transaction, merchant) }
  return { state: waitingStates.has(trade_state) ? 'waiting' : 'closed' }
}
