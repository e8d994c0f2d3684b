import { formatChinaTime } from '../../platform/china-time.ts'
import type { Clock } from '../../platform/clock.ts'
import { centsOf, yuanOf } from '../alipay/yuan.ts'
import { isSignedBy, signText } from './alipay-sign.ts'
import { BILL_PATH, type CashierBills } from './bills.ts'
import { type Cashier, CashierRefusal, type RefusalReason } from './cashier.ts'
import type { CashierKeys } from './keys.ts'
import { demoMerchant } from './keys.ts'
import { isOver, refundedCentsOf, type Trade, type TradeTerms } from './trade.ts'

type Fields = Readonly<Record<string, string>>
type Content = Readonly<Record<string, string>>
type Answer = Record<string, string>

const SUCCESS = { code: '10000', msg: 'Success' }
const failure = (sub_code: string, sub_msg: string): Answer => ({
  code: '40004',
  msg: 'Business Failed',
  sub_code,
  sub_msg,
})

const refusals: Readonly<Record<RefusalReason, readonly [code: string, text: string]>> = {
  missing: ['ACQ.TRADE_NOT_EXIST', '交易不存在'],
  paid: ['ACQ.TRADE_STATUS_ERROR', '交易状态不合法'],
  closed: ['ACQ.TRADE_STATUS_ERROR', '交易状态不合法'],
  conflict: ['ACQ.CONTEXT_INCONSISTENT', '交易信息被篡改'],
  notPaid: ['ACQ.TRADE_STATUS_ERROR', '交易状态不合法'],
  noBill: ['isp.bill_not_exist', '入参账单日期不存在账单'],
  tooMuch: ['ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', '退款金额超限'],
}

export const tradeStatusOf = (trade: Trade, now: Date): string => {
  if (trade.state === 'paid') return refundedCentsOf(trade) === trade.amountCents ? 'TRADE_CLOSED' : 'TRADE_SUCCESS'
  return isOver(trade, now) ? 'TRADE_CLOSED' : 'WAIT_BUYER_PAY'
}

/** Trade terms of a signed payment page URL; undefined when the signature is not ours. */
export const readAlipayPage = (fields: Fields, keys: CashierKeys): TradeTerms | undefined => {
  if (fields.app_id !== demoMerchant.alipayAppId || !isSignedBy(fields, keys.merchantPublicKey)) return undefined
  const content = JSON.parse(fields.biz_content ?? '{}') as Content
  return {
    protocol: 'alipay',
    outTradeNo: content.out_trade_no ?? '',
    appId: demoMerchant.alipayAppId,
    title: content.subject ?? '',
    amountCents: centsOf(content.total_amount),
    tradeType: content.product_code ?? '',
    expiresAt: new Date(`${content.time_expire?.replace(' ', 'T')}+08:00`).toISOString(),
    notifyUrl: fields.notify_url ?? '',
    returnUrl: fields.return_url ?? '',
    openid: '',
  }
}

interface AlipayGatewayParts {
  readonly cashier: Cashier
  readonly bills: CashierBills
  readonly clock: Clock
}

/** Alipay's server gateway: form-encoded requests, signed responses. */
export const createAlipayGateway = ({ cashier, bills, clock }: AlipayGatewayParts) => {
  const numbersOf = ({ outTradeNo, transactionId }: Trade) => ({ out_trade_no: outTradeNo, trade_no: transactionId })

  const methods: Readonly<Record<string, (content: Content, origin: string) => Promise<Answer>>> = {
    'alipay.trade.query': async ({ out_trade_no = '' }) => {
      const trade = await cashier.find('alipay', out_trade_no)
      if (!trade) throw new CashierRefusal('missing')
      const trade_status = tradeStatusOf(trade, clock.now())
      const send_pay_date = trade.paidAt ? formatChinaTime(new Date(trade.paidAt)) : undefined
      const total_amount = yuanOf(trade.amountCents)
      return { ...SUCCESS, ...numbersOf(trade), trade_status, total_amount, ...(send_pay_date && { send_pay_date }) }
    },
    'alipay.trade.close': async ({ out_trade_no = '' }) => ({
      ...SUCCESS,
      ...numbersOf(await cashier.close('alipay', out_trade_no)),
    }),
    'alipay.trade.refund': async ({ out_trade_no = '', out_request_no = '', refund_amount }) => {
      const { trade, isNew } = await cashier.refund('alipay', out_trade_no, out_request_no, centsOf(refund_amount))
      return {
        ...SUCCESS,
        ...numbersOf(trade),
        fund_change: isNew ? 'Y' : 'N',
        refund_fee: yuanOf(refundedCentsOf(trade)),
      }
    },
    'alipay.trade.fastpay.refund.query': async ({ out_trade_no = '', out_request_no = '' }) => {
      const trade = await cashier.find('alipay', out_trade_no)
      if (!trade) throw new CashierRefusal('missing')
      const refund = trade.refunds.find(({ outRefundNo }) => outRefundNo === out_request_no)
      if (!refund) return { ...SUCCESS }
      const refund_amount = yuanOf(refund.amountCents)
      return { ...SUCCESS, ...numbersOf(trade), out_request_no, refund_amount, refund_status: 'REFUND_SUCCESS' }
    },
    'alipay.data.dataservice.bill.downloadurl.query': async ({ bill_date = '' }, origin) => {
      const prepared = await bills.prepare('alipay', bill_date)
      if (!prepared) throw new CashierRefusal('noBill')
      return { ...SUCCESS, bill_download_url: `${origin}${BILL_PATH}?token=${prepared.token}` }
    },
  }

  const answerTo = async (fields: Fields, keys: CashierKeys, origin: string): Promise<Answer> => {
    if (fields.app_id !== demoMerchant.alipayAppId || !isSignedBy(fields, keys.merchantPublicKey)) {
      return { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature', sub_msg: '验签出错' }
    }
    const method = methods[fields.method ?? '']
    if (!method)
      return { code: '40004', msg: 'Business Failed', sub_code: 'isv.invalid-method', sub_msg: '不存在的方法名' }
    try {
      return await method(JSON.parse(fields.biz_content ?? '{}') as Content, origin)
    } catch (error) {
      if (!(error instanceof CashierRefusal)) throw error
      return failure(...refusals[error.reason])
    }
  }

  return async (fields: Fields, keys: CashierKeys, origin: string): Promise<string> => {
    const text = JSON.stringify(await answerTo(fields, keys, origin))
    const name = `${fields.method?.replaceAll('.', '_')}_response`
    return `{${JSON.stringify(name)}:${text},"sign":${JSON.stringify(signText(text, keys.cashierPrivateKey))}}`
  }
}
