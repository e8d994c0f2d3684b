import { formatChinaTime } from '../../platform/china-time.ts'
import { type Clock, MINUTE_MS, systemClock } from '../../platform/clock.ts'
import { wechatPaySdk } from '../wechat-pay/sdk.ts'
import { BILL_PATH, type CashierBills } from './bills.ts'
import { type Cashier, CashierRefusal, type RefusalReason } from './cashier.ts'
import type { CashierKeys } from './keys.ts'
import { demoMerchant } from './keys.ts'
import { isOver, refundedCentsOf, type Trade, type TradeRefund } from './trade.ts'

export interface WechatRequest {
  readonly method: string
  /** Path with its query, as signed. */
  readonly path: string
  /** Address of the server. */
  readonly origin: string
  readonly authorization: string
  readonly body: string
}

export interface WechatResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface PrepayBody {
  readonly appid: string
  readonly description: string
  readonly out_trade_no: string
  readonly time_expire: string
  readonly notify_url: string
  readonly amount: { readonly total: number }
  readonly payer?: { readonly openid: string }
}

interface RefundBody {
  readonly out_trade_no: string
  readonly out_refund_no: string
  readonly amount: { readonly refund: number }
}

const refusals: Readonly<Record<RefusalReason, readonly [status: number, code: string, message: string]>> = {
  missing: [404, 'ORDER_NOT_EXIST', '订单不存在'],
  paid: [400, 'ORDERPAID', '该订单已支付'],
  closed: [400, 'ORDER_CLOSED', '该订单已关闭'],
  conflict: [400, 'INVALID_REQUEST', '商户订单号重复'],
  notPaid: [400, 'RESOURCE_NOT_EXISTS', '订单未支付'],
  noBill: [400, 'NO_STATEMENT_EXIST', '账单文件不存在'],
  tooMuch: [403, 'NOT_ENOUGH', '退款金额超过可退金额'],
}

const WINDOW_MS = 5 * MINUTE_MS
const rfcTime = (time: string): string => `${formatChinaTime(new Date(time)).replace(' ', 'T')}+08:00`

export const stateOf = (trade: Trade, now: Date): string => {
  if (trade.state === 'paid') return refundedCentsOf(trade) > 0 ? 'REFUND' : 'SUCCESS'
  return isOver(trade, now) ? 'CLOSED' : 'NOTPAY'
}

/** Payment in the format of this protocol. */
export const transactionOf = (trade: Trade, state: string) => ({
  appid: trade.appId,
  mchid: demoMerchant.mchid,
  out_trade_no: trade.outTradeNo,
  trade_type: trade.tradeType,
  trade_state: state,
  ...(trade.paidAt && { transaction_id: trade.transactionId, success_time: rfcTime(trade.paidAt) }),
  ...(trade.openid && { payer: { openid: trade.openid } }),
  amount: { total: trade.amountCents, payer_total: trade.amountCents, currency: 'CNY', payer_currency: 'CNY' },
})

export const refundOf = (trade: Trade, refund: TradeRefund | undefined) => ({
  refund_id: refund?.refundId,
  out_refund_no: refund?.outRefundNo,
  out_trade_no: trade.outTradeNo,
  transaction_id: trade.transactionId,
  status: 'SUCCESS',
  amount: { total: trade.amountCents, refund: refund?.amountCents, currency: 'CNY' },
})

const TRADE = /^\/v3\/pay\/transactions\/out-trade-no\/([\w-]+)(\/close)?$/
const REFUNDS = '/v3/refund/domestic/refunds'
const PREPAY = /^\/v3\/pay\/transactions\/(jsapi|h5)$/

interface WechatGatewayParts {
  readonly cashier: Cashier
  readonly bills: CashierBills
  readonly clock: Clock
}

/** WeChat Pay API v3: signed JSON in both directions. */
export const createWechatGateway = ({ cashier, bills, clock }: WechatGatewayParts) => {
  const prepay = async (kind: string, body: PrepayBody) => {
    const trade = await cashier.open({
      protocol: 'wechat',
      outTradeNo: body.out_trade_no,
      appId: body.appid,
      title: body.description,
      amountCents: body.amount.total,
      tradeType: kind === 'h5' ? 'MWEB' : 'JSAPI',
      expiresAt: new Date(body.time_expire).toISOString(),
      notifyUrl: body.notify_url,
      returnUrl: '',
      openid: body.payer?.openid ?? '',
    })
    return trade.prepayId
  }
  const prepareBill = async (day: string, origin: string) => {
    const prepared = await bills.prepare('wechat', day)
    if (!prepared) throw new CashierRefusal('noBill')
    const download_url = `${origin}${BILL_PATH}?token=${prepared.token}`
    return { hash_type: 'SHA1', hash_value: prepared.sha1, download_url }
  }
  const findRefund = async (outRefundNo: string) => {
    const found = await cashier.findRefund('wechat', outRefundNo)
    if (!found) throw new CashierRefusal('missing')
    return refundOf(found.trade, found.refund)
  }
  const handle = async (request: WechatRequest, h5Page: string): Promise<object | undefined> => {
    const { method, path, body } = request
    const { pathname, searchParams } = new URL(path, 'http://embedded')
    if (pathname === '/v3/bill/tradebill') return prepareBill(searchParams.get('bill_date') ?? '', request.origin)
    const [, kind] = PREPAY.exec(pathname) ?? []
    if (kind) {
      const prepayId = await prepay(kind, JSON.parse(body) as PrepayBody)
      return kind === 'h5' ? { h5_url: `${h5Page}?prepay_id=${prepayId}` } : { prepay_id: prepayId }
    }
    const [, outTradeNo, close] = TRADE.exec(pathname) ?? []
    if (outTradeNo && close) return void (await cashier.close('wechat', outTradeNo))
    if (outTradeNo && method === 'GET') {
      const trade = await cashier.find('wechat', outTradeNo)
      if (!trade) throw new CashierRefusal('missing')
      return transactionOf(trade, stateOf(trade, clock.now()))
    }
    if (pathname.startsWith(`${REFUNDS}/`)) return findRefund(pathname.slice(REFUNDS.length + 1))
    if (pathname !== REFUNDS) throw new CashierRefusal('missing')
    const { out_trade_no, out_refund_no, amount } = JSON.parse(body) as RefundBody
    const { trade } = await cashier.refund('wechat', out_trade_no, out_refund_no, amount.refund)
    return refundOf(
      trade,
      trade.refunds.find(({ outRefundNo }) => outRefundNo === out_refund_no),
    )
  }

  return async (request: WechatRequest, keys: CashierKeys, h5Page: string): Promise<WechatResponse> => {
    if (!isSigned(request, keys)) return signed(keys, 401, { code: 'SIGN_ERROR', message: '签名错误' })
    try {
      const answer = await handle(request, h5Page)
      return signed(keys, answer ? 200 : 204, answer)
    } catch (error) {
      if (!(error instanceof CashierRefusal)) throw error
      const [status, code, message] = refusals[error.reason]
      return signed(keys, status, { code, message })
    }
  }
}

/** Uses the machine's clock for requests and responses, because the SDK does. */
const isSigned = ({ method, path, authorization, body }: WechatRequest, keys: CashierKeys): boolean => {
  const field = (name: string): string => new RegExp(`[ ,]${name}="([^"]+)"`).exec(authorization)?.[1] ?? ''
  const timestamp = field('timestamp')
  const isOurs = field('mchid') === demoMerchant.mchid && field('serial_no') === demoMerchant.merchantSerial
  const ageMs = Math.abs(systemClock.now().getTime() - Number(timestamp) * 1000)
  const { Formatter, Rsa } = wechatPaySdk()
  const text = Formatter.joinedByLineFeed(method, path, timestamp, field('nonce_str'), body)
  return isOurs && ageMs <= WINDOW_MS && Rsa.verify(text, field('signature'), keys.merchantPublicKey)
}

const signed = (keys: CashierKeys, status: number, answer: object | undefined): WechatResponse => {
  const body = answer ? JSON.stringify(answer) : ''
  return { status, body, headers: signatureHeaders(keys, body, systemClock.now()) }
}

/** Signature headers of the cashier's responses and notices. */
export const signatureHeaders = (keys: CashierKeys, body: string, now: Date): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const { Formatter, Rsa } = wechatPaySdk()
  const nonce = Formatter.nonce()
  return {
    'content-type': 'application/json',
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': demoMerchant.cashierSerial,
    'wechatpay-signature': Rsa.sign(Formatter.joinedByLineFeed(timestamp, nonce, body), keys.cashierPrivateKey),
  }
}
