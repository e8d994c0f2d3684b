import type { AlipaySdkCommonResult } from 'alipay-sdk'
import { formatChinaTime } from '../../platform/china-time.ts'
import type { Clock } from '../../platform/clock.ts'
import {
  type PaymentProvider,
  PaymentRefused,
  type PaymentRequest,
  type RefundRequest,
  type RefundStatus,
  type TradeStatus,
} from '../../platform/payments.ts'
import { readPrivateKey, readPublicKey } from '../pem.ts'
import { readAlipayBill } from './bill.ts'
import { type AlipayMerchant, readAlipayNotice } from './notice.ts'
import { AlipaySdk } from './sdk.ts'
import { centsOf, yuanOf } from './yuan.ts'

export interface AlipayOptions extends AlipayMerchant {
  readonly privateKey: string
  /** Alipay's public key, not the merchant's. */
  readonly alipayPublicKey: string
  readonly gateway: string
  readonly clock: Clock
  /** Addresses for notices and for returning buyers. */
  readonly notifyUrl: string
  readonly returnOrigin: string
  /** Maps a gateway URL to one that a browser can reach, where the two differ. */
  readonly forBrowser?: (url: string) => string
}

const TIMEOUT_MS = 10_000
const SUCCESS = '10000'
const NOT_EXIST = 'ACQ.TRADE_NOT_EXIST'
const NO_BILL = 'isp.bill_not_exist'
const BILL_TIMEOUT_MS = 60_000

export const alipayNoticeReplies: PaymentProvider['noticeReplies'] = {
  taken: { status: 200, contentType: 'text/plain', body: 'success' },
  refused: { status: 200, contentType: 'text/plain', body: 'failure' },
}

const states: Readonly<Record<string, 'waiting' | 'closed' | 'paid'>> = {
  WAIT_BUYER_PAY: 'waiting',
  TRADE_CLOSED: 'closed',
  TRADE_SUCCESS: 'paid',
  TRADE_FINISHED: 'paid',
}

export const createAlipay = (options: AlipayOptions): PaymentProvider => {
  const { appId, gateway, clock, forBrowser = (url) => url } = options
  const sdk = new AlipaySdk({
    appId,
    gateway,
    timeout: TIMEOUT_MS,
    keyType: 'PKCS8',
    privateKey: readPrivateKey(options.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString().trim(),
    alipayPublicKey: readPublicKey(options.alipayPublicKey).export({ type: 'spki', format: 'pem' }).toString().trim(),
  })
  const execute = async (method: string, bizContent: object): Promise<AlipaySdkCommonResult> => {
    try {
      return await sdk.exec(method, { bizContent }, { validateSign: true })
    } catch {
      // The SDK's error text quotes the answer about the buyer, so it is not logged.
      throw new PaymentRefused(`Alipay: no answer to believe to ${method}`)
    }
  }

  const query = async (outTradeNo: string): Promise<TradeStatus> => {
    const answer = await execute('alipay.trade.query', { out_trade_no: outTradeNo })
    if (answer.subCode === NOT_EXIST) return { state: 'unknown' }
    assertSuccess(answer)
    const state = states[answer.tradeStatus]
    if (!state || answer.outTradeNo !== outTradeNo) throw new PaymentRefused(`trade status ${answer.tradeStatus}`)
    if (state !== 'paid') return { state }
    return { state, outTradeNo, transactionId: answer.tradeNo, amountCents: centsOf(answer.totalAmount) }
  }

  /** An answer without a status: the request has not arrived, or has failed. */
  const queryRefund: PaymentProvider['queryRefund'] = async (outTradeNo, outRefundNo) => {
    const about = { out_trade_no: outTradeNo, out_request_no: outRefundNo }
    const answer = await execute('alipay.trade.fastpay.refund.query', about)
    if (answer.subCode === NOT_EXIST) return 'unknown'
    assertSuccess(answer)
    return answer.refundStatus === 'REFUND_SUCCESS' ? 'refunded' : 'unknown'
  }

  return {
    name: 'alipay',
    query,

    async open(request) {
      const isDesktop = request.scene === 'desktop'
      const method = isDesktop ? 'alipay.trade.page.pay' : 'alipay.trade.wap.pay'
      const returnUrl = `${options.returnOrigin}${request.returnPath}`
      const url = sdk.pageExecute(method, 'GET', {
        bizContent: pageContent(request, isDesktop, returnUrl),
        notifyUrl: options.notifyUrl,
        returnUrl,
      })
      return { kind: 'redirect', url: forBrowser(url) }
    },

    async close(outTradeNo) {
      const answer = await execute('alipay.trade.close', { out_trade_no: outTradeNo })
      if (answer.code === SUCCESS) return { state: 'closed' }
      return answer.subCode === NOT_EXIST ? { state: 'unknown' } : query(outTradeNo)
    },

    async refund({ outTradeNo, outRefundNo, amountCents, reason }: RefundRequest): Promise<RefundStatus> {
      const refunded = await execute('alipay.trade.refund', {
        out_trade_no: outTradeNo,
        out_request_no: outRefundNo,
        refund_amount: yuanOf(amountCents),
        refund_reason: reason,
      })
      assertSuccess(refunded)
      if (refunded.fundChange === 'Y') return 'refunded'
      // Repeated request: acceptance does not prove that money was transferred.
      return (await queryRefund(outTradeNo, outRefundNo)) === 'refunded' ? 'refunded' : 'waiting'
    },

    queryRefund,

    readNotice: async ({ body }) => readAlipayNotice(sdk, options, body, clock.now()),

    noticeReplies: alipayNoticeReplies,

    async downloadBill(day) {
      const answer = await execute('alipay.data.dataservice.bill.downloadurl.query', {
        bill_type: 'trade',
        bill_date: day,
      })
      if (answer.subCode === NO_BILL) return undefined
      assertSuccess(answer)
      return download(answer.billDownloadUrl)
    },

    readBill: (file) => readAlipayBill(file, options.sellerId),
  }
}

/** The address comes in a signed answer and lasts for half a minute. */
const download = async (url: string): Promise<Uint8Array> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(BILL_TIMEOUT_MS) }).catch(() => undefined)
  if (!response?.ok) throw new PaymentRefused(`Alipay: bill not downloaded (${response?.status ?? 'no answer'})`)
  return response.bytes()
}

const pageContent = (request: PaymentRequest, isDesktop: boolean, returnUrl: string) => ({
  out_trade_no: request.outTradeNo,
  total_amount: yuanOf(request.amountCents),
  subject: request.title,
  product_code: isDesktop ? 'FAST_INSTANT_TRADE_PAY' : 'QUICK_WAP_WAY',
  time_expire: formatChinaTime(request.expiresAt),
  ...(!isDesktop && { quit_url: returnUrl }),
})

const assertSuccess = ({ code, subCode }: AlipaySdkCommonResult): void => {
  if (code !== SUCCESS) throw new PaymentRefused(`Alipay: ${code} ${subCode ?? ''}`)
}
